"""Six textbook statements from other fields."""
