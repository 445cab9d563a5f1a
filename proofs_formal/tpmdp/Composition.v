(** Theorem 4: epsilons and deltas add up. What several mechanisms lose together is summed over all outcomes of their
    worst pairs. *)

From Coq Require Import QArith Qminmax Lqa List.
Import ListNotations.
Open Scope Q_scope.

(** exp(epsilon) and delta of a mechanism; the probabilities of an outcome for the one input and for the other. *)
Local Notation budget := (prod Q Q).
Local Notation outcome := (prod Q Q).

(** The worst pair: a revealing outcome of probability delta (the one that reveals the other input loses nothing), and of
    the rest exp(epsilon) : 1 and 1 : exp(epsilon). *)
Definition after (b : budget) (o : outcome) : list outcome :=
  let (ratio, delta) := b in let (p, q) := o in let rest := (1 - delta) / (1 + ratio) in
  [(p * delta, q * 0); (p * (rest * ratio), q * rest); (p * rest, q * (rest * ratio))].
Definition outcomes (bs : list budget) : list outcome :=
  fold_left (fun os b => flat_map (after b) os) bs [(1, 1)].
Definition beyond (ratio : Q) (o : outcome) : Q := Qmax 0 (fst o - ratio * snd o).
Definition sum : list Q -> Q := fold_right Qplus 0.
Definition lost (bs : list budget) (ratio : Q) : Q := sum (map (beyond ratio) (outcomes bs)).
Definition composed_ratio (bs : list budget) : Q := fold_left (fun r b => r * fst b) bs 1.
Definition composed_delta (bs : list budget) : Q := sum (map snd bs).
Definition valid (b : budget) : Prop := 1 <= fst b /\ 0 <= snd b <= 1.

Lemma sum_app l m : sum (l ++ m) == sum l + sum m.
Proof. induction l as [| a l IH]; simpl; [lra | rewrite IH; lra]. Qed.

Lemma beyond_not_negative ratio o : 0 <= beyond ratio o.
Proof. apply Q.le_max_l. Qed.

Lemma beyond_scaled c x : 0 <= c -> Qmax 0 (c * x) <= c * Qmax 0 x.
Proof.
  intros C; pose proof (Q.le_max_l 0 x); pose proof (Q.le_max_r 0 x).
  apply Q.max_lub; [apply Qmult_le_0_compat; lra | rewrite !(Qmult_comm c); apply Qmult_le_compat_r; lra].
Qed.

(** One mechanism more. *)
Lemma step_loses ratio b o : valid b -> 0 <= ratio -> 0 <= fst o -> 0 <= snd o ->
  sum (map (beyond (ratio * fst b)) (after b o)) <= beyond ratio o + snd b * fst o.
Proof.
  destruct b as [e d], o as [p q]; unfold valid, beyond; cbn [fst snd]; intros [E [D0 D1]] R P Q0.
  unfold after; set (rest := (1 - d) / (1 + e)); assert (rest * (1 + e) == 1 - d) as S by (unfold rest; field; lra).
  assert (0 <= rest) as R0 by (unfold rest; apply Qle_shift_div_l; lra).
  cbn [map sum fold_right fst snd]; set (x := p - ratio * q).
  assert (Qmax 0 (p * d - ratio * e * (q * 0)) <= d * p) as H1 by (apply Q.max_lub; nra).
  assert (Qmax 0 (p * (rest * e) - ratio * e * (q * rest)) <= rest * e * Qmax 0 x) as H2.
  { apply Qle_trans with (2 := beyond_scaled (rest * e) x ltac:(nra)), Q.max_le_compat_l; unfold x; nra. }
  assert (Qmax 0 (p * rest - ratio * e * (q * (rest * e))) <= rest * Qmax 0 x) as H3.
  { apply Qle_trans with (2 := beyond_scaled rest x R0), Q.max_le_compat_l; unfold x.
    assert (0 <= ratio * q * rest) by (apply Qmult_le_0_compat; [apply Qmult_le_0_compat |]; assumption).
    assert (1 <= e * e) by nra; nra. }
  pose proof (Q.le_max_l 0 x) as X; set (y := Qmax 0 x) in *.
  assert ((1 - d) * y <= y) by nra; assert (rest * e * y + rest * y == (1 - d) * y) by (rewrite <- S; ring); lra.
