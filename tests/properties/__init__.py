"""The four pairs of a program and a closed form, on random rational instances; docs/properties.md lists the tests."""
