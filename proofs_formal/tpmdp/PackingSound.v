(** Soundness of the packing certificate: the bound of an accepted schedule is at most every feasible total. *)

From Coq Require Import QArith Qreduction Lqa Lia ZArith List Bool FMapPositive.
From Optcheck.tpmdp Require Import Sums Coalitions Duality Ranking Schedule Presence Leading.
Import ListNotations.
Open Scope Q_scope.

(** A packing over a horizon of positive length needs colluders and an active party. *)
Lemma packing_needs_colluders n t active y w :
  packing n t active y w -> 0 < Sum n y -> (1 <= t)%nat /\ (1 <= card n active)%nat.
Proof.
  intros [Hy [Hw [Htotal Hactive]]] HY. set (W := Sum n (fun i => if active i then w i else 0)) in *.
  assert (W0 : 0 <= W).
  { apply Sum_nonneg. intros i Hi. specialize (Hy i Hi). destruct (active i); lra. }
  assert (Hsplit : Sum n w <= W + (Q_of n - Q_of (card n active)) * Sum n y).
  { assert (E : Q_of n - Q_of (card n active) == Sum n (fun i => 1 - ind (active i))).
    { rewrite card_Sum. rewrite <- (card_all n) at 1. rewrite card_Sum.
      assert (P := Sum_plus n (fun i => 1 - ind (active i)) (fun i => ind (active i))).
      rewrite (Sum_ext n (fun i => 1 - ind (active i) + ind (active i)) (fun _ => ind true)) in P; [lra|].
      intros i _. unfold ind. destruct (active i); lra. }
    rewrite E, Qmult_comm, <- Sum_scale. unfold W. rewrite <- Sum_plus. apply Sum_le.
    intros i Hi. specialize (Hw i Hi). unfold ind. destruct (active i); lra. }
  split.
  - destruct t as [|t]; [exfalso|lia]. rewrite Nat.sub_0_r in Htotal. nra.
  - destruct (card n active) as [|a]; [exfalso|lia]. change (Q_of 0) with 0 in Hactive. lra.
Qed.

Section Sound.

Variables (n t : nat) (active : Z -> bool) (required : Z -> Q).
Variables (unit horizon : Z) (tracks : list track) (start : Q) (leaders : list (Z * Q)) (stop : Q) (found : places).

Let sees (i : nat) : bool := active (party_of i).
Let need (i : nat) : Q := required (party_of i).
Let a := card n sees.
Let y (i : nat) : Q := leading_time leaders (party_of i).
Let w (i : nat) : Q := present found i.

Hypothesis Ht : (t <= n - 1)%nat.
Hypothesis Hrange : Forall (fun T => Forall (in_range n) (members T)) tracks.
Hypothesis Htracks : tracks_ok (Z.of_nat n) (Z.of_nat t) (Z.of_nat a) active unit horizon tracks = true.
Hypothesis Hlay : lay (flat_map (track_slots unit) tracks) (PositiveMap.empty _) = Some found.
Hypothesis Hwalk : walk (Z.of_nat n) horizon found start leaders = Some stop.
Hypothesis Hround : stop - start == inject_Z horizon.

Lemma tracks_facts :
  (1 <= unit <= horizon)%Z /\ forallb (track_ok unit horizon) tracks = true
  /\ (zsum (map machines tracks) = Z.of_nat n - Z.of_nat t)%Z
  /\ (Z.min (zsum (map (meets active unit horizon) tracks)) (zsum (map machines tracks)) < Z.of_nat a)%Z.
Proof.
  unfold tracks_ok in Htracks. repeat (apply andb_true_iff in Htracks as [Htracks ?]).
  repeat match goal with
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H
  end. auto.
Qed.

Lemma slots_in_range : Forall (fun s => in_range n (fst s)) (flat_map (track_slots unit) tracks).
Proof.
  clear -Hrange. induction tracks as [|T l IH]; [constructor|]. inversion Hrange; subst.
  cbn [flat_map]. apply Forall_app. split; [now apply slots_range|now apply IH].
Qed.

