(** Lemmas 9 and 11: the second active party against the t-th of the others. *)

From Coq Require Import Lra Lia FinFun.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides Cheapest SortedRows Conventions Optima Lemma8.

(** Lemma 9: where 2+ has at least as much as t-, coalitions without an active member are no worse. *)
Lemma high_second_safe n t u r x : sizes n t u -> by_group n u x -> x (u + t - 1)%Z <= x 1%Z ->
  safe n t (Zrange 0 u) r x -> safe n t (Zrange 0 n) r x.
Proof.
  intros (U & T & N) [F1 F2] C S D (ND & ID & LD & a & A1 & A2 & A3) j J.
  assert (forall L, (exists i, In i L /\ ~ In i D) \/ incl L D) as M.
  { induction L as [| i L IH]; [right; intros k [] |]; destruct (in_dec Z.eq_dec i D) as [H | H].
    - destruct IH as [(k & K & NK) | IH]; [left; exists k; auto with datatypes | right].
      intros k [<- | K]; auto.
    - left; exists i; auto with datatypes. }
  destruct (M (Zrange 0 u)) as [(i & I & NI) | IU].
  { apply S; [| exact J]; repeat split; auto; exists i; apply in_Zrange in I as B; repeat split; auto; lia. }
  destruct (M (Zrange (u + t - 1) n)) as [(i & I & NI) | IN].
  - apply in_Zrange in I; set (b := if Z.eqb j 0 then 1%Z else 0%Z).
    assert (0 <= b < 2 /\ b <> j)%Z as B by (unfold b; destruct (Z.eqb_spec j 0); lia).
    assert (In b D) as BD by (apply IU, in_Zrange; lia); destruct (in_split b D BD) as (D1 & D2 & EQ); rewrite EQ in *.
    apply Rle_trans with (over (i :: D1 ++ D2) x).
    + apply S.
      * split; [| split; [| split]].
        -- constructor; [| now apply NoDup_remove_1 in ND]; intros H; apply NI; rewrite in_app_iff in *; cbn; tauto.
        -- intros k [<- | K]; [apply in_Zrange; lia | apply ID; rewrite in_app_iff in *; cbn; tauto].
        -- rewrite <- LD; cbn; rewrite !app_length; cbn; lia.
        -- exists b; rewrite in_Zrange; repeat split; try lia; intros [E | H]; [lia | now apply NoDup_remove_2 in ND].
      * right; rewrite in_app_iff in *; destruct J as [J | [J | J]]; [tauto | lia | tauto].
    + rewrite over_cons, !over_app, over_cons; assert (x i <= x (u + t - 1)%Z) by (apply F2; lia).
      assert (x 1%Z <= x b) by (apply F1; lia); lra.
  - exfalso; assert (length (Zrange 0 u ++ Zrange (u + t - 1) n) <= length D)%nat as L.
    { apply NoDup_incl_length; [| now apply incl_app].
      apply NoDup_app_intro; [apply NoDup_Zrange | apply NoDup_Zrange |]; intros i; rewrite !in_Zrange; lia. }
    rewrite app_length, !length_Zrange in L; lia.
Qed.

(** All coalitions of t parties, as the claims write it. *)
Lemma covers_everyone n t required x : (1 <= t <= n)%Z -> covers n t (Zrange 0 n) required x ->
  Z.of_nat (length x) = n /\ (forall v, In v x -> 0 <= v) /\
  (forall c, In c (combinations (Z.to_nat t) (Zrange 0 n)) ->
    forall item : Z * R, In item (numbered required) -> ~ In (fst item) c -> snd item <= out c x).
Proof.
  intros T (L & P & C); repeat split; auto; intros c H; apply C; [exact H |].
  apply in_combinations in H; destruct H as [LC I]; destruct c as [| a c]; [cbn in LC; lia |].
  exists a; split; [now left | apply I; now left].
Qed.

Lemma steps_by_group n u x : (0 <= u <= n)%Z -> (forall v : R, In v (map (fun j : Z => (nth (Z.to_nat j) x 0 -
    nth (Z.to_nat (j + 1)) x 0)%R) (filter (fun j : Z => negb (Z.eqb j (u - 1))) (Zrange 0 (n - 1)))) -> 0 <= v) ->
  by_group n u (entry x).
