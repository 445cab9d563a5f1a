(** How long each party of an accepted schedule leads: never longer than it is present. *)

From Coq Require Import QArith Qround Qminmax Qreduction Lqa Lia ZArith List Bool FMapPositive.
From Optcheck.tpmdp Require Import Sums Ranking Schedule Presence.
Import ListNotations.
Open Scope Q_scope.

(** ** Time on the circle

    [elapsed] is how long a party that begins at b and lasts for [length] has been present up to a time, counted over
    all rounds. It never falls, it grows by [length] in each round, and by the duration while the party leads. *)

Section Circle.

Variables (horizon begin length : Z).
Hypothesis Hhorizon : (1 <= horizon)%Z.
Hypothesis Hlength : (0 <= length <= horizon)%Z.

Notation H := (inject_Z horizon).

Definition round (now : Q) : Z := Qfloor ((now - inject_Z begin) / H).

Definition elapsed (now : Q) : Q := inject_Z (length * round now) + Qmin (inject_Z length) (late horizon now begin).

Lemma horizon_Q : 1 <= H.
Proof. change 1 with (inject_Z 1). rewrite <- Zle_Qle. exact Hhorizon. Qed.

Lemma late_spec now : now - inject_Z begin == H * inject_Z (round now) + late horizon now begin.
Proof. unfold late, round. rewrite inject_Z_mult. lra. Qed.

Lemma late_bounds now : 0 <= late horizon now begin < H.
Proof.
  assert (HH := horizon_Q). assert (E := late_spec now). unfold round in E.
  set (z := (now - inject_Z begin) / H) in *.
  assert (Hz : now - inject_Z begin == H * z) by (unfold z; field; lra).
  assert (F1 := Qfloor_le z). assert (F2 := Qlt_floor z). rewrite inject_Z_plus in F2. change (inject_Z 1) with 1 in F2.
  split; nra.
Qed.

Lemma round_mono a b : a <= b -> (round a <= round b)%Z.
Proof.
  intros Hab. unfold round. apply Qfloor_resp_le. assert (HH := horizon_Q).
  unfold Qdiv. apply Qmult_le_compat_r; [lra|]. apply Qinv_le_0_compat. lra.
Qed.

Lemma length_Q : 0 <= inject_Z length <= H.
Proof. change 0 with (inject_Z 0). rewrite <- !Zle_Qle. exact Hlength. Qed.

(** A later round counts for a full length at least. *)
Lemma elapsed_next_round a b : (round a < round b)%Z -> inject_Z (length * (round a + 1)) <= elapsed b.
Proof.
  intros Hr. unfold elapsed. assert (L := late_bounds b). assert (HL := length_Q).
  assert (M : 0 <= Qmin (inject_Z length) (late horizon b begin)) by (apply Q.min_glb; lra).
  assert (R : inject_Z (length * (round a + 1)) <= inject_Z (length * round b)) by (rewrite <- Zle_Qle; nia).
  lra.
Qed.

Lemma elapsed_grows now later : now <= later -> elapsed now <= elapsed later.
Proof.
  intros Hle. assert (Hr := round_mono now later Hle).
  assert (M1 := Q.le_min_l (inject_Z length) (late horizon now begin)).
  assert (M2 := Q.le_min_r (inject_Z length) (late horizon now begin)).
  destruct (Z.eq_dec (round now) (round later)) as [E|E].
  - unfold elapsed. rewrite <- E. assert (E1 := late_spec now). assert (E2 := late_spec later). rewrite <- E in E2.
    assert (Qmin (inject_Z length) (late horizon now begin) <= Qmin (inject_Z length) (late horizon later begin))
      by (apply Q.min_glb; lra).
    lra.
  - assert (N := elapsed_next_round now later ltac:(lia)).
    unfold elapsed at 1. rewrite Z.mul_add_distr_l, inject_Z_plus, Z.mul_1_r in N. lra.
Qed.

Lemma elapsed_while_leading now later duration :
  0 <= duration -> later == now + duration -> late horizon now begin + duration <= inject_Z length ->
  elapsed now + duration <= elapsed later.
