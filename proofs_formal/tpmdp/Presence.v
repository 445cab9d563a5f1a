(** How long the parties of an accepted schedule are present: the sums that weak duality needs. *)

From Coq Require Import QArith Lqa Lia ZArith List Bool FMapPositive.
From Optcheck.tpmdp Require Import Sums Ranking Schedule.
Import ListNotations.
Open Scope Q_scope.

Definition party_of (i : nat) : Z := Z.of_nat i.

Definition in_range (n : nat) (party : Z) : Prop := (0 <= party < Z.of_nat n)%Z.

(** The time that a party is present: the length of its place. *)
Definition length_at (found : places) (party : Z) : Z :=
  match PositiveMap.find (key party) found with Some (_, length) => length | None => 0%Z end.

Definition present (found : places) (i : nat) : Q := inject_Z (length_at found (party_of i)).

Lemma key_inj p q : (0 <= p)%Z -> (0 <= q)%Z -> key p = key q -> p = q.
Proof. unfold key. intros Hp Hq H. apply (f_equal Z.pos) in H. rewrite !Z2Pos.id in H by lia. lia. Qed.

Lemma length_at_add found p b l q : (0 <= p)%Z -> (0 <= q)%Z ->
  length_at (PositiveMap.add (key p) (b, l) found) q = if (q =? p)%Z then l else length_at found q.
Proof.
  intros Hp Hq. unfold length_at. destruct (Z.eqb_spec q p) as [->|Hne].
  - now rewrite PositiveMap.gss.
  - rewrite PositiveMap.gso; [reflexivity|]. intros E. apply Hne. now apply key_inj.
Qed.

Lemma length_at_fresh found p : PositiveMap.mem (key p) found = false -> length_at found p = 0%Z.
Proof. unfold length_at. rewrite PositiveMap.mem_find. now destruct (PositiveMap.find (key p) found). Qed.

(** Weighted presence is what the slots add up to. *)
Lemma present_after_add n c found p b l :
  in_range n p -> PositiveMap.mem (key p) found = false ->
  Sum n (fun i => c (party_of i) * present (PositiveMap.add (key p) (b, l) found) i)
  == Sum n (fun i => c (party_of i) * present found i) + c p * inject_Z l.
Proof.
  intros Hp Hfresh. set (j := Z.to_nat p).
  assert (Ej : party_of j = p) by (unfold party_of, j; apply Z2Nat.id; apply Hp).
  assert (Hj : (j < n)%nat) by (unfold j, in_range in *; lia).
  assert (E := Sum_update n (fun i => c (party_of i) * present found i) j (c p * inject_Z l) Hj). simpl in E.
  rewrite (Sum_ext n _ (fun i => if (i =? j)%nat then c p * inject_Z l else c (party_of i) * present found i)).
  - rewrite E. unfold present. rewrite Ej, (length_at_fresh found p Hfresh). change (inject_Z 0) with 0. lra.
  - intros i Hi. unfold present. rewrite length_at_add by (unfold party_of, in_range in *; lia).
    destruct (Nat.eqb_spec i j) as [->|Hne]; [rewrite Ej, Z.eqb_refl; reflexivity|].
    destruct (Z.eqb_spec (party_of i) p) as [Eq|_]; [|reflexivity].
    exfalso. apply Hne. unfold party_of, j in *. lia.
Qed.

Definition slots_total (c : Z -> Q) (l : list slot) : Q :=
  total (map (fun s => c (fst s) * inject_Z (slot_length s)) l).

Lemma lay_total n c l found result :
  Forall (fun s => in_range n (fst s)) l -> lay l found = Some result ->
  Sum n (fun i => c (party_of i) * present result i)
  == Sum n (fun i => c (party_of i) * present found i) + slots_total c l.
Proof.
  revert found. induction l as [|[p [b len]] l IH]; intros found Hrange H; simpl in H.
  - injection H as ->. unfold slots_total. simpl. change (total nil) with 0. lra.
  - inversion Hrange as [|? ? Hp Hl]; subst. destruct (PositiveMap.mem (key p) found) eqn:M; [discriminate|].
    rewrite (IH _ Hl H), present_after_add by assumption.
    unfold slots_total. rewrite total_map_cons. unfold slot_length at 2. simpl. lra.
Qed.

Lemma lay_lengths (P : Z -> Prop) l found result :
  (forall q b len, PositiveMap.find q found = Some (b, len) -> P len) ->
  Forall (fun s => P (slot_length s)) l -> lay l found = Some result ->
  forall q b len, PositiveMap.find q result = Some (b, len) -> P len.
