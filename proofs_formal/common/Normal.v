(* The normal distribution's tail without measure theory: tail_share, known as erfc, is the share of the area under
   exp(-t^2), t >= 0, that lies beyond x, by Riemann's integral. Its slope at 0, -2/sqrt(pi), is never needed: only that
   it is between -3/2 and 0. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition bell (t : R) : R := exp (- (t * t)).

Lemma bell_derivative x : derivable_pt_lim bell x (- (2 * x) * bell x).
Proof.
  unfold bell; replace (- (2 * x) * exp (- (x * x))) with (exp (- (x * x)) * (- (1 * x + x * 1))) by ring.
  apply (derivable_pt_lim_comp (fun t => - (t * t)) exp); [| apply derivable_pt_lim_exp].
  apply (derivable_pt_lim_opp (fun t => t * t)), (derivable_pt_lim_mult id id); apply derivable_pt_lim_id.
Qed.

Lemma bell_continuous x : continuity_pt bell x.
Proof. apply derivable_continuous_pt; exists (- (2 * x) * bell x); apply bell_derivative. Qed.

Lemma bell_integrable a b : Riemann_integrable bell a b.
Proof.
  destruct (Rle_dec a b) as [H | H]; [| apply RiemannInt_P1];
    apply continuity_implies_RiemannInt; try lra; intros; apply bell_continuous.
Qed.

(* The area between 0 and x; below 0 it counts as negative. *)
Definition area (x : R) : R := RiemannInt (bell_integrable 0 x).

Lemma area_derivative x : derivable_pt_lim area x (bell x).
Proof.
  set (a := - Rabs x - 1); set (b := Rabs x + 1).
  assert (a < 0 < b /\ a < x < b) as [[A0 B0] [A B]] by (unfold a, b, Rabs; destruct (Rcase_abs x); lra).
  assert (a <= b) as h by lra; assert (forall y, a <= y <= b -> continuity_pt bell y) as C
    by (intros; apply bell_continuous).
  pose proof (RiemannInt_P28 h C (conj (Rlt_le _ _ A) (Rlt_le _ _ B))) as D.
  assert (forall y, a <= y <= b -> area y = primitive h (FTC_P1 h C) y - RiemannInt (bell_integrable a 0)) as E.
  { intros y [Y1 Y2]; unfold area, primitive; destruct (Rle_dec a y); [| lra]; destruct (Rle_dec y b); [| lra].
    rewrite (RiemannInt_P5 _ (bell_integrable a y)).
    pose proof (RiemannInt_P26 (bell_integrable a 0) (bell_integrable 0 y) (bell_integrable a y)); lra. }
  intros e He; destruct (D e He) as [d Hd]; assert (0 < Rmin d (Rmin (x - a) (b - x))) as M.
  { repeat apply Rmin_pos; try lra; apply cond_pos. }
  exists (mkposreal _ M); intros k K1 K2; cbn in K2.
  pose proof (Rmin_l d (Rmin (x - a) (b - x))); pose proof (Rmin_r d (Rmin (x - a) (b - x))).
  pose proof (Rmin_l (x - a) (b - x)); pose proof (Rmin_r (x - a) (b - x)).
  assert (a <= x + k <= b) by (unfold Rabs in K2; destruct (Rcase_abs k); lra).
  rewrite !E by lra.
  match goal with |- Rabs ((?p - ?c - (?q - ?c)) / k - _) < e => replace (p - c - (q - c)) with (p - q) by ring end.
  apply Hd; [assumption | lra].
Qed.

Lemma area_0 : area 0 = 0.
Proof. apply RiemannInt_P9. Qed.

(* What grows, by its derivative. *)
Lemma grows f f' a b : a <= b ->
  (forall c, a <= c <= b -> derivable_pt_lim f c (f' c)) -> (forall c, a <= c <= b -> 0 <= f' c) -> f a <= f b.
Proof.
  intros [H | ->] D P; [| lra]; destruct (MVT_cor2 f f' a b H D) as (c & E & C).
  assert (0 <= f' c) by (apply P; lra); nra.
Qed.

Lemma bell_positive x : 0 < bell x.
Proof. apply exp_pos. Qed.

Lemma area_increases a b : a <= b -> area a <= area b.
Proof.
  intros; apply grows with bell; auto using area_derivative; intros; left; apply bell_positive.
Qed.

Lemma area_below x : area x <= PI / 2.
Proof.
  destruct (Rle_dec x 0) as [H | H].
  { pose proof (area_increases x 0 H); rewrite area_0 in *; pose proof PI_RGT_0; lra. }
  assert (atan 0 - area 0 <= atan x - area x) as G.
  { apply (grows (fun t => atan t - area t) (fun t => / (1 + t ^ 2) - bell t)); [lra | |]; intros c C.
    - apply (derivable_pt_lim_minus atan area); [| apply area_derivative].
      pose proof (derivable_pt_lim_atan c) as A; unfold Rsqr in A; exact A.
    - unfold bell; rewrite exp_Ropp; apply Rge_le, Rge_minus, Rle_ge, Rinv_le_contravar; [nra |].
      pose proof (exp_ineq1_le (c * c)); lra. }
  rewrite area_0, atan_0 in G; pose proof (atan_bound x); lra.
Qed.

Lemma area_at_1 : 2 / 3 <= area 1.
Proof.
  assert (area 0 - (0 - 0 ^ 3 / 3) <= area 1 - (1 - 1 ^ 3 / 3)) as G; [| rewrite area_0 in G; lra].
  apply (grows (fun t => area t - (t - t ^ 3 / 3)) (fun t => bell t - (1 - t * t))); [lra | |]; intros c C.
  - apply (derivable_pt_lim_minus area (fun t => t - t ^ 3 / 3)); [apply area_derivative |].
    apply (derivable_pt_lim_minus id (fun t => t ^ 3 / 3)); [apply derivable_pt_lim_id |].
    replace (c * c) with (INR 3 * c ^ 2 * / 3) by (cbn; field).
    replace (INR 3 * c ^ 2 * / 3) with (INR 3 * c ^ 2 * / 3 + c ^ 3 * 0) by ring.
    apply (derivable_pt_lim_mult (fun t => t ^ 3) (fun _ => / 3)); [apply derivable_pt_lim_pow |].
    apply derivable_pt_lim_const.
  - pose proof (exp_ineq1_le (- (c * c))); unfold bell; lra.
Qed.

Lemma areas_bounded : bound (fun y => exists x, y = area x).
Proof. exists (PI / 2); intros y (x & ->); apply area_below. Qed.

Lemma areas_exist : exists y x, y = area x.
Proof. exists (area 0), 0; reflexivity. Qed.

(* The area of one half, the least number above all areas. *)
Definition half_area : R := proj1_sig (completeness _ areas_bounded areas_exist).

(* The complementary error function: twice the chance that a normal number is above x sqrt(2). *)
Definition tail_share (x : R) : R := 1 - area x / half_area.

Lemma half_area_above x : area x <= half_area.
Proof. unfold half_area; destruct completeness as [m [U L]]; apply U; now exists x. Qed.

Lemma half_area_least e : 0 < e -> exists x, half_area - e < area x.
Proof.
  unfold half_area; destruct completeness as [m [U L]]; cbn; intros He.
  apply Classical_Prop.NNPP; intros N; assert (m <= m - e); [| lra].
  apply L; intros y (x & ->); apply Rnot_lt_le; intros K; apply N; now exists x.
Qed.

Lemma half_area_bounds : 2 / 3 <= half_area.
Proof. pose proof area_at_1; pose proof (half_area_above 1); lra. Qed.

(* The slope at 0 is -k, k = 2/sqrt(pi). *)
Definition slope_at_0 : R := / half_area.

Lemma slope_bounds : 0 < slope_at_0 <= 3 / 2.
Proof.
  pose proof half_area_bounds; split; [apply Rinv_0_lt_compat; lra |].
  replace (3 / 2) with (/ (2 / 3)) by field; apply Rinv_le_contravar; lra.
Qed.

Lemma tail_0 : tail_share 0 = 1.
Proof. unfold tail_share; rewrite area_0; pose proof half_area_bounds; field; lra. Qed.

Lemma tail_not_negative x : 0 <= tail_share x.
Proof.
  unfold tail_share; pose proof half_area_bounds; pose proof (half_area_above x).
  assert (area x / half_area <= 1); [| lra].
  apply Rmult_le_reg_r with half_area; [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

Lemma tail_derivative x : derivable_pt_lim tail_share x (- slope_at_0 * bell x).
Proof.
  replace (- slope_at_0 * bell x) with (0 - (bell x * / half_area + area x * 0)) by (unfold slope_at_0; ring).
  apply (derivable_pt_lim_minus (fun _ => 1) (fun t => area t * / half_area)); [apply derivable_pt_lim_const |].
  apply (derivable_pt_lim_mult area (fun _ => / half_area)); [apply area_derivative | apply derivable_pt_lim_const].
Qed.

Lemma tail_decreases x y : x <= y -> tail_share y <= tail_share x.
Proof.
  intros H; apply Ropp_le_cancel, (grows (fun t => - tail_share t) (fun t => - (- slope_at_0 * bell t))); [assumption | |].
  - intros; apply (derivable_pt_lim_opp tail_share), tail_derivative.
  - intros c _; pose proof slope_bounds; pose proof (bell_positive c); nra.
Qed.

(* Beyond some place tail_share is as small as one likes. *)
Lemma tail_vanishes e : 0 < e -> exists x, forall y, x <= y -> tail_share y < e.
Proof.
  intros He; pose proof half_area_bounds; destruct (half_area_least (e * half_area)) as (x & A); [nra |].
  exists x; intros y Y; pose proof (area_increases x y Y); unfold tail_share.
  assert (1 - e < area y / half_area); [| lra].
  apply Rmult_lt_reg_r with half_area; [lra |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; nra.
Qed.

(* Chernoff's bound: the tail is at most exp(-x^2) of the whole. *)
Theorem tail_below_bell x : 0 <= x -> tail_share x <= bell x.
Proof.
  intros X; set (k := slope_at_0); pose proof slope_bounds as [K _]; fold k in K.
  set (f := fun t => bell t - tail_share t); set (f' := fun t => - (2 * t) * bell t - - k * bell t).
  assert (forall t, derivable_pt_lim f t (f' t)) as D.
  { intros; apply (derivable_pt_lim_minus bell tail_share); [apply bell_derivative | apply tail_derivative]. }
  assert (0 <= f x); [| unfold f in *; lra].
  destruct (Rle_dec x (k / 2)) as [L | L].
  - replace 0 with (f 0); [| unfold f; rewrite tail_0; unfold bell; rewrite Rmult_0_r, Ropp_0, exp_0; lra].
    apply grows with f'; [assumption | auto |]; intros c C; unfold f'; pose proof (bell_positive c); nra.
  - apply Rnot_lt_le; intros N; destruct (tail_vanishes (- f x)) as (y & Y); [lra |].
    set (z := Rmax x y); assert (x <= z) by apply Rmax_l; pose proof (Y z (Rmax_r x y)).
    assert (- f x <= - f z); [| unfold f in *; pose proof (bell_positive z); lra].
    apply (grows (fun t => - f t) (fun t => - f' t)); [assumption | |].
    + intros; apply (derivable_pt_lim_opp f), D.
    + intros c C; unfold f'; pose proof (bell_positive c); nra.
Qed.

(* Left of 0 the line through (0, 1) bounds it. *)
Lemma tail_left y : 0 <= y -> tail_share (- y) <= 1 + 3 / 2 * y.
Proof.
  intros Y; pose proof slope_bounds.
  assert (tail_share (- y) + 3 / 2 * - y <= tail_share 0 + 3 / 2 * 0) as G; [| rewrite tail_0 in G; lra].
  apply (grows (fun t => tail_share t + 3 / 2 * t) (fun t => - slope_at_0 * bell t + 3 / 2)); [lra | |]; intros c C.
  - apply (derivable_pt_lim_plus tail_share (fun t => 3 / 2 * t)); [apply tail_derivative |].
    pose proof (derivable_pt_lim_scal id (3 / 2) c 1 (derivable_pt_lim_id c)) as S; rewrite Rmult_1_r in S; exact S.
  - assert (bell c <= 1); [| pose proof (bell_positive c); nra].
    unfold bell; rewrite <- exp_0; destruct (Req_dec c 0) as [-> | Z];
      [rewrite Rmult_0_r, Ropp_0; lra | left; apply exp_increasing; nra].
Qed.
