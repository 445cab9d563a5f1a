"""The toolkit for authors of claims."""
