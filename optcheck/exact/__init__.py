"""The exact layer: numbers, linear programs and certificates. Import from its modules."""
