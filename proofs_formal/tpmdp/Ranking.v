(** Lists of rationals: sums, sorting from the largest down, the k-th largest and the sum of the k largest. *)

From Coq Require Import QArith Lqa Lia List Bool Arith Qreduction Sorting Permutation Orders Mergesort.
From Optcheck.tpmdp Require Import Sums.
Import ListNotations.
Open Scope Q_scope.

Module Descending <: TotalLeBool.
  Definition t := Q.
  Definition leb (x y : Q) : bool := Qle_bool y x.
  Lemma leb_total x y : leb x y = true \/ leb y x = true.
  Proof. unfold leb. rewrite !Qle_bool_iff. destruct (Qlt_le_dec x y); [right|left]; lra. Qed.
End Descending.

Module DescendingSort := Sort Descending.

Definition sorted_down : list Q -> list Q := DescendingSort.sort.

(** The sum is reduced on the way, so that denominators do not pile up. *)
Definition total (l : list Q) : Q := fold_right Qplus' 0 l.

(** The (k+1)-th largest number, 0 where there is none, and the sum of the k largest ones. *)
Definition level_after (k : nat) (l : list Q) : Q := nth k (sorted_down l) 0.
Definition largest (k : nat) (l : list Q) : Q := total (firstn k (sorted_down l)).

(** ** Sums of lists *)

Lemma total_cons z l : total (z :: l) == z + total l.
Proof. apply Qplus'_correct. Qed.

Lemma total_map_cons (A : Type) (f : A -> Q) a l : total (map f (a :: l)) == f a + total (map f l).
Proof. apply total_cons. Qed.

Lemma total_app l m : total (l ++ m) == total l + total m.
Proof.
  induction l as [|a l IH]; [change (total (nil ++ m)) with (total m); change (total nil) with 0; lra|].
  rewrite <- app_comm_cons, !total_cons, IH. lra.
Qed.

Lemma total_permutation l m : Permutation l m -> total l == total m.
Proof. induction 1; rewrite ?total_cons; lra. Qed.

Lemma Sum_shift n f : Sum (S n) f == f O + Sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; simpl in *; [lra|]. rewrite IH. lra. Qed.

Lemma card_shift n A : card (S n) A = ((if A O then 1 else 0) + card n (fun i => A (S i)))%nat.
Proof. induction n as [|n IH]; simpl in *; [lia|]. rewrite IH. lia. Qed.

Lemma Sum_list (A : Type) (d : A) (F : A -> Q) l :
  Sum (length l) (fun i => F (nth i l d)) == total (map F l).
Proof.
  induction l as [|a l IH]; [reflexivity|].
  change (length (a :: l)) with (S (length l)). rewrite Sum_shift, total_map_cons. simpl. rewrite IH. reflexivity.
Qed.

(** ** The k largest *)

Lemma sorted_permutation l : Permutation l (sorted_down l).
Proof. apply DescendingSort.Permuted_sort. Qed.

Lemma sorted_strongly l : StronglySorted (fun x y => y <= x) (sorted_down l).
Proof.
  assert (H : StronglySorted (fun x y => is_true (Descending.leb x y)) (sorted_down l)).
  { apply DescendingSort.StronglySorted_sort. intros a b c. unfold is_true, Descending.leb.
    rewrite !Qle_bool_iff. lra. }
  induction H as [|a m _ IH Hall]; constructor; [exact IH|].
  apply Forall_impl with (2 := Hall). intros b. apply Qle_bool_iff.
Qed.

(** In a list sorted downwards the first k reach the next one, and it reaches the rest. *)
Lemma sorted_around l k :
  StronglySorted (fun x y => y <= x) l -> Forall (fun z => 0 <= z) l ->
  Forall (fun z => nth k l 0 <= z) (firstn k l) /\ Forall (fun z => z <= nth k l 0) (skipn k l).
Proof.
  intros Hs Hpos. revert k. induction Hs as [|a m Hm IH Hall]; intros [|k]; simpl;
    try (split; constructor).
  - lra.
  - exact Hall.
  - inversion Hpos as [|? ? Ha Hposm]; subst. destruct (IH Hposm k) as [Hl Hr].
    split; [constructor|exact Hr].
    + destruct (Nat.lt_ge_cases k (length m)) as [Hk|Hk].
      * rewrite Forall_forall in Hall. apply Hall, nth_In, Hk.
      * rewrite nth_overflow by exact Hk. exact Ha.
    + exact Hl.
Qed.

Lemma excess_above l c : Forall (fun z => c <= z) l ->
  total (map (fun z => pos (z - c)) l) == total l - Q_of (length l) * c.
Proof.
  induction 1 as [|a m Ha Hm IH].
  - change (0 == 0 - 0 * c). lra.
  - change (length (a :: m)) with (1 + length m)%nat. rewrite Q_of_plus, total_map_cons, total_cons, IH.
    change (Q_of 1) with 1.
    destruct (pos_cases (a - c)) as [[H ->]|[H ->]]; lra.
Qed.

Lemma excess_below l c : Forall (fun z => z <= c) l -> total (map (fun z => pos (z - c)) l) == 0.
Proof.
  induction 1 as [|a m Ha Hm IH]; [reflexivity|].
  rewrite total_map_cons, IH. destruct (pos_cases (a - c)) as [[H ->]|[H ->]]; lra.
Qed.

Lemma skipn_nth (m : list Q) k : (k < length m)%nat -> skipn k m = nth k m 0 :: skipn (S k) m.
Proof.
  revert k. induction m as [|a m IH]; intros [|k] Hk; simpl in *; try lia; [reflexivity|].
  apply IH. lia.
Qed.

