(** Corollary 3.10 and around it: collaborating parties, small epsilon, and the identities of Appendix A.1. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact Average Worst Xor.
Import ListNotations.
Open Scope R_scope.

(** * Collaborating is better *)

Definition together (lambda : Q) : Q := (lambda / (1 + lambda))%Q.

Lemma small_powers b j : 0 <= b < 1 -> 0 <= b ^ S j <= b.
Proof.
  intros range; induction j as [|j IH]; [cbn; lra|]; cbn [pow] in *; set (p := b * b ^ j) in *.
  assert (0 <= b * p) by (apply Rmult_le_pos; lra).
  assert (b * p <= b * 1) by (apply Rmult_le_compat_l; lra); lra.
Qed.

(** The best average accuracy of k parties for XOR. *)
Definition xor_optimum (k : nat) (lambda : Q) (v : R) : Prop :=
  let levels_ := map Q2R (repeat lambda k) in
  let mean protocol rule := average levels_ (uniform (repeat lambda k)) (conversation_accuracy bool (score_of bool xor_worth) protocol rule) in
  (forall protocol rule, private_play bool levels_ [false; true] protocol rule -> mean protocol rule <= v) /\
  exists protocol rule, private_play bool levels_ [false; true] protocol rule /\ mean protocol rule = v.

(* Claim: kairouz/collaboration-better corrected *)
Theorem collaboration_is_better k lambda : (1 <= k)%nat -> (1 <= lambda)%Q -> exists best, xor_optimum k lambda best /\
  best <= Q2R (together lambda) /\ (best = Q2R (together lambda) <-> k = 1%nat \/ Q2R lambda = 1).
Proof.
  intros some level; exists (Q2R (cor310 k lambda)); split; [exact (corollary310_average k lambda level)|].
  apply Q2R_level in level as real; rewrite cor310_value by assumption; unfold even_chance, together.
  rewrite Q2R_div_positive, Q2R_plus, RMicromega.Q2R_1 by (rewrite Q2R_plus, RMicromega.Q2R_1; lra).
  set (b := (Q2R lambda - 1) / (Q2R lambda + 1)).
  assert (Q2R lambda / (1 + Q2R lambda) = (1 + b) / 2) as -> by (unfold b; field; lra).
  assert (b * (Q2R lambda + 1) = Q2R lambda - 1) as value by (unfold b; field; lra).
  assert (0 <= b < 1) as range.
  { split; [apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]|].
    apply Rmult_lt_reg_r with (Q2R lambda + 1); [lra|]; rewrite value; lra. }
  destruct k as [|j]; [lia|]; pose proof (small_powers b j range) as small; split; [lra|]; split.
  - intros equal; destruct j as [|j]; [now left|right]; pose proof (small_powers b j range) as less.
    assert (b * (1 - b ^ S j) = 0) as product by (cbn [pow] in *; lra).
    apply Rmult_integral in product; destruct product as [zero|zero]; [|lra].
    rewrite zero in value; lra.
  - intros [one|one]; [injection one as ->; cbn; lra|].
    assert (b = 0) as zero by (unfold b; rewrite one; unfold Rdiv; ring).
    rewrite zero in *; lra.
Qed.

(** * Small epsilon *)

