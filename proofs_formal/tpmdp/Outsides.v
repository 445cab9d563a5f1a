(** Eq. 6 over the reals, as generated statements write it: coalitions are lists, and so are variances. *)

From Coq Require Import Lra Lia Permutation FinFun.
From Optcheck.statements Require Import Language.
From Optcheck.common Require Import Steps.

Definition numbered (x : list R) : list (Z * R) := combine (Zrange 0 (Z.of_nat (length x))) x.

(** The variance that a coalition cannot remove. *)
Definition out (c : list Z) (x : list R) : R :=
  sumR (map (fun item : Z * R => snd item) (filter (fun item : Z * R => negb (memZ (fst item) c)) (numbered x))).

Definition covers (n t : Z) (active : list Z) (required x : list R) : Prop :=
  (Z.of_nat (length x) = n)%Z /\
  (forall v, In v x -> 0 <= v) /\
  (forall c, In c (combinations (Z.to_nat t) (Zrange 0 n)) -> (exists i, In i c /\ In i active) ->
    forall item : Z * R, In item (numbered required) -> ~ In (fst item) c -> snd item <= out c x).

Lemma memZ_iff i c : memZ i c = true <-> In i c.
Proof.
  unfold memZ; rewrite existsb_exists; split; [intros (j & J & E); apply Z.eqb_eq in E; now subst |].
  intros; exists i; split; [assumption | apply Z.eqb_refl].
Qed.

Lemma memZ_not i c : negb (memZ i c) = true <-> ~ In i c.
Proof. rewrite <- memZ_iff; destruct (memZ i c); cbn; split; congruence. Qed.

Lemma NoDup_Zrange low high : NoDup (Zrange low high).
Proof. unfold Zrange; apply Injective_map_NoDup; [intros x y; lia | apply seq_NoDup]. Qed.

(** Numbered entries by index. *)
Lemma numbered_from l : forall k, combine (Zrange k (k + Z.of_nat (length l))) l =
  map (fun i => (i, nth (Z.to_nat (i - k)) l 0)) (Zrange k (k + Z.of_nat (length l))).
Proof.
  induction l as [| a l IH]; intros k; [now rewrite Zrange_empty by (cbn; lia) |].
  cbn [length]; rewrite Nat2Z.inj_succ, Zrange_first by lia.
  replace (k + Z.succ (Z.of_nat (length l)))%Z with (k + 1 + Z.of_nat (length l))%Z by lia.
  cbn [combine map]; rewrite IH; f_equal; [now replace (Z.to_nat (k - k)) with O by lia |].
  apply map_ext_in; intros i I; apply in_Zrange in I; f_equal.
  replace (Z.to_nat (i - k)) with (S (Z.to_nat (i - (k + 1)))) by lia; reflexivity.
Qed.

Lemma numbered_nth l :
  numbered l = map (fun i => (i, nth (Z.to_nat i) l 0)) (Zrange 0 (Z.of_nat (length l))).
Proof.
  unfold numbered; pose proof (numbered_from l 0) as H; cbn [Z.add] in H; rewrite H.
  apply map_ext; intros i; now rewrite Z.sub_0_r.
Qed.

Lemma out_nth c x : out c x =
  sumR (map (fun i => nth (Z.to_nat i) x 0) (filter (fun i => negb (memZ i c)) (Zrange 0 (Z.of_nat (length x))))).
Proof.
  unfold out; rewrite numbered_nth; induction (Zrange 0 (Z.of_nat (length x))) as [| i l IH]; [reflexivity |].
  cbn [map filter fst]; destruct (negb (memZ i c)); [| exact IH].
  cbn [map snd]; unfold sumR in *; cbn; now rewrite IH.
Qed.

Lemma in_numbered i v l : In (i, v) (numbered l) -> (0 <= i < Z.of_nat (length l))%Z /\ v = nth (Z.to_nat i) l 0.
Proof.
  rewrite numbered_nth; intros H; apply in_map_iff in H; destruct H as (k & E & K).
  injection E as <- <-; apply in_Zrange in K; auto.
Qed.

Lemma in_numbered_in i v l : In (i, v) (numbered l) -> In v l.
Proof. intros H; apply in_numbered in H; destruct H as [H ->]; apply nth_In; lia. Qed.

Lemma numbered_in i l : (0 <= i < Z.of_nat (length l))%Z -> In (i, nth (Z.to_nat i) l 0) (numbered l).
Proof. intros; rewrite numbered_nth; apply in_map_iff; exists i; split; [reflexivity | now apply in_Zrange]. Qed.