Proof.
  intros Hd Hlater Hlead. assert (Hr := round_mono now later ltac:(lra)).
  assert (M2 := Q.le_min_r (inject_Z length) (late horizon now begin)).
  destruct (Z.eq_dec (round now) (round later)) as [E|E].
  - unfold elapsed. rewrite <- E. assert (E1 := late_spec now). assert (E2 := late_spec later). rewrite <- E in E2.
    assert (late horizon now begin + duration <= Qmin (inject_Z length) (late horizon later begin))
      by (apply Q.min_glb; lra).
    lra.
  - assert (N := elapsed_next_round now later ltac:(lia)).
    unfold elapsed at 1. rewrite Z.mul_add_distr_l, inject_Z_plus, Z.mul_1_r in N. lra.
Qed.

Lemma elapsed_in_a_round now stop : stop == now + H -> elapsed stop == elapsed now + inject_Z length.
Proof.
  intros E. assert (HH := horizon_Q).
  assert (B1 := late_bounds now). assert (B2 := late_bounds stop).
  assert (E1 := late_spec now). assert (E2 := late_spec stop).
  assert (R : round stop = (round now + 1)%Z).
  { set (d := (round stop - round now - 1)%Z).
    assert (Ed : inject_Z (round stop) == inject_Z d + inject_Z (round now) + 1).
    { change 1 with (inject_Z 1). rewrite <- !inject_Z_plus. unfold d. f_equiv. lia. }
    assert (inject_Z d < inject_Z 1) by (change (inject_Z 1) with 1; nra).
    assert (inject_Z (-1) < inject_Z d) by (change (inject_Z (-1)) with (-1); nra).
    rewrite <- Zlt_Qlt in *. lia. }
  rewrite R, inject_Z_plus in E2. change (inject_Z 1) with 1 in E2.
  assert (Lq : late horizon stop begin == late horizon now begin) by lra.
  unfold elapsed. rewrite R, Lq, Z.mul_add_distr_l, inject_Z_plus, Z.mul_1_r. lra.
Qed.

End Circle.

(** ** The walk of the leaders *)

Definition leading_time (leaders : list (Z * Q)) (party : Z) : Q :=
  total (map (fun leader => if (fst leader =? party)%Z then snd leader else 0) leaders).

Lemma leading_time_cons q d leaders party :
  leading_time ((q, d) :: leaders) party == (if (q =? party)%Z then d else 0) + leading_time leaders party.
Proof. apply total_map_cons. Qed.

Section Walk.

Variables (n : nat) (horizon : Z) (found : places).