Lemma slots_of_tracks : Forall (fun s => (0 <= slot_length s <= unit)%Z) (flat_map (track_slots unit) tracks).
Proof.
  destruct tracks_facts as [_ [Hok _]]. clear -Hok. induction tracks as [|T l IH]; [constructor|].
  apply andb_true_iff in Hok as [HT Hok]. cbn [flat_map]. apply Forall_app. split; [|now apply IH].
  apply slots_lengths. unfold track_ok in HT. repeat (apply andb_true_iff in HT as [HT ?]).
  repeat match goal with H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H end. lia.
Qed.

Lemma found_lengths q b l : PositiveMap.find q found = Some (b, l) -> (0 <= l <= unit)%Z.
Proof.
  apply (lay_lengths (fun l => (0 <= l <= unit)%Z)) with (2 := slots_of_tracks) (3 := Hlay).
  intros p b' l'. rewrite PositiveMap.gempty. discriminate.
Qed.

Lemma present_at_most_unit i : 0 <= w i <= inject_Z unit.
Proof.
  unfold w, present, length_at. change 0 with (inject_Z 0). rewrite <- !Zle_Qle.
  destruct tracks_facts as [Hu _].
  destruct (PositiveMap.find (key (party_of i)) found) as [[b l]|] eqn:F; [now apply found_lengths in F|lia].
Qed.

Lemma nobody_at_first c : Sum n (fun i => c (party_of i) * present (PositiveMap.empty _) i) == 0.
Proof.
  rewrite <- (Sum_zero n). apply Sum_ext. intros i _. unfold present, length_at. rewrite PositiveMap.gempty.
  change (inject_Z 0) with 0. lra.
Qed.

Lemma present_in_all : Sum n w == Q_of (n - t) * inject_Z horizon.
Proof.
  destruct tracks_facts as [_ [Hok [Hm _]]].
  assert (E := lay_total n (fun _ => 1) _ _ _ slots_in_range Hlay).
  rewrite (nobody_at_first (fun _ => 1)), (tracks_total unit horizon tracks Hok), Hm, inject_Z_mult in E.
  rewrite (Sum_ext n _ (fun i => 1 * present found i)) by (intros; unfold w; lra).
  rewrite E. unfold Q_of. rewrite Nat2Z.inj_sub by lia. lra.
Qed.

Lemma active_present : Sum n (fun i => if sees i then w i else 0) <= (Q_of a - 1) * inject_Z horizon.
Proof.
  destruct tracks_facts as [Hu [_ [Hm Hmost]]].
  assert (E := lay_total n (ind_of active) _ _ _ slots_in_range Hlay). rewrite (nobody_at_first (ind_of active)) in E.
  assert (Hact := tracks_active active unit horizon tracks ltac:(lia)).
  assert (E1 : Sum n (fun i => if sees i then w i else 0)
    == Sum n (fun i => ind_of active (party_of i) * present found i)).
  { apply Sum_ext. intros i _. unfold sees, w, ind_of. destruct (active (party_of i)); lra. }
  assert (E2 : Sum n (fun i => if sees i then w i else 0) <= Sum n w).
  { apply Sum_le. intros i _. assert (P := present_at_most_unit i). destruct (sees i); lra. }
  assert (Ea : (Q_of a - 1) * inject_Z horizon == inject_Z ((Z.of_nat a - 1) * horizon)).
  { rewrite inject_Z_mult. unfold Z.sub. rewrite inject_Z_plus. reflexivity. }
  rewrite Ea. rewrite present_in_all in E2.
  assert (En : Q_of (n - t) * inject_Z horizon == inject_Z (zsum (map machines tracks) * horizon)).
  { rewrite inject_Z_mult, Hm. unfold Q_of. rewrite Nat2Z.inj_sub by lia. reflexivity. }
  rewrite En in E2.
  destruct (Z.min_spec (zsum (map (meets active unit horizon) tracks)) (zsum (map machines tracks))) as [[_ M]|[_ M]];
    rewrite M in Hmost.
  - assert (L : inject_Z (horizon * zsum (map (meets active unit horizon) tracks))
      <= inject_Z ((Z.of_nat a - 1) * horizon)) by (rewrite <- Zle_Qle; nia). lra.
  - assert (L : inject_Z (zsum (map machines tracks) * horizon) <= inject_Z ((Z.of_nat a - 1) * horizon))
      by (rewrite <- Zle_Qle; nia). lra.