(** A larger coalition removes no less. *)
Lemma sum_filter_le (f : Z -> R) p q l : (forall i, In i l -> 0 <= f i) ->
  (forall i, In i l -> p i = true -> q i = true) -> sumR (map f (filter p l)) <= sumR (map f (filter q l)).
Proof.
  intros F H; induction l as [| i l IH]; unfold sumR in *; cbn; [lra |].
  specialize (IH (fun k K => F k (or_intror K)) (fun k K => H k (or_intror K))).
  assert (0 <= f i) by (apply F; now left); specialize (H i (or_introl eq_refl)).
  destruct (p i); [rewrite H by reflexivity; cbn; lra | destruct (q i); cbn; lra].
Qed.

Lemma out_falls c d x : (forall v, In v x -> 0 <= v) -> incl c d -> out d x <= out c x.
Proof.
  intros P I; rewrite !out_nth; apply sum_filter_le.
  - intros i K; apply in_Zrange in K; apply P, nth_In; lia.
  - intros i _; rewrite !memZ_not; auto.
Qed.

Lemma one_outside c x i : (forall v, In v x -> 0 <= v) -> (0 <= i < Z.of_nat (length x))%Z -> ~ In i c ->
  nth (Z.to_nat i) x 0 <= out c x.
Proof.
  intros P I N; rewrite out_nth.
  assert (In i (filter (fun k => negb (memZ k c)) (Zrange 0 (Z.of_nat (length x))))) as K
    by (apply filter_In; split; [now apply in_Zrange | now apply memZ_not]).
  assert (forall k, In k (filter (fun k => negb (memZ k c)) (Zrange 0 (Z.of_nat (length x)))) ->
    0 <= nth (Z.to_nat k) x 0) as Q.
  { intros k H; apply filter_In in H; destruct H as [H _]; apply in_Zrange in H; apply P, nth_In; lia. }
  induction (filter _ _) as [| k l IH]; [destruct K |].
  assert (0 <= sumR (map (fun i => nth (Z.to_nat i) x 0) l)) as S.
  { apply sumR_not_negative; intros v V; apply in_map_iff in V; destruct V as (m & <- & M); apply Q; now right. }
  destruct K as [-> | K]; cbn [map]; unfold sumR in *; cbn; [lra |].
  specialize (IH K (fun m M => Q m (or_intror M))); pose proof (Q k (or_introl eq_refl)); lra.
Qed.

(** Coalitions *)

Lemma in_combinations {A} (l : list A) : forall k c, In c (combinations k l) -> length c = k /\ incl c l.
Proof.
  induction l as [| a l IH]; intros [| k] c; cbn; intros H.
  - destruct H as [<- | []]; split; [reflexivity | intros x []].
  - destruct H.
  - destruct H as [<- | []]; split; [reflexivity | intros x []].
  - apply in_app_or in H; destruct H as [H | H].
    + apply in_map_iff in H; destruct H as (d & <- & D); apply IH in D; destruct D as [L I].
      split; [cbn; now rewrite L | intros x [<- | X]; [now left | right; now apply I]].
    + apply IH in H; destruct H as [L I]; split; [exact L | intros x X; right; now apply I].
Qed.

Lemma combinations_NoDup {A} (l : list A) : NoDup l -> forall k c, In c (combinations k l) -> NoDup c.
Proof.
  induction l as [| a l IH]; intros N [| k] c; cbn; intros H; try (destruct H as [<- | []]; constructor); try destruct H.
  inversion N as [| ? ? N1 N2]; subst; apply in_app_or in H; destruct H as [H | H]; [| now apply (IH N2 (S k))].
  apply in_map_iff in H; destruct H as (d & <- & D); constructor; [| now apply (IH N2 k)].
  intros X; apply in_combinations in D; destruct D as [_ I]; now apply N1, I.
Qed.

Lemma filter_in_combinations {A} (p : A -> bool) l : In (filter p l) (combinations (length (filter p l)) l).
Proof.
  induction l as [| a l IH]; [now left |]; cbn [filter]; destruct (p a); cbn [length].
  - cbn; apply in_or_app; left; now apply in_map.
  - destruct (length (filter p l)) eqn:E; [| cbn; apply in_or_app; right; exact IH].
    destruct (filter p l); [now left | discriminate E].
Qed.

