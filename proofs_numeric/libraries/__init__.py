"""Formulas in the wild: what privacy libraries, drafts of standards and textbooks compute."""
