"""What can be wrong with pieces and scenes; every message says where, what was expected and what came."""


class PhysicsError(Exception):
    """The root of all errors of this package."""


class BadOutline(PhysicsError, ValueError):
    """An outline that encloses no area: too few points, crossing edges, not a number."""


class BadPiece(PhysicsError, ValueError):
    """A piece that cannot exist: no weight, a weight below zero, no name in the catalogue."""


class BadScene(PhysicsError, ValueError):
    """A scene whose text cannot be read as a tower."""


class Floating(BadScene):
    """A piece that rests on nothing."""


class Overlapping(BadScene):
    """Two pieces, or a piece and the table, that share more space than the measurement explains."""
