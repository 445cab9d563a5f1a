(** The verified checks as an OCaml program. [main.ml] and its reader of JSON are written by hand.

    Trusted: Coq's extraction, the standard mapping of Coq's integers to Zarith's, and the two below. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
From Optcheck.linear Require Check.
From Optcheck.integer Require Soundness.
From Optcheck.tpmdp Require Certificate.

Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ggcd =>
  "(fun a b ->
    let g = Big_int_Z.gcd_big_int a b in
    if Big_int_Z.sign_big_int g = 0 then (g, (a, b)) else
    (g, (Big_int_Z.div_big_int a g, Big_int_Z.div_big_int b g)))".

(** Proved in [linear.Soundness]: optimal_sound, infeasible_sound, crossed_sound, unbounded_sound. *)
Definition check_linear_program := Check.check.

(** Proved in [integer.Soundness]: no_point_sound, reached_sound, bounded_sound (together optimum_sound), endless_sound. *)
Definition check_integer_program := Soundness.check.

(** Proved in [tpmdp.CertificateSound]: accepted_allocation_is_sound. *)
Definition check_tpmdp_allocation := Certificate.check.

Extraction "extracted/verified.ml" check_linear_program check_integer_program check_tpmdp_allocation.