Proof.
  revert found. induction l as [|[p [b len]] l IH]; intros found Hfound Hl H; simpl in H.
  - now injection H as <-.
  - inversion Hl as [|? ? Hp Hl']; subst. destruct (PositiveMap.mem (key p) found); [discriminate|].
    apply (IH _) with (2 := Hl') (3 := H). intros q b' len'.
    destruct (Pos.eq_dec q (key p)) as [->|Hne].
    + rewrite PositiveMap.gss. intros [= <- <-]. exact Hp.
    + rewrite PositiveMap.gso by exact Hne. apply Hfound.
Qed.

(** ** Tracks *)

Lemma zsum_cons z l : zsum (z :: l) = (z + zsum l)%Z.
Proof. reflexivity. Qed.

Lemma slots_range n unit last begin parties :
  Forall (in_range n) parties -> Forall (fun s => in_range n (fst s)) (slots unit last begin parties).
Proof.
  intros H. revert begin. induction H as [|p l Hp Hl IH]; intros begin; [constructor|].
  destruct l as [|q l]; [repeat constructor; apply Hp|]. refine (Forall_cons _ _ (IH _)). exact Hp.
Qed.

Lemma slots_lengths unit last begin parties :
  (0 <= last <= unit)%Z -> Forall (fun s => (0 <= slot_length s <= unit)%Z) (slots unit last begin parties).
Proof.
  intros Hlast. revert begin. induction parties as [|p l IH]; intros begin; [constructor|].
  destruct l as [|q l]; [constructor; [exact Hlast|constructor]|].
  refine (Forall_cons _ _ (IH _)). unfold slot_length. simpl. lia.
Qed.

Lemma slots_total_one l : slots_total (fun _ => 1) l == inject_Z (zsum (map slot_length l)).
Proof.
  unfold slots_total. induction l as [|s l IH]; [reflexivity|].
  rewrite total_map_cons, IH. cbn [map]. rewrite zsum_cons, inject_Z_plus. lra.
Qed.

Definition ind_of (active : Z -> bool) (p : Z) : Q := if active p then 1 else 0.

Lemma stretches_total active current l :
  inject_Z (zsum (stretches active current l)) == inject_Z current + slots_total (ind_of active) l.
Proof.
  revert current. induction l as [|s l IH]; intros current.
  - unfold slots_total. simpl. change (total nil) with 0. rewrite Z.add_0_r. lra.
  - unfold slots_total. rewrite total_map_cons. fold (slots_total (ind_of active) l). simpl.
    unfold ind_of at 1. destruct (active (fst s)).
    + rewrite IH, inject_Z_plus. lra.
    + rewrite zsum_cons, inject_Z_plus, IH. change (inject_Z 0) with 0. lra.
Qed.

Lemma ceiling_div_spec length horizon : (1 <= horizon)%Z -> (length <= horizon * ceiling_div length horizon)%Z.
Proof.
  intros H. unfold ceiling_div. assert (E := Z.mul_div_le (- length) horizon ltac:(lia)). lia.
Qed.

Lemma zsum_ceiling horizon l : (1 <= horizon)%Z ->
  (zsum l <= horizon * zsum (map (fun length => ceiling_div length horizon) l))%Z.
Proof.
  intros H. induction l as [|z l IH]; simpl; [lia|]. assert (E := ceiling_div_spec z horizon H).
  unfold zsum in *. lia.
Qed.

Lemma active_of_track active unit horizon T : (1 <= horizon)%Z ->
  slots_total (ind_of active) (track_slots unit T) <= inject_Z (horizon * meets active unit horizon T).
Proof.
  intros H. assert (E := stretches_total active 0 (track_slots unit T)). change (inject_Z 0) with 0 in E.
  assert (C := zsum_ceiling horizon (stretches active 0 (track_slots unit T)) H). rewrite Zle_Qle in C.
  unfold meets. lra.
Qed.

Lemma slots_total_tracks c unit T tracks :
  slots_total c (flat_map (track_slots unit) (T :: tracks))
  == slots_total c (track_slots unit T) + slots_total c (flat_map (track_slots unit) tracks).
Proof. unfold slots_total. cbn [flat_map]. now rewrite map_app, total_app. Qed.

Lemma tracks_total unit horizon tracks : forallb (track_ok unit horizon) tracks = true ->
  slots_total (fun _ => 1) (flat_map (track_slots unit) tracks) == inject_Z (zsum (map machines tracks) * horizon).
Proof.
  induction tracks as [|T tracks IH]; intros H; [reflexivity|].
  apply andb_true_iff in H as [HT H]. apply andb_true_iff in HT as [_ HT]. apply Z.eqb_eq in HT.
  rewrite slots_total_tracks, (IH H), slots_total_one, HT, <- inject_Z_plus. simpl. f_equiv. unfold zsum. lia.
Qed.

Lemma tracks_active active unit horizon tracks : (1 <= horizon)%Z ->
  slots_total (ind_of active) (flat_map (track_slots unit) tracks)
  <= inject_Z (horizon * zsum (map (meets active unit horizon) tracks)).
Proof.
  intros H. induction tracks as [|T tracks IH].
  { change (0 <= inject_Z (horizon * 0)). rewrite Z.mul_0_r. change (inject_Z 0) with 0. lra. }
  rewrite slots_total_tracks. assert (HT := active_of_track active unit horizon T H).
  cbn [map]. rewrite zsum_cons, Z.mul_add_distr_l, inject_Z_plus. lra.
Qed.