Qed.

Lemma horizon_led : Sum n y == inject_Z horizon.
Proof.
  destruct (walk_leaders n horizon found start leaders stop Hwalk) as [Hall Hstop].
  assert (E := leading_total n (fun _ => 1) leaders Hall).
  rewrite (Sum_ext n _ (fun i => leading_time leaders (party_of i) * 1)) by (intros; unfold y; lra).
  rewrite E. assert (Et : total (map (fun leader => 1 * snd leader) leaders) == total (map snd leaders)); [|lra].
  clear. induction leaders as [|l ls IH]; [reflexivity|]. rewrite !total_map_cons, IH. lra.
Qed.

Lemma schedule_is_packing : packing n t sees y w.
Proof.
  destruct tracks_facts as [Hu _]. rewrite !Zle_Qle in Hu.
  destruct (walk_leaders n horizon found start leaders stop Hwalk) as [Hall _].
  assert (HY := horizon_led). unfold packing. fold a. repeat split.
  - now apply leading_nonneg with n.
  - apply leads_while_present with n horizon start stop; auto; [now rewrite Zle_Qle; lra|].
    intros q b l F. apply found_lengths in F. destruct tracks_facts as [Hu' _]. lia.
  - intros i _. assert (P := present_at_most_unit i). lra.
  - rewrite HY. exact present_in_all.
  - rewrite HY. exact active_present.
Qed.

Lemma schedule_bounds x :
  feasible n sees need t x -> integral required leaders / inject_Z unit <= Sum n x.
Proof.
  intros Hx. destruct tracks_facts as [Hu _]. rewrite !Zle_Qle in Hu.
  assert (Hpack := schedule_is_packing).
  destruct (packing_needs_colluders n t sees y w Hpack) as [Ht1 Ha1].
  { rewrite horizon_led. change (inject_Z 1) with 1 in Hu. lra. }
  assert (B := packing_bounds_feasible n t sees need x Hx ltac:(lia) y w Hpack Ha1).
  destruct (walk_leaders n horizon found start leaders stop Hwalk) as [Hall _].
  assert (E := leading_total n required leaders Hall). fold (integral required leaders) in E.
  assert (Hw : Sum n (fun i => w i * x i) <= inject_Z unit * Sum n x).
  { rewrite <- Sum_scale. apply Sum_le. intros i Hi. destruct Hx as [Hx _]. specialize (Hx i Hi).
    assert (P := present_at_most_unit i). nra. }
  change (inject_Z 1) with 1 in Hu. apply Qle_shift_div_r; [lra|].
  unfold y, need in B. rewrite E in B. lra.
Qed.

End Sound.

(** What [packing_bound] accepts is a lower bound on every feasible total. *)
Theorem packing_bound_sound n t active required unit horizon tracks start leaders bound x :
  let sees i := active (party_of i) in
  (t <= n - 1)%nat -> Forall (fun T => Forall (in_range n) (members T)) tracks ->
  packing_bound (Z.of_nat n) (Z.of_nat t) (Z.of_nat (card n sees)) active required unit horizon tracks start leaders
    = Some bound ->
  feasible n sees (fun i => required (party_of i)) t x -> bound <= Sum n x.
Proof.
  intros sees Ht Hrange. unfold packing_bound. destruct (horizon =? 0)%Z.
  { intros [= <-] [Hx _]. now apply Sum_nonneg. }
  destruct (tracks_ok _ _ _ _ _ _ _) eqn:Htracks; [|discriminate].
  destruct (lay _ _) as [found|] eqn:Hlay; [|discriminate].
  destruct (walk _ _ _ _ _) as [stop|] eqn:Hwalk; [|discriminate].
  destruct (Qeq_bool _ _) eqn:Hround; [|discriminate]. apply Qeq_bool_iff in Hround.
  intros Hbound Hx. assert (E : bound == integral required leaders / inject_Z unit).
  { assert (bound = Qred (integral required leaders / inject_Z unit)) as -> by congruence. apply Qred_correct. }
  rewrite E.
  now apply (schedule_bounds n t active required unit horizon tracks (inject_Z start) leaders stop found).
Qed.
