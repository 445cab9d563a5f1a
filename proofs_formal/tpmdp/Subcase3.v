(** Lemma 13, part 1: where n <= t |U+|, protecting against coalitions without an active member costs nothing. *)

From Coq Require Import Lra Lia Permutation.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest SortedRows Conventions Optima Arranged Lemma8 Lemma9.

(** Sorted inside its groups, a feasible point stays one. *)
Lemma grouped_version n t u r x : (0 <= u <= n)%Z -> by_group n u r -> not_negative n x -> safe n t (Zrange 0 u) r x ->
  exists y, not_negative n y /\ by_group n u y /\ safe n t (Zrange 0 u) r y /\ total n y = total n x.
Proof.
  intros U [F1 F2] P S; set (y := arranged n (Zrange 0 u) r x); exists y.
  pose proof (NoDup_Zrange 0 u) as N.
  assert (incl (Zrange 0 u) (Zrange 0 n)) as I by (intros i; rewrite !in_Zrange; lia).
  assert (forall i j, (0 <= i)%Z -> (i < j < n)%Z -> (j < u \/ u <= i)%Z -> r j <= r i -> y j <= y i) as G.
  { intros i j H J E R; unfold y, arranged.
    assert (before r i j = true) as B by (apply before_iff; destruct (Req_dec (r i) (r j)); [right; split; [assumption | lia] | left; lra]).
    destruct E as [E | E].
    - assert (memZ i (Zrange 0 u) = true /\ memZ j (Zrange 0 u) = true) as [-> ->] by (split; apply memZ_iff, in_Zrange; lia).
      apply placed_falls; auto; apply in_Zrange; lia.
    - assert (memZ i (Zrange 0 u) = false /\ memZ j (Zrange 0 u) = false) as [-> ->]
        by (split; apply not_true_is_false; rewrite memZ_iff, in_Zrange; lia).
      apply placed_falls; auto; apply in_others; rewrite in_Zrange; lia. }
  assert (forall a b, (a = 0 /\ b = u \/ a = u /\ b = n)%Z -> falling a b r -> falling a b y) as Y.
  { intros a b E F i j H J; destruct (Z.eq_dec i j) as [-> | D]; [lra |]; apply G; try lia; apply F; lia. }
  split; [| split; [split; apply Y; auto | split]].
  - intros i H; destruct (arranged_source n (Zrange 0 u) r x N I) as (p & P1 & _); destruct (P1 i H) as (A & _ & B).
    unfold y; rewrite B; now apply P.
  - now apply arranged_safe.
  - now apply arranged_total.
Qed.

Section Levelled.
Variables (n t u : Z) (r x : Z -> R).
Hypotheses (S : sizes n t u) (N3 : (n <= t * u)%Z) (FR : by_group n u r) (P : not_negative n x) (FX : by_group n u x).
Hypotheses (C5 : x 1%Z <= x (u + t - 1)%Z) (SX : safe n t (Zrange 0 u) r x).
Local Notation high := (x (u + t - 1)%Z).
Definition even : R := (high + shared n t u x) / IZR (n - t).
Definition levelled (i : Z) : R :=
  if Z.eqb i 0 then x 0%Z - x 1%Z + even else
  if andb (Z.leb u i) (Z.ltb i (u + t)) then x i - high + even else even.

Lemma shared_bounds : 0 <= shared n t u x /\ over (Zrange 1 u) x <= IZR (u - 1) * x 1%Z /\
  over (Zrange (u + t) n) x <= IZR (n - (u + t)) * high.
Proof.
  destruct S as (U & T & N), FX as [F1 F2]; repeat split.
  - unfold shared; apply Rplus_le_le_0_compat; apply over_not_negative; intros i I; apply in_Zrange in I; apply P; lia.
  - rewrite <- over_range_const by lia; apply over_le; intros i I; apply in_Zrange in I; apply F1; lia.
  - rewrite <- over_range_const by lia; apply over_le; intros i I; apply in_Zrange in I; apply F2; lia.
Qed.

