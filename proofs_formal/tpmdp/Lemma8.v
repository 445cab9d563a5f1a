(** Lemmas 4 and 8: sorting inside the active and inside the other parties keeps variances feasible. *)

From Coq Require Import Lra Lia Permutation.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest Optima Arranged.

Definition others (n : Z) (active : list Z) : list Z := filter (fun j => negb (memZ j active)) (Zrange 0 n).
Definition arranged (n : Z) (active : list Z) (r x : Z -> R) (j : Z) : R :=
  if memZ j active then placed r x active j else placed r x (others n active) j.

Section Arranged.
Variables (n t : Z) (active : list Z) (r x : Z -> R).
Hypotheses (N : NoDup active) (I : incl active (Zrange 0 n)).

Lemma others_NoDup : NoDup (others n active).
Proof. apply NoDup_filter, NoDup_Zrange. Qed.

Lemma in_others j : In j (others n active) <-> (0 <= j < n)%Z /\ ~ In j active.
Proof. unfold others; now rewrite filter_In, in_Zrange, memZ_not. Qed.

Lemma member_cases j (P : R -> Prop) a b : (In j active -> P a) -> (~ In j active -> P b) -> P (if memZ j active then a else b).
Proof.
  intros A B; destruct (memZ j active) eqn:E; [apply A; now apply memZ_iff |].
  apply B; intros H; apply memZ_iff in H; congruence.
Qed.

(** Each has the variance of some party of its own group. *)
Lemma arranged_source : exists p,
  (forall j, (0 <= j < n)%Z -> (0 <= p j < n)%Z /\ (In (p j) active <-> In j active) /\ arranged n active r x j = x (p j)) /\
  (forall i j, (0 <= i < n)%Z -> (0 <= j < n)%Z -> p i = p j -> i = j).
Proof.
  destruct (placed_source r x active N) as (p & P1 & P2).
  destruct (placed_source r x (others n active) others_NoDup) as (q & Q1 & Q2).
  exists (fun j => if memZ j active then p j else q j).
  assert (forall j, (0 <= j < n)%Z -> (memZ j active = true /\ In j active) \/ (memZ j active = false /\ In j (others n active))) as C.
  { intros j J; destruct (memZ j active) eqn:E; [left; split; [reflexivity | now apply memZ_iff] | right; split; [reflexivity |]].
    apply in_others; split; [exact J |]; intros H; apply memZ_iff in H; congruence. }
  split.
  - intros j J; unfold arranged; destruct (C j J) as [[-> H] | [-> H]].
    + destruct (P1 j H) as [K L]; pose proof (I _ K) as B; apply in_Zrange in B; tauto.
    + destruct (Q1 j H) as [K L]; apply in_others in K, H; tauto.
  - intros i j HI HJ; destruct (C i HI) as [[-> H] | [-> H]], (C j HJ) as [[-> K] | [-> K]]; auto; intros E; exfalso.
    + destruct (P1 i H) as [X _], (Q1 j K) as [Y _]; apply in_others in Y; rewrite E in X; tauto.
    + destruct (Q1 i H) as [X _], (P1 j K) as [Y _]; apply in_others in X; rewrite <- E in Y; tauto.
Qed.

Lemma arranged_low k : (0 <= k < n)%Z -> exists i, (0 <= i < n)%Z /\ (In i active <-> In k active) /\ r k <= r i /\ x i <= arranged n active r x k.
Proof.
  intros K; unfold arranged; destruct (memZ k active) eqn:E.
  - apply memZ_iff in E; destruct (strict_and_low r x active k N E) as (i & H & A & B).
    pose proof (I _ H) as C; apply in_Zrange in C; exists i; tauto.
  - assert (In k (others n active)) as H by (apply in_others; split; [exact K | intros H; apply memZ_iff in H; congruence]).
    destruct (strict_and_low r x _ k others_NoDup H) as (i & HI & A & B); apply in_others in H, HI; exists i; tauto.
Qed.

Lemma arranged_safe : safe n t active r x -> safe n t active r (arranged n active r x).
Proof.
  intros S D (ND & ID & LD & a & A1 & A2 & A3) k K; destruct arranged_source as (p & P1 & P2).
  assert (forall j, In j D -> (0 <= j < n)%Z) as B by (intros j J; apply in_Zrange, ID, J).
  set (E := map p D); assert (over D (arranged n active r x) = over E x) as ->.
  { unfold over, E; rewrite map_map; f_equal; apply map_ext_in; intros j J; apply P1, B, J. }
  assert (NoDup E) as NE.
  { unfold E; clear - ND B P2; induction ND as [| b L NB NL IH]; cbn; constructor; [| apply IH; auto with datatypes].
    intros H; apply in_map_iff in H; destruct H as (c & HC & C); apply P2 in HC; [subst; tauto | |]; apply B; auto with datatypes. }
  assert (incl E (Zrange 0 n)) as IE
    by (intros j J; apply in_map_iff in J; destruct J as (i & <- & J); apply in_Zrange, P1, B, J).
  assert (Z.of_nat (length E) = n - t)%Z as LE by (unfold E; rewrite map_length; exact LD).
  destruct (P1 a A2) as (PA1 & PA2 & _); destruct (P1 k (B k K)) as (PK1 & PK2 & PK3).
  assert (~ In (p a) E) as NA.
  { intros H; apply in_map_iff in H; destruct H as (c & HC & C); apply P2 in HC; [subst; tauto | now apply B | exact A2]. }
  destruct (arranged_low k (B k K)) as (i & I1 & I2 & I3 & I4); rewrite PK3 in I4.
  apply Rle_trans with (1 := I3); destruct (in_dec Z.eq_dec i E) as [IN | OUT].
  - apply S; [| exact IN]; repeat split; auto; exists (p a); tauto.
  - destruct (in_split (p k) E (in_map p D k K)) as (E1 & E2 & EQ); rewrite EQ in *.
    apply Rle_trans with (over (i :: E1 ++ E2) x).
    + apply S; [| now left]; split; [| split; [| split]].
      * constructor; [| now apply NoDup_remove_1 in NE]; intros H; apply OUT; rewrite in_app_iff in *; cbn; tauto.
      * intros j [<- | J]; [apply in_Zrange, I1 | apply IE; rewrite in_app_iff in *; cbn; tauto].
      * rewrite <- LE; cbn; rewrite !app_length; cbn; lia.
      * destruct (in_dec Z.eq_dec k active) as [KA | KA].
        -- exists (p k); repeat split; try tauto; intros [-> | H]; [apply OUT; rewrite in_app_iff; cbn; tauto |].
           now apply NoDup_remove_2 in NE.
        -- exists (p a); repeat split; try tauto; intros [-> | H]; [tauto |]; apply NA; rewrite in_app_iff in *; cbn; tauto.
    + rewrite over_cons, !over_app, over_cons; lra.
