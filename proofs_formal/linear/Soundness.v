(** What the checker accepts is true: optimality, infeasibility, unboundedness. *)

From Coq Require Import QArith NArith List Bool Lia Lqa.
From Optcheck.linear Require Import Program Table Forms Check.
Import ListNotations.
Open Scope Q_scope.

Lemma less_iff a b : less a b = true <-> a < b.
Proof.
  unfold less; rewrite negb_true_iff, <- not_true_iff_false, Qle_bool_iff.
  split; [apply Qnot_le_lt|apply Qlt_not_le].
Qed.

Lemma holds_iff left r right : holds left r right = true <-> satisfies left r right.
Proof. destruct r; cbn; rewrite ?Qle_bool_iff, ?Qeq_bool_iff; reflexivity. Qed.

Lemma satisfies_compat a b r right : a == b -> satisfies a r right -> satisfies b r right.
Proof. intros same; destruct r; cbn; now rewrite same. Qed.

(** * A point that passes the check is feasible *)

Lemma check_bounds_spec r bounds : forall values j b,
  check_bounds r bounds values = true -> length values = length bounds ->
  column_bound bounds j = Some b -> satisfies (point_of (table_of values) j) r b.
Proof.
  intros values j b; unfold column_bound, point_of; rewrite entry_of.
  generalize (N.to_nat j); clear j; intros k; revert values k.
  induction bounds as [|bound bounds IH]; intros [|v values] k passed same found; try discriminate.
  - destruct k; discriminate.
  - cbn in passed; apply andb_prop in passed as [here there].
    destruct k as [|k]; cbn in found |- *.
    + subst bound; now apply holds_iff.
    + apply IH; [assumption|now injection same|assumption].
Qed.

Lemma check_row_spec x r : check_row x r = true -> satisfies (apply (coefficients r) x) (relates r) (side r).
Proof. unfold check_row; rewrite holds_iff; apply satisfies_compat, evaluate_correct. Qed.

Lemma check_point_spec p values :
  of_length (costs p) (lower p) = true -> of_length (costs p) (upper p) = true ->
  check_point p values = true -> feasible p (point_of (table_of values)).
Proof.
  unfold check_point, of_length; rewrite !andb_true_iff, !Nat.eqb_eq.
  intros same_lower same_upper [[[same low] high] in_rows].
  split; [split|].
  - intros j l; apply (check_bounds_spec AtLeast); congruence.
  - intros j u; apply (check_bounds_spec AtMost); congruence.
  - intros r member; apply check_row_spec; rewrite forallb_forall in in_rows; auto.
Qed.

(** * Weak duality *)

Lemma bound_in_table bounds j : bound_in (table_of bounds) j = column_bound bounds j.
Proof. unfold bound_in; now rewrite entry_of. Qed.