Lemma even_facts : 1 <= IZR (n - t) /\ IZR (n - t) * even = high + shared n t u x /\ 0 <= even.
Proof.
  destruct S as (U & T & N); assert (1 <= IZR (n - t)) as M by (apply IZR_le; lia); repeat split; auto.
  - unfold even; field; lra.
  - apply quotient_not_negative; [| lra]; destruct shared_bounds as [B _]; assert (0 <= high) by (apply P; lia); lra.
Qed.

Lemma levelled_first : levelled 0 = x 0%Z - x 1%Z + even.
Proof. reflexivity. Qed.

Lemma levelled_even i : (1 <= i < u \/ u + t <= i)%Z -> levelled i = even.
Proof. destruct S as (U & T & N); intros I; unfold levelled; tests; cbn; (lia || reflexivity). Qed.

Lemma levelled_minus i : (u <= i < u + t)%Z -> levelled i = x i - high + even.
Proof. destruct S as (U & T & N); intros I; unfold levelled; tests; cbn; (lia || reflexivity). Qed.

Lemma levelled_above i : (0 <= i < n)%Z -> even <= levelled i.
Proof.
  destruct S as (U & T & N), FX as [F1 F2]; intros I.
  assert (i = 0 \/ (1 <= i < u \/ u + t <= i) \/ (u <= i < u + t))%Z as [-> | [H | H]] by lia.
  - rewrite levelled_first; assert (x 1%Z <= x 0%Z) by (apply F1; lia); lra.
  - rewrite levelled_even by exact H; lra.
  - rewrite levelled_minus by exact H; assert (high <= x i) by (apply F2; lia); lra.
Qed.

Lemma levelled_not_negative : not_negative n levelled.
Proof. intros i I; pose proof (levelled_above i I); destruct even_facts as (_ & _ & E); lra. Qed.

Lemma levelled_by_group : by_group n u levelled.
Proof.
  destruct S as (U & T & N), FX as [F1 F2]; split; intros i j I J.
  - destruct (Z.eq_dec i j) as [-> | D]; [lra |]; rewrite (levelled_even j) by lia; apply levelled_above; lia.
  - destruct (Z.lt_ge_cases j (u + t)) as [H | H]; [| rewrite (levelled_even j) by lia; apply levelled_above; lia].
    rewrite !levelled_minus by lia; assert (x j <= x i) by (apply F2; lia); lra.
Qed.

Lemma levelled_shared : shared n t u levelled = IZR (n - t - 1) * even.
Proof.
  destruct S as (U & T & N); unfold shared.
  rewrite (over_ext (Zrange 1 u) _ (fun _ => even)), over_range_const by
    (lia || (intros i I; apply in_Zrange in I; apply levelled_even; lia)).
  rewrite (over_ext (Zrange (u + t) n) _ (fun _ => even)), over_range_const by
    (lia || (intros i I; apply in_Zrange in I; apply levelled_even; lia)).
  rewrite <- Rmult_plus_distr_r, <- plus_IZR; do 2 f_equal; lia.
Qed.

Lemma levelled_safe : safe n t (Zrange 0 n) r levelled.
Proof.
  pose proof S as (U & T & N); destruct even_facts as (M & E & _); pose proof (one_less n t) as L; rewrite L in E.
  assert (levelled 1 = even) as L1 by (apply levelled_even; lia).
  assert (levelled (u + t - 1) = even) as LT by (rewrite levelled_minus by lia; lra).
  apply (high_second_safe n t u); auto; [apply levelled_by_group | rewrite L1, LT; lra |].
  apply (group_rows n t u levelled S levelled_by_group ltac:(rewrite L1, LT; lra) r FR).
  apply (group_rows n t u x S FX C5 r FR) in SX; destruct SX as [[H1 H0] H2].
  unfold eq10, eq12; rewrite levelled_shared, levelled_first, L1, LT; repeat split; try lra.
  intros j J; rewrite levelled_minus by lia; specialize (H1 j J); lra.
Qed.

