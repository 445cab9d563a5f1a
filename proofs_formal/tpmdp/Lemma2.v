(** Alg. 2 and Lemma 2: the paper's variances are feasible and of least total. *)

From Coq Require Import QArith Qminmax Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions Ranking Allocation Rules Feasibility Theorem3.
From Optcheck.tpmdp Require Import Eq7 Lemma1 Alg3 TwoLargest.
Import ListNotations.
Open Scope Q_scope.

(** Feasible for Eq. 6, and no feasible variances have a smaller total. *)
Definition optimal (t : nat) (required : list Q) (active : list bool) (xs : list Q) : Prop :=
  let n := length required in
  let x i := nth i xs 0 in
  feasible n (is_active active) (need required) t x
  /\ forall z, feasible n (is_active active) (need required) t z -> Sum n x <= Sum n z.

(** The two ways to write a carrier's variance. *)
Lemma two_forms u r L : (1 <= u)%nat ->
  (if Qle_bool r L then 1 / Q_of u * L else r - Q_of (u - 1) / Q_of u * L)
  == (if Qle_bool r L then L / Q_of u else r - Q_of (u - 1) * (L / Q_of u)).
Proof.
  intros Hu. apply Q_of_le in Hu. change (Q_of 1) with 1 in Hu. destruct (Qle_bool r L); field; lra.
Qed.

Section Instance.

Variables (t : nat) (required : list Q) (active : list bool).
Notation n := (length required).
Notation a := (active_count active).
Hypothesis Hlen : length active = n.
Hypothesis Hreq : Forall (fun z => 0 <= z) required.
Hypothesis Ht : (1 <= t <= n - 1)%nat.

Let R := rule_of t required active.
Let L := level_of R required active.

Lemma nth_parties f i : (i < n)%nat ->
  nth i (map f (combine required active)) 0 = f (need required i, is_active active i).
Proof.
  intros Hi. rewrite (nth_indep _ 0 (f (0, false))) by (rewrite map_length, combine_length; lia).
  rewrite map_nth, combine_nth by now rewrite Hlen. reflexivity.
Qed.

(** Variances that agree with [allocate] are optimal. *)
Lemma optimal_like_allocate f : rank R <> O ->
  (forall i, (i < n)%nat ->
    f (need required i, is_active active i) == variance R L (need required i, is_active active i)) ->
  optimal t required active (map f (combine required active)).
Proof.
  intros Hrank Hf. destruct (theorem3_allocation_is_optimal t required active Hlen Hreq ltac:(lia)) as [Hfeas [Hmin _]].
  assert (E : forall i, (i < n)%nat -> sigma t required active i == nth i (map f (combine required active)) 0).
  { intros i Hi. unfold sigma, allocate. fold R L. apply Nat.eqb_neq in Hrank. rewrite Hrank.
    rewrite !nth_parties by exact Hi. now rewrite Hf. }
  split.
  - revert Hfeas. apply feasible_ext; auto. reflexivity.
  - intros z Hz. rewrite <- (Sum_ext n _ _ E). now apply Hmin.
Qed.

(** Subcases 1 and 3. *)
Lemma alg2_is_optimal : subcase_1 n t a \/ subcase_3 n t a ->
  optimal t required active (map (fun party => alg2_variance n t required (fst party)) (combine required active)).
Proof.
  intros Hcase. destruct (rule_1_and_3 n t a Ht Hcase) as [c [E [Hl Hc]]].
  assert (ER : R = ranked c (n - t) n n) by exact E.
  assert (EL : L = nth_largest (xi n t) required).
  { unfold L, level_of. rewrite ER. simpl. rewrite Hl, leaders_true, <- xi_is_rank by auto. reflexivity. }
  apply optimal_like_allocate.
  - rewrite ER. simpl. lia.
  - intros i _. unfold alg2_variance, variance. rewrite <- EL, ER. simpl. rewrite Hc. apply two_forms. lia.
Qed.

(** *** One colluder: equal shares of a number that reaches every requirement that counts *)

Lemma equal_shares_are_feasible (f : Q * bool -> Q) lam :
  t = 1%nat -> (1 <= a < n)%nat -> all_carry (case R) = false -> 0 <= lam ->
  (forall j, (j < n)%nat -> leads (all_lead (case R)) active j = true -> need required j <= lam) ->
  (forall i, (i < n)%nat ->
    f (need required i, is_active active i) == if is_active active i then 0 else lam / Q_of (n - a)) ->
  feasible n (is_active active) (need required) t (fun i => nth i (map f (combine required active)) 0)
  /\ Sum n (fun i => nth i (map f (combine required active)) 0) == lam.
Proof.
  intros Et Ha Hcarry Hlam Hneed Hf.
  assert (Hu : 1 <= Q_of (n - a)) by (change 1 with (Q_of 1); apply Q_of_le; lia).
  assert (Hshare : lam / Q_of (n - a) * Q_of (n - a) == lam) by (field; lra).
  assert (Hs0 : 0 <= lam / Q_of (n - a)) by (apply Qle_shift_div_l; lra).
  set (inact := fun i => negb (is_active active i)).
  assert (Hx : forall i, (i < n)%nat ->
    nth i (map f (combine required active)) 0 == lam / Q_of (n - a) * ind (inact i)).
  { intros i Hi. rewrite nth_parties, Hf by exact Hi. unfold inact, ind.
    destruct (is_active active i); simpl; lra. }
  split; [split|].
  - intros i Hi. rewrite Hx by exact Hi. unfold ind. destruct (inact i); nra.
  - intros g j Hj Gj Hg Hsees.
    assert (Hcount := outside_has_carriers t required active Hlen Ht ltac:(lia) g Hg Hsees).
    assert (Hlead := outside_leads t required active Hlen Ht ltac:(lia) g j Hj Gj Hsees).
    fold R in Hcount, Hlead. rewrite Hcarry in Hcount. simpl in Hcount.
    assert (Hunit : (unit R + t + a = n + 1)%nat).
    { assert (S := family _ _ _ _ (R_sound t required active Hlen Ht ltac:(lia))). fold R in S.
      rewrite Hcarry in S. tauto. }
    assert (E : outside n (fun i => nth i (map f (combine required active)) 0) g
      == lam / Q_of (n - a) * Q_of (card n (fun i => negb (g i) && inact i))).
    { rewrite card_Sum, <- Sum_scale. apply Sum_ext. intros i Hi. specialize (Hx i Hi). unfold ind in *.
      destruct (g i), (inact i); simpl; lra. }
    rewrite E. specialize (Hneed j Hj Hlead).
    assert (Q_of (n - a) <= Q_of (card n (fun i => negb (g i) && inact i))); [|nra].
    apply Q_of_le. unfold inact. lia.
  - rewrite (Sum_ext n _ _ Hx), Sum_scale, <- card_Sum.
    assert (Hc := card_negb n (is_active active)). rewrite (card_active required active Hlen) in Hc.
    replace (card n inact) with (n - a)%nat by (unfold inact; lia). exact Hshare.
Qed.

Lemma equal_shares_are_optimal (f : Q * bool -> Q) lam :
  t = 1%nat -> (1 <= a < n)%nat -> all_carry (case R) = false -> 0 <= lam ->
  (forall j, (j < n)%nat -> leads (all_lead (case R)) active j = true -> need required j <= lam) ->
  (forall i, (i < n)%nat ->
    f (need required i, is_active active i) == if is_active active i then 0 else lam / Q_of (n - a)) ->
  lam <= optimal_total t required active ->
  optimal t required active (map f (combine required active)).
Proof.
  intros Et Ha Hcarry Hlam Hneed Hf Hopt.
  destruct (equal_shares_are_feasible f lam Et Ha Hcarry Hlam Hneed Hf) as [Hfeas Hsum].
  split; [exact Hfeas|]. intros z Hz. rewrite Hsum.
  destruct (optimal_total_is_least t required active Hlen Hreq Ht _ (Qeq_refl _)) as [_ Hleast].
  specialize (Hleast z Hz). lra.
Qed.

(** *** The requirements of the inactive and of the active parties *)

Lemma in_leaders all flags i : length flags = n -> (i < n)%nat -> leads all flags i = true ->
  In (need required i) (leaders all required flags).
Proof.
  intros Hf Hi Hlead. unfold leaders, need. apply in_map_iff. exists (nth i (combine required flags) (0, false)).
  rewrite combine_nth by auto. split; [reflexivity|]. apply filter_In. split; [|exact Hlead].
  rewrite <- combine_nth by auto. apply nth_In. rewrite combine_length. lia.
Qed.

Lemma nth_negb i : (i < n)%nat -> nth i (map negb active) false = negb (is_active active i).
Proof.
  intros Hi. rewrite (nth_indep _ false (negb false)) by (rewrite map_length; lia). apply map_nth.
Qed.

Lemma inactive_need i : (i < n)%nat -> is_active active i = false ->
  In (need required i) (inactive_needs required active).
Proof. intros Hi Ai. apply in_leaders; auto. unfold leads. fold (is_active active i). now rewrite Ai. Qed.

Lemma active_need i : (i < n)%nat -> is_active active i = true ->
  In (need required i) (active_needs required active).
Proof.
  intros Hi Ai. apply in_leaders; [now rewrite map_length|exact Hi|]. unfold leads. now rewrite nth_negb, Ai.
Qed.

Lemma length_minus : length (inactive_needs required active) = (n - a)%nat.
Proof.
  unfold inactive_needs. rewrite length_leaders by exact Hlen.
  assert (H := card_negb n (is_active active)). rewrite (card_active required active Hlen) in H.
  rewrite (card_ext n _ (fun i => negb (is_active active i))) by reflexivity. lia.
Qed.

Lemma length_plus : length (active_needs required active) = a.
Proof.
  unfold active_needs. rewrite length_leaders by now rewrite map_length.
  rewrite <- (card_active required active Hlen). apply card_ext. intros i Hi. unfold leads.
  rewrite nth_negb by exact Hi. apply negb_involutive.
Qed.

(** *** Lemma 2 *)

Lemma row_2_single : t = 1%nat -> row_2 t required active == nth_largest 1 (inactive_needs required active).
Proof.
  intros Et. unfold row_2. rewrite Et, xi_one_single by lia. simpl.
  change (largest 0 (inactive_needs required active)) with 0. change (Q_of 1) with 1.
  assert (Hn := outside_count_Q n t Ht). rewrite Et in Hn. change (Q_of 1) with 1 in Hn.
  assert (D : (2 * Q_of n - 1 - 1) / (Q_of n - 1) == 2) by (field; lra). rewrite D. lra.
Qed.

(* Claim: tpmdp/lem-2 printed *)
Theorem lemma2 : subcase_2 n t a ->
  optimal t required active (map (lemma2_variance t required active) (combine required active)).
Proof.
  intros Ha. unfold subcase_2 in Ha.
  assert (ER : R = ranked OneActive (n - t) (n - 1) (n - 1)) by (unfold R, rule_of; rewrite Ha; apply rule_2; lia).
  destruct (Nat.eq_dec t 1) as [Et|Et].
  - apply (equal_shares_are_optimal _ (nth_largest 1 (inactive_needs required active))); try rewrite ER; auto.
    + lia.
    + apply level_nonneg; [now apply minus_nonneg|lia].
    + intros j Hj Hlead. apply largest_is_largest; [now apply minus_nonneg|]. apply inactive_need; auto.
      unfold leads in Hlead. now apply negb_true_iff in Hlead.
    + intros i Hi. unfold lemma2_variance. simpl. rewrite Et, Ha. destruct (is_active active i); [reflexivity|].
      assert (Hn := outside_count_Q n t Ht). rewrite Et in Hn. rewrite Q_of_minus by lia. simpl. field. lra.
    + rewrite (one_active_total t required active Hlen Ht Ha), row_2_single by exact Et. lra.
  - assert (EL : L = nth_largest (xi (n - 1) (t - 1)) (inactive_needs required active)).
    { unfold L, level_of. rewrite ER. simpl. rewrite xi_is_rank by lia.
      replace (n - 1 - (t - 1))%nat with (n - t)%nat by lia. reflexivity. }
    apply optimal_like_allocate; [rewrite ER; simpl; lia|].
    intros i _. unfold lemma2_variance, variance. rewrite ER.
    replace (2 <=? t)%nat with true by (symmetry; apply Nat.leb_le; lia). simpl.
    destruct (is_active active i); simpl; [reflexivity|].
    unfold alg2_variance. rewrite <- EL. replace (n - 1 - (t - 1))%nat with (n - t)%nat by lia. apply two_forms. lia.
Qed.

End Instance.

(** Alg. 2, everyone active. *)
(* Claim: tpmdp/alg-2 printed *)
Theorem alg2_everyone t required :
  Forall (fun z => 0 <= z) required -> (1 <= t <= length required - 1)%nat ->
  optimal t required (everyone required) (alg2 t required).
Proof.
  intros Hreq Ht.
  assert (E : alg2 t required
    = map (fun party => alg2_variance (length required) t required (fst party)) (combine required (everyone required))).
  { unfold alg2, everyone. generalize (alg2_variance (length required) t required) as f. intros f.
    clear. induction required as [|r l IH]; simpl; [reflexivity|now rewrite IH]. }
  rewrite E. apply alg2_is_optimal; auto.
  - unfold everyone. now rewrite map_length.
  - left. unfold subcase_1. rewrite count_everyone. lia.
Qed.
