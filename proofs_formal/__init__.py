"""Coq: the theorems that production rests on, and the checker that is extracted from them. See docs/formal.md.

``python -m proofs_formal`` (``make formal``) builds everything below this folder and compares it with the manifest.
A ``Theorem`` is a result that the manifest lists; a comment line right before it, ``(* Claim: PAPER/ID corrected *)``
or ``printed``, ties it to a claim of ``proofs_numeric``. Steps on the way are ``Lemma``.
"""
