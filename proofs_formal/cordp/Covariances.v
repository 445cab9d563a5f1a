(** CorDP: the ends of the private covariances (Eqs. 47 to 50), Claim 5 and Claim 6. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.cordp Require Import Optimum Theorem1 Pairs Decoder Responders Lemma1 Ends.
Open Scope R_scope.

(** * The closed forms *)

(** Eqs. 48 to 50: a + b and a - b. *)
Definition end_without_colluders (n : Z) (s v : Q) (up : bool) : ended :=
  let d := (v - s)%Q in
  let below := inject_Z (2 * (n - 1)) in
  Ended (inject_Z (n - 2) * d / below)
        ((inject_Z ((n - 2) * (n - 2)) * (d * d) + inject_Z (4 * (n - 1)) * (v * d)) / (below * below)) up.

(** Eqs. 47 and 102: the least covariance. *)
Definition eq102 (n c : Z) (s v : Q) : ended :=
  let d := (v - s)%Q in
  if Z.eqb c 0 then end_without_colluders n s v false
  else if Z.eqb c 1 then Ended (- v * d / (v * inject_Z (n - 1) - s * inject_Z (n - 2))) 0 true
  else
    let below := inject_Z (2 * (n - 1) * (c - 1)) in
    let middle := (inject_Z (n - 2) * d - v * inject_Z c)%Q in
    Ended ((- inject_Z (n - 2) * d - v * inject_Z c) / below)
          ((middle * middle + inject_Z (4 * (n - c - 1)) * (v * d)) / (below * below)) true.

(** * The same in real numbers *)

Section Roots.

Variables (n c : nat) (s v : R).
Hypothesis two_users : (2 <= n)%nat.
Hypothesis c_below_n : (c < n)%nat.
Hypothesis s_positive : 0 < s.
Hypothesis enough : s <= v.

Notation N := (INR n).
Notation C := (INR c).
Notation d := (v - s).
Notation F := (fun r => left_side n s v r c).

Lemma sizes : 2 <= N /\ 0 <= C /\ C + 1 <= N.
Proof.
  repeat split; [change 2 with (INR 2); now apply le_INR|apply pos_INR|rewrite <- S_INR; now apply le_INR].
Qed.

Definition inside_0 : R := (N - 2) * (N - 2) * (d * d) + 4 * (N - 1) * (v * d).
Definition low_0 : R := (N - 2) * d / (2 * (N - 1)) - sqrt (inside_0 / (2 * (N - 1) * (2 * (N - 1)))).
Definition high_0 : R := (N - 2) * d / (2 * (N - 1)) + sqrt (inside_0 / (2 * (N - 1) * (2 * (N - 1)))).

Lemma root_over a b : 0 <= a -> 0 < b -> sqrt (a / (b * b)) = sqrt a / b.
Proof.
  intros some more; rewrite sqrt_div by (try assumption; nra); now rewrite sqrt_square by lra.
Qed.

Lemma without_colluders : let w := sqrt inside_0 in
  w * w = inside_0 /\ 0 <= w /\ (N - 2) * d <= w /\ w < (N - 2) * d + 2 * v /\
  low_0 = ((N - 2) * d - w) / (2 * (N - 1)) /\ high_0 = ((N - 2) * d + w) / (2 * (N - 1)).
Proof.
  destruct sizes as (two & _ & _); assert (0 <= d) by lra; assert (0 <= (N - 2) * d) as part by nra.
  assert (0 <= 4 * (N - 1) * (v * d)) as rest by (repeat apply Rmult_le_pos; lra).
  assert (inside_0 = (N - 2) * d * ((N - 2) * d) + 4 * (N - 1) * (v * d)) as value by (unfold inside_0; ring).
  assert (0 <= inside_0) as some by (rewrite value; nra).
  intros w; assert (w * w = inside_0) as square by now apply sqrt_sqrt.
  assert (0 <= w) by apply sqrt_pos; repeat split; try assumption.
  - apply Rsqr_incr_0_var; [unfold Rsqr; lra|assumption].
  - apply Rsqr_incrst_0; try assumption; try lra; unfold Rsqr; rewrite square, value.
    assert (0 < v * s) by (apply Rmult_lt_0_compat; lra); nra.
  - unfold low_0; rewrite root_over by (try assumption; lra); fold w; field; lra.
  - unfold high_0; rewrite root_over by (try assumption; lra); fold w; field; lra.
Qed.

(** Against nobody exactly the covariances between the ends are private. *)
Lemma left_side_0 r : left_side n s v r 0 = (N - 1) * ((r - low_0) * (high_0 - r)).
Proof.
  destruct sizes as (two & _ & _); destruct without_colluders as (square & _ & _ & _ & -> & ->).
  unfold left_side; cbn [INR]; set (w := sqrt inside_0) in *.
  replace ((N - 1) * ((r - ((N - 2) * d - w) / (2 * (N - 1))) * (((N - 2) * d + w) / (2 * (N - 1)) - r)))
    with ((w * w - (2 * (N - 1) * r - (N - 2) * d) * (2 * (N - 1) * r - (N - 2) * d)) / (4 * (N - 1))) by (field; lra).
  rewrite square; unfold inside_0; field; lra.
Qed.

Lemma ends_around_0 : low_0 <= 0 <= high_0 /\ 0 < v + (N - 1) * low_0 /\ high_0 < v.
Proof.
  destruct sizes as (two & _ & _); destruct without_colluders as (square & w0 & much & less & -> & ->).
  set (w := sqrt inside_0) in *; assert (0 < 2 * (N - 1)) by lra; assert (0 <= (N - 2) * d) by nra.
  assert (forall a, a <= 0 -> a / (2 * (N - 1)) <= 0) as down
    by (intros a le; apply Rmult_le_reg_r with (2 * (N - 1)); [assumption|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
  assert (forall a, 0 <= a -> 0 <= a / (2 * (N - 1))) as up
    by (intros a le; apply Rmult_le_pos; [assumption|apply Rlt_le, Rinv_0_lt_compat; lra]).
  split; [split; [apply down; lra|apply up; lra]|]; split.
  - replace (v + (N - 1) * (((N - 2) * d - w) / (2 * (N - 1)))) with (((N - 2) * d + 2 * v - w) / 2) by (field; lra); lra.
  - apply Rmult_lt_reg_r with (2 * (N - 1)); [assumption|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra.
    (* w < 2 (N-1) v - (N-2) d = N v + (N-2) s *)
    assert (w < N * v + (N - 2) * s); [|lra]; apply Rsqr_incrst_0; [unfold Rsqr|assumption|nra].
    rewrite square; unfold inside_0.
    assert (0 < (N - 1) * (N * (v * s))) by (repeat apply Rmult_lt_0_compat; lra); nra.
Qed.

(** ** With colluders *)

Definition inside : R := ((N - 2) * d - v * C) * ((N - 2) * d - v * C) + 4 * (N - C - 1) * (v * d).

Definition least_covariance : R :=
  match c with
  | 0%nat => low_0
  | 1%nat => - v * d / (v * (N - 1) - s * (N - 2))
  | _ => (- (N - 2) * d - v * C) / (2 * (N - 1) * (C - 1)) + sqrt (inside / (2 * (N - 1) * (C - 1) * (2 * (N - 1) * (C - 1))))
  end.

(** A root, not positive, of a definite matrix; below it the matrix is not definite or less than s is kept. *)
Definition least_root (r : R) : Prop :=
  r <= 0 /\ 0 < v + (N - 1) * r /\ F r = 0 /\
  forall r', 0 < v + (N - 1) * r' -> r' <= 0 -> (0 <= F r' <-> r <= r').

Lemma several_colluders : (2 <= c)%nat -> least_root least_covariance.
Proof.
  intros several; destruct sizes as (two & _ & few).
  assert (2 <= C) as C2 by (change 2 with (INR 2); now apply le_INR).
  assert (least_covariance = (- (N - 2) * d - v * C) / (2 * (N - 1) * (C - 1))
    + sqrt (inside / (2 * (N - 1) * (C - 1) * (2 * (N - 1) * (C - 1))))) as form
    by (unfold least_covariance; destruct c as [|[|]]; [lia|lia|reflexivity]).
  set (A := 2 * (N - 1) * (C - 1)) in *; assert (0 < A) by (unfold A; repeat apply Rmult_lt_0_compat; lra).
  set (B := (N - 2) * d + v * C); assert (0 <= d) by lra; assert (0 <= (N - 2) * d) by nra.
  assert (0 < v * C) by nra; assert (0 <= v * d) by nra.
  assert (0 <= inside) as some by (unfold inside; pose proof (Rle_0_sqr ((N - 2) * d - v * C)) as sq; unfold Rsqr in sq; nra).
  set (w := sqrt inside); assert (w * w = inside) as square by now apply sqrt_sqrt.
  assert (0 <= w) as w0 by apply sqrt_pos.
  assert (least_covariance = (w - B) / A) as value
    by (rewrite form, root_over by assumption; unfold B; fold w; field; lra).
  assert (forall r, 2 * A * F r = (A * r + B) * (A * r + B) - w * w) as roots.
  { intros r; rewrite square; unfold left_side, inside, A, B; ring. }
  assert (w <= B) as upper_end.
  { apply Rsqr_incr_0_var; [unfold Rsqr; rewrite square|unfold B; lra]; unfold inside, B.
    assert (0 <= (N - 1) * (C - 1) * (v * d)) by (repeat apply Rmult_le_pos; lra); nra. }
  (* Twice (C-1) times the eigenvalue v + (N-1) r is A r + B - G, and |G| < w. *)
  set (G := (N - 2) * d - v * (C - 2)).
  assert (G * G < w * w) as between.
  { rewrite square; unfold inside, G; assert (0 < v * ((C - 1) * s)) by (repeat apply Rmult_lt_0_compat; lra); nra. }
  assert (- w < G < w) as [low high] by (split; nra).
  assert (forall r, 2 * (C - 1) * (v + (N - 1) * r) = A * r + B - G) as along by (intros; unfold A, B, G; ring).
  assert (A * least_covariance = w - B) as at_least by (rewrite value; field; lra).
  split; [apply Rmult_le_reg_l with A; lra|]; split; [|split].
  - apply Rmult_lt_reg_l with (2 * (C - 1)); [lra|]; rewrite along; lra.
  - apply Rmult_eq_reg_l with (2 * A); [|lra]; rewrite roots, at_least; ring.
  - intros r definite sign; specialize (roots r); specialize (along r).
    assert (0 < 2 * (C - 1) * (v + (N - 1) * r)) by (apply Rmult_lt_0_compat; lra).
    assert (- w < A * r + B) by lra; split; intros le.
    + apply Rmult_le_reg_l with A; [assumption|]; assert (0 <= 2 * A * F r) by nra; nra.
    + assert (A * least_covariance <= A * r) by (apply Rmult_le_compat_l; lra).
      assert (0 <= 2 * A * F r) by nra; apply Rmult_le_reg_l with (2 * A); lra.
Qed.

Lemma one_colluder : c = 1%nat -> least_root least_covariance.
Proof.
  intros one; destruct sizes as (two & _ & few); assert (C = 1) as C1 by (now rewrite one).
  set (D := v * (N - 1) - s * (N - 2)); assert (D = v + (N - 2) * d) as DD by (unfold D; ring).
  assert (0 < D) by (rewrite DD; nra).
  assert (least_covariance = - v * d / D) as value by (unfold least_covariance; rewrite one; reflexivity).
  assert (forall r, F r = D * r + v * d) as linear by (intros; unfold left_side; rewrite C1; unfold D; ring).
  assert (D * least_covariance = - (v * d)) as at_least by (rewrite value; field; lra).
  assert (0 <= v * d) by nra; split; [apply Rmult_le_reg_l with D; lra|]; split; [|split].
  - apply Rmult_lt_reg_l with D; [assumption|].
    replace (D * (v + (N - 1) * least_covariance)) with (D * v + (N - 1) * (D * least_covariance)) by ring.
    rewrite at_least, DD; replace ((v + (N - 2) * d) * v + (N - 1) * - (v * d)) with (v * s) by ring; nra.
  - rewrite linear, at_least; ring.
  - intros r _ _; rewrite linear; split; intros le; [apply Rmult_le_reg_l with D; lra|].
    assert (D * least_covariance <= D * r) by (apply Rmult_le_compat_l; lra); lra.
Qed.

Lemma no_colluder : c = 0%nat -> least_root least_covariance.
Proof.
  intros none; destruct sizes as (two & _ & _); destruct ends_around_0 as ([low high] & definite & _).
  assert (least_covariance = low_0) as -> by (unfold least_covariance; now rewrite none).
  split; [assumption|]; split; [assumption|]; rewrite none; split.
  - rewrite left_side_0; ring.
  - intros r _ sign; rewrite left_side_0; split; intros le.
    + destruct (Rle_dec low_0 r) as [|lower]; [assumption|exfalso].
      assert (0 < high_0 - r) by lra; assert ((r - low_0) * (high_0 - r) < 0) by nra; nra.
    + repeat apply Rmult_le_pos; lra.
Qed.

Lemma least_covariance_is_a_root : least_root least_covariance.
Proof.
  assert (c = 0 \/ c = 1 \/ 2 <= c)%nat as [none|[one|several]] by lia;
    [now apply no_colluder|now apply one_colluder|now apply several_colluders].
Qed.

(** Which covariances are private: from the least one up to the upper end for no colluders. *)
Lemma private_between r : 0 < v + (N - 1) * r -> r < v ->
  (always_private n c s v r <-> least_covariance <= r <= high_0).
Proof.
  intros definite below; rewrite always_private_by_eq46 by assumption.
  destruct sizes as (two & C0 & _); destruct ends_around_0 as ([low high] & _ & _).
  destruct least_covariance_is_a_root as (least_sign & _ & _ & spec).
  assert (left_side n s v r c = left_side n s v r 0 + C * r * (v + (N - 1) * r)) as step
    by (rewrite !left_side_value; cbn [INR]; ring).
  destruct (Rle_lt_dec r 0) as [sign|sign].
  - assert (C * r * (v + (N - 1) * r) <= 0) by (assert (C * r <= 0) by nra; nra).
    rewrite <- (spec r definite sign); split; [intros [some none]; split; lra|intros [some up]; split; lra].
  - assert (0 <= C * r * (v + (N - 1) * r)) by (repeat apply Rmult_le_pos; lra).
    rewrite left_side_0 in *; split.
    + intros [_ none]; split; [lra|]; destruct (Rle_dec r high_0) as [|over]; [assumption|exfalso].
      assert ((r - low_0) * (high_0 - r) < 0) by nra; nra.
    + intros [_ up]; assert (0 <= (N - 1) * ((r - low_0) * (high_0 - r))) by (repeat apply Rmult_le_pos; lra); lra.
Qed.

End Roots.
