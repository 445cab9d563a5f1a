(** Theorem 3 of TPMDP as corrected, first half: Alg. 3 is feasible for Eq. 6, and its total is Eq. 7. *)

From Coq Require Import QArith Qminmax Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Choice Coalitions Duality Ranking Allocation Rules.
Import ListNotations.
Open Scope Q_scope.

Section Instance.

Variables (t : nat) (required : list Q) (active : list bool).

Notation n := (length required).
Notation a := (active_count active).

Definition need (i : nat) : Q := nth i required 0.
Definition is_active (i : nat) : bool := nth i active false.

Hypothesis Hlen : length active = n.
Hypothesis Hreq : Forall (fun z => 0 <= z) required.

Lemma card_active : card n is_active = a.
Proof. rewrite <- Hlen. apply card_list. Qed.

(** ** The allocation, where noise is needed *)

Section Noise.

Hypothesis Ht : (1 <= t <= n - 1)%nat.
Hypothesis Ha : (1 <= a)%nat.

Let R := rule_of t required active.
Let L := level_of R required active.
Let share := L / Q_of (unit R).
Let x (i : nat) := nth i (allocate t required active) 0.
Let carries (i : nat) := all_carry (case R) || negb (is_active i).
Let lead := leads (all_lead (case R)) active.

Lemma R_sound : sound_rule n t a R.
Proof.
  apply rule_is_sound; [exact Ht|]. split; [exact Ha|].
  rewrite <- card_active. apply Nat.le_trans with (card n (fun _ => true)).
  - now apply card_le.
  - now rewrite card_all.
Qed.

Lemma unit_Q : 1 <= Q_of (unit R).
Proof. change 1 with (Q_of 1). apply Q_of_le, R_sound. Qed.

Lemma share_spec : Q_of (unit R) * share == L.
Proof. assert (H := unit_Q). unfold share. field. lra. Qed.

Lemma rank_in_leaders : (rank R - 1 < length (leaders (all_lead (case R)) required active))%nat.
Proof.
  destruct R_sound as [_ _ Hpos _ Hrank _ Hone _ _]. rewrite length_leaders by exact Hlen.
  destruct (all_lead (case R)) eqn:E.
  - rewrite (card_ext n _ (fun _ => true)) by reflexivity. rewrite card_all. lia.
  - rewrite (card_ext n _ (fun i => negb (is_active i))) by reflexivity.
    assert (H := card_negb n is_active). rewrite card_active, (Hone eq_refl) in H. lia.
Qed.

Lemma L_nonneg : 0 <= L.
Proof.
  apply level_nonneg; [now apply leaders_nonneg|]. assert (H := rank_in_leaders). lia.
Qed.

Lemma share_nonneg : 0 <= share.
Proof. assert (H1 := share_spec). assert (H2 := unit_Q). assert (H3 := L_nonneg). nra. Qed.

(** Carriers share the level; whoever exceeds the level adds the excess. *)
Lemma topped_up z :
  (if Qle_bool z L then share else z - Q_of (unit R - 1) * share) == share + pos (z - L).
Proof.
  assert (Hs := share_spec). assert (Hu := Q_of_minus (unit R) 1 (unit_pos _ _ _ _ R_sound)).
  change (Q_of 1) with 1 in Hu. destruct (Qle_bool z L) eqn:E.
  - apply Qle_bool_iff in E. destruct (pos_cases (z - L)) as [[H ->]|[H ->]]; lra.
  - assert (L < z) by (apply exceeds_spec; unfold exceeds; now rewrite E).
    rewrite Hu. destruct (pos_cases (z - L)) as [[H1 ->]|[H1 ->]]; lra.
Qed.

Lemma variance_spec i : (i < n)%nat ->
  x i == (if carries i then share else 0) + (if lead i then pos (need i - L) else 0).
Proof.
  intros Hi. destruct R_sound as [_ _ Hrank _ _ _ _ _ Hfamily].
  unfold x, allocate. fold R L. replace (rank R =? 0)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
  rewrite (nth_indep _ 0 (variance R L (0, false))) by (rewrite map_length, combine_length; lia).
  rewrite map_nth, combine_nth by now rewrite Hlen.
  unfold variance, carries, lead, leads. fold (need i) (is_active i) share. assert (Hup := topped_up (need i)).
  revert Hfamily Hup.
  destruct (all_carry (case R)), (all_lead (case R)), (is_active i);
    simpl; intros Hfamily Hup; try (destruct Hfamily as [_ [_ [_ H]]]; discriminate H); unfold pos in *; lra.
Qed.

Lemma variance_nonneg : nonnegative n x.
Proof.
  intros i Hi. rewrite variance_spec by exact Hi. assert (H1 := share_nonneg).
  assert (H2 := pos_nonneg (need i - L)). destruct (carries i), (lead i); lra.
Qed.

(** *** Feasible: every outside has at least [unit] carriers, and every party outside leads. *)

Lemma outside_misses_active group :
  sees_result n is_active group -> (card n (fun i => negb (group i) && is_active i) + 1 <= a)%nat.
