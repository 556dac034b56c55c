"""Processes to be killed, forked from a server without threads: what earlier tests left running cannot hold them up."""

from __future__ import annotations

import multiprocessing

CLEAN = multiprocessing.get_context("forkserver")
CLEAN.set_forkserver_preload(["pytest", "companion.compose", "companion.store.restore", "tests.store.used_tables"])
