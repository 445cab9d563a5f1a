"""Linear programs: build, read and write, solve with proof, judge, explain. Import from its modules."""
