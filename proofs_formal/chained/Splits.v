(** Chained-DP: splits of the users (Corollary 3), slices of a vector (Protocol 2), and how many slices to make. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.chained Require Import Game Nash SubgamePerfect Exact.
Import ListNotations.
Open Scope R_scope.

(** * Corollary 3 *)

(** A part of the users: everybody's preference and datum in one coordinate. *)
Notation part := (list (R * R)).

Definition users_of (parts : list part) : R := sum (map (fun p : part => INR (length p)) parts).

Definition noise_of (p : part) : R := highest 0 (map fst p).

Definition data_of (p : part) : R := sum (map snd p).

(** The server divides the noisy sum of each part by its divisor: m times the variance, and the square of the bias. *)
Definition split_error (m : R) (parts : list part) (divisors : list R) : R :=
  let bias := sum (map (fun '(p, d) => data_of p / d) (combine parts divisors)) - sum (map data_of parts) / users_of parts in
  m * sum (map (fun '(p, d) => noise_of p / (d * d)) (combine parts divisors)) + bias * bias.

(** Everybody alone adds noise m beta, and the sum is divided by the number of users. *)
Definition error_alone (m : R) (parts : list part) : R :=
  m * (sum (map (fun p => sum (map fst p)) parts) / (users_of parts * users_of parts)).

Definition split_divisors (sizes : list nat) : list nat := map (fun _ => fold_right Nat.add 0%nat sizes) sizes.

Lemma highest_at_most_sum l : not_negative l -> highest 0 l <= sum l.
Proof.
  induction 1 as [|b l le _ IH]; cbn [highest fold_right sum]; [lra|]; fold (highest 0 l) (sum l).
  pose proof (found_le_highest l 0); unfold Rmax; destruct (Rle_dec b (highest 0 l)); lra.
Qed.

Lemma users_count parts : users_of parts = INR (fold_right Nat.add 0%nat (map (@length (R * R)) parts)).
Proof.
  induction parts as [|p parts IH]; cbn [users_of map sum fold_right]; [reflexivity|].
  rewrite plus_INR, <- IH; reflexivity.
Qed.

(* Claim: chained/cor-3 corrected *)
Theorem corollary3_splits m parts : 0 <= m -> parts <> [] ->
  Forall (fun p : part => p <> [] /\ not_negative (map fst p)) parts ->
  split_error m parts (map INR (split_divisors (map (@length (R * R)) parts))) <= error_alone m parts.
Proof.
  intros factor some good; unfold split_divisors; set (count := fold_right Nat.add 0%nat (map (@length (R * R)) parts)).
  assert (users_of parts = INR count) as users by apply users_count.
  assert (0 < INR count) as more.
  { destruct parts as [|p parts]; [congruence|]; inversion good as [|? ? [here _] _]; subst; unfold count; cbn [map fold_right].
    apply lt_0_INR; destruct p; [congruence|cbn; lia]. }
  rewrite map_map, map_map; unfold split_error, error_alone; rewrite users.
  assert (forall f : part -> R, sum (map (fun '(p, d) => f p / d) (combine parts (map (fun _ => INR count) parts)))
    = sum (map f parts) / INR count) as divided.
  { intros f; generalize (INR count) as K; clear; intros K; unfold sum; induction parts as [|p parts IH]; cbn [map combine fold_right]; [unfold Rdiv; ring|].
    rewrite IH; unfold Rdiv; ring. }
  assert (sum (map (fun '(p, d) => noise_of p / (d * d)) (combine parts (map (fun _ => INR count) parts)))
    = sum (map noise_of parts) / (INR count * INR count)) as ->.
  { generalize (INR count) as K; clear; intros K; unfold sum; induction parts as [|p parts IH]; cbn [map combine fold_right];
      [unfold Rdiv; ring|]; rewrite IH; unfold Rdiv; ring. }
  rewrite divided, Rminus_diag_eq, Rmult_0_r, Rplus_0_r by reflexivity; apply Rmult_le_compat_l; [assumption|].
  apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; nra|].
  clear - good; unfold sum; induction good as [|p parts [_ positive] _ IH]; cbn [map fold_right]; [lra|].
  apply Rplus_le_compat; [now apply highest_at_most_sum|exact IH].
Qed.

(** * How many slices *)

(** What can happen, each with its chance and with the share of the orders in which a slice is exposed: the chance that
    some slice of so many is. *)
Definition some_exposed (cases : list (R * R)) (slices : nat) : R :=
  1 - sum (map (fun '(chance, share) => chance * (1 - share) ^ slices) cases).

Definition best_slices (coordinates : Z) : Z := Z.min 1 coordinates.

Lemma some_exposed_grows cases slices : Forall (fun '(chance, share) => 0 <= chance /\ 0 <= share <= 1) cases ->
  (1 <= slices)%nat -> some_exposed cases 1 <= some_exposed cases slices.
Proof.
  intros good some; unfold some_exposed; apply Rplus_le_compat_l, Ropp_le_contravar; unfold sum.
  induction good as [|[chance share] cases [positive range] _ IH]; cbn [map fold_right]; [lra|].
  apply Rplus_le_compat; [|exact IH]; apply Rmult_le_compat_l; [assumption|].
  destruct slices as [|slices]; [lia|]; cbn [pow]; apply Rmult_le_compat_l; [lra|].
  clear - range; induction slices as [|slices IH]; cbn [pow]; [lra|]; assert (0 <= (1 - share) ^ slices) by (apply pow_le; lra); nra.
Qed.

(** Whatever the attackers and orders are, one slice is the number from 1 to d with the least chance of exposure. *)
(* Claim: chained/best-slicing corrected *)
Theorem one_slice_is_best cases coordinates : (1 <= coordinates)%nat ->
  Forall (fun '(chance, share) => 0 <= chance /\ 0 <= share <= 1) cases ->
  let best := Z.to_nat (best_slices (Z.of_nat coordinates)) in
  (1 <= best <= coordinates)%nat /\
  forall slices, (1 <= slices <= coordinates)%nat -> some_exposed cases best <= some_exposed cases slices.
Proof.
  intros some good best; assert (best = 1%nat) as -> by (unfold best, best_slices; lia).
  split; [lia|]; intros slices [low _]; now apply some_exposed_grows.
Qed.

(** * Protocol 2 *)

(** How often each of d coordinates is released in N slices of length ceil(d / N), one after the other. *)
Definition slice_length (d slices : nat) : nat := ((d + slices - 1) / slices)%nat.

Definition in_slice (d slices i x : nat) : bool :=
  Nat.ltb (i * slice_length d slices) x && Nat.leb x (Nat.min (i * slice_length d slices + slice_length d slices) d).

Definition released (d slices : nat) : list nat :=
  map (fun x => length (filter (fun i => in_slice d slices i x) (seq 0 slices))) (seq 1 d).

Lemma exactly_one (f : nat -> bool) a : forall count first, (first <= a < first + count)%nat ->
  (forall i, f i = true <-> i = a) -> length (filter f (seq first count)) = 1%nat.
Proof.
  induction count as [|count IH]; intros first inside only; [lia|]; cbn; destruct (f first) eqn:here.
  - apply only in here; subst a; cbn; f_equal; destruct (filter f (seq (S first) count)) as [|i l] eqn:rest; [reflexivity|].
    assert (In i (filter f (seq (S first) count))) as member by (rewrite rest; now left).
    apply filter_In in member; destruct member as [later same%only]; apply in_seq in later; lia.
  - apply IH; [|assumption]; destruct (Nat.eq_dec first a) as [same|]; [|lia]; apply only in same; congruence.
Qed.

(* Claim: chained/protocol-2 corrected *)
Theorem protocol2_slices d slices : (1 <= slices <= d)%nat -> released d slices = repeat 1%nat d.
Proof.
  intros [some few]; unfold released; set (l := slice_length d slices).
  assert (1 <= l)%nat as long.
  { unfold l, slice_length; apply Nat.div_le_lower_bound; lia. }
  assert (d <= slices * l)%nat as enough.
  { pose proof (Nat.div_mod (d + slices - 1) slices ltac:(lia)) as division.
    pose proof (Nat.mod_upper_bound (d + slices - 1) slices ltac:(lia)); unfold l, slice_length; lia. }
  assert (forall xs, (forall x, In x xs -> 1 <= x <= d)%nat ->
    map (fun x => length (filter (fun i => in_slice d slices i x) (seq 0 slices))) xs = repeat 1%nat (length xs)) as all.
  { induction xs as [|x xs IH]; intros inside; [reflexivity|]; cbn [map length repeat]; f_equal; [|apply IH; intros; apply inside; now right].
    pose proof (inside x ltac:(now left)) as range; apply (exactly_one _ ((x - 1) / l)%nat).
    - split; [lia|]; apply Nat.div_lt_upper_bound; nia.
    - intros i; unfold in_slice; fold l; rewrite andb_true_iff, Nat.ltb_lt, Nat.leb_le.
      pose proof (Nat.div_mod (x - 1) l ltac:(lia)) as division; pose proof (Nat.mod_upper_bound (x - 1) l ltac:(lia)).
      set (a := ((x - 1) / l)%nat) in *; split; [intros [low high]|intros ->; nia].
      assert (x <= i * l + l)%nat by lia; destruct (Nat.lt_trichotomy i a) as [less|[same|more]]; [exfalso; nia|assumption|exfalso; nia]. }
  rewrite all, seq_length; [reflexivity|]; intros x member%in_seq; lia.
Qed.