Lemma filter_counts {A} (p : A -> bool) l : (length (filter p l) + length (filter (fun x => negb (p x)) l) = length l)%nat.
Proof. induction l; cbn; [reflexivity |]; destruct (p a); cbn; lia. Qed.

Lemma count_members c l : NoDup c -> NoDup l -> incl c l -> length (filter (fun i => memZ i c) l) = length c.
Proof.
  intros C L I; apply Permutation_length, NoDup_Permutation; [now apply NoDup_filter | exact C |].
  intros i; rewrite filter_In, memZ_iff; split; [tauto | intros; split; [now apply I | assumption]].
Qed.

Lemma count_outside n t c : (0 <= t <= n)%Z -> In c (combinations (Z.to_nat t) (Zrange 0 n)) ->
  Z.of_nat (length (filter (fun i => negb (memZ i c)) (Zrange 0 n))) = (n - t)%Z.
Proof.
  intros T H; pose proof (combinations_NoDup _ (NoDup_Zrange 0 n) _ _ H) as N.
  apply in_combinations in H; destruct H as [L I].
  pose proof (filter_counts (fun i => memZ i c) (Zrange 0 n)) as F.
  rewrite (count_members c (Zrange 0 n) N (NoDup_Zrange 0 n) I), length_Zrange in F; lia.
Qed.

(** Everybody but one. *)
Lemma all_but_one n j : (0 <= j < n)%Z ->
  let c := filter (fun i => negb (Z.eqb i j)) (Zrange 0 n) in
  In c (combinations (Z.to_nat (n - 1)) (Zrange 0 n)) /\ ~ In j c.
Proof.
  intros J c; split.
  - enough (length c = Z.to_nat (n - 1)) as <- by apply filter_in_combinations.
    pose proof (filter_counts (fun i => Z.eqb i j) (Zrange 0 n)) as F; cbv beta in F; fold c in F.
    assert (filter (fun i => Z.eqb i j) (Zrange 0 n) = filter (fun i => memZ i [j]) (Zrange 0 n)) as E
      by (apply filter_ext; intros; unfold memZ; cbn; now rewrite orb_false_r).
    rewrite E, (count_members [j]), length_Zrange in F; [change (length [j]) with 1%nat in F; lia | | apply NoDup_Zrange |].
    + constructor; [intros [] | constructor].
    + intros i [<- | []]; now apply in_Zrange.
  - intros H; apply filter_In in H; destruct H as [_ H]; now rewrite Z.eqb_refl in H.
Qed.

(** One more, but not j. *)
Lemma one_more n t c j : (0 <= t)%Z -> (t + 1 <= n - 1)%Z -> In c (combinations (Z.to_nat t) (Zrange 0 n)) ->
  ~ In j c -> exists d, In d (combinations (Z.to_nat (t + 1)) (Zrange 0 n)) /\ incl c d /\ ~ In j d.
Proof.
  intros T1 T2 H J; pose proof (count_outside n t c ltac:(lia) H) as O.
  pose proof (combinations_NoDup _ (NoDup_Zrange 0 n) _ _ H) as N.
  assert (exists k, In k (filter (fun i => negb (memZ i c)) (Zrange 0 n)) /\ k <> j) as (k & K & KJ).
  { assert (NoDup (filter (fun i => negb (memZ i c)) (Zrange 0 n))) as D by (apply NoDup_filter, NoDup_Zrange).
    destruct (filter (fun i => negb (memZ i c)) (Zrange 0 n)) as [| a [| b l]]; [cbn in O; lia | cbn in O; lia |].
    inversion D as [| ? ? A _]; subst; destruct (Z.eq_dec a j) as [-> | ?]; [| exists a; split; [now left | assumption]].
    exists b; split; [right; now left | intros ->; apply A; now left]. }
  apply filter_In in K; destruct K as [K1 K2]; apply memZ_not in K2.
  apply in_combinations in H; destruct H as [L I].
  exists (filter (fun i => memZ i (k :: c)) (Zrange 0 n)); repeat split.
  - replace (Z.to_nat (t + 1)) with (length (filter (fun i => memZ i (k :: c)) (Zrange 0 n)));
      [apply filter_in_combinations |].
    rewrite count_members; [cbn; lia | now constructor | apply NoDup_Zrange |].
    intros i [<- | X]; [assumption | now apply I].
  - intros i X; apply filter_In; split; [now apply I | apply memZ_iff; now right].
  - intros X; apply filter_In in X; destruct X as [_ X]; apply memZ_iff in X; destruct X as [X | X]; [congruence | tauto].
Qed.
