"""The kernel: binds form, truth, certificate and proof, and computes the verdict."""
