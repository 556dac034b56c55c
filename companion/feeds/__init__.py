"""Each feed joins one edge (camera, knocks, displays, tower) to the inbox or to the view."""
