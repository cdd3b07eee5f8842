"""The doors to a table, its room, and everything done there by POST (with or without scripts)."""
