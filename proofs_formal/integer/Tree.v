(** Integer programs by a tree: splits of columns and of sums of columns, and multipliers of rows at every leaf.

    This is the rule of optcheck/checker/integer.py. A cut is a split of a sum, whose first side is closed at once. *)

From Coq Require Import QArith Qround NArith ZArith List Bool Lia Lqa.
From Optcheck.linear Require Import Program Table Forms Check Soundness.
Import ListNotations.
Open Scope Q_scope.

Record mixed := Mixed {
  linear : program;
  integers : list N;
  gaps : list (N * (Q * Q)) }.  (* no value of the column lies strictly between the two *)

Definition whole (a : Q) : Prop := exists z : Z, a == inject_Z z.

Definition admits (m : mixed) (x : point) : Prop :=
  feasible (linear m) x /\
  (forall j, In j (integers m) -> whole (x j)) /\
  (forall j a b, In (j, (a, b)) (gaps m) -> x j <= a \/ b <= x j).

(** * Where the walk stands *)

(** Rows are listed with the last one first; beside the first ones stands whether they are strict, the others are not. *)
Record node := Node { system : mixed; strict : list bool }.

Definition strictly (r : row) (x : point) : Prop :=
  match relates r with
  | AtMost => apply (coefficients r) x < side r
  | AtLeast => side r < apply (coefficients r) x
  | Equal => False
  end.

Definition flagged (n : node) : list (row * bool) := combine (rows (linear (system n))) (strict n).

Definition inside (n : node) (x : point) : Prop :=
  admits (system n) x /\ (forall r, In (r, true) (flagged n) -> strictly r x).

Inductive walk :=
| Close (multipliers : list Q)
| Split (column : N) (a b : Q) (below above : walk)
| Part (form : terms) (a b : Q) (below above : walk).

Definition is_whole (a : Q) : bool := Qeq_bool a (inject_Z (Qfloor a)).

Definition is_integer (m : mixed) (j : N) : bool := existsb (N.eqb j) (integers m).