(** The printed coefficient of a power of epsilon. *)
Definition xor_coefficient (k power : nat) : Q :=
  ((if Nat.eqb 0 power then 1 # 2 else 0) + (if Nat.eqb k power then rational_power (1 # 2) (S k) else 0))%Q.

Definition xor_polynomial (k : nat) (eps : R) : R := total (map (fun power => Q2R (xor_coefficient k power) * eps ^ power) (seq 0 (S k))).

Lemma xor_polynomial_value k eps : xor_polynomial k eps = 1 / 2 + (1 / 2) ^ S k * eps ^ k.
Proof.
  unfold xor_polynomial, xor_coefficient.
  assert (Q2R (1 # 2) = 1 / 2) as half by (unfold Q2R; cbn; field).
  rewrite (map_ext _ (fun power => (if Nat.eqb 0 power then 1 / 2 * eps ^ power else 0) + (if Nat.eqb k power then (1 / 2) ^ S k * eps ^ power else 0))).
  - rewrite total_plus, (single_term (fun power => 1 / 2 * eps ^ power) 0), (single_term (fun power => (1 / 2) ^ S k * eps ^ power) k) by lia; cbn [pow]; ring.
  - intros power; rewrite Q2R_plus; destruct (Nat.eqb 0 power), (Nat.eqb k power); rewrite ?Q2R_rational_power, ?RMicromega.Q2R_0, ?half; ring.
Qed.

Lemma power_gap eps b h k : 0 <= b <= eps -> 0 <= h <= eps -> Rabs (b ^ S k - h ^ S k) <= INR (S k) * eps ^ k * Rabs (b - h).
Proof.
  intros range_b range_h; induction k as [|k IH]; [cbn; rewrite !Rmult_1_r, Rmult_1_l; lra|].
  replace (b ^ S (S k) - h ^ S (S k)) with (b * (b ^ S k - h ^ S k) + h ^ S k * (b - h)) by (cbn; ring).
  eapply Rle_trans; [apply Rabs_triang|]; rewrite !Rabs_mult, (Rabs_pos_eq b), (Rabs_pos_eq (h ^ S k)) by (try apply pow_le; lra).
  assert (h ^ S k <= eps ^ S k) by (apply pow_incr; lra).
  pose proof (Rabs_pos (b - h)) as gap; pose proof (Rabs_pos (b ^ S k - h ^ S k)) as gaps.
  assert (b * Rabs (b ^ S k - h ^ S k) <= eps * (INR (S k) * eps ^ k * Rabs (b - h))) by (apply Rmult_le_compat; lra).
  assert (h ^ S k * Rabs (b - h) <= eps ^ S k * Rabs (b - h)) by (apply Rmult_le_compat_r; assumption).
  rewrite (S_INR (S k)); cbn [pow] in *; lra.
Qed.

Lemma tanh_near_half eps : 0 < eps <= 1 / 2 -> let b := (exp eps - 1) / (exp eps + 1) in
  0 <= b <= eps /\ Rabs (b - eps / 2) <= eps * eps.
Proof.
  intros range b; pose proof (exp_ineq1_le eps) as low; pose proof (exp_ineq1_le (- eps)) as high.
  pose proof (exp_pos eps) as positive; assert (exp (- eps) * exp eps = 1) as unit by (rewrite <- exp_plus, Rplus_opp_l; apply exp_0).
  set (e := exp eps) in *; assert (e * (1 - eps) <= 1) as bound by (rewrite <- unit, (Rmult_comm (exp (- eps))); apply Rmult_le_compat_l; lra).
  assert (b * (e + 1) = e - 1) as value by (unfold b; field; lra).
  assert (0 <= b) as above by (apply Rmult_le_pos; [lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (b < 1) by (apply Rmult_lt_reg_r with (e + 1); [lra|]; rewrite value; lra).
  assert (eps <= b * (2 + eps)) as lower by (assert ((1 + eps) * (1 - b) <= e * (1 - b)) by (apply Rmult_le_compat_r; lra); lra).
  assert (b * (2 - eps) <= eps) as upper.
  { assert ((1 + b) * (1 - eps) <= 1 - b); [|lra].
    replace (1 + b) with (e * (1 - b)) by lra; replace (e * (1 - b) * (1 - eps)) with (e * (1 - eps) * (1 - b)) by ring.
    rewrite <- (Rmult_1_l (1 - b)) at 2; apply Rmult_le_compat_r; lra. }
  assert (b <= eps) by (apply Rmult_le_reg_r with (2 - eps); nra).
  split; [lra|]; apply Rabs_le; split; [apply Rmult_le_reg_r with (2 + eps)|apply Rmult_le_reg_r with (2 - eps)]; nra.
Qed.

(** The accuracy of Corollary 3.10 at lambda = exp(eps), up to a remainder of order k + 1. *)
(* Claim: kairouz/xor-small-epsilon printed *)
Theorem xor_small_epsilon k : (1 <= k)%nat -> exists C, forall eps, 0 < eps <= 1 / 2 ->
  Rabs (even_chance (exp eps) k - xor_polynomial k eps) <= C * eps ^ S k.
Proof.
  intros some; destruct k as [|k]; [lia|]; exists (INR (S k)); intros eps range; rewrite xor_polynomial_value; unfold even_chance.
  destruct (tanh_near_half eps range) as [inside near]; set (b := (exp eps - 1) / (exp eps + 1)) in *.
  assert ((eps / 2) ^ S k = (1 / 2) ^ S k * eps ^ S k) as halves by (rewrite <- Rpow_mult_distr; f_equal; field).
  replace ((1 + b ^ S k) / 2 - (1 / 2 + (1 / 2) ^ S (S k) * eps ^ S k)) with (1 / 2 * (b ^ S k - (eps / 2) ^ S k))
    by (rewrite halves; cbn [pow]; field).
  rewrite Rabs_mult, (Rabs_pos_eq (1 / 2)) by lra; pose proof (power_gap eps b (eps / 2) k inside ltac:(lra)) as gap.
  assert (0 <= INR (S k) * eps ^ k) by (apply Rmult_le_pos; [apply pos_INR|apply pow_le; lra]).
  assert (INR (S k) * eps ^ k * Rabs (b - eps / 2) <= INR (S k) * eps ^ k * (eps * eps)) by (apply Rmult_le_compat_l; assumption).
  pose proof (Rabs_pos (b ^ S k - (eps / 2) ^ S k)); replace (INR (S k) * eps ^ S (S k)) with (INR (S k) * eps ^ k * (eps * eps)) by (cbn [pow]; ring); lra.
Qed.

(** * Appendix A.1 *)

(** The right sides: even and odd terms, their difference, and twice the sum. *)
Definition a1 (k : nat) (lambda : Q) (part : nat) : Q :=
  let below := rational_power (1 + lambda) k in
  match part with
  | 0%nat => every_other true (binomials k) lambda / below
  | 1%nat => every_other false (binomials k) lambda / below
  | 2%nat => rational_power (lambda - 1) k / below
  | _ => 1
  end%Q.

(** The chance, by Eq. 9, that the response 0...0 comes from an input with this parity. *)
Definition from_parity (k : nat) (lambda : R) (odd : bool) : R :=
  sum_over k (fun x => probability (responses (repeat lambda k) (repeat false k)) x * indicator (eqb (parity x) odd)).

Lemma parity_zeros k : parity (repeat false k) = false.
Proof. induction k as [|k IH]; cbn; [reflexivity|]; rewrite IH; reflexivity. Qed.

Lemma from_parity_value k lambda odd : 1 <= lambda ->
  from_parity k lambda odd = if odd then 1 - even_chance lambda k else even_chance lambda k.
Proof.
  intros level; unfold from_parity; rewrite <- (parity_of_answers lambda level k (repeat false k) odd) by apply repeat_length.
  apply sum_over_ext; intros x size; rewrite (probability_is_symmetric lambda k (repeat false k) x) by (apply repeat_length || assumption).
  rewrite parity_zeros; destruct (parity x), odd; reflexivity.
Qed.

(* Claim: kairouz/a1-difference corrected *)
Theorem appendix_a1_identities k lambda : (1 <= lambda)%Q -> let right := from_parity k (Q2R lambda) false in
  let wrong := from_parity k (Q2R lambda) true in
  right = Q2R (a1 k lambda 0) /\ wrong = Q2R (a1 k lambda 1) /\ right - wrong = Q2R (a1 k lambda 2) /\
  right + wrong = Q2R (a1 k lambda 3) /\ right + wrong = Q2R (a1 k lambda 4).
Proof.
  intros level right wrong; apply Q2R_level in level as real; unfold right, wrong; rewrite !from_parity_value by assumption; cbn [a1].
  assert (Q2R (rational_power (1 + lambda) k) = (Q2R lambda + 1) ^ k) as below.
  { rewrite Q2R_rational_power, Q2R_plus, RMicromega.Q2R_1; f_equal; ring. }
  assert (0 < (Q2R lambda + 1) ^ k) as positive by (apply pow_lt; lra).
  pose proof (Q2R_every_other lambda (binomials k) true) as even; pose proof (Q2R_every_other lambda (binomials k) false) as odd.
  rewrite !signed_binomials in even, odd; rewrite !Q2R_div_positive, below, Q2R_rational_power, Q2R_minus, RMicromega.Q2R_1 by (rewrite below; assumption).
  unfold even_chance, Rdiv at 1 3 5 7 9 11 13; unfold Rdiv; rewrite Rpow_mult_distr, pow_inv.
  replace (Q2R lambda + -1) with (Q2R lambda - 1) in * by ring.
  set (p := (Q2R lambda + 1) ^ k) in *; set (q := (Q2R lambda - 1) ^ k) in *.
  assert (Q2R (every_other true (binomials k) lambda) = (p + q) / 2) as -> by lra.
  assert (Q2R (every_other false (binomials k) lambda) = (p - q) / 2) as -> by lra.
  repeat split; field; lra.
Qed.

Fixpoint distance (x told : list bool) : nat :=
  match x, told with a :: x, b :: told => ((if eqb a b then 0 else 1) + distance x told)%nat | _, _ => 0%nat end.

Definition a1_joint (k : nat) (lambda : Q) (x told : list bool) : Q :=
  (rational_power lambda (k - distance x told) / rational_power (2 * (1 + lambda)) k)%Q.

Lemma distance_small x : forall told, (distance x told <= length x)%nat.
Proof. induction x as [|a x IH]; intros [|b told]; cbn; try lia; specialize (IH told); destruct (eqb a b); lia. Qed.

Lemma responses_by_distance lambda : 1 <= lambda -> forall k x told, length x = k -> length told = k ->
  probability (responses (repeat lambda k) told) x = lambda ^ (k - distance x told) / (1 + lambda) ^ k.
Proof.
  intros level; induction k as [|k IH]; intros [|a x] [|b told] size_x size_t; try discriminate; [cbn; field|].
  injection size_x as size_x; injection size_t as size_t; cbn [repeat responses probability distance].
  rewrite IH by assumption; pose proof (distance_small x told) as small; rewrite size_x in small.
  assert (0 < (1 + lambda) ^ k) by (apply pow_lt; lra).
  unfold response, pick; destruct a, b; cbn [eqb fst snd Nat.add];
    try replace (S k - distance x told)%nat with (S (k - distance x told)) by lia;
    try replace (S k - S (distance x told))%nat with (k - distance x told)%nat by lia; cbn [pow]; field; lra.
Qed.

(** Fair bits, and Eq. 9. *)
(* Claim: kairouz/a1-joint corrected *)
Theorem appendix_a1_joint k lambda x told : (1 <= lambda)%Q -> length x = k -> length told = k ->
  (1 / 2) ^ k * probability (responses (repeat (Q2R lambda) k) told) x = Q2R (a1_joint k lambda x told).
Proof.
  intros level size_x size_t; apply Q2R_level in level as real; rewrite responses_by_distance by assumption; unfold a1_joint.
  assert (Q2R (rational_power (2 * (1 + lambda)) k) = 2 ^ k * (1 + Q2R lambda) ^ k) as below.
  { rewrite Q2R_rational_power, Q2R_mult, Q2R_plus, RMicromega.Q2R_1, Rpow_mult_distr; do 2 f_equal; unfold Q2R; cbn; field. }
  assert (0 < (1 + Q2R lambda) ^ k) by (apply pow_lt; lra); assert (0 < 2 ^ k) by (apply pow_lt; lra).
  rewrite Q2R_div_positive, below, Q2R_rational_power by (rewrite below; now apply Rmult_lt_0_compat).
  unfold Rdiv at 1; rewrite Rpow_mult_distr, pow1, pow_inv; field; lra.
Qed.
