(** Integer programs by a tree: splits of columns, rows derived on both sides of a split, a bound at every leaf.

    This is the rule of optcheck/checker/integer.py, a little more general: there a derived row is found by rounding (the
    two combinations are computed from one vector of multipliers), here any two combinations do that prove a row on
    the two sides of "p x <= k or p x >= k + 1". *)

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

(** The first row is the cutoff, if it is strict: its left side is to be below its right side. *)
Record node := Node { system : mixed; strict : bool }.

Definition strictly (s : bool) (rs : list row) (x : point) : Prop :=
  s = true -> match rs with
              | r :: _ => relates r = AtMost /\ apply (coefficients r) x < side r
              | [] => False
              end.

Definition inside (n : node) (x : point) : Prop :=
  admits (system n) x /\ strictly (strict n) (rows (linear (system n))) x.

(** * What a row is derived by *)

Record derivation := Derivation {
  vector : terms;            (* integers on integer columns *)
  level : Z;
  derived : terms;
  least : Q;
  small : list Q;            (* multipliers of the rows, and of "vector <= level" *)
  large : list Q }.          (* likewise, and of "vector >= level + 1" *)

Inductive walk :=
| Close (multipliers : list Q)
| Empty (column : N)
| Split (column : N) (a b : Q) (below above : walk)
| Derive (how : derivation) (rest : walk).

Definition is_whole (a : Q) : bool := Qeq_bool a (inject_Z (Qfloor a)).

Definition is_integer (m : mixed) (j : N) : bool := existsb (N.eqb j) (integers m).