(** One step of an accepted walk. *)
Lemma walk_step now q d leaders stop :
  walk (Z.of_nat n) horizon found now ((q, d) :: leaders) = Some stop ->
  exists begin length, PositiveMap.find (key q) found = Some (begin, length) /\ in_range n q /\ 0 < d
    /\ late horizon now begin + d <= inject_Z length
    /\ walk (Z.of_nat n) horizon found (Qplus' now d) leaders = Some stop.
Proof.
  simpl. destruct (PositiveMap.find (key q) found) as [[begin length]|]; [|discriminate].
  destruct (_ && _ && _ && _) eqn:C; [|discriminate]. intros Hw.
  apply andb_true_iff in C as [C Hlate]. apply andb_true_iff in C as [C Hd]. apply andb_true_iff in C as [H0 H1].
  apply Qle_bool_iff in Hlate. apply Z.leb_le in H0. apply Z.ltb_lt in H1.
  exists begin, length. repeat split; auto. apply exceeds_spec. exact Hd.
Qed.

Lemma walk_leaders now leaders stop : walk (Z.of_nat n) horizon found now leaders = Some stop ->
  Forall (fun leader => in_range n (fst leader) /\ 0 < snd leader) leaders
  /\ stop == now + total (map snd leaders).
Proof.
  revert now. induction leaders as [|[q d] leaders IH]; intros now Hw.
  - injection Hw as <-. split; [constructor|]. change (now == now + 0). lra.
  - destruct (walk_step now q d leaders stop Hw) as [b [l [_ [Hq [Hd [_ Hrest]]]]]].
    destruct (IH _ Hrest) as [Hall ->]. split; [now constructor|].
    rewrite total_map_cons. rewrite Qplus'_correct. simpl. lra.
Qed.

Lemma walk_absent now leaders stop party : walk (Z.of_nat n) horizon found now leaders = Some stop ->
  PositiveMap.find (key party) found = None -> leading_time leaders party == 0.
Proof.
  intros Hw Habsent. revert now Hw. induction leaders as [|[q d] leaders IH]; intros now Hw; [reflexivity|].
  destruct (walk_step now q d leaders stop Hw) as [b [l [Hfind [_ [_ [_ Hrest]]]]]].
  rewrite leading_time_cons, (IH _ Hrest). destruct (Z.eqb_spec q party) as [->|_]; [congruence|lra].
Qed.

Lemma walk_elapsed now leaders stop party begin length :
  (1 <= horizon)%Z -> (0 <= length <= horizon)%Z -> (0 <= party)%Z ->
  PositiveMap.find (key party) found = Some (begin, length) ->
  walk (Z.of_nat n) horizon found now leaders = Some stop ->
  elapsed horizon begin length now + leading_time leaders party <= elapsed horizon begin length stop.
Proof.
  intros Hh Hl Hp Hfind. revert now. induction leaders as [|[q d] leaders IH]; intros now Hw.
  - injection Hw as <-. change (leading_time [] party) with 0. lra.
  - destruct (walk_step now q d leaders stop Hw) as [b [l [Hq [Hrange [Hd [Hlate Hrest]]]]]].
    specialize (IH _ Hrest). rewrite leading_time_cons. assert (Enow := Qplus'_correct now d).
    destruct (Z.eqb_spec q party) as [->|_].
    + rewrite Hfind in Hq. injection Hq as <- <-.
      assert (G := elapsed_while_leading horizon begin length Hh Hl now (Qplus' now d) d ltac:(lra) Enow Hlate). lra.
    + assert (G := elapsed_grows horizon begin length Hh Hl now (Qplus' now d) ltac:(lra)). lra.
Qed.

(** Over one round nobody leads longer than it is present. *)
Theorem leads_while_present start leaders stop i :
  (1 <= horizon)%Z -> (forall q b l, PositiveMap.find q found = Some (b, l) -> (0 <= l <= horizon)%Z) ->
  walk (Z.of_nat n) horizon found start leaders = Some stop -> stop - start == inject_Z horizon ->
  leading_time leaders (party_of i) <= present found i.
Proof.
  intros Hh Hlengths Hw Hround. unfold present, length_at.
  destruct (PositiveMap.find (key (party_of i)) found) as [[b l]|] eqn:F.
  - specialize (Hlengths _ _ _ F).
    assert (E := walk_elapsed start leaders stop (party_of i) b l Hh Hlengths ltac:(unfold party_of; lia) F Hw).
    assert (R := elapsed_in_a_round horizon b l Hh start stop ltac:(lra)). lra.
  - rewrite (walk_absent start leaders stop (party_of i) Hw F). change (inject_Z 0) with 0. lra.
Qed.

End Walk.

(** Weighted leading times are what the leaders add up to. *)
Lemma leading_total n c leaders :
  Forall (fun leader => in_range n (fst leader) /\ 0 < snd leader) leaders ->
  Sum n (fun i => leading_time leaders (party_of i) * c (party_of i))
  == total (map (fun leader => c (fst leader) * snd leader) leaders).
Proof.
  induction 1 as [|[q d] leaders [Hq _] _ IH].
  - rewrite <- (Sum_zero n). apply Sum_ext. intros i _. change (leading_time [] (party_of i)) with 0. lra.
  - rewrite total_map_cons, <- IH. simpl. set (j := Z.to_nat q). unfold in_range in Hq. simpl in Hq.
    assert (Ej : party_of j = q) by (unfold party_of, j; apply Z2Nat.id; lia).
    assert (Hj : (j < n)%nat) by (unfold j; lia).
    rewrite (Sum_ext n _ (fun i => (if (i =? j)%nat then c q * d else 0)
      + leading_time leaders (party_of i) * c (party_of i))).
    + rewrite Sum_plus, (Sum_update n (fun _ => 0) j (c q * d) Hj), Sum_zero. lra.
    + intros i _. rewrite leading_time_cons. destruct (Nat.eqb_spec i j) as [->|Hne].
      * rewrite Ej, Z.eqb_refl. lra.
      * destruct (Z.eqb_spec q (party_of i)) as [E|_]; [|lra]. exfalso. apply Hne. unfold party_of, j in *. lia.
Qed.

Lemma leading_nonneg n leaders party :
  Forall (fun leader => in_range n (fst leader) /\ 0 < snd leader) leaders -> 0 <= leading_time leaders party.
Proof.
  induction 1 as [|[q d] leaders [_ Hd] _ IH]; [unfold leading_time; simpl; lra|].
  rewrite leading_time_cons. simpl in Hd. destruct (q =? party)%Z; lra.
Qed.
