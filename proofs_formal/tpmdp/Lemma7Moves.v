(** The construction in the proof of Lemma 7: making the row of rank xi tight keeps feasibility and costs nothing. *)

From Coq Require Import Lra Lia Permutation.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest SortedRows Conventions Optima Lemma6 Lemma8 Lemma7.

Section Moves.
Variables (n t k : Z) (r x : Z -> R).
Hypotheses (T : (1 <= t <= n - 1)%Z) (K : (0 <= k <= t)%Z) (K2 : (k * (n - t) <= n)%Z) (FR : falling 0 n r).
Hypotheses (B : sorted_best n t r x) (C : x k <= x (n - 1)%Z).
Definition gamma : R := x k - 1 / IZR (n - t) * r k.
Definition moved (j : Z) : R := if Z.ltb j k then x j + IZR (n - t - 1) * gamma else x j - gamma.

Lemma constant_from j : (k <= j < n)%Z -> x j = x k.
Proof. destruct B as [_ F]; intros J; apply Rle_antisym; [apply F; lia | apply Rle_trans with (1 := C), F; lia]. Qed.

Lemma constant_rest : over (Zrange (t + 1) n) x = IZR (n - t - 1) * x k.
Proof.
  rewrite (over_ext _ _ (fun _ => x k)), over_range_const by
    (lia || (intros i I; apply in_Zrange in I; apply constant_from; lia)).
  do 2 f_equal; lia.
Qed.

Lemma gamma_facts : 1 <= IZR (n - t) /\ IZR (n - t) = IZR (n - t - 1) + 1 /\ IZR (n - t) * gamma = IZR (n - t) * x k - r k /\ 0 <= gamma.
Proof.
  pose proof (one_less n t) as M; assert (1 <= IZR (n - t)) as M1 by (apply IZR_le; lia).
  assert (IZR (n - t) * gamma = IZR (n - t) * x k - r k) as G by (unfold gamma; field; lra); repeat split; auto.
  pose proof (sorted_best_rows n t r T FR x B k ltac:(lia)) as R; rewrite constant_rest in R; rewrite M in *; nra.
Qed.

Lemma moved_safe : safe n t (Zrange 0 n) r moved.
Proof.
  destruct gamma_facts as (M1 & M & G & G0); pose proof B as [_ F].
  assert (forall j, (k <= j < n)%Z -> moved j = x k - gamma) as L.
  { intros j J; unfold moved; destruct (Z.ltb_spec j k); [lia |]; rewrite constant_from by lia; reflexivity. }
  assert (over (Zrange (t + 1) n) moved = IZR (n - t - 1) * (x k - gamma)) as R.
  { rewrite (over_ext _ _ (fun _ => x k - gamma)), over_range_const by
      (lia || (intros i I; apply in_Zrange in I; apply L; lia)).
    do 2 f_equal; lia. }
  apply sorted_rows; auto.
  - intros i j I J; destruct (Z.lt_ge_cases i k) as [H | H]; [| rewrite !L by lia; lra].
    assert (x j <= x i) by (apply F; lia); unfold moved; destruct (Z.ltb_spec i k); [| lia].
    destruct (Z.ltb_spec j k); [lra |]; rewrite M in M1; nra.
  - intros j J; rewrite R; destruct (Z.lt_ge_cases j k) as [H | H].
    + unfold moved; destruct (Z.ltb_spec j k); [| lia].
      pose proof (sorted_best_rows n t r T FR x B j J) as Q; rewrite constant_rest in Q; lra.
    + rewrite L by lia; assert (r j <= r k) by (apply FR; lia); rewrite M in G; lra.
Qed.

