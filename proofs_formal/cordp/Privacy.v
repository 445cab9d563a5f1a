(* CorDP-DME: budgets of Gaussian noise at sensitivity 2, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Cordp.
From Optcheck.common Require Import Normal Steps Gaussian.

Lemma sqrt_not_0 x : 0 < x -> ~ sqrt x = 0.
Proof. intros H; pose proof (sqrt_lt_R0 x H); lra. Qed.

(* Claim: cordp/eq-8 printed *)
Theorem eq_8 : cordp_eq_8.
Proof.
  intros e E sigma S; pose proof root_2; assert (0 < sigma ^ 2) by (now apply pow_lt).
  replace (sqrt (sigma ^ 2)) with sigma by (symmetry; apply sqrt_pow2; lra).
  repeat split; try lra; f_equal; [f_equal | do 2 f_equal]; f_equal; field; lra.
Qed.

(* Proposition 2 for budgets from 1 on: eta = 1 + 2 sqrt(ln k) serves 1/(2 k). *)
Lemma large_budget e k : 1 <= e -> 1 <= k ->
  gaussian_delta (2 / sqrt (2 * (1 + 2 * sqrt (ln k)) ^ 2 / e)) e <= 1 / (2 * k).
Proof.
  intros E K; set (l := sqrt (ln k)); set (eta := 1 + 2 * l); assert (0 <= l) by apply sqrt_pos.
  assert (0 <= ln k) as L by (rewrite <- ln_1; destruct K as [K | <-]; [left; apply ln_increasing; lra | lra]).
  set (q := sqrt (2 * eta ^ 2 / e)); assert (0 < eta ^ 2) by (apply pow_lt; unfold eta; lra).
  assert (0 < q) by (apply sqrt_lt_R0, quotient_positive; lra).
  assert (e * (q * q) = 2 * eta ^ 2) as Q by (unfold q; rewrite sqrt_sqrt; [field; lra | left; apply quotient_positive; lra]).
  set (x := e / (2 / q) - 2 / q / 2); assert (x = e * q / 2 - 1 / q) as X by (unfold x; field; lra).
  assert (x * q = eta ^ 2 - 1) as XQ by (rewrite X; replace (eta ^ 2) with (e * (q * q) / 2) by lra; field; lra).
  assert (0 <= x) as X0 by (apply Rmult_le_reg_r with q; [assumption |]; rewrite XQ; unfold eta; nra).
  apply Rle_trans with (exp (- (x ^ 2 / 2)) / 2); [apply delta_chernoff; [apply Rle_refl | assumption] |].
  assert (2 * (l * l) <= x ^ 2) as B.
  { (* (x q)^2 = (eta^2 - 1)^2 and q^2 <= 2 eta^2; eta^2 - 1 >= 2 l eta. *)
    assert (q * q <= 2 * eta ^ 2) by nra; assert (2 * l * eta <= x * q) by (rewrite XQ; unfold eta; nra).
    assert (0 <= 2 * l * eta) by (unfold eta; nra).
    assert ((2 * l * eta) * (2 * l * eta) <= (x * q) * (x * q)) by (apply Rmult_le_compat; lra).
    apply Rmult_le_reg_r with (2 * eta ^ 2); [lra |].
    replace (2 * (l * l) * (2 * eta ^ 2)) with ((2 * l * eta) * (2 * l * eta)) by ring.
    apply Rle_trans with ((x * q) * (x * q)); [assumption |].
    replace (x * q * (x * q)) with (x ^ 2 * (q * q)) by ring; apply Rmult_le_compat_l; [apply pow2_ge_0 | assumption]. }
  assert (l * l = ln k) as LL by (now apply sqrt_sqrt).
  assert (exp (- (x ^ 2 / 2)) <= / k); [| replace (1 / (2 * k)) with (/ k / 2) by (field; lra); lra].
  rewrite <- (exp_ln (/ k)), ln_Rinv by (try apply Rinv_0_lt_compat; lra); apply exp_le; lra.
Qed.

(* Claim: cordp/prop-2 printed *)
Theorem prop_2 : cordp_prop_2.
Proof.
  intros e E delta D1 D2; pose proof root_2; pose proof (ln_calibration delta (conj D1 (Rlt_le _ _ D2))) as L.
  assert (0 < 5 / 4 / delta) by (apply quotient_positive; lra); assert (0 < e ^ 2) by (now apply pow_lt).
  set (k := if Rleb delta (1 / 20) then 1 / (2 * delta) else 10).
  assert (1 <= k) as K.
  { unfold k, Rleb; destruct (Rle_dec delta (1 / 20)); [| lra].
    apply Rmult_le_reg_r with (2 * delta); [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (0 <= ln k) by (rewrite <- ln_1; destruct K as [K | <-]; [left; apply ln_increasing; lra | lra]).
  assert (1 / (2 * k) <= delta) as KD.
  { unfold k, Rleb; destruct (Rle_dec delta (1 / 20)); [right; field; lra | lra]. }
  set (v := if Rltb e 1 then _ else _).
  assert (0 < v /\ gaussian_delta (2 / sqrt v) e <= delta) as [V G].
  { unfold v, Rltb; destruct (Rlt_dec e 1) as [S | S].
    - split; [apply quotient_positive; lra |].
      replace (2 / sqrt (8 * ln (5 / 4 / delta) / e ^ 2)) with (e / sqrt (2 * ln (5 / 4 / delta)));
        [apply classical; lra |].
      set (c := sqrt (2 * ln (5 / 4 / delta))); assert (0 < c) by (apply sqrt_lt_R0; lra).
      assert (c * c = 2 * ln (5 / 4 / delta)) as C by (apply sqrt_sqrt; lra).
      replace (8 * ln (5 / 4 / delta) / e ^ 2) with (2 * c / e * (2 * c / e)) by
        (replace (8 * ln (5 / 4 / delta)) with (4 * (c * c)) by lra; field; lra).
      rewrite sqrt_square by (left; apply quotient_positive; lra); field; lra.
    - split; [apply quotient_positive; [| lra]; pose proof (sqrt_pos (ln k)); nra |].
      pose proof (large_budget e k); lra. }
  assert (0 < sqrt v) by (now apply sqrt_lt_R0); assert (0 < 2 / sqrt v) by (apply quotient_positive; lra).
  repeat split; intros; try assumption; try lra.
Qed.

(* 16 times the rate of the corollaries is noise enough. *)
Lemma rate_enough e delta v : 0 < e -> 0 < delta < 1 -> 0 < v -> 16 * ln (5 / 4 / delta) <= v * Rmin e (e ^ 2) ->
  gaussian_delta (2 / sqrt v) e <= delta.
Proof.
  intros E D V M; pose proof (ln_calibration delta (conj (proj1 D) (Rlt_le _ _ (proj2 D)))) as L.
  set (l := ln (5 / 4 / delta)) in *; set (p := sqrt l); set (q := sqrt v).
  assert (0 < p) by (apply sqrt_lt_R0; lra); assert (p * p = l) as P by (apply sqrt_sqrt; lra).
  assert (0 < q) by (now apply sqrt_lt_R0); assert (q * q = v) as Q by (apply sqrt_sqrt; lra).
  assert (0 <= 2 * p - 1 / (4 * p)) as X0.
  { replace (2 * p - 1 / (4 * p)) with ((8 * (p * p) - 1) / (4 * p)) by (field; lra); apply quotient_not_negative; lra. }
  (* z/2 - 1/z grows. *)
  assert (forall z, 4 * p <= z -> 2 * p - 1 / (4 * p) <= z / 2 - 1 / z) as F.
  { intros z Z; assert (1 / z <= 1 / (4 * p)) by (apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; lra]); lra. }
  assert (2 * p - 1 / (4 * p) <= e * q / 2 - 1 / q) as X.
  { destruct (Rlt_dec e 1) as [S | S].
    - rewrite Rmin_right in M by nra; assert (4 * p <= e * q) as Z by (apply Rsqr_incr_0_var; unfold Rsqr; nra).
      pose proof (F _ Z); assert (1 / q <= 1 / (e * q)); [| lra].
      apply Rmult_le_compat_l; [lra | apply Rinv_le_contravar; nra].
    - rewrite Rmin_left in M by nra; set (r := sqrt e); assert (r * r = e) as R by (apply sqrt_sqrt; lra).
      assert (1 <= r) by (unfold r; rewrite <- sqrt_1; apply sqrt_le_1; lra).
      assert (4 * p <= r * q) as Z by (apply Rsqr_incr_0_var; unfold Rsqr; nra).
      pose proof (F _ Z); replace (e * q / 2 - 1 / q) with (r * (r * q / 2 - 1 / (r * q))) by
        (rewrite <- R; field; lra); nra. }
  apply Rle_trans with (exp (- ((2 * p - 1 / (4 * p)) ^ 2 / 2)) / 2).
  { apply delta_chernoff; [| assumption]; replace (e / (2 / q) - 2 / q / 2) with (e * q / 2 - 1 / q) by (field; lra).
    assumption. }
  assert (exp (- ((2 * p - 1 / (4 * p)) ^ 2 / 2)) <= exp (1 / 2 + - l + - l)) as B.
  { apply exp_le; replace ((2 * p - 1 / (4 * p)) ^ 2) with (4 * (p * p) - 1 + (1 / (4 * p)) ^ 2) by (field; lra).
    pose proof (pow2_ge_0 (1 / (4 * p))); lra. }
  rewrite !exp_plus in B; unfold l in B; rewrite exp_calibration in B by lra; pose proof root_of_e.
  pose proof (exp_pos (1 / 2)); nra.
Qed.

Lemma Rmin_positive e : 0 < e -> 0 < Rmin e (e ^ 2).
Proof. intros; apply Rmin_pos; [assumption | now apply pow_lt]. Qed.

(* Everybody responds: the factor of the error is 1/m^2 for m honest users. *)
Lemma everybody d m l e : 0 < d -> 0 < m -> 0 < e ->
  16 * (d * (l / Rmin e (e ^ 2)) / m ^ 2) / (d * (m / (m * m ^ 2))) = 16 * l / Rmin e (e ^ 2).
Proof.
  intros; pose proof (Rmin_positive e); assert (0 < m ^ 2) by (now apply pow_lt); field; repeat split; try lra; nra.
Qed.

Lemma corollary_everybody e delta d m w : 0 < e -> 0 < delta < 1 -> 0 < d -> 0 < m -> w = m ->
  let v := 16 * (d * (ln (5 / 4 / delta) / Rmin e (e ^ 2)) / m ^ 2) / (d * (w / (m * m ^ 2))) in
  0 < d * (w / (m * m ^ 2)) /\ 0 < v /\ gaussian_delta (2 / sqrt v) e <= delta.
Proof.
  intros E D Hd M -> v; assert (0 < m ^ 2) by (now apply pow_lt); pose proof (Rmin_positive e E) as R.
  pose proof (ln_calibration delta (conj (proj1 D) (Rlt_le _ _ (proj2 D)))).
  split; [apply Rmult_lt_0_compat; [assumption |]; apply quotient_positive; [| apply Rmult_lt_0_compat]; assumption |].
  assert (v = 16 * ln (5 / 4 / delta) / Rmin e (e ^ 2)) as V by (now apply everybody).
  assert (0 < v) by (rewrite V; apply quotient_positive; lra); split; [assumption |].
  apply rate_enough; try assumption; right; rewrite V; field; lra.
Qed.

Ltac closed v := assert (0 < sqrt v) by (now apply sqrt_lt_R0);
  assert (0 < 2 / sqrt v) by (apply quotient_positive; lra); pose proof root_2.

(* Claim: cordp/cor-1 corrected *)
Theorem cor_1 : cordp_cor_1.
Proof.
  intros e E w W1 W2 d D n N; set (delta := 1 - w); assert (0 < delta < 1) as B by (unfold delta; lra).
  pose proof (Rmin_positive e E); assert (0 < 5 / 4 / delta) by (apply quotient_positive; lra).
  assert (0 < IZR d) by (apply IZR_lt; lia); assert (0 < IZR n) by (apply IZR_lt; lia).
  replace ((n - n) * (n - 1) * n)%Z with 0%Z by ring; replace ((n - n) * (n - 1) + n)%Z with n by ring.
  rewrite mult_IZR, IZR_square, sqrt_0; replace (IZR n + 2 * 0) with (IZR n) by ring.
  destruct (corollary_everybody e delta (IZR d) (IZR n) (IZR n)) as (F & V & G); try assumption; try reflexivity.
  set (v := 16 * _ / _) in *; closed v; repeat split; try lra; try lia; try nia; assumption.
Qed.

(* Claim: cordp/cor-3 corrected *)
Theorem cor_3 : cordp_cor_3.
Proof.
  intros e E w W1 W2 d D n N c C1 C2; set (delta := 1 - w); assert (0 < delta < 1) as B by (unfold delta; lra).
  pose proof (Rmin_positive e E); assert (0 < 5 / 4 / delta) by (apply quotient_positive; lra).
  set (m := (n - c)%Z); assert (1 <= m)%Z by (unfold m; lia).
  assert (0 < IZR d) by (apply IZR_lt; lia); assert (0 < IZR m) by (apply IZR_lt; lia).
  replace ((n - n) * (m - 1) * m)%Z with 0%Z by ring; replace ((n - n) * (m - 1) + m)%Z with m by ring.
  rewrite mult_IZR, IZR_square, sqrt_0; replace (IZR m + 2 * 0) with (IZR m) by ring.
  destruct (corollary_everybody e delta (IZR d) (IZR m) (IZR m)) as (F & V & G); try assumption; try reflexivity.
  set (v := 16 * _ / _) in *; closed v; repeat split; try lra; try lia; try nia; assumption.
Qed.

(* Dropouts: the factor is at most 4 (n - t)/(t n). *)
Lemma dropout_factor n t : 1 <= t -> t <= n - 1 ->
  0 < ((n - t) * (n - 1) + t + 2 * sqrt ((n - t) * (n - 1) * t)) / (t * n ^ 2) <= 4 * ((n - t) / (t * n)).
Proof.
  intros T N; assert (0 < n ^ 2) by (apply pow_lt; lra); set (r := sqrt _); assert (0 <= r) by apply sqrt_pos.
  split; [apply quotient_positive; nra |].
  assert (2 * r <= (n - t) * (n - 1) + t).
  { unfold r; rewrite sqrt_mult by nra; assert (0 <= (n - t) * (n - 1)) as P by nra.
    pose proof (sqrt_sqrt _ P); pose proof (sqrt_sqrt t ltac:(lra)).
    pose proof (pow2_ge_0 (sqrt ((n - t) * (n - 1)) - sqrt t)); nra. }
  apply Rmult_le_reg_r with (t * n ^ 2); [nra |]; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by nra.
  replace (4 * ((n - t) / (t * n)) * (t * n ^ 2)) with (4 * (n - t) * n) by (field; lra); nra.
Qed.

(* Claim: cordp/cor-2 corrected *)
Theorem cor_2 : cordp_cor_2.
Proof.
  intros e E w W1 W2 d D n N t T1 T2; set (delta := 1 - w); assert (0 < delta < 1) as B by (unfold delta; lra).
  pose proof (Rmin_positive e E) as R; assert (0 < 5 / 4 / delta) by (apply quotient_positive; lra).
  pose proof (ln_calibration delta (conj (proj1 B) (Rlt_le _ _ (proj2 B)))) as L.
  assert (0 < IZR d) by (apply IZR_lt; lia); assert (1 <= IZR t) by (apply IZR_le; lia).
  assert (IZR t <= IZR n - 1) by (rewrite <- minus_IZR; apply IZR_le; lia).
  destruct (dropout_factor (IZR n) (IZR t)) as [F1 F2]; try assumption.
  repeat rewrite ?mult_IZR, ?plus_IZR, ?minus_IZR, ?IZR_square.
  set (f := _ / (IZR t * IZR n ^ 2)) in *; set (l := ln (5 / 4 / delta)) in *; set (m := Rmin e (e ^ 2)) in *.
  set (g := (IZR n - IZR t) / (IZR t * IZR n)) in *.
  assert (64 * (IZR d * (IZR n - IZR t) * (l / m) / (IZR t * IZR n)) / (IZR d * f) = 16 * (4 * g / f) * (l / m)) as V
    by (unfold g; field; repeat split; lra).
  set (v := 64 * _ / _) in *; assert (1 <= 4 * g / f).
  { apply Rmult_le_reg_r with f; [assumption |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra. }
  assert (0 < l / m) by (apply quotient_positive; lra).
  assert (0 < v) by (rewrite V; nra); closed v; assert (0 < IZR d * f) by (now apply Rmult_lt_0_compat).
  repeat split; try lra; try nia; apply rate_enough; try assumption; fold m l.
  replace (16 * l) with (16 * (l / m) * m) by (field; lra); apply Rmult_le_compat_r; [lra |]; rewrite V; nra.
Qed.
