(* TPMDP: statements about sizes and ranks, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz FinFun.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.

(* Claim: tpmdp/subcases printed *)
Theorem subcases : tpmdp_subcases.
Proof.
  intros n N t T1 T2 a A1 A2.
  assert (0 <= t * (a - 1))%Z by nia; assert (0 <= (t - 1) * (a - 1))%Z by nia.
  tests; cbn; lia.
Qed.

Lemma quotient_le a b c : (0 < b)%Z -> (a <= c * b)%Z -> IZR a / IZR b <= IZR c.
Proof.
  intros B H; apply Rmult_le_reg_r with (IZR b); [now apply IZR_lt |].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r, <- mult_IZR by (apply IZR_not_0; lia); now apply IZR_le.
Qed.

Lemma le_quotient a b c : (0 < b)%Z -> (c * b <= a)%Z -> IZR c <= IZR a / IZR b.
Proof.
  intros B H; apply Rmult_le_reg_r with (IZR b); [now apply IZR_lt |].
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r, <- mult_IZR by (apply IZR_not_0; lia); now apply IZR_le.
Qed.

Lemma rank_bounds low n t a m :
  (1 <= t)%Z -> (t <= n - 1)%Z -> (low <= n)%Z -> (low + (n - t) - 1 <= a)%Z -> (a <= 2 * n - t)%Z ->
  (low <= m * (n - t))%Z ->
  IZR low / IZR (n - t) <= IZR (Z.min (a / (n - t)) m) /\ IZR (Z.min (a / (n - t)) m) <= IZR n / IZR (n - t) + 1.
Proof.
  intros T1 T2 L A1 A2 M; pose proof (Z.div_mod a (n - t)) as D; pose proof (Z.mod_pos_bound a (n - t)).
  split; [apply quotient_le; [lia |]; nia |].
  enough (IZR (Z.min (a / (n - t)) m - 1) <= IZR n / IZR (n - t)) as E by (rewrite minus_IZR in E; lra).
  apply le_quotient; nia.
Qed.

(* Claim: tpmdp/thm-2-linear-rank printed *)
Theorem thm_2_linear_rank : tpmdp_thm_2_linear_rank.
Proof. intros n N t T1 T2; split; [lia |]; apply rank_bounds; nia. Qed.

(* Claim: tpmdp/thm-3-rank printed *)
Theorem thm_3_rank : tpmdp_thm_3_rank.
Proof. split; intros n N t T1 T2; (split; [lia |]); apply rank_bounds; nia. Qed.

(* Claim: tpmdp/thm-2-proof printed *)
Theorem thm_2_proof : tpmdp_thm_2_proof.
Proof.
  intros n N t T1 T2 xi X1 X2 before B lower L higher H K; split; [lia |].
  assert (IZR xi <= IZR (2 * n - t) / IZR (n - t)) by (apply le_quotient; lia).
  rewrite (minus_IZR xi 1); set (q := IZR (2 * n - t) / IZR (n - t)) in *.
  assert (0 <= (q - IZR xi) * (higher - lower)) by (apply Rmult_le_pos; lra); lra.
Qed.

(* Claim: tpmdp/subcase-4-absent printed *)
Theorem subcase_4_absent : tpmdp_subcase_4_absent.
Proof.
  intros n N t T1 T2; rewrite sumZ_const.
  set (f := fun u => _ : bool).
  assert (forall u, f u = true -> 2 <= u <= n - t /\ t * u < n)%Z as F.
  { intros u; unfold f; rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt; lia. }
  destruct (Z.leb_spec n (2 * t)).
  - destruct (filter f (Zrange 1 (n + 1))) as [| u l] eqn:E; [cbn; lia |].
    assert (In u (filter f (Zrange 1 (n + 1)))) as I by (rewrite E; now left).
    apply filter_In in I; destruct I as [_ I]; apply F in I; nia.
  - assert (NoDup (filter f (Zrange 1 (n + 1)))) as D.
    { apply NoDup_filter; unfold Zrange; apply Injective_map_NoDup; [intros x y; lia | apply seq_NoDup]. }
    enough (length (filter f (Zrange 1 (n + 1))) <= length (Zrange 2 (n - t + 1)))%nat as L
      by (rewrite length_Zrange in L; lia).
    apply NoDup_incl_length; [assumption |]; intros u I; apply filter_In in I; destruct I as [_ I].
    apply in_Zrange; apply F in I; lia.
Qed.