Qed.

Lemma arranged_total : total n (arranged n active r x) = total n x.
Proof.
  assert (Permutation (Zrange 0 n) (active ++ others n active)) as P.
  { apply NoDup_Permutation; [apply NoDup_Zrange | |].
    - apply NoDup_app_intro; [exact N | apply others_NoDup |]; intros i A B; apply in_others in B; tauto.
    - intros i; rewrite in_app_iff, in_others, in_Zrange; split.
      + intros H; destruct (in_dec Z.eq_dec i active); tauto.
      + intros [H | H]; [apply in_Zrange, I, H | tauto]. }
  unfold total; rewrite !(over_permuted _ _ _ P), !over_app; f_equal.
  - rewrite (over_ext _ _ (placed r x active)); [unfold over; now apply sumR_permuted, placed_permuted |].
    intros i H; unfold arranged; now apply memZ_iff in H as ->.
  - rewrite (over_ext _ _ (placed r x (others n active))); [unfold over; apply sumR_permuted, placed_permuted, others_NoDup |].
    intros i H; apply in_others in H; unfold arranged; destruct (memZ i active) eqn:E; [apply memZ_iff in E; tauto | reflexivity].
Qed.
End Arranged.

Lemma sorted_NoDup l : StronglySorted Z.lt l -> NoDup l.
Proof.
  induction 1 as [| a l _ IH F]; constructor; auto; intros H; rewrite Forall_forall in F; specialize (F a H); lia.
Qed.

Lemma rows_listed n t active r x : (0 <= t <= n)%Z -> rows_hold n t active r (listed n x) <-> safe n t active (entry r) x.
Proof.
  intros T; rewrite rows_safe by exact T; split; apply safe_ext; intros i I; now rewrite listed_entry.
Qed.

(* Claim: tpmdp/lem-8 printed *)
Theorem lem_8 : tpmdp_lem_8.
Proof.
  intros n N t T1 T2 a A1 A2 A3 r L P x LX PX.
  assert (incl a (Zrange 0 n)) as I by (intros i H; apply in_Zrange; specialize (A3 i H); lia).
  assert (forall j G, In j G -> (0 <= rank (entry r) G j < Z.of_nat (length (values (entry x) G)))%Z) as B
    by (intros; rewrite values_length; now apply rank_bounds).
  repeat (split; [solve [bounds | intros; parts; specialize (A3 _ ltac:(eassumption)); lia
    | intros; match goal with H : In _ (filter _ _) |- _ => apply filter_In in H; destruct H as [H _] end; bounds
    | intros j J K; exact (B j a K) | intros j J K; apply (B j (others n a)), in_others; rewrite in_Zrange in J; tauto
    | intros; parts; rewrite map_length, length_Zrange; rewrite in_Zrange in *; lia] |]).
  intros H; change (rows_hold n t a r x) in H; apply (rows_safe n t a r x ltac:(lia)) in H.
  apply (arranged_safe n t a (entry r) (entry x) (sorted_NoDup a A2) I) in H.
  exact (proj2 (rows_listed n t a r _ ltac:(lia)) H).
Qed.

(* Claim: tpmdp/lem-4 printed *)
Theorem lem_4 : tpmdp_lem_4.
Proof.
  intros n N t T1 T2 r L P x LX PX.
  assert (forall j G, In j G -> (0 <= rank (entry r) G j < Z.of_nat (length (values (entry x) G)))%Z) as B
    by (intros; rewrite values_length; now apply rank_bounds).
  repeat (split; [solve [bounds | intros j J; exact (B j _ J)
    | intros; parts; rewrite map_length, length_Zrange; rewrite in_Zrange in *; lia] |]).
  intros H; change (rows_hold n t (Zrange 0 n) r x) in H; apply (rows_safe n t _ r x ltac:(lia)) in H.
  apply (arranged_safe n t _ (entry r) (entry x) (NoDup_Zrange 0 n) (incl_refl _)) in H.
  apply (safe_ext _ _ _ _ _ (placed (entry r) (entry x) (Zrange 0 n))) in H;
    [exact (proj2 (rows_listed n t _ r _ ltac:(lia)) H) |].
  intros i K; unfold arranged; apply in_Zrange, memZ_iff in K as ->; reflexivity.
Qed.
