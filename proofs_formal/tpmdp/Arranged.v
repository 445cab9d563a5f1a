(** Variances sorted inside a group, the largest for the strictest party. *)

From Coq Require Import Lra Lia Permutation.
From Optcheck.statements Require Import Language.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest.

(** Sorting. *)
Lemma insert_permuted x l : Permutation (x :: l) (insert Rleb x l).
Proof.
  induction l as [| y l IH]; cbn; [reflexivity |]; destruct (Rleb x y); [reflexivity |].
  rewrite perm_swap; now constructor.
Qed.

Lemma sortedR_permuted l : Permutation l (sortedR l).
Proof. induction l as [| x l IH]; cbn; [constructor |]; rewrite <- insert_permuted; now constructor. Qed.

Lemma insert_rising x l : StronglySorted Rle l -> StronglySorted Rle (insert Rleb x l).
Proof.
  induction 1 as [| y l H IH F]; cbn; [repeat constructor |]; destruct (Rleb x y) eqn:E.
  - apply Rleb_iff in E; constructor; [now constructor |]; constructor; [exact E |].
    rewrite Forall_forall in *; intros z Z; specialize (F z Z); lra.
  - constructor; [exact IH |]; assert (y <= x) as G.
    { apply Rnot_lt_le; intros L; assert (x <= y) as K by lra; apply Rleb_iff in K; congruence. }
    rewrite Forall_forall in *; intros z Z; apply (Permutation_in _ (Permutation_sym (insert_permuted x l))) in Z.
    destruct Z as [<- | Z]; auto.
Qed.

Lemma sortedR_rising l : StronglySorted Rle (sortedR l).
Proof. induction l; cbn; [constructor | now apply insert_rising]. Qed.

Lemma rev_falling l : StronglySorted Rle l -> StronglySorted Rge (rev l).
Proof.
  induction 1 as [| x l H IH F]; cbn; [constructor |].
  assert (forall y, In y (rev l) -> y >= x) as G by (intros y Y; apply in_rev in Y; rewrite Forall_forall in F; apply Rle_ge, F, Y).
  clear H F; induction IH as [| y m S IHm F]; cbn; [repeat constructor |].
  constructor; [apply IHm; intros; apply G; now right |]; rewrite Forall_forall in *.
  intros z Z; apply in_app_or in Z; destruct Z as [Z | [<- | []]]; [now apply F | apply G; now left].
Qed.