Qed.

Lemma step_not_negative b o : valid b -> 0 <= fst o -> 0 <= snd o ->
  forall o', In o' (after b o) -> 0 <= fst o' /\ 0 <= snd o'.
Proof.
  destruct b as [e d], o as [p q]; unfold valid; cbn [fst snd]; intros [E [D0 D1]] P Q0 o' H.
  assert (0 <= (1 - d) / (1 + e)) as R by (apply Qle_shift_div_l; lra).
  revert H; unfold after; generalize dependent ((1 - d) / (1 + e)); intros rest R H.
  destruct H as [<- | [<- | [<- | []]]]; cbn [fst snd]; split; repeat apply Qmult_le_0_compat; lra.
Qed.

Lemma step_keeps b o : valid b -> sum (map fst (after b o)) == fst o.
Proof. destruct b as [e d], o as [p q]; unfold valid, after; cbn [fst snd map sum fold_right]; intros [E D]; field; lra. Qed.

Lemma steps_lose b os ratio : valid b -> 0 <= ratio -> (forall o, In o os -> 0 <= fst o /\ 0 <= snd o) ->
  sum (map (beyond (ratio * fst b)) (flat_map (after b) os)) <= sum (map (beyond ratio) os) + snd b * sum (map fst os) /\
  sum (map fst (flat_map (after b) os)) == sum (map fst os).
Proof.
  intros V R; induction os as [| o os IH]; intros P; [split; simpl; lra |].
  destruct (IH (fun x X => P x (or_intror X))) as [I1 I2]; destruct (P o (or_introl eq_refl)) as [P1 P2].
  cbn [flat_map]; rewrite !map_app, !sum_app; pose proof (step_loses ratio b o V R P1 P2) as H; pose proof (step_keeps b o V) as H0.
  assert (forall f : outcome -> Q, sum (map f (o :: os)) == f o + sum (map f os)) as C by (intros; reflexivity).
  rewrite !C, Qmult_plus_distr_r; split; [| now rewrite H0, I2].
  apply Qle_trans with (1 := Qplus_le_compat _ _ _ _ H I1); lra.
Qed.

Lemma all_lose bs : Forall valid bs -> forall os ratio, 0 <= ratio -> (forall o, In o os -> 0 <= fst o /\ 0 <= snd o) ->
  sum (map fst os) == 1 -> sum (map (beyond (fold_left (fun r b => r * fst b) bs ratio))
    (fold_left (fun os b => flat_map (after b) os) bs os)) <= sum (map (beyond ratio) os) + composed_delta bs.
Proof.
  induction 1 as [| b bs V _ IH]; intros os ratio R P M; unfold composed_delta in *; cbn [fold_left map sum fold_right]; [fold sum; lra |].
  fold sum; destruct (steps_lose b os ratio V R P) as [S1 S2].
  assert (0 <= ratio * fst b) as R' by (destruct V; nra).
  assert (forall o, In o (flat_map (after b) os) -> 0 <= fst o /\ 0 <= snd o) as P'.
  { intros o O; apply in_flat_map in O; destruct O as (o1 & O1 & O2); destruct (P o1 O1); now apply (step_not_negative b o1). }
  specialize (IH _ _ R' P' ltac:(rewrite S2; exact M)); rewrite M in S1; lra.
Qed.

(* Claim: tpmdp/thm-4 printed, tpmdp/thm-4-citation corrected *)
Theorem basic_composition : forall bs, Forall valid bs -> lost bs (composed_ratio bs) <= composed_delta bs.
Proof.
  intros bs V; unfold lost, composed_ratio, outcomes.
  pose proof (all_lose bs V [(1, 1)] 1 ltac:(lra)) as H; cbn [map sum fold_right fst snd] in H.
  assert (beyond 1 (1, 1) == 0) as B by reflexivity; rewrite B in H.
  eapply Qle_trans; [apply H; [| reflexivity] | lra]; intros o [<- | []]; cbn; lra.
Qed.