Proof.
  intros U H; assert (forall i, (0 <= i < n - 1)%Z -> i <> (u - 1)%Z -> entry x (i + 1) <= entry x i) as S.
  { intros i I N; pose proof (conditions_hold _ _ H i) as K; cbv beta in K; unfold entry.
    enough (0 <= nth (Z.to_nat i) x 0 - nth (Z.to_nat (i + 1)) x 0) by lra; apply K, filter_In.
    split; [now apply in_Zrange | apply negb_true_iff, Z.eqb_neq, N]. }
  assert (forall i j, (i <= j)%Z -> (0 <= i)%Z -> (j < n)%Z -> (j < u \/ u <= i)%Z -> entry x j <= entry x i) as G.
  { intros i; apply (Zrange_ind (fun j => (0 <= i)%Z -> (j < n)%Z -> (j < u \/ u <= i)%Z -> entry x j <= entry x i)); [lra |].
    intros k K IH I J E; apply Rle_trans with (entry x k); [apply S; lia | apply IH; lia]. }
  split; intros i j I J; apply G; lia.
Qed.

(* Claim: tpmdp/lem-9 printed *)
Theorem lem_9 : tpmdp_lem_9.
Proof.
  intros u U t T n N plus LP PP SP minus LM PM SM v [(x & (C & H) & <-) _] w [_ W]; defined.
  assert (sizes n t u) as S by (split; [| split]; lia).
  assert (Z.of_nat (length (plus ++ minus)) = n) as L by (rewrite app_length; lia).
  assert (covers n t (Zrange 0 n) (plus ++ minus) x) as E.
  { change (covers n t (Zrange 0 u) (plus ++ minus) x) in C.
    rewrite covers_safe in * by (assumption || lia); destruct C as (C1 & C2 & C3); repeat split; auto.
    apply (high_second_safe n t u); auto.
    - apply steps_by_group; [lia |]; intros y Y; apply H, in_or_app; now left.
    - enough (0 <= entry x 1 - entry x (u + t - 1)) by lra; apply H, in_or_app; right; now left. }
  specialize (W x (covers_everyone n t _ x ltac:(lia) E)); lra.
Qed.

(* Claim: tpmdp/lem-11 printed *)
Theorem lem_11 : tpmdp_lem_11.
Proof.
  split; [exact I |]; intros u U t T n N plus LP PP SP minus LM PM SM D LD SD BD (j & J & JT) RD v [(x & (C & H) & <-) _].
  assert (sizes n t u) as S by (split; [| split]; lia).
  assert (Z.of_nat (length (plus ++ minus)) = n) as L by (rewrite app_length; lia).
  repeat (split; [solve [bounds | intros; specialize (BD _ ltac:(eassumption)); bounds
    | destruct D; [destruct J | discriminate]] |]).
  change (covers n t (Zrange 0 u) (plus ++ minus) x) in C; rewrite covers_safe in C by (assumption || lia).
  destruct C as (C1 & C2 & C3).
  assert (by_group n u (entry x)) as F
    by (apply steps_by_group; [lia |]; intros y Y; apply H, in_or_app; now right).
  assert (entry x 1 <= entry x (u + t - 1)) as C5
    by (enough (0 <= entry x (u + t - 1) - entry x 1) by lra; apply H, in_or_app; left; now left).
  assert (by_group n u (entry (plus ++ minus))) as FR
    by (apply joined_by_group; auto; now apply sorted_falling).
  apply (group_rows n t u (entry x) S F C5 _ FR) in C3; destruct C3 as [_ R2].
  rewrite (joined_plus plus minus u) in R2 by (assumption || lia).
  apply Rle_trans with (entry plus 1).
  - assert (map (fun j2 : Z => if (j2 <? t)%Z then Rmax (nth (Z.to_nat j2) minus 0) (nth (Z.to_nat 1) plus 0)
      else nth (Z.to_nat j2) minus 0) D <> nil) as Q by (destruct D; [destruct J | discriminate]).
    apply max_ofR_in, in_map_iff in Q; destruct Q as (k & <- & K); specialize (RD k K); unfold entry.
    destruct (Z.ltb k t); [| lra]; unfold Rmax; destruct (Rle_dec _ _); lra.
  - apply Rle_trans with (1 := R2).
    replace (sumR (map _ D)) with (over (map (fun i => u + i)%Z D) (entry x)) by (unfold over; now rewrite map_map).
    apply (least_outside n t u (entry x) S F C5 (map (fun i => u + i)%Z D)) with (j := (u + j)%Z); [| now apply in_map].
    split; [| split; [| split]].
    + apply FinFun.Injective_map_NoDup; [intros a b; lia | now apply sorted_NoDup].
    + intros i I; apply in_map_iff in I; destruct I as (k & <- & K); specialize (BD k K); apply in_Zrange; lia.
    + rewrite map_length; exact LD.
    + exists 0%Z; rewrite in_Zrange; repeat split; try lia; intros I; apply in_map_iff in I; destruct I as (k & E & K).
      specialize (BD k K); lia.
Qed.
