"""The exact layer: numbers, inputs, files and certificates. Import from its modules."""
