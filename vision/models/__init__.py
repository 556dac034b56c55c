"""Weights of the small networks, made by `vision.training`."""
