(** The packing behind Eq. 7, for any level: parties above the level lead for one unit, parties at the level share the
    rest of the horizon Y, and the others do not lead. Inactive parties are present for one unit, active ones as long as
    the horizon asks. No schedule has to be written down (see [Duality]). *)

From Coq Require Import QArith Lqa Lia Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions Duality Ranking.
Open Scope Q_scope.

(** A share of what is missing up to a, so that a sum of at most a grows to W. *)
Lemma fill p W a : p <= W <= a -> exists th, 0 <= th <= 1 /\ p + th * (a - p) == W.
Proof.
  intros H. destruct (Qlt_le_dec p a) as [Hlt|Hle].
  - exists ((W - p) / (a - p)).
    assert (E : (W - p) / (a - p) * (a - p) == W - p) by (field; lra).
    repeat split; [|nra|lra].
    apply Qle_shift_div_l; lra.
  - exists 0. repeat split; lra.
Qed.

Section LevelPacking.

Variables (n t : nat) (active lead : nat -> bool) (r : nat -> Q) (L Y : Q).

Let above (i : nat) : bool := lead i && exceeds L (r i).
Let reaching (i : nat) : bool := lead i && Qle_bool L (r i).

Hypothesis above_le_Y : Q_of (card n above) <= Y.
Hypothesis Y_le_reaching : Y <= Q_of (card n reaching).
Hypothesis some_tie : (card n above < card n reaching)%nat.
Hypothesis Y_ge_1 : 1 <= Y.

Let tie : Q := (Y - Q_of (card n above)) / (Q_of (card n reaching) - Q_of (card n above)).

Definition leading (i : nat) : Q := if above i then 1 else if reaching i then tie else 0.

Lemma above_reaches i : above i = true -> reaching i = true.
Proof.
  unfold above, reaching. intros H. apply andb_true_iff in H as [-> H]. simpl.
  apply exceeds_spec in H. apply Qle_bool_iff. lra.
Qed.

Lemma tie_spec : tie * (Q_of (card n reaching) - Q_of (card n above)) == Y - Q_of (card n above).
Proof. apply Q_of_lt in some_tie. unfold tie. field. lra. Qed.

Lemma tie_bounds : 0 <= tie <= 1.
Proof. assert (H := tie_spec). apply Q_of_lt in some_tie. split; nra. Qed.

Lemma leading_bounds i : 0 <= leading i <= 1.
Proof. assert (H := tie_bounds). unfold leading. destruct (above i), (reaching i); lra. Qed.

Lemma leading_total : Sum n leading == Y.
Proof.
  transitivity ((1 - tie) * Q_of (card n above) + tie * Q_of (card n reaching)).
  - rewrite !card_Sum, <- !Sum_scale, <- Sum_plus. apply Sum_ext. intros i _.
    assert (H := above_reaches i). unfold leading, ind.
    destruct (above i); [rewrite H by reflexivity|destruct (reaching i)]; lra.
  - assert (H := tie_spec). lra.
Qed.

(** Leaders below the level do not lead, those at the level bring it, those above bring the excess too. *)
Lemma leading_excess i : leading i * r i == L * leading i + (if lead i then pos (r i - L) else 0).
Proof.
  unfold leading, above, reaching. destruct (lead i); simpl; [|lra].
  destruct (exceeds L (r i)) eqn:E.
  - apply exceeds_spec in E. destruct (pos_cases (r i - L)) as [[H ->]|[H ->]]; lra.
  - apply exceeds_false in E. destruct (Qle_bool L (r i)) eqn:F.
    + apply Qle_bool_iff in F. assert (Er : r i == L) by lra.
      destruct (pos_cases (r i - L)) as [[H ->]|[H ->]]; rewrite Er; lra.
    + destruct (pos_cases (r i - L)) as [[H ->]|[H ->]]; lra.
Qed.

Lemma leading_value :
  Sum n (fun i => leading i * r i) == Y * L + Sum n (fun i => if lead i then pos (r i - L) else 0).
Proof.
  rewrite (Sum_ext n _ (fun i => L * leading i + (if lead i then pos (r i - L) else 0)) (fun i _ => leading_excess i)).
  rewrite Sum_plus, Sum_scale, leading_total. lra.
Qed.

(** Presence: the active parties are present for [W] in all. *)

Let a : Q := Q_of (card n active).
Let W : Q := Q_of (n - t) * Y - (Q_of n - a).
Let p : Q := Sum n (fun i => if active i then leading i else 0).

Hypothesis p_le_W : p <= W.
Hypothesis W_le_a : W <= a.
Hypothesis one_absent : W <= (a - 1) * Y.

Definition presence (th : Q) (i : nat) : Q := if active i then leading i + th * (1 - leading i) else 1.

Lemma active_presence th : Sum n (fun i => if active i then presence th i else 0) == p + th * (a - p).
Proof.
  unfold p, a. rewrite card_Sum.
  transitivity ((1 - th) * Sum n (fun i => if active i then leading i else 0) + th * Sum n (fun i => ind (active i))).
  - rewrite <- !Sum_scale, <- Sum_plus. apply Sum_ext. intros i _.
    unfold presence, ind. destruct (active i); lra.
  - lra.
Qed.

Lemma presence_total th : Sum n (presence th) == Q_of n - a + (p + th * (a - p)).
Proof.
  rewrite <- active_presence. unfold a.
  assert (H := card_negb n active). apply (f_equal Q_of) in H.
  assert (E : Q_of n - Q_of (card n active) == Q_of (card n (fun i => negb (active i)))).
  { rewrite <- H at 1. rewrite Q_of_plus. lra. }
  rewrite E, card_Sum, <- Sum_plus. apply Sum_ext. intros i _.
  unfold presence, ind. destruct (active i); simpl; lra.
Qed.

Lemma level_packing : exists w, packing n t active leading w /\ (forall i, w i <= 1).
Proof.
  destruct (fill p W a) as [th [Hth E]]; [lra|].
  assert (Hw : forall i, leading i <= presence th i <= 1).
  { intros i. assert (H := leading_bounds i). unfold presence. destruct (active i); split; nra. }
  exists (presence th). split; [|intros i; apply Hw]. repeat split.
  - apply leading_bounds.
  - apply Hw.
  - intros i _. rewrite leading_total. specialize (Hw i). lra.
  - rewrite presence_total, leading_total, E. unfold W. lra.
  - rewrite active_presence, leading_total, E. exact one_absent.
Qed.

Theorem level_bound x :
  (1 <= t <= n - 1)%nat -> (1 <= card n active)%nat -> feasible n active r t x ->
  Y * L + Sum n (fun i => if lead i then pos (r i - L) else 0) <= Sum n x.
Proof.
  intros Ht Ha Hx. destruct level_packing as [w [Hpack Hw]].
  assert (H := packing_bounds_feasible n t active r x Hx Ht leading w Hpack Ha).
  rewrite leading_value in H. destruct Hx as [Hx _].
  assert (Sum n (fun i => w i * x i) <= Sum n x); [|lra].
  apply Sum_le. intros i Hi. specialize (Hw i). specialize (Hx i Hi). nra.
Qed.

End LevelPacking.
