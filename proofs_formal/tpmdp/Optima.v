(** Optima of Eq. 6 as functions of the parties: no feasible variances cost less, and optima are a convex set. *)

From Coq Require Import Lra Lia.
From Optcheck.statements Require Import Language.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest.

Definition not_negative (n : Z) (x : Z -> R) : Prop := forall i, (0 <= i < n)%Z -> 0 <= x i.
Definition total (n : Z) (x : Z -> R) : R := over (Zrange 0 n) x.
Definition best (n t : Z) (active : list Z) (r x : Z -> R) : Prop :=
  not_negative n x /\ safe n t active r x /\
  forall y, not_negative n y -> safe n t active r y -> total n x <= total n y.

(** A function of the parties as a list. *)
Definition listed (n : Z) (x : Z -> R) : list R := map x (Zrange 0 n).

Lemma listed_length n x : (0 <= n)%Z -> Z.of_nat (length (listed n x)) = n.
Proof. intros; unfold listed; rewrite map_length, length_Zrange; lia. Qed.

Lemma listed_entry n x i : (0 <= i < n)%Z -> entry (listed n x) i = x i.
Proof.
  intros I; unfold entry, listed, Zrange; rewrite map_map.
  rewrite (nth_indep _ 0 (x (0 + Z.of_nat (Z.to_nat n))%Z)) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth (fun k => x (0 + Z.of_nat k)%Z)), seq_nth by lia; f_equal; lia.
Qed.

Lemma total_listed n l : Z.of_nat (length l) = n -> total n (entry l) = sumR l.
Proof. intros <-; symmetry; apply sum_entries. Qed.

Lemma safe_ext n t active r x y : (forall i, (0 <= i < n)%Z -> x i = y i) -> safe n t active r x -> safe n t active r y.
Proof.
  intros E H D O j J; rewrite <- (over_ext D x y); [now apply H |].
  intros i I; destruct O as (_ & B & _); apply B, in_Zrange in I; auto.
Qed.

Lemma listed_covers n t active r x : (0 <= t <= n)%Z -> Z.of_nat (length r) = n ->
  not_negative n x -> safe n t active (entry r) x -> covers n t active r (listed n x).
Proof.
  intros T L P S; rewrite covers_safe by assumption; split; [apply listed_length; lia | split].
  - intros v V; apply in_map_iff in V; destruct V as (i & <- & I); apply in_Zrange in I; auto.
  - apply (safe_ext n t active (entry r) x); [intros; now rewrite listed_entry | exact S].
Qed.

Lemma optimum_best n t active r x : (0 <= t <= n)%Z -> Z.of_nat (length r) = n ->
  optimum (covers n t active r) sumR x -> Z.of_nat (length x) = n /\ best n t active (entry r) (entry x).
Proof.
  intros T L [C O]; pose proof C as C'; rewrite covers_safe in C' by assumption; destruct C' as (LX & P & S).
  repeat split; auto; [intros i I; apply P, entry_in; lia |].
  intros y PY SY; rewrite (total_listed n x LX).
  specialize (O _ (listed_covers n t active r y T L PY SY)); rewrite <- (total_listed n (listed n y)) in O by (apply listed_length; lia).
  replace (total n y) with (total n (entry (listed n y))); [exact O |].
  apply over_ext; intros i I; apply in_Zrange in I; now apply listed_entry.
Qed.

(** What lies between two optima is an optimum. *)
Definition mix (part : R) (x y : Z -> R) (i : Z) : R := x i * (1 - part) + y i * part.

Lemma over_mix D p x y : over D (mix p x y) = over D x * (1 - p) + over D y * p.
Proof. unfold mix; now rewrite over_plus, !over_scaled. Qed.

Lemma between (p a b c : R) : 0 <= p <= 1 -> c <= a -> c <= b -> c <= a * (1 - p) + b * p.
Proof. intros; nra. Qed.

Lemma mix_best n t active r p x y : 0 <= p <= 1 ->
  best n t active r x -> best n t active r y -> best n t active r (mix p x y).
Proof.
  intros L (PX & SX & BX) (PY & SY & BY); repeat split.
  - intros i I; now apply between; auto.
  - intros D O j J; rewrite over_mix; apply between; auto.
  - intros z PZ SZ; unfold total in *; rewrite over_mix; specialize (BX z PZ SZ); specialize (BY z PZ SZ); nra.
Qed.

(** Of two expressions, the second not negative, one vanishes at all optima if one of them does at each. *)
Lemma vanishing (Q : (Z -> R) -> Prop) (f g : (Z -> R) -> R) x y :
  (forall p, 0 <= p <= 1 -> Q (mix p x y)) ->
  (forall p, f (mix p x y) = f x * (1 - p) + f y * p) -> (forall p, g (mix p x y) = g x * (1 - p) + g y * p) ->
  Q x -> Q y -> (forall z, Q z -> 0 <= g z) -> (forall z, Q z -> f z <= 0 \/ g z <= 0) -> Rmin (f x) (g y) <= 0.
Proof.
  intros C F G QX QY P H; destruct (Rle_dec (f x) 0) as [? | FX]; [pose proof (Rmin_l (f x) (g y)); lra |].
  destruct (Rle_dec (g y) 0) as [? | GY]; [pose proof (Rmin_r (f x) (g y)); lra |]; exfalso.
  assert (f y <= 0) as FY by (destruct (H y QY); lra); pose proof (P x QX) as GX.
  assert (0 < f x - f y) as D by lra; set (p := f x / (2 * (f x - f y))).
  assert (p * (f x - f y) = f x / 2) as E by (unfold p; field; lra).
  assert (0 < p) as P0 by (unfold p; apply quotient_positive; lra); assert (p <= 1) by nra.
  specialize (C p ltac:(lra)); destruct (H _ C) as [K | K]; [rewrite F in K | rewrite G in K]; nra.
Qed.

(** Conditions of claims are lists of numbers that must not be negative. *)
Lemma conditions_hold (f : Z -> R) (l : list Z) : (forall v, In v (map f l) -> 0 <= v) -> forall i, In i l -> 0 <= f i.
Proof. intros H i I; apply H, in_map, I. Qed.
