"""Linear programs from files and from other packages, and back."""