Definition integral (m : mixed) (form : terms) : bool :=
  forallb (fun '(j, a) => is_integer m j && is_whole a) form.

Definition with_rows (m : mixed) (rs : list row) : mixed :=
  let p := linear m in Mixed (Program (goal p) (costs p) (lower p) (upper p) rs) (integers m) (gaps m).

Definition with_row (m : mixed) (r : row) : mixed := with_rows m (rows (linear m) ++ [r]).

(** The bound that multipliers prove of a form, rounded up where the form takes integers only. *)
Definition proved (m : mixed) (form : terms) (multipliers : list Q) : option Q := dual_bound (linear m) 1 form multipliers.

Definition reaches (m : mixed) (d : derivation) (r : row) (multipliers : list Q) : bool :=
  match proved (with_row m r) (derived d) multipliers with
  | Some bound =>
      Qle_bool (least d) bound || (integral m (derived d) && Qle_bool (least d) (inject_Z (Qceiling bound)))
  | None => false
  end.

Definition derives (m : mixed) (d : derivation) : bool :=
  integral m (vector d) &&
  reaches m d (Row (vector d) AtMost (inject_Z (level d))) (small d) &&
  reaches m d (Row (vector d) AtLeast (inject_Z (level d + 1))) (large d).

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

Definition loses_nothing (m : mixed) (j : N) (a b : Q) : bool :=
  Qle_bool b a ||
  (is_integer m j && is_whole a && is_whole b && Qle_bool b (a + 1)) ||
  existsb (fun '(i, (low, high)) => N.eqb i j && Qle_bool low a && Qle_bool b high) (gaps m).

(** Bounds of integer columns are rounded inwards. *)
Definition rounded_down (m : mixed) (j : N) (a : Q) : Q := if is_integer m j then inject_Z (Qfloor a) else a.
Definition rounded_up (m : mixed) (j : N) (a : Q) : Q := if is_integer m j then inject_Z (Qceiling a) else a.

(** * The check *)

Definition closes (n : node) (multipliers : list Q) : bool :=
  match proved (system n) [] multipliers with
  | Some bound =>
      less 0 bound ||
      (strict n && Qeq_bool bound 0 && match multipliers with y :: _ => less y 0 | [] => false end)
  | None => false
  end.

Fixpoint refutes (n : node) (t : walk) : bool :=
  match t with
  | Close multipliers => closes n multipliers
  | Empty column => check_crossed (linear (system n)) column
  | Split j a b below above =>
      loses_nothing (system n) j a b &&
      refutes (narrowed_below n j (rounded_down (system n) j a)) below &&
      refutes (narrowed_above n j (rounded_up (system n) j b)) above
  | Derive d rest =>
      derives (system n) d &&
      refutes (Node (with_row (system n) (Row (derived d) AtLeast (least d))) (strict n)) rest
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

Lemma with_row_feasible m r x :
  feasible (linear m) x -> satisfies (apply (coefficients r) x) (relates r) (side r) -> feasible (linear (with_row m r)) x.
Proof.
  intros [bounds sat] here; split; [exact bounds|].
  intros r' [member|[<-|[]]]%in_app_or; [now apply sat|exact here].
Qed.

Lemma reaches_spec m d r multipliers x :
  admits m x -> satisfies (apply (coefficients r) x) (relates r) (side r) ->
  reaches m d r multipliers = true -> least d <= apply (derived d) x.
Proof.
  intros (fits & ints & _) here; unfold reaches.
  destruct (proved _ _ _) as [bound|] eqn:found; [|discriminate].
  apply (weak_duality _ _ _ _ _ x) in found; [|now apply with_row_feasible].
  rewrite orb_true_iff, andb_true_iff, !Qle_bool_iff; intros [le|[whole_form le]].
  - lra.
  - assert (inject_Z (Qceiling bound) <= apply (derived d) x)
      by (apply whole_above; [now apply (integral_value m)|lra]).
    lra.
Qed.

Lemma derives_spec m d x :
  derives m d = true -> admits m x -> least d <= apply (derived d) x.
Proof.
  unfold derives; rewrite !andb_true_iff; intros [[whole_vector below] above] admitted.
  destruct (integral_value m (vector d) x whole_vector) as [z value]; [apply admitted|].
  destruct (Z_le_gt_dec z (level d)) as [le|gt].
  - eapply reaches_spec; [exact admitted| |exact below]; cbn; rewrite value; now rewrite <- Zle_Qle.
  - eapply reaches_spec; [exact admitted| |exact above]; cbn; rewrite value; rewrite <- Zle_Qle; lia.
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

Lemma split_spec m j a b x : loses_nothing m j a b = true -> admits m x -> x j <= a \/ b <= x j.
Proof.
  unfold loses_nothing; rewrite !orb_true_iff, !andb_true_iff, !Qle_bool_iff.
  intros [[le|[[[member whole_a] whole_b] near]]|apart] (fits & ints & outside).
  - destruct (Qlt_le_dec a (x j)); [right; lra|now left].
  - apply is_whole_spec in whole_a as [za same_a]; apply is_whole_spec in whole_b as [zb same_b].
    destruct (ints j (is_integer_spec _ _ member)) as [z value].
    destruct (Z_le_gt_dec z za) as [le|gt].
    + left; rewrite value, same_a; now rewrite <- Zle_Qle.
    + right; rewrite value; apply (Qle_trans _ (a + 1)); [exact near|].
      rewrite same_a; change 1 with (inject_Z 1); rewrite <- inject_Z_plus, <- Zle_Qle; lia.
  - rewrite existsb_exists in apart; destruct apart as ([i [low high]] & member & fit).
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

Lemma crossed_spec p column x : check_crossed p column = true -> ~ feasible p x.
Proof.
  intros passed [[low high] _]; unfold check_crossed in passed; rewrite !bound_in_table in passed.
  destruct (column_bound (lower p) column) as [l|] eqn:at_least; [|discriminate].
  destruct (column_bound (upper p) column) as [u|] eqn:at_most; [|discriminate].
  apply less_iff in passed; apply low in at_least; apply high in at_most; lra.
Qed.

(** With a strict first row the bound grows when that row is replaced by what the point makes of it. *)
Lemma strict_leaf p r rs y ys x bound :
  rows p = r :: rs -> relates r = AtMost -> apply (coefficients r) x < side r -> y < 0 ->
  feasible p x -> dual_bound p 1 [] (y :: ys) = Some bound -> bound < 0.
Proof.
  intros these below less_side negative held found.
  set (exact := Row (coefficients r) AtMost (apply (coefficients r) x)).
  set (q := Program (goal p) (costs p) (lower p) (upper p) (exact :: rs)).
  assert (inside_q : feasible q x).
  { destruct held as [bounds sat]; split; [exact bounds|]; intros r' [<-|member]; cbn.
    - apply Qle_refl.
    - apply sat; rewrite these; now right. }
  unfold dual_bound in found; rewrite these in found; cbn [combine] in found.
  destruct (of_length _ _ && _) eqn:fit; [|discriminate].
  destruct (rest_bound _ _ _ _) as [sum|] eqn:rest; [|discriminate]; injection found as <-.
  assert (same : dual_bound q 1 [] (y :: ys) = Some (plus (paid ((exact, y) :: combine rs ys)) sum)).
  { unfold dual_bound; cbn [rows q combine lower upper]; cbn [forallb] in fit |- *.
    replace (fits 1 (exact, y)) with (fits 1 (r, y)) by (cbn; now rewrite below).
    unfold of_length in *; cbn [length] in *; rewrite fit.
    replace (reduced_costs [] ((exact, y) :: combine rs ys)) with (reduced_costs [] ((r, y) :: combine rs ys)) by reflexivity.
    now rewrite rest. }
  apply (weak_duality _ _ _ _ _ x) in same; [|exact inside_q]; cbn [apply paid side exact] in same |- *.
  rewrite !plus_correct in same |- *.
  assert (y * side r < y * apply (coefficients r) x) by nra.
  lra.
Qed.

Theorem refutes_sound t : forall n, refutes n t = true -> forall x, ~ inside n x.
Proof.
  induction t as [multipliers|column|j a b below IHbelow above IHabove|d rest IH]; intros n passed x within; cbn in passed.
  - destruct within as [(fits & _ & _) cutoff]; unfold closes, proved in passed.
    destruct (dual_bound _ _ _ _) as [bound|] eqn:found; [|discriminate].
    assert (weak := weak_duality _ _ _ _ _ x found fits); cbn [apply] in weak.
    rewrite orb_true_iff, !andb_true_iff, less_iff in passed; destruct passed as [positive|[[strictly_so zero] first]]; [lra|].
    destruct multipliers as [|y ys]; [discriminate|]; rewrite less_iff in first; apply Qeq_bool_eq in zero.
    specialize (cutoff strictly_so); destruct (rows (linear (system n))) as [|r rs] eqn:these; [contradiction|].
    destruct cutoff as [relation_r below_r].
    assert (bound < 0) by exact (strict_leaf _ r rs y ys x bound these relation_r below_r first fits found); lra.
  - exact (crossed_spec _ _ x passed (proj1 (proj1 within))).
  - rewrite !andb_true_iff in passed; destruct passed as [[keeps left_done] right_done].
    destruct (split_spec _ _ _ _ _ keeps (proj1 within)) as [le|ge].
    + eapply IHbelow; [exact left_done|]; apply inside_below; [exact within|]; exact (rounded_down_spec _ _ _ _ (proj1 within) le).
    + eapply IHabove; [exact right_done|]; apply inside_above; [exact within|]; exact (rounded_up_spec _ _ _ _ (proj1 within) ge).
  - apply andb_prop in passed as [holds_here passed]; eapply IH; [exact passed|].
    destruct within as [admitted cutoff]; assert (new := derives_spec _ _ _ holds_here admitted).
    split.
    + destruct admitted as (fits & ints & outside); split; [exact (with_row_feasible _ (Row (derived d) AtLeast (least d)) _ fits new)|exact (conj ints outside)].
    + intros strictly_so; specialize (cutoff strictly_so); cbn in *.
      destruct (rows (linear (system n))); [contradiction|exact cutoff].
Qed.
