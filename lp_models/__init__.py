"""The linear programs of the papers, written out: one module a paper, whose programs are the truths of its claims."""
