"""The utility experiments of TPMDP, Section V: parties, mechanisms, losses, and what the text says about them."""