Lemma largest_step k l : largest (S k) l == largest k l + level_after k l.
Proof.
  unfold largest, level_after. generalize (sorted_down l) as s. induction k as [|k IH]; intros [|z s].
  - simpl. change (total nil) with 0. lra.
  - change (total [z] == total nil + z). rewrite total_cons. change (total nil) with 0. lra.
  - simpl. change (total nil) with 0. lra.
  - change (total (z :: firstn (S k) s) == total (z :: firstn k s) + nth k s 0).
    rewrite !total_cons, IH. lra.
Qed.

(** ** Counting *)

Definition count (P : Q -> bool) (m : list Q) : nat := length (filter P m).

Lemma count_app P a b : count P (a ++ b) = (count P a + count P b)%nat.
Proof. unfold count. now rewrite filter_app, app_length. Qed.

Lemma count_permutation P a b : Permutation a b -> count P a = count P b.
Proof.
  unfold count. induction 1 as [|z a b _ IH|z v a|a b d _ IH1 _ IH2]; simpl; auto; [| |congruence].
  - destruct (P z); simpl; congruence.
  - destruct (P z), (P v); reflexivity.
Qed.

Lemma count_none P m : Forall (fun z => P z = false) m -> count P m = O.
Proof. unfold count. induction 1 as [|z m Hz _ IH]; simpl; [reflexivity|]. now rewrite Hz. Qed.

Lemma count_every P m : Forall (fun z => P z = true) m -> count P m = length m.
Proof. unfold count. induction 1 as [|z m Hz _ IH]; simpl; [reflexivity|]. rewrite Hz. simpl. now rewrite IH. Qed.

Lemma count_le_length P m : (count P m <= length m)%nat.
Proof. unfold count. induction m as [|z m IH]; simpl; [lia|]. destruct (P z); simpl; lia. Qed.

Definition exceeds (d z : Q) : bool := negb (Qle_bool z d).

Lemma exceeds_spec d z : exceeds d z = true <-> d < z.
Proof.
  unfold exceeds. rewrite negb_true_iff. split.
  - intros H. apply Qnot_le_lt. intros Hle. apply Qle_bool_iff in Hle. congruence.
  - intros H. apply not_true_iff_false. rewrite Qle_bool_iff. lra.
Qed.

Lemma exceeds_false d z : exceeds d z = false <-> z <= d.
Proof. unfold exceeds. now rewrite negb_false_iff, Qle_bool_iff. Qed.

Section Level.

Variables (l : list Q) (k : nat).
Hypothesis Hpos : Forall (fun z => 0 <= z) l.
Hypothesis Hk : (k <= length l)%nat.

Let c := level_after k l.

Lemma split_at_level :
  exists high low, Permutation l (high ++ low) /\ length high = k /\ largest k l == total high
    /\ Forall (fun z => c <= z) high /\ Forall (fun z => z <= c) low
    /\ ((k < length l)%nat -> exists rest, low = c :: rest).
Proof.
  assert (Hperm := sorted_permutation l).
  assert (Hlen : length (sorted_down l) = length l) by (symmetry; now apply Permutation_length).
  destruct (sorted_around (sorted_down l) k) as [Hhigh Hlow].
  { apply sorted_strongly. }
  { apply Permutation_Forall with l; assumption. }
  exists (firstn k (sorted_down l)), (skipn k (sorted_down l)). repeat split.
  - now rewrite firstn_skipn.
  - rewrite firstn_length. lia.
  - exact Hhigh.
  - exact Hlow.
  - intros Hlt. exists (skipn (S k) (sorted_down l)). apply skipn_nth. now rewrite Hlen.
Qed.

Lemma level_nonneg : 0 <= c.
Proof.
  destruct (Nat.lt_ge_cases k (length l)) as [Hlt|Hge].
  - destruct split_at_level as [high [low [Hp [_ [_ [_ [_ Hrest]]]]]]].
    destruct (Hrest Hlt) as [rest ->]. assert (Hall := Permutation_Forall Hp Hpos).
    apply Forall_app in Hall as [_ Hall]. now inversion Hall.
  - unfold c, level_after. rewrite nth_overflow; [lra|].
    now rewrite <- (Permutation_length (sorted_permutation l)).
Qed.

(** The sum of the k largest, without sorting: k times the next one and what exceeds it. *)
Lemma largest_by_level : largest k l == Q_of k * c + total (map (fun z => pos (z - c)) l).
Proof.
  destruct split_at_level as [high [low [Hp [Hlen [-> [Hhigh [Hlow _]]]]]]].
  rewrite (total_permutation _ _ (Permutation_map (fun z => pos (z - c)) Hp)).
  rewrite map_app, total_app, excess_above, excess_below, Hlen by assumption. lra.
Qed.

(** At most k numbers exceed the level, and more than k reach it. *)
Lemma few_exceed : (count (exceeds c) l <= k)%nat.
Proof.
  destruct split_at_level as [high [low [Hp [Hlen [_ [_ [Hlow _]]]]]]].
  rewrite (count_permutation _ _ _ Hp), count_app, (count_none _ low).
  - assert (H := count_le_length (exceeds c) high). lia.
  - apply Forall_impl with (2 := Hlow). intros z. apply exceeds_false.
Qed.

Lemma many_reach : (k < length l)%nat -> (k < count (Qle_bool c) l)%nat.
Proof.
  intros Hlt. destruct split_at_level as [high [low [Hp [Hlen [_ [Hhigh [_ Hrest]]]]]]].
  destruct (Hrest Hlt) as [rest ->].
  rewrite (count_permutation _ _ _ Hp), count_app, (count_every _ high).
  - unfold count. simpl. replace (Qle_bool c c) with true; [simpl; lia|].
    symmetry. apply Qle_bool_iff. lra.
  - apply Forall_impl with (2 := Hhigh). intros z. apply Qle_bool_iff.
Qed.

End Level.