Lemma levelled_total : total n levelled <= total n x.
Proof.
  pose proof S as (U & T & N); destruct even_facts as (M & E & _), shared_bounds as (_ & B1 & B2); unfold total.
  assert (forall z, over (Zrange 0 n) z = z 0%Z + over (Zrange u (u + t)) z + shared n t u z) as Q.
  { intros z; unfold shared; rewrite (over_range 0 u n), (over_range u (u + t) n), (over_first 0 u) by lia.
    change (0 + 1)%Z with 1%Z; lra. }
  rewrite !Q, levelled_shared, levelled_first.
  rewrite (over_ext (Zrange u (u + t)) levelled (fun i => x i - (high - even))), over_range_less by
    (lia || (intros i I; apply in_Zrange in I; rewrite levelled_minus by lia; lra)).
  replace (u + t - u)%Z with t by lia; unfold shared in *.
  set (A := over (Zrange 1 u) x) in *; set (B := over (Zrange (u + t) n) x) in *.
  rewrite !minus_IZR, !plus_IZR in *; assert (IZR n <= IZR t * IZR u) as N4 by (rewrite <- mult_IZR; now apply IZR_le).
  assert (1 <= IZR t) as T1 by (apply IZR_le; lia).
  assert (IZR t * A <= IZR t * ((IZR u - 1) * x 1%Z)) as HA by (apply Rmult_le_compat_l; lra).
  assert (IZR t * B <= IZR t * ((IZR n - (IZR u + IZR t)) * high)) as HB by (apply Rmult_le_compat_l; lra).
  assert (0 <= (IZR t * IZR u - IZR n) * (high - x 1%Z)) as HC by (apply Rmult_le_pos; lra).
  assert (IZR n * (high + (A + B)) <= (IZR n - IZR t) * (A + B + x 1%Z + IZR t * high)) as HD by nra.
  assert ((IZR n - IZR t) * (IZR n * even) <= (IZR n - IZR t) * (A + B + x 1%Z + IZR t * high)) as HE by nra.
  apply Rmult_le_reg_l in HE; [| lra]; nra.
Qed.
End Levelled.

Lemma everyone_costs_no_more n t u r x : sizes n t u -> (n <= t * u)%Z -> by_group n u r -> not_negative n x ->
  safe n t (Zrange 0 u) r x -> exists y, not_negative n y /\ safe n t (Zrange 0 n) r y /\ total n y <= total n x.
Proof.
  intros S N3 FR P SX; pose proof S as (U & T & N).
  destruct (grouped_version n t u r x ltac:(lia) FR P SX) as (y & PY & FY & SY & <-).
  destruct (Rle_dec (y 1%Z) (y (u + t - 1)%Z)) as [C | C].
  - exists (levelled n t u y); repeat split; [now apply levelled_not_negative | now apply levelled_safe | now apply levelled_total].
  - exists y; repeat split; [exact PY | | lra]; apply (high_second_safe n t u); auto; lra.
Qed.

(* Claim: tpmdp/lem-13-1 printed *)
Theorem lem_13_1 : tpmdp_lem_13_1.
Proof.
  intros u U t T n N plus LP PP SP minus LM PM SM N3 C6 v [(x & C & <-) _] w [_ W]; defined.
  assert (sizes n t u) as S by (split; [| split]; lia).
  assert (Z.of_nat (length (plus ++ minus)) = n) as L by (rewrite app_length; lia).
  change (covers n t (Zrange 0 u) (plus ++ minus) x) in C; rewrite covers_safe in C by (assumption || lia).
  destruct C as (C1 & C2 & C3).
  assert (by_group n u (entry (plus ++ minus))) as FR by (apply joined_by_group; auto; now apply sorted_falling).
  destruct (everyone_costs_no_more n t u _ (entry x) S N3 FR) as (y & PY & SY & TY); auto;
    [intros i I; apply C2, entry_in; lia |].
  pose proof (listed_covers n t (Zrange 0 n) _ y ltac:(lia) L PY SY) as CY.
  specialize (W _ (covers_everyone n t _ _ ltac:(lia) CY)).
  rewrite <- (total_listed n x C1); rewrite <- (total_listed n (listed n y)) in W by (apply listed_length; lia).
  replace (total n (entry (listed n y))) with (total n y) in W
    by (apply over_ext; intros i I; apply in_Zrange in I; now rewrite listed_entry); lra.
Qed.
