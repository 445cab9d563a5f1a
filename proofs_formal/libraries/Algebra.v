(* Libraries: statements of their documentation and code, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Libraries.
From Optcheck.common Require Import Steps.

(* Claim: libraries/autodp-subsample printed *)
Theorem autodp_subsample : libraries_autodp_subsample.
Proof.
  intros ratio H rate R1 R2; assert (0 < 1 / (1 + ratio)) by (apply quotient_positive; lra).
  repeat split; try lra; field; lra.
Qed.

(* Claim: libraries/diffprivlib-laplace printed *)
Theorem diffprivlib_laplace : libraries_diffprivlib_laplace.
Proof.
  intros epsilon E delta D1 D2 s S N.
  assert (ln (1 - delta) <= 0) as L.
  { destruct (Req_dec delta 0) as [-> | Z]; [rewrite Rminus_0_r, ln_1; lra |].
    left; rewrite <- ln_1; apply ln_increasing; lra. }
  assert (0 < epsilon - ln (1 - delta)).
  { destruct (Req_dec delta 0) as [-> | Z]; [lra |].
    assert (ln (1 - delta) < 0) by (rewrite <- ln_1; apply ln_increasing; lra); lra. }
  assert (0 < s / (epsilon - ln (1 - delta))) by (apply quotient_positive; lra).
  repeat split; try lra.
  replace (s / (s / (epsilon - ln (1 - delta)))) with (epsilon - ln (1 - delta)) by (field; lra).
  replace ((epsilon - (epsilon - ln (1 - delta))) / 2) with (ln (1 - delta) / 2) by field.
  assert (1 - delta <= exp (ln (1 - delta) / 2)).
  { rewrite <- (exp_ln (1 - delta)) at 1 by lra.
    destruct (Req_dec (ln (1 - delta)) 0) as [-> | Z]; [right; f_equal; field |].
    left; apply exp_increasing; lra. }
  apply Rmax_lub; lra.
Qed.

(* Claim: libraries/flower-adaptive corrected *)
Theorem flower_adaptive : libraries_flower_adaptive.
Proof.
  intros m M d D; assert (0 < m ^ 2 < d ^ 2) as [] by nra.
  assert (0 < 1 / m ^ 2 - 1 / d ^ 2).
  { replace (1 / m ^ 2 - 1 / d ^ 2) with ((d ^ 2 - m ^ 2) / (m ^ 2 * d ^ 2)) by (field; lra).
    apply quotient_positive; [lra | apply Rmult_lt_0_compat; lra]. }
  set (x := 1 / m ^ 2 - 1 / d ^ 2) in *.
  assert (Rpower x (-1 / 2) ^ 2 = / x) as P.
  { cbn; rewrite Rmult_1_r, <- Rpower_plus; replace (-1 / 2 + -1 / 2) with (- (1)) by field.
    now rewrite Rpower_Ropp, Rpower_1. }
  rewrite P; assert (0 < / x) by (now apply Rinv_0_lt_compat).
  repeat split; try lra; unfold Rdiv at 1; rewrite Rinv_inv; unfold x; lra.
Qed.

(* Claim: libraries/flower-central printed *)
Theorem flower_central : libraries_flower_central.
Proof.
  intros m M c C n N; assert (0 < IZR n) by (apply IZR_lt; lia).
  assert (0 < m * c / IZR n) by (apply quotient_positive; nra).
  repeat split; try lra; try lia; right; field; lra.
Qed.

(* Claim: libraries/libprio-gaussian printed *)
Theorem libprio_gaussian : libraries_libprio_gaussian.
Proof.
  intros e E s S; assert (0 < s / e) by (apply quotient_positive; lra); repeat split; try lra; field; lra.
Qed.

(* Claim: libraries/libprio-laplace printed *)
Theorem libprio_laplace : libraries_libprio_laplace.
Proof. exact libprio_gaussian. Qed.

(* Two rows of which neither sums to more than v are at most 2 v apart. *)
Lemma moved_at_most l : forall m, length l = length m ->
  (forall x, In x l -> 0 <= x) -> (forall x, In x m -> 0 <= x) ->
  sumR (map (fun item : R * R => Rabs (fst item - snd item)) (combine l m)) <= sumR l + sumR m.
Proof.
  induction l as [| a l IH]; intros [| b m] L P Q; try discriminate L; unfold sumR in *; cbn; [lra |].
  assert (0 <= a) by (apply P; now left); assert (0 <= b) by (apply Q; now left).
  assert (length l = length m) as N by (cbn in L; lia).
  specialize (IH m N (fun x I => P x (or_intror I)) (fun x I => Q x (or_intror I))).
  unfold Rabs at 1; destruct (Rcase_abs (a - b)); lra.
Qed.

(* Claim: libraries/w3c-many-epochs printed *)
Theorem w3c_many_epochs : libraries_w3c_many_epochs.
Proof.
  intros most M e E v V1 V2 size S before B1 B2 after A1 A2 SB SA.
  assert (0 < 2 * most / e) by (apply quotient_positive; lra).
  assert (length before = length after) as L by lia.
  repeat split; try lra; try assumption.
  apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
  pose proof (moved_at_most before after L (fun x I => proj1 (B2 x I)) (fun x I => proj1 (A2 x I))); lra.
Qed.

(* Claim: libraries/w3c-single-epoch printed *)
Theorem w3c_single_epoch : libraries_w3c_single_epoch.
Proof.
  intros most M e E h L P; assert (0 < 2 * most / e) by (apply quotient_positive; lra).
  repeat split; try lra; f_equal; rewrite <- (map_id h) at 2; apply sumR_ext; intros x I.
  apply Rabs_right, Rle_ge, P, I.
Qed.

(* The norm grows by at most gamma sqrt(d) when every entry moves away from 0 by at most gamma. *)
Lemma shifted_squares l c :
  sumR (map (fun x => (Rabs x + c) ^ 2) l) =
  sumR (map (fun x => x ^ 2) l) + 2 * c * sumR (map Rabs l) + IZR (Z.of_nat (length l)) * c ^ 2.
Proof.
  induction l as [| a l IH]; [cbn; lra |]; cbn [length map]; rewrite Nat2Z.inj_succ, succ_IZR.
  unfold sumR in *; cbn [fold_right]; rewrite IH, <- (pow2_abs a); ring.
Qed.

Lemma norms l : l <> nil ->
  sumR (map Rabs l) ^ 2 <= sumR (map (fun x => x ^ 2) l) * IZR (Z.of_nat (length l)).
Proof.
  intros N; assert (0 < IZR (Z.of_nat (length l))) as D by (apply IZR_lt; destruct l; [congruence | cbn; lia]).
  set (d := IZR (Z.of_nat (length l))) in *; set (b := sumR (map Rabs l)).
  assert (0 <= sumR (map (fun x => (Rabs x + - (b / d)) ^ 2) l)) as P.
  { apply sumR_not_negative; intros v V; apply in_map_iff in V; destruct V as (x & <- & _); apply pow2_ge_0. }
  rewrite shifted_squares in P; fold d b in P; set (a := sumR (map (fun x => x ^ 2) l)) in *.
  apply Rmult_le_compat_r with (r := d) in P; [| lra].
  replace ((a + 2 * - (b / d) * b + d * (- (b / d)) ^ 2) * d) with (a * d - b ^ 2) in P by (field; lra); lra.
Qed.

Lemma ceilR_below x : IZR (ceilR x) < x + 1 /\ x <= IZR (ceilR x).
Proof. unfold ceilR, floorR; rewrite opp_IZR, minus_IZR; destruct (archimed (- x)); lra. Qed.

(* Claim: libraries/tff-norm printed *)
Theorem tff_norm : libraries_tff_norm.
Proof.
  intros g G l L; pose proof (length_not_nil _ L) as N; pose proof (norms l N) as C.
  assert (forall f : R -> R, 0 <= sumR (map (fun x => f x ^ 2) l)) as P.
  { intros f; apply sumR_not_negative; intros v V; apply in_map_iff in V; destruct V as (x & <- & _); apply pow2_ge_0. }
  split; [apply (P (fun x => x)) |]; split; [lia |]; split; [intros; lra |].
  split; [apply (P (fun x => g * IZR (ceilR (Rabs x / g)))) |].
  pose proof (P (fun x => x)) as A; cbv beta in A.
  set (a := sumR (map (fun x => x ^ 2) l)) in *; set (d := IZR (Z.of_nat (length l))) in *.
  assert (0 <= d) by (apply IZR_le; lia); pose proof (sqrt_pos a); pose proof (sqrt_pos d).
  rewrite <- (sqrt_pow2 (sqrt a + g * sqrt d)) by nra; apply sqrt_le_1_alt.
  apply Rle_trans with (sumR (map (fun x => (Rabs x + g) ^ 2) l)).
  - apply sumR_le; intros x _; apply pow_incr; pose proof (Rabs_pos x); destruct (ceilR_below (Rabs x / g)) as [U V].
    assert (0 <= Rabs x / g) by (apply quotient_not_negative; lra); split; [nra |].
    apply Rmult_lt_compat_l with (r := g) in U; [| lra].
    replace (g * (Rabs x / g + 1)) with (Rabs x + g) in U by (field; lra); lra.
  - rewrite shifted_squares; fold a d; set (b := sumR (map Rabs l)) in *.
    assert (b <= sqrt a * sqrt d).
    { rewrite <- sqrt_mult by assumption; apply Rle_trans with (Rabs b); [apply Rle_abs |].
      rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; unfold Rsqr; lra. }
    pose proof (sqrt_sqrt a A); pose proof (sqrt_sqrt d ltac:(assumption)).
    replace ((sqrt a + g * sqrt d) ^ 2) with (sqrt a * sqrt a + 2 * g * (sqrt a * sqrt d) + g ^ 2 * (sqrt d * sqrt d)) by ring.
    nra.
Qed.

(* The exponential mechanism on two candidates: a difference of scores that moves by 2 costs e^(2a). *)
Lemma two_candidates a d d' e : 0 < a -> d' <= d + 2 -> e = 2 * a ->
  ~ 1 + exp (a * d) = 0 /\ 1 / (1 + exp (a * d)) * (1 + exp (a * d')) <= exp e.
Proof.
  intros A D ->; pose proof (exp_pos (a * d)); split; [lra |].
  assert (exp (a * d') <= exp (2 * a) * exp (a * d)) as M.
  { rewrite <- exp_plus; destruct (Rle_lt_or_eq_dec (a * d') (2 * a + a * d)) as [L | ->];
      [nra | left; now apply exp_increasing | lra]. }
  assert (1 <= exp (2 * a)) by (pose proof (exp_ineq1_le (2 * a)); lra).
  apply Rmult_le_reg_r with (1 + exp (a * d)); [lra |].
  replace (1 / (1 + exp (a * d)) * (1 + exp (a * d')) * (1 + exp (a * d))) with (1 + exp (a * d')) by (field; lra); nra.
Qed.

(* Claim: libraries/diffprivlib-exponential printed *)
Theorem diffprivlib_exponential : libraries_diffprivlib_exponential.
Proof.
  assert (forall one two one' two', (Z.abs (one - one') <= 1)%Z -> (Z.abs (two - two') <= 1)%Z ->
    IZR (two' - one') <= IZR (two - one) + 2) as M by (intros; rewrite <- plus_IZR; apply IZR_le; lia).
  split; [| split; [| split]]; intros one O1 O2 two T1 T2 one' O3 O4 two' T3 T4 A B; pose proof (M _ _ _ _ A B) as D;
    repeat rewrite (mult_IZR _ (_ - _)).
  - replace (1 / 2 * IZR (two - one) / 2) with (1 / 4 * IZR (two - one)) by field.
    replace (1 / 2 * IZR (two' - one') / 2) with (1 / 4 * IZR (two' - one')) by field; apply two_candidates; lra.
  - replace (IZR (two - one) / 2) with (1 / 2 * IZR (two - one)) by field.
    replace (IZR (two' - one') / 2) with (1 / 2 * IZR (two' - one')) by field; apply two_candidates; lra.
  - replace (2 * IZR (two - one) / 2) with (1 * IZR (two - one)) by field.
    replace (2 * IZR (two' - one') / 2) with (1 * IZR (two' - one')) by field; apply two_candidates; lra.
  - replace (3 * IZR (two - one) / 2) with (3 / 2 * IZR (two - one)) by field.
    replace (3 * IZR (two' - one') / 2) with (3 / 2 * IZR (two' - one')) by field; apply two_candidates; lra.
Qed.
