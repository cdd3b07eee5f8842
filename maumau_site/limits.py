"""What both servers are told: how much one client may have under way, and how many may knock at once."""

BACKLOG = 2048
"""Handshakes the system keeps for us: after a restart everybody comes back at once."""
MAX_MESSAGE = 16 * 1024
"""Bytes of a frame. Ours are refused above 4 KiB with a sentence; beyond this nobody reads on."""
MAX_WAITING = 8
"""Frames a client may have sent that the application has not taken yet."""
MAX_UNREAD = 256 * 1024
"""Bytes a client may leave unread; WIRE.md §2 stops sending at 64 KiB, so nobody who plays comes near."""
