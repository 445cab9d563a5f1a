def cut_root(search): pass