Definition charge (x : point) (multiplied : list (row * Q)) : Q :=
  fold_right (fun '(r, y) sum => y * apply (coefficients r) x + sum) 0 multiplied.

Lemma apply_charged x multiplied : apply (flat_map charged multiplied) x == - charge x multiplied.
Proof.
  induction multiplied as [|[r y] rest IH]; cbn [flat_map charge fold_right]; [reflexivity|].
  rewrite apply_app, IH; fold (charge x rest); unfold charged.
  destruct (Qeq_bool y 0) eqn:zero.
  - apply Qeq_bool_eq in zero; rewrite zero; cbn; ring.
  - rewrite apply_multiple; ring.
Qed.

Lemma row_pays s r y activity :
  fits s (r, y) = true -> satisfies activity (relates r) (side r) -> s * (y * side r) <= s * (y * activity).
Proof.
  cbn; destruct (relates r); cbn; rewrite ?Qle_bool_iff; intros sign_fits sat.
  - setoid_replace (s * (y * side r)) with (s * y * side r) by ring.
    setoid_replace (s * (y * activity)) with (s * y * activity) by ring; nra.
  - rewrite sat; apply Qle_refl.
  - setoid_replace (s * (y * side r)) with (s * y * side r) by ring.
    setoid_replace (s * (y * activity)) with (s * y * activity) by ring; nra.
Qed.

Lemma rows_pay s x multiplied :
  forallb (fits s) multiplied = true -> within_rows (map fst multiplied) x ->
  s * paid multiplied <= s * charge x multiplied.
Proof.
  induction multiplied as [|[r y] rest IH]; cbn [forallb paid charge fold_right map fst].
  - intros _ _; apply Qle_refl.
  - intros [fit fits_rest]%andb_prop sat; fold (charge x rest).
    assert (s * (y * side r) <= s * (y * apply (coefficients r) x)) by (apply row_pays, sat; [|left]; auto).
    assert (s * paid rest <= s * charge x rest) by (apply IH; [|intros r' member; apply sat; right]; auto).
    rewrite plus_correct; lra.
Qed.

Lemma column_pays p s x j d b :
  within_bounds p x ->
  bound_in (if less 0 (s * d) then table_of (lower p) else table_of (upper p)) j = Some b ->
  s * (d * b) <= s * (d * x j).
Proof.
  intros [low high]; setoid_replace (s * (d * b)) with (s * d * b) by ring.
  setoid_replace (s * (d * x j)) with (s * d * x j) by ring.
  destruct (less 0 (s * d)) eqn:positive; rewrite bound_in_table; intros found.
  - apply less_iff in positive; apply low in found; nra.
  - assert (s * d <= 0) by (apply Qnot_lt_le; rewrite <- less_iff; congruence).
    apply high in found; nra.
Qed.

Lemma columns_pay p s x : within_bounds p x -> forall reduced sum,
  rest_bound s (table_of (lower p)) (table_of (upper p)) reduced = Some sum ->
  s * sum <= s * apply reduced x.
Proof.
  intros inside; induction reduced as [|[j d] rest IH]; cbn [rest_bound apply]; intros sum found.
  - injection found as <-; apply Qle_refl.
  - destruct (rest_bound _ _ _ rest) as [others|]; [|discriminate].
    specialize (IH others eq_refl); destruct (Qeq_bool d 0) eqn:zero.
    + injection found as <-; apply Qeq_bool_eq in zero; rewrite zero; lra.
    + destruct (bound_in _ j) as [b|] eqn:bound; [|discriminate].
      injection found as <-; apply (column_pays p s x) in bound; [|assumption].
      rewrite plus_correct; lra.
Qed.

Lemma map_fst_combine {A B} (l : list A) : forall m : list B, length m = length l -> map fst (combine l m) = l.
Proof. induction l as [|a l IH]; intros [|b m] same; cbn in *; try congruence; f_equal; auto. Qed.

Lemma weak_duality p s c dual bound x :
  dual_bound p s c dual = Some bound -> feasible p x -> s * bound <= s * apply c x.
Proof.
  unfold dual_bound; destruct (_ && _) eqn:fit; [|discriminate].
  apply andb_prop in fit as [same fit]; apply Nat.eqb_eq in same.
  destruct (rest_bound _ _ _ _) as [sum|] eqn:rest; [|discriminate].
  intros found [inside sat]; injection found as <-.
  apply (columns_pay p s x inside) in rest.
  unfold reduced_costs in rest; rewrite apply_collected, apply_app, apply_charged in rest.
  assert (s * paid (combine (rows p) dual) <= s * charge x (combine (rows p) dual))
    by (apply rows_pay; [|rewrite map_fst_combine]; assumption).
  rewrite plus_correct; lra.
Qed.

(** * Moving along a ray *)

Lemma column_bound_slope bounds j b :
  column_bound bounds j = Some b -> column_bound (map slope_bound bounds) j = Some 0.
Proof.
  unfold column_bound; rewrite nth_error_map; destruct (nth_error bounds _) as [[l|]|]; cbn; congruence.
Qed.

Lemma moved_satisfies a slope step r b :
  0 <= step -> satisfies a r b -> satisfies slope r 0 -> satisfies (a + step * slope) r b.
Proof. intros forward; destruct r; cbn; [nra| |nra]; intros -> ->; ring. Qed.

Lemma moved_feasible p x ray step :
  0 <= step -> feasible p x -> feasible (slope_program p) ray -> feasible p (moved x step ray).
Proof.
  intros forward [[low high] sat] [[ray_low ray_high] ray_sat]; split; [split|].
  - intros j l found; apply (moved_satisfies (x j) (ray j) step AtLeast l).
    + exact forward.
    + exact (low j l found).
    + exact (ray_low j 0 (column_bound_slope _ j l found)).
  - intros j u found; apply (moved_satisfies (x j) (ray j) step AtMost u).
    + exact forward.
    + exact (high j u found).
    + exact (ray_high j 0 (column_bound_slope _ j u found)).
  - intros r member; eapply satisfies_compat; [symmetry; apply apply_moved|].
    apply moved_satisfies; auto; apply (ray_sat (slope_row r)), in_map, member.
Qed.

Lemma far_enough start slope level :
  slope < 0 -> exists step, 0 <= step /\ start + step * slope <= level.
Proof.
  intros falls; destruct (Qlt_le_dec level start) as [above|below].
  - exists ((start - level) / - slope); split.
    + apply Qle_shift_div_l; lra.
    + setoid_replace (start + (start - level) / - slope * slope) with level by (field; lra); apply Qle_refl.
  - exists 0; split; [apply Qle_refl|lra].
Qed.

(** * The theorems *)

Lemma well_formed_spec p :
  well_formed p = true -> of_length (costs p) (lower p) = true /\ of_length (costs p) (upper p) = true.
Proof. unfold well_formed; rewrite !andb_true_iff; tauto. Qed.

Lemma value_at_spec p values : value_at p values == objective p (point_of (table_of values)).
Proof. apply evaluate_correct. Qed.

Theorem optimal_sound p value primal dual : check p (Optimal value primal dual) = true -> has_optimum p value.
Proof.
  intros [shape passed]%andb_prop; apply well_formed_spec in shape as [low high].
  unfold check_optimal in passed; destruct (dual_bound _ _ _ _) as [bound|] eqn:proved;
    rewrite !andb_true_iff in passed; destruct passed as [[inside reached] tight]; [|discriminate].
  apply Qeq_bool_eq in reached, tight; rewrite value_at_spec in reached; split.
  - exists (point_of (table_of primal)); split; [now apply check_point_spec|exact reached].
  - intros x inside_x; apply better_by_sign; rewrite <- tight; eapply weak_duality; eassumption.
Qed.

Theorem infeasible_sound p dual : check p (Infeasible dual) = true -> infeasible p.
Proof.
  intros [_ passed]%andb_prop x inside; unfold check_infeasible in passed.
  destruct (dual_bound p 1 [] dual) as [bound|] eqn:proved; [|discriminate].
  apply less_iff in passed; apply (weak_duality _ _ _ _ _ x) in proved; [|exact inside].
  cbn [apply] in proved; lra.
Qed.

Theorem crossed_sound p column : check p (Crossed column) = true -> infeasible p.
Proof.
  intros [_ passed]%andb_prop x [[low high] _]; unfold check_crossed in passed.
  rewrite !bound_in_table in passed.
  destruct (column_bound (lower p) column) as [l|] eqn:at_least; [|discriminate].
  destruct (column_bound (upper p) column) as [u|] eqn:at_most; [|discriminate].
  apply less_iff in passed; apply low in at_least; apply high in at_most; lra.
Qed.

Theorem unbounded_sound p primal ray : check p (Unbounded primal ray) = true -> unbounded p.
Proof.
  intros [shape passed]%andb_prop level; apply well_formed_spec in shape as [low high].
  unfold check_unbounded in passed; rewrite !andb_true_iff, less_iff, value_at_spec in passed.
  destruct passed as [[inside along] falls].
  apply check_point_spec in inside; [|assumption..].
  apply check_point_spec in along; [|unfold of_length in *; cbn; now rewrite map_length..].
  destruct (far_enough (sign (goal p) * objective p (point_of (table_of primal))) _ (sign (goal p) * level) falls)
    as (step & forward & far).
  eexists; split; [exact (moved_feasible _ _ _ _ forward inside along)|].
  apply better_by_sign; unfold objective in *; rewrite apply_moved; lra.
Qed.
