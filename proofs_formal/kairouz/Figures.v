(** Generated statements of Kairouz, Oh and Viswanath: Fig. 2 on the left, the worst case as a function of the protocol. *)

From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Kairouz.
From Optcheck.kairouz Require Import TwoParty.

(* Claim: kairouz/worst-concave printed *)
Theorem worst_concave : kairouz_worst_concave.
Proof.
  intros z Z0 Z1 o O0 O1 z' Z0' Z1' o' O0' O1' rule size _; destruct rule as [|r [|s [|? ?]]]; cbn [length] in size; try lia.
  split; [cbn; lia|]; split; [cbn; lia|]; cbn [Z.to_nat nth Pos.to_nat Pos.iter_op Nat.add].
  unfold Rmin; repeat match goal with |- context [Rle_dec ?x ?y] => destruct (Rle_dec x y) end; lra.
Qed.

(** The three cases of randomised response in which the better decision changes with lambda, at p = lambda / (1 + lambda). *)
Lemma scheme_bound p rhs m n o a b : 1 / 2 <= p < 1 -> a = 3 * p ^ 2 * (1 - p) + p * (1 - p) ^ 2 + (1 - p) ^ 3 -> b = p ^ 3 + 2 * p * (1 - p) ^ 2 ->
  m <= Rmax a b -> n <= Rmax a b -> o <= Rmax a b -> 5 <= rhs -> 8 * p ^ 2 + 2 * p * (1 - p) + 6 * (1 - p) ^ 2 <= rhs ->
  3 * (p ^ 3 + 3 * p * (1 - p) ^ 2 + p ^ 2 * (1 - p)) + (p ^ 3 + (1 - p) ^ 3 + 3 * p * (1 - p) ^ 2) + (p ^ 3 + 3 * p ^ 2 * (1 - p) + (1 - p) ^ 3) + m + n + o <= rhs.
Proof.
  intros range va vb hm hn ho five eight; destruct (Rle_lt_dec p (2 * (1 - p))) as [low|high].
  - assert (b <= a) as le.
    { assert (0 <= p * p * (2 * (1 - p) - p)) by (repeat apply Rmult_le_pos; lra).
      assert (0 <= p * (1 - p) * (2 * p - 1)) by (repeat apply Rmult_le_pos; lra).
      assert (0 <= (1 - p) * (1 - p) * (1 - p)) by (repeat apply Rmult_le_pos; lra); subst a b; lra. }
    rewrite Rmax_left in * by assumption; subst a; lra.
  - assert (0 <= (1 - p) * (2 * p - (1 - p)) * (p - 2 * (1 - p))) by (repeat apply Rmult_le_pos; lra).
    assert (8 * p ^ 3 + 6 * p ^ 2 * (1 - p) + 18 * p * (1 - p) ^ 2 + 2 * (1 - p) ^ 3 <= rhs) by lra.
    destruct (Rmax_case_strong a b (fun c => c = a \/ c = b)) as [most|most]; try auto; rewrite most in *; [subst a|subst b]; lra.
Qed.

(* Claim: kairouz/fig-2-xor-or-and printed *)
Theorem fig_2_xor_or_and : kairouz_fig_2_xor_or_and.
Proof.
  intros l L; split; [lra|]; destruct (keeping l L) as (p & keep & flip & range); rewrite !keep, !flip.
  set (a := 3 * p ^ 2 * (1 - p) + p * (1 - p) ^ 2 + (1 - p) ^ 3); set (b := p ^ 3 + 2 * p * (1 - p) ^ 2).
  assert (0 <= p * p * (2 * p - 1)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - p) * (1 - p) * (2 * p - 1)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= p * (1 - p) * (1 - p)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= p * (1 - p) * (2 * p - 1)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (1 - p) * (1 - p) * (1 - p)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (2 * p - 1) * (2 * p - 1) * (2 * p - 1)) by (repeat apply Rmult_le_pos; lra).
  assert (0 <= (2 * p - 1) * (2 * p - 1)) by (apply Rmult_le_pos; lra).
  match goal with |- _ <= ?right => set (rhs := right) end.
  assert (5 / 8 <= rhs /\ (8 * p ^ 2 + 2 * p * (1 - p) + 6 * (1 - p) ^ 2) / 8 <= rhs) as [five eight].
  { unfold rhs; match goal with |- context [Rmax ?a1 ?b1 + Rmax ?a2 ?b2 + Rmax ?a3 ?b3 + Rmax ?a4 ?b4] =>
      pose proof (Rmax_l a1 b1); pose proof (Rmax_l a2 b2); pose proof (Rmax_r a2 b2); pose proof (Rmax_l a3 b3); pose proof (Rmax_l a4 b4); pose proof (Rmax_r a4 b4) end.
    split; lra. }
  clearbody rhs.
  repeat match goal with |- context [Rmax ?u ?w] => rewrite (Rmax_left u w) by lra end.
  match goal with |- context [Rmax ?u ?w] => set (m := Rmax u w); assert (8 * m <= Rmax a b) by (unfold m; rewrite <- RmaxRmult by lra; apply Rmax_lub; [eapply Rle_trans; [|apply Rmax_l]|eapply Rle_trans; [|apply Rmax_r]]; unfold a, b; lra); clearbody m end.
  match goal with |- context [Rmax ?u ?w] => lazymatch u with context [p] => set (n := Rmax u w) end; assert (8 * n <= Rmax a b) by (unfold n; rewrite <- RmaxRmult by lra; apply Rmax_lub; [eapply Rle_trans; [|apply Rmax_l]|eapply Rle_trans; [|apply Rmax_r]]; unfold a, b; lra); clearbody n end.
  match goal with |- context [Rmax ?u ?w] => set (o := Rmax u w); assert (8 * o <= Rmax a b) by (unfold o; rewrite <- RmaxRmult by lra; apply Rmax_lub; [eapply Rle_trans; [|apply Rmax_l]|eapply Rle_trans; [|apply Rmax_r]]; unfold a, b; lra); clearbody o end.
  pose proof (scheme_bound p (8 * rhs) (8 * m) (8 * n) (8 * o) a b range eq_refl eq_refl); lra.
Qed.
