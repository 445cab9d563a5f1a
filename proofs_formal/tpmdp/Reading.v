(** What the check of [Certificate] reads is what the certificate says. *)

From Coq Require Import QArith Qreduction Lqa Lia ZArith List Bool FMapPositive.
From Optcheck.tpmdp Require Import Sums Schedule Presence Certificate.
Import ListNotations.
Open Scope Q_scope.

Definition in_run (party : Z) (run : Z * Z) : bool := ((fst run <=? party) && (party <? snd run))%Z.

Lemma in_iota count from p : In p (iota count from) <-> (from <= p < from + Z.of_nat count)%Z.
Proof.
  revert from. induction count as [|k IH]; intros from; simpl; [lia|].
  rewrite IH. lia.
Qed.

Lemma nth_iota count from i d : (i < count)%nat -> nth i (iota count from) d = (from + Z.of_nat i)%Z.
Proof.
  revert from i. induction count as [|k IH]; intros from [|i] Hi; simpl iota; try lia; simpl nth; [lia|].
  rewrite IH by lia. lia.
Qed.

Lemma length_iota count from : length (iota count from) = count.
Proof. revert from. induction count as [|k IH]; intros from; simpl; [reflexivity|now rewrite IH]. Qed.

Lemma read_runs_parties n runs l : read_runs n runs = Some l ->
  (forall p, In p l -> (0 <= p < n)%Z) /\ forall p, In p l <-> existsb (in_run p) runs = true.
Proof.
  unfold read_runs. destruct (forallb (run_ok n) runs) eqn:Hok; [|discriminate]. intros [= <-].
  rewrite forallb_forall in Hok.
  assert (Hrun : forall r p, In r runs -> (In p (run_parties r) <-> in_run p r = true)).
  { intros r p Hr. specialize (Hok r Hr). unfold run_ok in Hok. unfold run_parties, in_run. rewrite in_iota.
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in *. lia. }
  split.
  - intros p Hp. apply in_flat_map in Hp as [r [Hr Hp]]. apply (Hrun r p Hr) in Hp.
    specialize (Hok r Hr). unfold run_ok, in_run in *. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in *. lia.
  - intros p. rewrite in_flat_map, existsb_exists. split; intros [r [Hr Hp]]; exists r; split; auto; now apply Hrun.
Qed.

Lemma party_set_spec l p : (0 <= p)%Z -> (forall q, In q l -> (0 <= q)%Z) ->
  PositiveMap.mem (key p) (party_set l) = true <-> In p l.
Proof.
  intros Hp. induction l as [|q l IH]; intros Hl; simpl.
  - rewrite PositiveMap.mem_find, PositiveMap.gempty. intuition discriminate.
  - rewrite PositiveMap.mem_find. assert (Hq : (0 <= q)%Z) by auto with datatypes.
    destruct (Z.eq_dec q p) as [->|Hne]; [rewrite PositiveMap.gss; tauto|].
    rewrite PositiveMap.gso by (intros E; apply Hne; symmetry; now apply key_inj).
    rewrite <- PositiveMap.mem_find, IH by auto with datatypes. tauto.
Qed.

Lemma index_spec l place q : (place <= q)%positive ->
  PositiveMap.find q (index_from place l) = nth_error l (Pos.to_nat q - Pos.to_nat place).
Proof.
  revert place. induction l as [|z l IH]; intros place Hq; simpl.
  - rewrite PositiveMap.gempty. now destruct (Pos.to_nat q - Pos.to_nat place)%nat.
  - destruct (Pos.eq_dec q place) as [->|Hne]; [now rewrite PositiveMap.gss, Nat.sub_diag|].
    rewrite PositiveMap.gso, IH by (auto; lia).
    replace (Pos.to_nat q - Pos.to_nat place)%nat with (S (Pos.to_nat q - Pos.to_nat (Pos.succ place))) by lia.
    reflexivity.
Qed.

Lemma value_at_spec l i : value_at (index_from 1 l) (party_of i) = nth i l 0.
Proof.
  unfold value_at. rewrite index_spec by lia.
  replace (Pos.to_nat (key (party_of i)) - Pos.to_nat 1)%nat with i by (unfold key, party_of; lia).
  destruct (nth_error l i) eqn:E; [now rewrite (nth_error_nth l i 0 E)|].
  symmetry. apply nth_overflow. now apply nth_error_None.
Qed.

Lemma nth_over d l i : nth i (over d l) 0 == nth i l 0 / inject_Z d.
Proof.
  unfold over. destruct (Nat.lt_ge_cases i (length l)) as [H|H].
  - rewrite (nth_indep _ 0 (Qred (0 / inject_Z d))) by now rewrite map_length.
    rewrite (map_nth (fun z => Qred (z / inject_Z d))). apply Qred_correct.
  - rewrite !nth_overflow by (rewrite ?map_length; exact H). unfold Qdiv. lra.
Qed.

Lemma read_repeated_spec length_ runs l : read_repeated length_ runs = Some l ->
  l = written_out runs /\ Z.of_nat (length l) = length_.
Proof.
  unfold read_repeated. destruct (_ && _) eqn:Hok; [|discriminate]. intros [= <-]. split; [reflexivity|].
  apply andb_true_iff in Hok as [Hcounts Hsum]. apply Z.eqb_eq in Hsum. rewrite <- Hsum. clear Hsum.
  unfold written_out. induction runs as [|[v k] runs IH]; [reflexivity|].
  simpl in *. apply andb_true_iff in Hcounts as [Hk Hcounts]. apply Z.leb_le in Hk. simpl in Hk.
  rewrite app_length, repeat_length, Nat2Z.inj_add, (IH Hcounts). unfold zsum. lia.
Qed.

Lemma read_tracks_range n l result : read_tracks (Z.of_nat n) l = Some result ->
  Forall (fun T => Forall (in_range n) (members T)) result.
Proof.
  revert result. induction l as [|T l IH]; intros result H; simpl in H; [injection H as <-; constructor|].
  destruct (read_runs (Z.of_nat n) (track_runs T)) as [ps|] eqn:R; [|discriminate].
  destruct (read_tracks (Z.of_nat n) l) as [rest|]; [|discriminate]. injection H as <-.
  constructor; [|now apply IH]. simpl. apply Forall_forall. intros p Hp.
  destruct (read_runs_parties _ _ _ R) as [Hr _]. apply Hr, Hp.
Qed.

Lemma nonnegative_over d l : (1 <= d)%Z -> nonnegative_all l = true -> Forall (fun z => 0 <= z) (over d l).
Proof.
  intros Hd H. unfold nonnegative_all in H. rewrite forallb_forall in H. unfold over.
  apply Forall_forall. intros z Hz. apply in_map_iff in Hz as [v [<- Hv]]. rewrite Qred_correct.
  specialize (H v Hv). apply Qle_bool_iff in H. apply Qle_shift_div_l; [|lra].
  change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia.
Qed.