Proof.
  intros [v [Hv [Av Gv]]]. rewrite <- card_active, (card_split n is_active group).
  assert (0 < card n (fun i => is_active i && group i))%nat by (apply card_pos with v; [exact Hv|now rewrite Av]).
  rewrite (card_ext n (fun i => negb (group i) && is_active i) (fun i => is_active i && negb (group i))); [lia|].
  intros i _. apply andb_comm.
Qed.

Lemma outside_has_carriers group :
  card n group = t -> sees_result n is_active group ->
  (unit R <= card n (fun i => negb (group i) && carries i))%nat.
Proof.
  intros Hg Hsees. destruct R_sound as [_ _ _ _ _ _ _ _ Hfamily].
  assert (H1 := card_negb n group). assert (H2 := outside_misses_active group Hsees).
  assert (H3 := card_split n (fun i => negb (group i)) is_active). unfold carries.
  destruct (all_carry (case R)).
  - destruct Hfamily as [-> _].
    rewrite (card_ext n _ (fun i => negb (group i))) by (intros; apply andb_true_r). lia.
  - rewrite (card_ext n _ (fun i => negb (group i) && negb (is_active i))) by reflexivity. lia.
Qed.

Lemma outside_leads group j :
  (j < n)%nat -> group j = false -> sees_result n is_active group -> lead j = true.
Proof.
  intros Hj Gj Hsees. destruct R_sound as [_ _ _ _ _ _ Hone _ _]. unfold lead, leads.
  fold (is_active j). destruct (all_lead (case R)); [reflexivity|].
  apply negb_true_iff, not_true_iff_false. intros Aj. assert (H := outside_misses_active group Hsees).
  assert (0 < card n (fun i => negb (group i) && is_active i))%nat; [|specialize (Hone eq_refl); lia].
  apply card_pos with j; [exact Hj|now rewrite Gj, Aj].
Qed.

Lemma allocation_is_feasible : feasible n is_active need t x.
Proof.
  split; [exact variance_nonneg|]. intros group j Hj Gj Hg Hsees.
  assert (Hlead := outside_leads group j Hj Gj Hsees).
  assert (Hcount := outside_has_carriers group Hg Hsees). apply Q_of_le in Hcount.
  set (excess := fun i => if negb (group i) && lead i then pos (need i - L) else 0).
  assert (E : outside n x group == share * Q_of (card n (fun i => negb (group i) && carries i)) + Sum n excess).
  { rewrite card_Sum, <- Sum_scale, <- Sum_plus. apply Sum_ext. intros i Hi. unfold excess, ind.
    assert (Hv := variance_spec i Hi). revert Hv. destruct (group i), (carries i), (lead i); simpl; lra. }
  assert (He : excess j <= Sum n excess).
  { apply Sum_ge_term; [exact Hj|]. intros i _. unfold excess. assert (H := pos_nonneg (need i - L)).
    destruct (negb (group i) && lead i); lra. }
  unfold excess in He at 1. rewrite Gj, Hlead in He. simpl in He.
  assert (Hp := pos_ge (need j - L)). assert (Hs := share_nonneg). assert (Hl := share_spec).
  rewrite E. nra.
Qed.

(** *** The total *)

Let Y := Q_of (carriers R) / Q_of (unit R).

Lemma Y_spec : Q_of (unit R) * Y == Q_of (carriers R).
Proof. assert (H := unit_Q). unfold Y. field. lra. Qed.

Let excess_total := Sum n (fun i => if lead i then pos (need i - L) else 0).

Lemma card_carries : card n carries = carriers R.
Proof.
  destruct R_sound as [_ _ _ _ _ _ _ _ Hfamily]. unfold carries. destruct (all_carry (case R)).
  - destruct Hfamily as [_ [-> _]]. rewrite (card_ext n _ (fun _ => true)) by reflexivity. apply card_all.
  - assert (H := card_negb n is_active). rewrite card_active in H.
    rewrite (card_ext n _ (fun i => negb (is_active i))) by reflexivity. lia.
Qed.

Lemma allocation_total : Sum n x == Y * L + excess_total.
Proof.
  transitivity (share * Q_of (card n carries) + excess_total).
  - rewrite card_Sum, <- Sum_scale. unfold excess_total. rewrite <- Sum_plus. apply Sum_ext. intros i Hi.
    rewrite variance_spec by exact Hi. unfold ind. destruct (carries i); lra.
  - rewrite card_carries, <- Y_spec. assert (H := share_spec). nra.
Qed.

Lemma eq7_total : optimal_total t required active == Y * L + excess_total.
Proof.
  destruct R_sound as [_ _ Hrank _ _ _ _ _ _]. assert (Hin := rank_in_leaders).
  unfold optimal_total. fold R L. replace (rank R =? 0)%nat with false by (symmetry; apply Nat.eqb_neq; lia).
  rewrite largest_by_level by (try apply leaders_nonneg; auto; lia). fold L Y.
  change (level_after (rank R - 1) (leaders (all_lead (case R)) required active)) with L.
  rewrite total_leaders by exact Hlen. fold lead excess_total.
  rewrite Q_of_minus by exact Hrank. change (Q_of 1) with 1. unfold excess_total, need. lra.
Qed.
End Noise.
End Instance.
