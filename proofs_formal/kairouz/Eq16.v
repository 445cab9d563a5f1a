(** Eqs. 16, 17 and 19 and Section 3.1.2, for every finite set of signatures of the box with the corners among them; the
    grids that are compared are such sets. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact Average Worst TwoParty Signatures Corners Lemma35 Grids Programs.
Import ListNotations.
Open Scope R_scope.

Definition real_covers (lambdas : list Q) (signatures : list (list Q)) : Prop := covers (map Q2R lambdas) (map (map Q2R) signatures).

Definition grids_cover (lambdas : list Q) : Prop := forall steps, (0 < steps)%nat -> real_covers lambdas (grid steps lambdas).

(** v is the best average of private conversations with rules. *)
Definition average_optimum (lambdas : list Q) (W : list (list Q)) (decisions : nat) (v : R) : Prop :=
  let mean protocol rule := average (map Q2R lambdas) (uniform lambdas) (conversation_accuracy nat (decision_score W) protocol rule) in
  (forall protocol rule, private_decisions lambdas decisions protocol rule -> mean protocol rule <= v) /\
  exists protocol rule, private_decisions lambdas decisions protocol rule /\ mean protocol rule = v.

(** The program's optimum, with the factor 2^-k, is the best average. *)
(* Claim: kairouz/eq-16 printed *)
Theorem eq16_program lambdas W decisions : rational_levels lambdas -> lambdas <> [] -> (0 < decisions)%nat ->
  grids_cover lambdas /\ forall signatures, real_covers lambdas signatures ->
    let feasible := masses (map (map Q2R) signatures) decisions (length lambdas) in
    let value := eq16_value lambdas W decisions signatures in
    exists best, average_optimum lambdas W decisions best /\
      (forall theta, feasible theta -> value theta <= best) /\ exists theta, feasible theta /\ value theta = best.
Proof.
  intros all some decides; split; [intros steps more; now apply grid_covers|]; intros signatures covered feasible value.
  exists (average_best lambdas W decisions); split; [now apply plays_best|now apply masses_best].
Qed.

(** So is that of the dual: mu with <S_s, mu> >= <S_s, W(y)> for all signatures and decisions. *)
(* Claim: kairouz/eq-17 printed *)
Theorem eq17_dual lambdas W decisions : rational_levels lambdas -> lambdas <> [] -> (0 < decisions)%nat ->
  grids_cover lambdas /\ forall signatures, real_covers lambdas signatures ->
    let feasible := dual_feasible lambdas W decisions signatures in
    let cost mu := / Q2R (inputs lambdas) * sum_over (length lambdas) mu in
    exists best, average_optimum lambdas W decisions best /\
      (forall mu, feasible mu -> best <= cost mu) /\ exists mu, feasible mu /\ cost mu = best.
Proof.
  intros all some decides; split; [intros steps more; now apply grid_covers|]; intros signatures covered feasible cost.
  exists (average_best lambdas W decisions); split; [now apply plays_best|]; split.
  - intros mu above; destruct (masses_best lambdas W decisions signatures all some decides covered) as [_ (theta & mass & <-)].
    now apply weak_duality.
  - exists (best_dual lambdas W decisions); split; [now apply best_dual_feasible|now apply best_dual_value].
Qed.

(** The accuracy rows of Eq. 19 with the printed coefficients. *)
Definition eq19_row (k : nat) (W : list (list Q)) (decisions : nat) (signatures : list (list Q)) (theta : nat -> nat -> R) (x : list bool) : R :=
  total (map (fun '(i, y) => Q2R (nth (place x 0) (nth y (nth i (eq19_table k W decisions signatures) []) []) 0%Q) * theta i y)
    (columns_ (map (map Q2R) signatures) decisions)).

Lemma nth_all_bits k : forall x d n, length x = k -> (place x n = n * 2 ^ k + place x 0)%nat /\ (place x 0 < 2 ^ k)%nat /\ nth (place x 0) (all_bits k) d = x.
Proof.
  assert (forall k, length (all_bits k) = 2 ^ k)%nat as count.
  { induction k0 as [|j IH]; cbn; [reflexivity|]; rewrite app_length, !map_length, IH; lia. }
  induction k as [|k IH]; intros [|bit x] d n size; try discriminate; cbn [place]; [cbn; repeat split; lia|].
  injection size as size; destruct (IH x [] 0%nat size) as (_ & small & value).
  destruct (IH x [] (2 * n + (if bit then 1 else 0))%nat size) as (-> & _), (IH x [] (2 * 0 + (if bit then 1 else 0))%nat size) as (-> & _).
  cbn [Nat.pow]; split; [destruct bit; nia|]; split; [destruct bit; lia|]; cbn [all_bits].
  destruct bit; cbn [Nat.mul Nat.add].
  - rewrite app_nth2, map_length, count by (rewrite map_length, count; lia).
    replace (2 ^ k + 0 + place x 0 - 2 ^ k)%nat with (place x 0) by lia.
    rewrite (nth_of_map (cons true) _ _ []), value by (rewrite count; assumption); reflexivity.
  - rewrite app_nth1 by (rewrite map_length, count; assumption); rewrite (nth_of_map (cons false) _ _ []), value by (rewrite count; assumption); reflexivity.
Qed.

Lemma eq19_row_value k W decisions signatures theta x : length x = k ->
  eq19_row k W decisions signatures theta x = theta_accuracy (map (map Q2R) signatures) decisions W theta x.
Proof.
  intros size; unfold eq19_row, theta_accuracy, sums; f_equal; apply map_ext_in; intros [i y] member.
  apply in_prod_iff in member; destruct member as [small few]; apply in_seq in small, few; rewrite map_length in small.
  unfold eq19_table; rewrite (nth_of_map _ signatures i []), (nth_of_map _ (seq 0 decisions) y 0%nat) by (rewrite ?seq_length; lia).
  assert (length (all_bits k) = 2 ^ k)%nat as count.
  { clear; induction k as [|j IH]; cbn; [reflexivity|]; rewrite app_length, !map_length, IH; lia. }
  destruct (nth_all_bits k x [] 0 size) as (_ & below & value).
  rewrite (nth_of_map _ (all_bits k) (place x 0) []), value, seq_nth by (rewrite ?count; lia).
  rewrite Q2R_mult, Q2R_tensor, (nth_of_map (map Q2R) signatures i []) by lia; cbn [Nat.add]; unfold decision_score, weight_at; ring.
Qed.

(** The program reaches xi exactly where some private conversation with a rule has at least xi on every input. *)
(* Claim: kairouz/eq-19 printed *)
Theorem eq19_program lambdas W decisions : rational_levels lambdas -> lambdas <> [] -> let k := length lambdas in
  grids_cover lambdas /\ forall signatures xi, real_covers lambdas signatures ->
    ((exists theta, masses (map (map Q2R) signatures) decisions k theta /\
        forall x, length x = k -> xi <= eq19_row k W decisions signatures theta x) <->
     exists protocol rule, private_decisions lambdas decisions protocol rule /\
        forall x, length x = k -> xi <= conversation_accuracy nat (decision_score W) protocol rule x).
Proof.
  intros all some k; split; [intros steps more; now apply grid_covers|]; intros signatures xi covered.
  pose proof (levels_of lambdas all) as real; assert (map Q2R lambdas <> []) as real_some_ by (destruct lambdas; [contradiction|discriminate]); assert (length (map Q2R lambdas) = k) as size by apply map_length.
  split.
  - intros (theta & feasible & most); rewrite <- size in feasible.
    destruct (masses_play _ decisions _ real real_some_ covered W theta feasible) as (protocol & rule & play & same).
    exists protocol, rule; split; [exact play|]; intros x fits; rewrite same, <- (eq19_row_value k) by congruence; now apply most.
  - intros (protocol & rule & play & most).
    destruct (play_masses _ decisions _ real covered W protocol rule play) as (theta & feasible & same); rewrite size in feasible.
    exists theta; split; [exact feasible|]; intros x fits; rewrite eq19_row_value, same by congruence; now apply most.
Qed.

(** * Section 3.1.2: feasible for the dual of the worst case *)

Definition row_holds (k : nat) (W : list (list Q)) (nu mu s : list Q) (y : nat) : bool :=
  let over f := rational_total (map f (all_bits k)) in
  Qle_bool (over (fun x => weight_at W x y * rational_tensor s x * nth (place x 0) nu 0)%Q) (over (fun x => rational_tensor s x * nth (place x 0) mu 0)%Q).

Definition rows_hold (k : nat) (W : list (list Q)) (decisions : nat) (nu mu : list Q) (signatures : list (list Q)) : bool :=
  forallb (fun s => forallb (row_holds k W nu mu s) (seq 0 decisions)) signatures.

(** <T, mu> less the sum of W_x(y) T_x nu_x. *)
Definition margin (k : nat) (W : list (list Q)) (nu mu : list Q) (y : nat) (T : list bool -> R) : R :=
  sum_over k (fun x => T x * (Q2R (nth (place x 0) mu 0%Q) - Q2R (weight_at W x y) * Q2R (nth (place x 0) nu 0%Q))).

Lemma row_holds_spec k W nu mu s y : row_holds k W nu mu s y = true <-> 0 <= margin k W nu mu y (tensor (map Q2R s)).
Proof.
  unfold row_holds; rewrite Qle_bool_iff.
  assert (margin k W nu mu y (tensor (map Q2R s)) = Q2R (rational_total (map (fun x => rational_tensor s x * nth (place x 0) mu 0)%Q (all_bits k)))
    - Q2R (rational_total (map (fun x => weight_at W x y * rational_tensor s x * nth (place x 0) nu 0)%Q (all_bits k)))) as ->.
  { rewrite !Q2R_total, !map_map, !total_all_bits; unfold margin, Rminus.
    rewrite <- (Rmult_1_l (sum_over k (fun x => Q2R (weight_at W x y * rational_tensor s x * nth (place x 0) nu 0%Q)))), Ropp_mult_distr_l.
    rewrite <- sum_over_scale, <- sum_over_plus; apply sum_over_ext; intros x _; rewrite !Q2R_mult, Q2R_tensor; ring. }
  split; intros le; [apply Qle_Rle in le|apply Rle_Qle]; lra.
Qed.

(* Claim: kairouz/worst-feasible printed *)
Theorem dual_feasible_on_hull lambdas W decisions nu mu : rational_levels lambdas -> let k := length lambdas in
  grids_cover lambdas /\ forall signatures, real_covers lambdas signatures ->
    (rows_hold k W decisions nu mu signatures = true <->
     forall w T, mixes (map Q2R lambdas) w T -> forall y, (y < decisions)%nat -> 0 <= margin k W nu mu y T).
Proof.
  intros all k; split; [intros steps more; now apply grid_covers|]; intros signatures [boxes corners].
  pose proof (levels_of lambdas all) as real; assert (length (map Q2R lambdas) = k) as size by apply map_length.
  assert (rows_hold k W decisions nu mu signatures = true <->
    forall s, In s (map (map Q2R) signatures) -> forall y, (y < decisions)%nat -> 0 <= margin k W nu mu y (tensor s)) as ->.
  { unfold rows_hold; rewrite forallb_forall; split.
    - intros each s member y few; apply in_map_iff in member; destruct member as (q & <- & member).
      specialize (each q member); rewrite forallb_forall in each; apply row_holds_spec, each, in_seq; lia.
    - intros each q member; rewrite forallb_forall; intros y few%in_seq; apply row_holds_spec, each; [now apply in_map|lia]. }
  split.
  - intros each w T (positive & _ & same) y few; unfold margin.
    rewrite (sum_over_ext k _ (fun x => total (map (fun word => w word * (tensor (corner (map Q2R lambdas) word) x
      * (Q2R (nth (place x 0) mu 0%Q) - Q2R (weight_at W x y) * Q2R (nth (place x 0) nu 0%Q)))) (corner_words (map Q2R lambdas))))).
    2: { intros x fits; rewrite same by congruence; unfold combination; rewrite Rmult_comm, scaled_total; f_equal; apply map_ext; intros; ring. }
    rewrite total_sum_over; unfold total.
    assert (forall word, In word (corner_words (map Q2R lambdas)) -> 0 <= w word /\ 0 <= margin k W nu mu y (tensor (corner (map Q2R lambdas) word))) as parts.
    { intros word member; split; [now apply positive|]; apply each; [|assumption]; apply corners; now apply named_length, corner_words_named. }
    clear positive same; induction (corner_words (map Q2R lambdas)) as [|word l IH]; cbn [map fold_right]; [lra|].
    destruct (parts word ltac:(now left)) as [above margin_]; rewrite sum_over_scale; unfold margin in margin_.
    pose proof (Rmult_le_pos _ _ above margin_); specialize (IH ltac:(intros o m; apply parts; now right)); lra.
  - intros hull s member y few; rewrite Forall_forall in boxes; apply (hull (corner_share (map Q2R lambdas) s)); [|assumption].
    apply shares_mix; [assumption|now apply boxes].
Qed.