Lemma moved_total : over (Zrange 0 n) moved <= over (Zrange 0 n) x.
Proof.
  destruct gamma_facts as (M1 & M & G & G0); rewrite !(over_range 0 k n) by lia.
  rewrite (over_ext (Zrange 0 k) moved (fun i => x i - (- (IZR (n - t - 1) * gamma)))), over_range_less by
    (lia || (intros i I; apply in_Zrange in I; unfold moved; destruct (Z.ltb_spec i k); [lra | lia])).
  rewrite (over_ext (Zrange k n) moved (fun i => x i - gamma)), over_range_less by
    (lia || (intros i I; apply in_Zrange in I; unfold moved; destruct (Z.ltb_spec i k); [lia | lra])).
  assert (IZR (k - 0) * IZR (n - t - 1) <= IZR (n - k)) as L by (rewrite <- mult_IZR; apply IZR_le; nia).
  pose proof (Rmult_le_compat_r gamma _ _ G0 L); lra.
Qed.
End Moves.

(** An optimum that is constant from xi on, as the claim writes it. *)
Lemma constant_optimum n t xi r x : (1 <= t <= n - 1)%Z -> Z.of_nat (length r) = n ->
  optimum (covers n t (Zrange 0 n) r) sumR x ->
  (forall v : R, In v (map (fun j : Z => (nth (Z.to_nat j) x 0 - nth (Z.to_nat (j + 1)) x 0)%R) (Zrange 0 (n - 1)) ++
    [(nth (Z.to_nat (n - 1)) x 0 - nth (Z.to_nat (xi - 1)) x 0)%R]) -> 0 <= v) ->
  Z.of_nat (length x) = n /\ sorted_best n t (entry r) (entry x) /\ entry x (xi - 1) <= entry x (n - 1).
Proof.
  intros T L O C; destruct (sorted_optimum n t r x T L O) as [LX B];
    [intros v V; apply C, in_or_app; now left |]; split; [exact LX | split; [exact B |]].
  enough (0 <= entry x (n - 1) - entry x (xi - 1)) by lra; apply C, in_or_app; right; now left.
Qed.

(* Claim: tpmdp/lem-7-constructions printed *)
Theorem lem_7_constructions : tpmdp_lem_7_constructions.
Proof.
  intros n N t T1 T2 r L P S xi X1 X2 D LD SD BD _ v [(x & (OX & CX) & <-) _] w [(y & (OY & CY) & <-) _].
  assert (1 <= t <= n - 1)%Z as T by lia; pose proof (last_rank n t T) as (Q1 & Q2 & Q3).
  set (q := Z.min ((2 * n - t) / (n - t)) (t + 1)) in *; assert ((xi - 1) * (n - t) <= n)%Z as Q4 by nia.
  assert (D <> nil) as ND by (intros ->; cbn in LD; lia); pose proof (sorted_falling r n L S) as FR.
  destruct (constant_optimum n t xi r x T L OX CX) as (LX & BX & KX).
  destruct (constant_optimum n t xi r y T L OY CY) as (LY & BY & KY).
  assert (map (fun j : Z => nth (Z.to_nat j) r 0) D <> nil) as NM by (destruct D; [congruence | discriminate]).
  repeat (split; [solve [bounds | exact NM | intros; specialize (BD _ ltac:(eassumption)); bounds] |]); split.
  - apply max_ofR_in, in_map_iff in NM; destruct NM as (j & <- & J).
    apply (moved_safe n t (xi - 1) (entry r) (entry x) T ltac:(lia) FR BX KX D); [| exact J].
    assert (NoDup D) as DD by (now apply sorted_NoDup); repeat split; auto.
    + intros i I; apply in_Zrange; specialize (BD i I); lia.
    + destruct (missing (Zrange 0 n) D) as [(a & A & NA) | I].
      * exists a; apply in_Zrange in A as A'; auto.
      * apply (NoDup_incl_length (NoDup_Zrange 0 n)) in I; rewrite length_Zrange in I; lia.
  - pose proof (moved_total n t (xi - 1) (entry r) (entry y) T ltac:(lia) Q4 FR BY KY) as M.
    rewrite <- (total_listed n y LY); unfold total in *.
    match goal with |- 0 <= ?a - ?b => enough (b <= a) by lra end; exact M.
Qed.