Definition integral (m : mixed) (form : terms) : bool :=
  forallb (fun '(j, a) => is_integer m j && is_whole a) form.

Definition with_rows (m : mixed) (rs : list row) : mixed :=
  let p := linear m in Mixed (Program (goal p) (costs p) (lower p) (upper p) rs) (integers m) (gaps m).

Definition with_row (n : node) (r : row) (s : bool) : node :=
  Node (with_rows (system n) (r :: rows (linear (system n)))) (s :: strict n).

(** * Splits *)

Fixpoint update (j : nat) (f : option Q -> option Q) (bounds : list (option Q)) : list (option Q) :=
  match bounds, j with
  | [], _ => []
  | b :: bounds, O => f b :: bounds
  | b :: bounds, S j => b :: update j f bounds
  end.

Definition at_most (a : Q) (bound : option Q) : option Q :=
  Some (match bound with Some u => if Qle_bool u a then u else a | None => a end).

Definition at_least (a : Q) (bound : option Q) : option Q :=
  Some (match bound with Some l => if Qle_bool a l then l else a | None => a end).

Definition narrowed_below (n : node) (j : N) (a : Q) : node :=
  let m := system n in let p := linear m in
  Node (Mixed (Program (goal p) (costs p) (lower p) (update (N.to_nat j) (at_most a) (upper p)) (rows p))
              (integers m) (gaps m)) (strict n).

Definition narrowed_above (n : node) (j : N) (b : Q) : node :=
  let m := system n in let p := linear m in
  Node (Mixed (Program (goal p) (costs p) (update (N.to_nat j) (at_least b) (lower p)) (upper p) (rows p))
              (integers m) (gaps m)) (strict n).

Definition parts_integers (m : mixed) (form : terms) (a b : Q) : bool :=
  integral m form && is_whole a && is_whole b && Qle_bool b (a + 1).

Definition loses_nothing (m : mixed) (j : N) (a b : Q) : bool :=
  Qle_bool b a || parts_integers m [(j, 1)] a b ||
  existsb (fun '(i, (low, high)) => N.eqb i j && Qle_bool low a && Qle_bool b high) (gaps m).

(** Bounds of integer columns are rounded inwards. *)
Definition rounded_down (m : mixed) (j : N) (a : Q) : Q := if is_integer m j then inject_Z (Qfloor a) else a.
Definition rounded_up (m : mixed) (j : N) (a : Q) : Q := if is_integer m j then inject_Z (Qceiling a) else a.

(** * The check *)

Definition charges (y : Q) (s : bool) : bool := s && negb (Qeq_bool y 0).

Definition closes (n : node) (multipliers : list Q) : bool :=
  match dual_bound (linear (system n)) 1 [] multipliers with
  | Some bound =>
      less 0 bound || (Qeq_bool bound 0 && existsb (fun '(y, s) => charges y s) (combine multipliers (strict n)))
  | None => false
  end.

Fixpoint refutes (n : node) (t : walk) : bool :=
  match t with
  | Close multipliers => closes n multipliers
  | Split j a b below above =>
      loses_nothing (system n) j a b &&
      refutes (narrowed_below n j (rounded_down (system n) j a)) below &&
      refutes (narrowed_above n j (rounded_up (system n) j b)) above
  | Part form a b below above =>
      (Qle_bool b a || parts_integers (system n) form a b) &&
      refutes (with_row n (Row form AtMost a) (Qle_bool b a)) below &&
      refutes (with_row n (Row form AtLeast b) false) above
  end.

(** * Soundness *)

Lemma is_integer_spec m j : is_integer m j = true -> In j (integers m).
Proof. unfold is_integer; rewrite existsb_exists; intros (i & member & same); apply N.eqb_eq in same; now subst. Qed.

Lemma is_whole_spec a : is_whole a = true -> whole a.
Proof. unfold is_whole; intros same; apply Qeq_bool_eq in same; now exists (Qfloor a). Qed.

Lemma integral_value m form x :
  integral m form = true -> (forall j, In j (integers m) -> whole (x j)) -> whole (apply form x).
Proof.
  intros fits ints; induction form as [|[j a] form IH]; cbn [apply].
  - exists 0%Z; reflexivity.
  - cbn [integral forallb] in fits; apply andb_prop in fits as [[member is]%andb_prop fits].
    destruct (IH fits) as [rest same], (is_whole_spec _ is) as [factor same_a],
      (ints j (is_integer_spec _ _ member)) as [value same_x].
    exists (factor * value + rest)%Z; rewrite same, same_a, same_x, inject_Z_plus, inject_Z_mult; reflexivity.
Qed.

Lemma whole_above a b : whole a -> b <= a -> inject_Z (Qceiling b) <= a.
Proof.
  intros [z ->] above; rewrite <- Zle_Qle; rewrite <- (Qceiling_Z z); now apply Qceiling_resp_le.
Qed.

Lemma whole_below a b : whole a -> a <= b -> a <= inject_Z (Qfloor b).
Proof.
  intros [z ->] below; rewrite <- Zle_Qle; rewrite <- (Qfloor_Z z); now apply Qfloor_resp_le.
Qed.

Lemma with_row_inside n r s x :
  inside n x -> satisfies (apply (coefficients r) x) (relates r) (side r) -> (s = true -> strictly r x) ->
  inside (with_row n r s) x.
Proof.
  intros [[[bounds sat] others] flags] here strictly_here; split; [split; [split|]|].
  - exact bounds.
  - intros r' [<-|member]; [exact here|now apply sat].
  - exact others.
  - intros r' [same|member]; [injection same as <- known; auto|now apply flags].
Qed.

Lemma column_bound_update j f bounds i b :
  column_bound (update (N.to_nat j) f bounds) i = Some b ->
  (i = j /\ exists old, column_bound bounds j = old /\ f old = Some b) \/ column_bound bounds i = Some b.
Proof.
  unfold column_bound; destruct (N.eq_dec i j) as [->|other].
  - left; split; [reflexivity|]; exists (match nth_error bounds (N.to_nat j) with Some b => b | None => None end).
    split; [reflexivity|]; revert H; generalize (N.to_nat j); induction bounds as [|c bounds IH]; intros [|k]; cbn;
      try discriminate; auto.
  - right; revert H; assert (different : N.to_nat i <> N.to_nat j) by lia.
    revert different; generalize (N.to_nat j), (N.to_nat i); induction bounds as [|c bounds IH]; intros [|k] [|l]; cbn;
      try discriminate; try congruence; auto.
    intros different; apply IH; congruence.
Qed.

Lemma at_most_spec a old b x :
  at_most a old = Some b -> (forall u, old = Some u -> x <= u) -> x <= a -> x <= b.
Proof.
  unfold at_most; intros same keeps le; injection same as <-; destruct old as [u|]; [|exact le].
  destruct (Qle_bool u a); [now apply keeps|exact le].
Qed.

Lemma at_least_spec a old b x :
  at_least a old = Some b -> (forall l, old = Some l -> l <= x) -> a <= x -> b <= x.
Proof.
  unfold at_least; intros same keeps le; injection same as <-; destruct old as [l|]; [|exact le].
  destruct (Qle_bool a l); [now apply keeps|exact le].
Qed.

Lemma inside_below n j a x : inside n x -> x j <= a -> inside (narrowed_below n j a) x.
Proof.
  intros [[[[low high] sat] others] cutoff] le; split; [split; [split; [split|]|]|]; try assumption.
  cbn; intros i u found; apply column_bound_update in found as [[-> (old & known & new)]|found].
  - eapply at_most_spec; [exact new| |exact le]; intros u' same; apply high; congruence.
  - now apply high.
Qed.

Lemma inside_above n j b x : inside n x -> b <= x j -> inside (narrowed_above n j b) x.
Proof.
  intros [[[[low high] sat] others] cutoff] le; split; [split; [split; [split|]|]|]; try assumption.
  cbn; intros i l found; apply column_bound_update in found as [[-> (old & known & new)]|found].
  - eapply at_least_spec; [exact new| |exact le]; intros l' same; apply low; congruence.
  - now apply low.
Qed.

Lemma part_spec m form a b x : parts_integers m form a b = true -> admits m x -> apply form x <= a \/ b <= apply form x.
Proof.
  unfold parts_integers; rewrite !andb_true_iff, !Qle_bool_iff.
  intros [[[fits whole_a] whole_b] near] (_ & ints & _).
  apply is_whole_spec in whole_a as [za same_a]; apply is_whole_spec in whole_b as [zb same_b].
  destruct (integral_value m form x fits ints) as [z value].
  destruct (Z_le_gt_dec z za) as [le|gt].
  - left; rewrite value, same_a; now rewrite <- Zle_Qle.
  - right; rewrite value; apply (Qle_trans _ (a + 1)); [exact near|].
    rewrite same_a; change 1 with (inject_Z 1); rewrite <- inject_Z_plus, <- Zle_Qle; lia.
Qed.

Lemma split_spec m j a b x : loses_nothing m j a b = true -> admits m x -> x j <= a \/ b <= x j.
Proof.
  unfold loses_nothing; rewrite !orb_true_iff, Qle_bool_iff; intros [[le|parts]|apart] admitted.
  - destruct (Qlt_le_dec a (x j)); [right; lra|now left].
  - apply (part_spec m [(j, 1)] a b x) in parts as [le|ge]; [left|right|exact admitted]; cbn [apply] in *; lra.
  - destruct admitted as (_ & _ & outside).
    rewrite existsb_exists in apart; destruct apart as ([i [low high]] & member & fit).
    rewrite !andb_true_iff, !Qle_bool_iff in fit; destruct fit as [[same under] over].
    apply N.eqb_eq in same; subst i; destruct (outside j low high member); [left|right]; lra.
Qed.

Lemma rounded_down_spec m j a x : admits m x -> x j <= a -> x j <= rounded_down m j a.
Proof.
  unfold rounded_down; intros (_ & ints & _) le; destruct (is_integer m j) eqn:member; [|exact le].
  apply whole_below; [apply ints, is_integer_spec, member|exact le].
Qed.

Lemma rounded_up_spec m j a x : admits m x -> a <= x j -> rounded_up m j a <= x j.
Proof.
  unfold rounded_up; intros (_ & ints & _) le; destruct (is_integer m j) eqn:member; [|exact le].
  apply whole_above; [apply ints, is_integer_spec, member|exact le].
Qed.

(** * Leaves: a strict row with a multiplier makes the bound strict *)

Lemma row_pays_strictly r y x : fits 1 (r, y) = true -> strictly r x -> ~ y == 0 -> y * side r < y * apply (coefficients r) x.
Proof.
  unfold strictly; cbn; destruct (relates r); cbn; rewrite ?Qle_bool_iff; intros fit strict_r used; try contradiction.
  - assert (y < 0) by (destruct (Qlt_le_dec y 0); [assumption|exfalso; apply used; lra]); nra.
  - assert (0 < y) by (destruct (Qlt_le_dec 0 y); [assumption|exfalso; apply used; lra]); nra.
Qed.

Lemma rows_pay_strictly x r y multiplied :
  forallb (fits 1) multiplied = true -> within_rows (map fst multiplied) x ->
  In (r, y) multiplied -> strictly r x -> ~ y == 0 -> paid multiplied < charge x multiplied.
Proof.
  induction multiplied as [|[r' y'] rest IH]; [contradiction|]; cbn [forallb paid charge fold_right map fst].
  fold (charge x rest); intros [fit fits_rest]%andb_prop sat member strict_r used; rewrite plus_correct.
  assert (sat_rest : within_rows (map fst rest) x) by (intros r'' member'; apply sat; now right).
  assert (head : 1 * (y' * side r') <= 1 * (y' * apply (coefficients r') x)) by (apply row_pays, sat; [exact fit|now left]).
  assert (tail := rows_pay 1 x rest fits_rest sat_rest).
  destruct member as [same|member].
  - injection same as -> ->; assert (strict_head := row_pays_strictly r y x fit strict_r used); lra.
  - assert (paid rest < charge x rest) by (apply IH; assumption); lra.
Qed.

Lemma strict_bound p multipliers bound r y x :
  dual_bound p 1 [] multipliers = Some bound -> feasible p x ->
  In (r, y) (combine (rows p) multipliers) -> strictly r x -> ~ y == 0 -> bound < 0.
Proof.
  unfold dual_bound; destruct (_ && _) eqn:fit; [|discriminate].
  apply andb_prop in fit as [same fit]; apply Nat.eqb_eq in same.
  destruct (rest_bound _ _ _ _) as [sum|] eqn:rest; [|discriminate].
  intros found [inside_x sat] member strict_r used; injection found as <-.
  apply (columns_pay p 1 x inside_x) in rest.
  unfold reduced_costs in rest; rewrite apply_collected, apply_app, apply_charged in rest; cbn [apply] in rest.
  assert (paid (combine (rows p) multipliers) < charge x (combine (rows p) multipliers))
    by (eapply rows_pay_strictly; [|rewrite map_fst_combine| | |]; eassumption).
  rewrite plus_correct; lra.
Qed.

Lemma in_both {A B C} (l : list A) : forall (m : list B) (n : list C) b c,
  length m = length l -> In (b, c) (combine m n) -> exists a, In (a, b) (combine l m) /\ In (a, c) (combine l n).
Proof.
  induction l as [|a l IH]; intros [|b' m] [|c' n] b c same member; cbn in *; try discriminate; try contradiction.
  destruct member as [pair|member].
  - injection pair as -> ->; exists a; auto.
  - destruct (IH m n b c) as (a' & one & other); [now injection same|exact member|exists a'; auto].
Qed.

Lemma dual_bound_length p multipliers bound :
  dual_bound p 1 [] multipliers = Some bound -> length multipliers = length (rows p).
Proof.
  unfold dual_bound; destruct (of_length _ _) eqn:same; [|discriminate]; intros _; now apply Nat.eqb_eq in same.
Qed.

Lemma closes_sound n multipliers x : closes n multipliers = true -> ~ inside n x.
Proof.
  intros passed [admitted flags]; unfold closes in passed; assert (fit := proj1 admitted).
  destruct (dual_bound _ _ _ _) as [bound|] eqn:found; [|discriminate].
  assert (weak := weak_duality _ _ _ _ _ x found fit); cbn [apply] in weak.
  rewrite orb_true_iff, andb_true_iff, less_iff in passed; destruct passed as [positive|[zero used]]; [lra|].
  apply Qeq_bool_eq in zero; rewrite existsb_exists in used; destruct used as ([y s] & member & charged_y).
  apply andb_prop in charged_y as [-> nonzero]; apply negb_true_iff in nonzero.
  destruct (in_both _ _ _ _ _ (dual_bound_length _ _ _ found) member) as (r & with_y & with_flag).
  assert (bound < 0); [|lra].
  eapply strict_bound; [exact found|exact fit|exact with_y|now apply flags|].
  intros is_zero; apply Qeq_eq_bool in is_zero; congruence.
Qed.

Theorem refutes_sound t : forall n, refutes n t = true -> forall x, ~ inside n x.
Proof.
  induction t as [multipliers|j a b below IHbelow above IHabove|form a b below IHbelow above IHabove];
    intros n passed x within; cbn [refutes] in passed.
  - exact (closes_sound n multipliers x passed within).
  - rewrite !andb_true_iff in passed; destruct passed as [[keeps left_done] right_done].
    destruct (split_spec _ _ _ _ _ keeps (proj1 within)) as [le|ge].
    + eapply IHbelow; [exact left_done|]; apply inside_below; [exact within|]; exact (rounded_down_spec _ _ _ _ (proj1 within) le).
    + eapply IHabove; [exact right_done|]; apply inside_above; [exact within|]; exact (rounded_up_spec _ _ _ _ (proj1 within) ge).
  - rewrite !andb_true_iff in passed; destruct passed as [[keeps left_done] right_done].
    destruct (Qlt_le_dec (apply form x) b) as [lower_than|ge].
    + eapply IHbelow; [exact left_done|]; apply with_row_inside; [exact within| |]; cbn.
      * apply orb_prop in keeps as [le|parts]; [apply Qle_bool_iff in le; lra|].
        destruct (part_spec _ _ _ _ _ parts (proj1 within)); lra.
      * intros le; apply Qle_bool_iff in le; unfold strictly; cbn; lra.
    + eapply IHabove; [exact right_done|]; apply with_row_inside; [exact within|exact ge|discriminate].
Qed.
