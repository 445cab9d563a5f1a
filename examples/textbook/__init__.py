"""Five textbook statements from other fields."""