(** Who comes before whom, and a party's place in its group. *)
Definition before (r : Z -> R) (i j : Z) : bool := orb (Rltb (r j) (r i)) (andb (Reqb (r i) (r j)) (Z.ltb i j)).
Definition rank (r : Z -> R) (G : list Z) (j : Z) : Z := sumZ (map (fun _ : Z => 1%Z) (filter (fun i => before r i j) G)).
Definition values (x : Z -> R) (G : list Z) : list R := rev (sortedR (map x G)).
Definition placed (r x : Z -> R) (G : list Z) (j : Z) : R := nth (Z.to_nat (rank r G j)) (values x G) 0.

Lemma before_iff r i j : before r i j = true <-> r j < r i \/ (r i = r j /\ (i < j)%Z).
Proof. unfold before; now rewrite orb_true_iff, andb_true_iff, Rltb_iff, Reqb_iff, Z.ltb_lt. Qed.

Lemma rank_length r G j : rank r G j = Z.of_nat (length (filter (fun i => before r i j) G)).
Proof. unfold rank; rewrite sumZ_const; lia. Qed.

Lemma filter_no_more (p q : Z -> bool) L : (forall i, In i L -> p i = true -> q i = true) ->
  (length (filter p L) <= length (filter q L))%nat.
Proof.
  induction L as [| a L IH]; intros H; cbn; [lia |]; specialize (IH (fun i I => H i (or_intror I))).
  specialize (H a (or_introl eq_refl)); destruct (p a), (q a); cbn; try lia; now discriminate H.
Qed.

Lemma filter_fewer (p q : Z -> bool) G k : (forall i, In i G -> p i = true -> q i = true) -> In k G -> p k = false -> q k = true ->
  (length (filter p G) < length (filter q G))%nat.
Proof.
  intros H K PK QK; induction G as [| a G IH]; [destruct K |]; cbn; destruct K as [-> | K].
  - rewrite PK, QK; cbn; pose proof (filter_no_more p q G (fun i I => H i (or_intror I))); lia.
  - specialize (IH (fun i I => H i (or_intror I)) K); specialize (H a (or_introl eq_refl)).
    destruct (p a), (q a); cbn; try lia; now discriminate H.
Qed.

Lemma filter_mapped (p : R -> bool) (f : Z -> R) L : length (filter (fun i => p (f i)) L) = length (filter p (map f L)).
Proof. induction L as [| a L IH]; cbn; [reflexivity | destruct (p (f a)); cbn; congruence]. Qed.

Lemma rank_less r G i j : In i G -> before r i j = true -> (rank r G i < rank r G j)%Z.
Proof.
  intros I B; rewrite !rank_length; apply inj_lt, (filter_fewer _ _ G i); auto.
  - intros k _; rewrite !before_iff in *; intuition (lra || lia).
  - apply not_true_is_false; rewrite before_iff; intuition (lra || lia).
Qed.

Lemma rank_bounds r G j : In j G -> (0 <= rank r G j < Z.of_nat (length G))%Z.
Proof.
  intros J; rewrite rank_length; split; [lia |]; apply inj_lt.
  assert (filter (fun _ => true) G = G) as E by (clear; induction G; cbn; congruence); rewrite <- E at 2.
  apply (filter_fewer _ _ G j); auto; apply not_true_is_false; rewrite before_iff; intuition (lra || lia).
Qed.

Lemma before_total r i j : i <> j -> before r i j = true \/ before r j i = true.
Proof. intros N; rewrite !before_iff; destruct (Rtotal_order (r i) (r j)) as [? | [? | ?]]; [right; left | | left; left]; try lra.
  destruct (Z.lt_total i j) as [? | [? | ?]]; [left; right; auto | contradiction | right; right; auto]. Qed.

Lemma values_permuted x G : Permutation (map x G) (values x G).
Proof. unfold values; rewrite <- Permutation_rev; apply sortedR_permuted. Qed.

Lemma values_length x G : length (values x G) = length G.
Proof. rewrite <- (Permutation_length (values_permuted x G)); apply map_length. Qed.

Lemma values_falling x G i j : (0 <= i <= j)%Z -> (j < Z.of_nat (length G))%Z -> entry (values x G) j <= entry (values x G) i.
Proof. intros; apply sorted_entries; [apply rev_falling, sortedR_rising | | rewrite values_length]; lia. Qed.

(** Places are all places. *)
Lemma ranks_permuted r G : NoDup G -> Permutation (map (rank r G) G) (Zrange 0 (Z.of_nat (length G))).
Proof.
  intros N; apply NoDup_Permutation_bis.
  - assert (forall L, NoDup L -> incl L G -> NoDup (map (rank r G) L)) as H; [| apply H; [exact N | apply incl_refl]].
    induction 1 as [| a L A ND IH]; intros I; cbn; constructor; [| apply IH; intros k K; apply I; now right].
    intros X; apply in_map_iff in X; destruct X as (b & E & B).
    assert (a <> b) as AB by (intros ->; tauto); destruct (before_total r a b AB) as [K | K];
      apply (rank_less r G) in K; try lia; apply I; [now left | now right].
  - rewrite map_length, length_Zrange; lia.
  - intros k K; apply in_map_iff in K; destruct K as (j & <- & J); apply in_Zrange, rank_bounds, J.
Qed.

Lemma placed_permuted r x G : NoDup G -> Permutation (map (placed r x G) G) (map x G).
Proof.
  intros N; rewrite (values_permuted x G); unfold placed.
  rewrite <- (map_map (rank r G) (fun k => nth (Z.to_nat k) (values x G) 0)), (ranks_permuted r G N).
  unfold Zrange; rewrite map_map, Z.sub_0_r, Nat2Z.id, <- (values_length x G).
  replace (map _ (seq 0 (length (values x G)))) with (values x G); [reflexivity |].
  generalize (values x G); clear; intros l; apply (nth_ext _ _ 0 0); [now rewrite map_length, seq_length |].
  intros k K; set (f := fun k => nth (Z.to_nat (0 + Z.of_nat k)) l 0).
  rewrite (nth_indep (map f _) 0 (f O)) by (rewrite map_length, seq_length; exact K).
  rewrite (map_nth f), seq_nth by exact K; unfold f; f_equal; lia.
Qed.

Lemma placed_falls r x G i j : In i G -> In j G -> before r i j = true -> placed r x G j <= placed r x G i.
Proof.
  intros I J B; pose proof (rank_less r G i j I B); pose proof (rank_bounds r G i I); pose proof (rank_bounds r G j J).
  apply values_falling; lia.
Qed.

Lemma placed_stricter r x G i j : In i G -> In j G -> r j < r i -> placed r x G j <= placed r x G i.
Proof. intros; apply placed_falls; auto; apply before_iff; now left. Qed.

(** Each has the variance of some other one of the group. *)
Lemma source (x y : Z -> R) (G H : list Z) : NoDup G -> NoDup H -> map y G = map x H ->
  exists p, (forall j, In j G -> In (p j) H /\ y j = x (p j)) /\ (forall i j, In i G -> In j G -> p i = p j -> i = j).
Proof.
  revert H; induction G as [| a G IH]; intros [| b H] NG NH E; try discriminate E; [exists (fun j => j); firstorder |].
  inversion NG as [| ? ? A1 A2]; inversion NH as [| ? ? B1 B2]; subst; injection E as E1 E2.
  destruct (IH H A2 B2 E2) as (p & P1 & P2); exists (fun j => if Z.eqb j a then b else p j); split.
  - intros j [<- | J]; [rewrite Z.eqb_refl; auto with datatypes |]; destruct (Z.eqb_spec j a) as [-> | _]; [tauto |].
    destruct (P1 j J); auto with datatypes.
  - intros i j I J; destruct (Z.eqb_spec i a) as [-> | NI], (Z.eqb_spec j a) as [-> | NJ]; auto; intros K.
    + destruct J as [J | J]; [congruence |]; exfalso; apply B1; rewrite K; apply P1, J.
    + destruct I as [I | I]; [congruence |]; exfalso; apply B1; rewrite <- K; apply P1, I.
    + destruct I as [I | I], J as [J | J]; try congruence; now apply P2.
Qed.

Lemma placed_source r x G : NoDup G -> exists p, (forall j, In j G -> In (p j) G /\ placed r x G j = x (p j)) /\
  (forall i j, In i G -> In j G -> p i = p j -> i = j).
Proof.
  intros N; destruct (Permutation_map_inv x G (placed_permuted r x G N)) as (H & E & P).
  assert (NoDup H) as NH by (now apply (Permutation_NoDup P)).
  destruct (source x (placed r x G) G H N NH E) as (p & P1 & P2); exists p; split; [| exact P2].
  intros j J; destruct (P1 j J) as [K L]; split; [now apply (Permutation_in _ (Permutation_sym P)) | exact L].
Qed.

Lemma filter_permuted (p : R -> bool) l m : Permutation l m -> length (filter p l) = length (filter p m).
Proof.
  induction 1 as [| a l m _ IH | a b l | l m k _ IH1 _ IH2]; cbn; [reflexivity | destruct (p a); cbn; congruence | | congruence].
  destruct (p a), (p b); reflexivity.
Qed.

(** Somebody at least as strict had no more. *)
Lemma strict_and_low r x G k : NoDup G -> In k G -> exists i, In i G /\ r k <= r i /\ x i <= placed r x G k.
Proof.
  intros N K; set (v := placed r x G k).
  destruct (existsb (fun i => andb (Rleb (r k) (r i)) (Rleb (x i) v)) G) eqn:E.
  - apply existsb_exists in E; destruct E as (i & I & E); rewrite andb_true_iff, !Rleb_iff in E; exists i; tauto.
  - exfalso; assert (forall i, In i G -> r k <= r i -> v < x i) as A.
    { intros i I L; apply Rnot_le_lt; intros M; apply Rleb_iff in L, M.
      assert (existsb (fun i => andb (Rleb (r k) (r i)) (Rleb (x i) v)) G = true); [| congruence].
      apply existsb_exists; exists i; rewrite L, M; auto. }
    pose proof (filter_permuted (Rltb v) _ _ (placed_permuted r x G N)) as Q; rewrite <- !filter_mapped in Q.
    assert (length (filter (fun i => Rltb v (placed r x G i)) G) < length (filter (fun i => Rleb (r k) (r i)) G))%nat as L1.
    { apply (filter_fewer _ _ G k); auto.
      - intros i I H; apply Rltb_iff in H; apply Rleb_iff, Rnot_lt_le; intros M.
        pose proof (placed_stricter r x G k i K I M); unfold v in H; lra.
      - apply not_true_is_false; rewrite Rltb_iff; unfold v; lra.
      - apply Rleb_iff; lra. }
    assert (length (filter (fun i => Rleb (r k) (r i)) G) <= length (filter (fun i => Rltb v (x i)) G))%nat as L2; [| lia].
    apply filter_no_more; intros i I H; apply Rltb_iff, A; [exact I | now apply Rleb_iff].
Qed.
