(** CorDP, Table 1: how privacy decays when more users collude than the noise was made for. *)

From Coq Require Import Reals Lra Psatz Lia List QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Responders Lemma1.
Open Scope R_scope.

Definition decayed (n c j : Z) (s : Q) : Q := (s * inject_Z (n - j) / inject_Z (n - c))%Q.

(** Noise that keeps s against c colluders keeps s (n-j)/(n-c) against any j of them. *)
(* Claim: cordp/table-1-collusion printed *)
Theorem table1_collusion n c j s v r : (2 <= n)%nat -> (c <= j)%nat -> (j < n)%nat -> (0 < s)%Q -> (s <= v)%Q ->
  (- v < inject_Z (Z.of_nat n - 1) * r)%Q -> (r <= 0)%Q ->
  (s * (v + inject_Z (Z.of_nat n - 2) * r) <= (v + inject_Z (Z.of_nat c - 1) * r) * (v + inject_Z (Z.of_nat n - 1) * r))%Q ->
  safe n j (Q2R (decayed (Z.of_nat n) (Z.of_nat c) (Z.of_nat j) s)) (Q2R v) (Q2R r).
Proof.
  intros two more inside floor enough definite sign keeps; apply Q2R_more in floor; apply Qle_Rle in enough.
  apply Qlt_Rlt in definite; rewrite Q2R_opp, Q2R_mult, Q2R_inject, minus_IZR, <- INR_IZR_INZ in definite.
  assert (Q2R r <= 0) as real_sign by (rewrite <- RMicromega.Q2R_0; now apply Qle_Rle).
  apply Qle_Rle in keeps; rewrite !Q2R_mult, !Q2R_plus, !Q2R_mult, !Q2R_inject, !minus_IZR, <- !INR_IZR_INZ in keeps.
  assert (INR j + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia); assert (INR c <= INR j) by now apply le_INR.
  pose proof (pos_INR c); set (S := Q2R s) in *; set (V := Q2R v) in *; set (R := Q2R r) in *.
  assert (Q2R (decayed (Z.of_nat n) (Z.of_nat c) (Z.of_nat j) s) = S * (INR n - INR j) / (INR n - INR c)) as ->.
  { unfold decayed; rewrite Q2R_over, Q2R_mult, !Q2R_inject, !minus_IZR, <- !INR_IZR_INZ
      by (rewrite Q2R_inject, minus_IZR, <- !INR_IZR_INZ; lra); reflexivity. }
  set (kept := S * (INR n - INR j) / (INR n - INR c)).
  assert (0 < kept) as positive by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
  apply safe_from_private; [assumption..|]; split; [assumption|].
  assert (0 < V + (INR n - 1) * R) as long by lra; assert (R < V) as below by lra.
  rewrite (private_by_eq46 n j kept V R two inside positive long below j inside (or_introl real_sign)), left_side_value.
  set (a := V + (INR c - 1) * R) in *; set (b := V + (INR n - 1) * R) in *; set (L := V + (INR n - 2) * R) in *.
  assert (0 < b) as b_positive by (unfold b; lra).
  assert ((INR n - INR c) * (V + (INR j - 1) * R) = (INR n - INR j) * a + (INR j - INR c) * b) as own by (unfold a, b; ring).
  apply Rmult_le_reg_l with (INR n - INR c); [lra|]; rewrite Rmult_0_r.
  replace ((INR n - INR c) * ((V + (INR j - 1) * R) * b - kept * L))
    with ((INR n - INR c) * (V + (INR j - 1) * R) * b - (INR n - INR j) * (S * L)) by (unfold kept; field; lra).
  rewrite own; assert (0 <= (INR j - INR c) * b * b) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (INR n - INR j) * (a * b - S * L)) by (apply Rmult_le_pos; lra); lra.
Qed.
