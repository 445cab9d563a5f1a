(* CorDP, Eqs. 156 to 160 with the sign of Eq. 149: the slope of the error near the critical point, as generated. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Cordp.
From Optcheck.common Require Import Steps.

(* Claim: cordp/eq-156 corrected *)
Theorem eq_156 : cordp_eq_156.
Proof.
  intros n N t T1 T2 c C1 C2 y Y.
  assert (0 < (n - 1) * (c - 1))%Z by nia; assert (1 <= IZR c - 1) by (rewrite <- minus_IZR; apply IZR_le; lia).
  assert (3 <= IZR n - 1) by (rewrite <- minus_IZR; apply IZR_le; lia).
  assert (IZR c + 2 <= IZR n) by (rewrite <- plus_IZR; apply IZR_le; lia).
  assert ((c =? 0)%Z = false) as -> by (apply Z.eqb_neq; lia); assert ((c =? 1)%Z = false) as -> by (apply Z.eqb_neq; lia).
  replace ((IZR (n - 2) * (y - 1) - y * IZR c) ^ 2) with ((IZR (n - 2) * (y - 1) - y * IZR c) * (IZR (n - 2) * (y - 1) - y * IZR c)) by ring.
  set (A := (IZR (n - 2) * (y - 1) - y * IZR c) * (IZR (n - 2) * (y - 1) - y * IZR c) + IZR (4 * (n - c - 1)) * y * (y - 1)).
  assert (0 < A) as positive.
  { assert (0 <= IZR (4 * (n - c - 1)) * y * (y - 1)) by (repeat apply Rmult_le_pos; try lra; apply IZR_le; lia).
    unfold A; rewrite !minus_IZR; destruct (Req_dec y 1) as [-> | M].
    - assert (0 < IZR c * IZR c) by nra; nra.
    - assert (0 < IZR (4 * (n - c - 1)) * y * (y - 1)) by (repeat apply Rmult_lt_0_compat; try lra; apply IZR_lt; lia).
      pose proof (Rle_0_sqr ((IZR n - 2) * (y - 1) - y * IZR c)) as S; unfold Rsqr in S; lra. }
  set (w := sqrt A); assert (0 < w) as W by (now apply sqrt_lt_R0); assert (w * w = A) as S by (apply sqrt_sqrt; lra).
  set (r := (IZR (- (n - 2)) * (y - 1) - y * IZR c + w) / IZR (2 * (n - 1) * (c - 1))).
  set (a := y + IZR (c - 1) * r); set (b := y + IZR (n - 1) * r).
  assert (IZR (2 * (n - 1) * (c - 1)) = 2 * (IZR n - 1) * (IZR c - 1)) as B by (rewrite !mult_IZR, !minus_IZR; reflexivity).
  assert (0 < 2 * (IZR n - 1) * (IZR c - 1)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (2 * (IZR n - 1) * (IZR c - 1) * r = w - (IZR n - 2) * (y - 1) - y * IZR c) as R.
  { unfold r; rewrite B, opp_IZR, minus_IZR; field; lra. }
  assert (IZR (c - 1) * b + IZR (n - 1) * a - IZR (n - 2) = w) as D.
  { unfold a, b; rewrite !minus_IZR.
    replace ((IZR c - 1) * (y + (IZR n - 1) * r) + (IZR n - 1) * (y + (IZR c - 1) * r) - (IZR n - 2))
      with ((IZR c + IZR n - 2) * y - (IZR n - 2) + 2 * (IZR n - 1) * (IZR c - 1) * r) by ring; rewrite R; ring. }
  rewrite D; split; [lra |]; split; [lra |]; split; [lia |]; split; [intros; lia |]; split; [intros; lia |].
  split; [intros; lia |]; split; [intros; lra |]; split; [intros; lia |]; split; [lra |].
  rewrite B, !mult_IZR, !opp_IZR, !plus_IZR, !minus_IZR, !opp_IZR.
  assert (2 * (IZR n - 1) * (IZR c - 1) * (a + b - 1) = 2 * (IZR n - 1) * (IZR c - 1) * (2 * y - 1)
    + (IZR n + IZR c - 2) * (w - (IZR n - 2) * (y - 1) - y * IZR c)) as E.
  { rewrite <- R; unfold a, b; rewrite !minus_IZR; ring. }
  apply Rmult_eq_reg_r with (2 * (IZR n - 1) * (IZR c - 1) * w); [| nra].
  replace ((1 - (IZR t - 1) * (a + b - 1) / w) * (2 * (IZR n - 1) * (IZR c - 1) * w))
    with (2 * (IZR n - 1) * (IZR c - 1) * w - (IZR t - 1) * (2 * (IZR n - 1) * (IZR c - 1) * (a + b - 1))) by (field; lra).
  rewrite E, ?plus_IZR; field; lra.
Qed.
