(** The checker's test that variances satisfy Eq. 6, without listing coalitions, and what its marks mean.

    The heaviest coalition against party j holds the heaviest active party other than j and the t - 1 heaviest of the
    others except j; sorting once answers for all coalitions. *)

From Coq Require Import QArith Qminmax Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions Ranking Allocation Rules.
Import ListNotations.
Open Scope Q_scope.

(** ** The test *)

(** The largest flagged number, and a mark at the first place where it stands. *)
Fixpoint best (flags : list bool) (xs : list Q) : option Q :=
  match flags, xs with
  | f :: flags', x :: xs' =>
      match f, best flags' xs' with
      | false, rest => rest
      | true, None => Some x
      | true, Some z => Some (if Qle_bool z x then x else z)
      end
  | _, _ => None
  end.

Fixpoint mark (v : Q) (flags : list bool) (xs : list Q) : list bool :=
  match flags, xs with
  | f :: flags', x :: xs' =>
      if f && Qeq_bool x v then true :: map (fun _ => false) flags' else false :: mark v flags' xs'
  | _, _ => nil
  end.

Definition without (a b : list bool) : list bool := map (fun p => fst p && negb (snd p)) (combine a b).
Definition either (a b : list bool) : list bool := map (fun p => fst p || snd p) (combine a b).

(** The numbers that are not marked. *)
Definition rest (xs : list Q) (marks : list bool) : list Q := leaders false xs marks.

Definition reaches (spared pressed : Q) (party : bool * (Q * Q)) : bool :=
  let '(is_first, (need, own)) := party in
  is_first || Qle_bool need spared || Qle_bool need (pressed + own).

Definition covers (t : nat) (needs xs : list Q) (active : list bool) : bool :=
  match t, best active xs with
  | O, _ | _, None => true
  | S k, Some heaviest =>
      let first := mark heaviest active xs in
      let others := rest xs first in
      let spared := total xs - heaviest - largest k others in
      forallb (reaches spared (spared - level_after k others)) (combine first (combine needs xs))
      && match best (without active first) xs with
         | None => true
         | Some second =>
             let both := either first (mark second (without active first) xs) in
             let left := total xs - second - largest k (rest xs both) in
             forallb (fun p => negb (fst p) || Qle_bool (snd p) left) (combine first needs)
         end
  end.

(** ** The marks *)

Definition flagged (flags : list bool) (i : nat) : bool := nth i flags false.

Lemma best_none flags xs : length flags = length xs -> best flags xs = None -> forall i, flagged flags i = false.
Proof.
  unfold flagged. revert xs. induction flags as [|f flags IH]; intros [|x xs] Hlen H [|i];
    try discriminate; try reflexivity; simpl in *; destruct f; try reflexivity.
  - destruct (best flags xs); discriminate.
  - destruct (best flags xs); discriminate.
  - injection Hlen as Hlen. now apply IH with xs.
Qed.

Lemma best_some flags xs v : length flags = length xs -> best flags xs = Some v ->
  (exists i, (i < length xs)%nat /\ flagged flags i = true /\ nth i xs 0 == v)
  /\ forall i, flagged flags i = true -> nth i xs 0 <= v.
Proof.
  unfold flagged. revert xs v. induction flags as [|f flags IH]; intros [|x xs] v Hlen H; try discriminate.
  injection Hlen as Hlen. simpl in H. destruct f; [destruct (best flags xs) as [z|] eqn:B|].
  - destruct (IH xs z Hlen B) as [[i [Hi [Fi Ei]]] Hmax]. destruct (Qle_bool z x) eqn:C; injection H as <-.
    + apply Qle_bool_iff in C. split; [exists O; simpl; split; [lia|split; reflexivity]|].
      intros [|k] Fk; simpl in *; [lra|]. specialize (Hmax k Fk). lra.
    + assert (x < z) by (apply exceeds_spec; unfold exceeds; now rewrite C).
      split; [exists (S i); repeat split; simpl; auto; lia|].
      intros [|k] Fk; simpl in *; [lra|auto].
  - injection H as <-. split; [exists O; simpl; split; [lia|split; reflexivity]|].
    intros [|k] Fk; simpl in *; [lra|].
    assert (N := best_none flags xs Hlen B k). unfold flagged in N. congruence.
  - destruct (IH xs v Hlen H) as [[i [Hi [Fi Ei]]] Hmax].
    split; [exists (S i); repeat split; simpl; auto; lia|].
    intros [|k] Fk; simpl in *; [discriminate|auto].
Qed.

Lemma nth_falses (l : list bool) i : nth i (map (fun _ => false) l) false = false.
Proof. revert i. induction l as [|b l IH]; intros [|i]; simpl; auto. Qed.

Lemma length_mark v flags xs : length flags = length xs -> length (mark v flags xs) = length xs.
Proof.
  revert xs. induction flags as [|f flags IH]; intros [|x xs] H; try discriminate; [reflexivity|].
  injection H as H. simpl. destruct (f && Qeq_bool x v); simpl; [now rewrite map_length, H|now rewrite IH].
Qed.

Lemma mark_spec v flags xs i : length flags = length xs ->
  (i < length xs)%nat -> flagged flags i = true -> nth i xs 0 == v ->
  exists u, (u < length xs)%nat /\ flagged flags u = true /\ nth u xs 0 == v
    /\ forall k, flagged (mark v flags xs) k = (k =? u)%nat.
Proof.
  unfold flagged. revert xs i. induction flags as [|f flags IH]; intros [|x xs] i Hlen Hi Fi Ei; simpl in *; try lia.
  injection Hlen as Hlen. destruct (f && Qeq_bool x v) eqn:C.
  - apply andb_true_iff in C as [-> C]. apply Qeq_bool_iff in C. exists O. repeat split; [lia|exact C|].
    intros [|k]; simpl; [reflexivity|apply nth_falses].
  - destruct i as [|i].
    { apply Qeq_bool_iff in Ei. now rewrite Fi, Ei in C. }
    destruct (IH xs i Hlen ltac:(lia) Fi Ei) as [u [Hu [Fu [Eu Hk]]]]. exists (S u). repeat split; auto; [lia|].
    intros [|k]; simpl; auto.
Qed.

(** The heaviest flagged party, as its mark says. *)
Lemma heaviest_spec flags xs v : length flags = length xs -> best flags xs = Some v ->
  exists u, (u < length xs)%nat /\ flagged flags u = true /\ nth u xs 0 == v
    /\ (forall i, flagged flags i = true -> nth i xs 0 <= v)
    /\ (forall i, flagged (mark v flags xs) i = (i =? u)%nat).
Proof.
  intros Hlen H. destruct (best_some flags xs v Hlen H) as [[i [Hi [Fi Ei]]] Hmax].
  destruct (mark_spec v flags xs i Hlen Hi Fi Ei) as [u [Hu [Fu [Eu Hk]]]]. now exists u.
Qed.

Lemma flagged_map2 f a b i : f (false, false) = false -> length a = length b ->
  flagged (map f (combine a b)) i = f (flagged a i, flagged b i).
Proof.
  unfold flagged. intros Hf Hlen. rewrite <- Hf at 1. rewrite map_nth. f_equal. now apply combine_nth.
Qed.
