"""What can go wrong at the edge of the table; every class also inherits the builtin one would guess."""


class HardwareError(Exception):
    """Base of everything this package raises."""


class BadFrame(HardwareError, ValueError):
    """Bytes that are not one SEAT-1 frame, or a body that is not the message it claims to be."""


class CannotShow(HardwareError, ValueError):
    """A seat text that three digits cannot show, or more seats than there are displays."""


class PortLost(HardwareError, ConnectionError):
    """The serial port went away or stopped taking bytes."""


class PortNotFound(HardwareError, LookupError):
    """No serial port looks like a display board."""


class PortHeld(HardwareError, PermissionError):
    """Somebody else has the serial port open; the message names the process where that can be read."""


class WrongPinFactory(HardwareError, RuntimeError):
    """gpiozero fell back to a pin factory that loses the kernel's time stamps."""


class WiringError(HardwareError, ValueError):
    """A pin used twice, or one that a Pi's header does not have for this purpose."""


class BadEntry(HardwareError, ValueError):
    """An entry for a seat that is not asked, or outside the range asked for."""
