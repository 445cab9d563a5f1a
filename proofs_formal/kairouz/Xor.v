(** Corollary 3.10: the best accuracy of the XOR of k bits, on average and in the worst case. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive Conversation Exact.
Import ListNotations.
Open Scope R_scope.

(** * The printed sum *)

Fixpoint added (l m : list Z) : list Z :=
  match l, m with a :: l, b :: m => (a + b)%Z :: added l m | [], m => m | l, [] => l end.

(** The binomial coefficients C(k, 0), ..., C(k, k). *)
Fixpoint binomials (k : nat) : list Z := match k with O => [1%Z] | S k => added (0%Z :: binomials k) (binomials k ++ [0%Z]) end.

Fixpoint rational_power (q : Q) (k : nat) : Q := match k with O => 1%Q | S k => Qred (q * rational_power q k) end.

(** The terms C(k, i) l^(k-i) with every other one left out, the first one taken or not. *)
Fixpoint every_other (taken : bool) (coefficients : list Z) (lambda : Q) : Q :=
  match coefficients with
  | [] => 0%Q
  | c :: rest =>
      ((if taken then inject_Z c * rational_power lambda (length rest) else 0) + every_other (negb taken) rest lambda)%Q
  end.

Definition cor310 (k : nat) (lambda : Q) : Q := (every_other true (binomials k) lambda / rational_power (1 + lambda) k)%Q.

Lemma Q2R_rational_power q k : Q2R (rational_power q k) = Q2R q ^ k.
Proof.
  induction k as [|k IH]; cbn [rational_power pow]; [apply RMicromega.Q2R_1|].
  rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult, IH; reflexivity.
Qed.

Lemma Q2R_whole z : Q2R (inject_Z z) = IZR z.
Proof. unfold Q2R, inject_Z; cbn [Qnum Qden]; field. Qed.

Section Sum.

Variable lambda : R.

(** The sum of all terms, with the sign of every other one turned where sigma is -1. *)
Fixpoint signed (sigma : R) (coefficients : list Z) : R :=
  match coefficients with [] => 0 | c :: rest => IZR c * lambda ^ length rest + sigma * signed sigma rest end.

Lemma signed_added sigma l : forall m, length l = length m -> signed sigma (added l m) = signed sigma l + signed sigma m.
Proof.
  assert (forall l m, length l = length m -> length (added l m) = length l) as size.
  { induction l0 as [|a l0 IH]; intros [|b m] same; cbn in *; try discriminate; auto. }
  induction l as [|a l IH]; intros [|b m] same; cbn in same; try discriminate; cbn [added signed]; [ring|].
  rewrite IH, size, plus_IZR by (now injection same); replace (length m) with (length l) by (now injection same); ring.
Qed.

Lemma signed_shifted sigma l : signed sigma (l ++ [0%Z]) = lambda * signed sigma l.
Proof.
  induction l as [|a l IH]; cbn [app signed length]; [cbn; ring|]; rewrite IH, app_length; cbn [length].
  rewrite Nat.add_1_r; cbn [pow]; ring.
Qed.

Lemma binomials_length k : length (binomials k) = S k.
Proof.
  assert (forall l m, length l = length m -> length (added l m) = length l) as size.
  { induction l as [|a l IH]; intros [|b m] same; cbn in *; try discriminate; auto. }
  induction k as [|k IH]; cbn [binomials]; [reflexivity|]; rewrite size; cbn [length]; rewrite ?app_length, IH; cbn; lia.
Qed.

Lemma signed_binomials sigma k : signed sigma (binomials k) = (lambda + sigma) ^ k.
Proof.
  induction k as [|k IH]; cbn [binomials pow]; [cbn; ring|].
  rewrite signed_added by (cbn [length]; rewrite app_length, binomials_length; cbn; lia).
  rewrite signed_shifted, IH; cbn [signed]; rewrite IH; ring.
Qed.

End Sum.

Lemma Q2R_every_other lambda l : forall taken,
  2 * Q2R (every_other taken l lambda) = signed (Q2R lambda) 1 l + (if taken then 1 else -1) * signed (Q2R lambda) (-1) l.
Proof.
  induction l as [|c l IH]; intros taken; cbn [every_other signed]; [rewrite RMicromega.Q2R_0; ring|].
  rewrite Q2R_plus, Rmult_plus_distr_l, IH; destruct taken; cbn [negb].
  - rewrite Q2R_mult, Q2R_whole, Q2R_rational_power; ring.
  - rewrite RMicromega.Q2R_0; ring.
Qed.

(** The chance that an even number of k answers is wrong. *)
Definition even_chance (lambda : R) (k : nat) : R := (1 + ((lambda - 1) / (lambda + 1)) ^ k) / 2.

Lemma cor310_value k lambda : (1 <= lambda)%Q -> Q2R (cor310 k lambda) = even_chance (Q2R lambda) k.
Proof.
  intros level; apply Q2R_level in level as real; unfold cor310, even_chance.
  pose proof (Q2R_every_other lambda (binomials k) true) as twice; rewrite !signed_binomials in twice.
  assert (Q2R (rational_power (1 + lambda) k) = (Q2R lambda + 1) ^ k) as below.
  { rewrite Q2R_rational_power, Q2R_plus, RMicromega.Q2R_1; f_equal; ring. }
  assert (0 < (Q2R lambda + 1) ^ k) as positive by (apply pow_lt; lra).
  rewrite Q2R_div_positive, below by (rewrite below; assumption); unfold Rdiv at 3; rewrite Rpow_mult_distr, pow_inv.
  replace (Q2R lambda - 1) with (Q2R lambda + -1) by ring.
  apply Rmult_eq_reg_l with 2; [|lra]; replace (2 * (Q2R (every_other true (binomials k) lambda) / (Q2R lambda + 1) ^ k))
    with (2 * Q2R (every_other true (binomials k) lambda) / (Q2R lambda + 1) ^ k) by (field; lra).
  rewrite twice; field; lra.
Qed.

(** * Randomised response *)

Fixpoint parity (x : list bool) : bool := match x with [] => false | bit :: x => xorb bit (parity x) end.

Definition indicator (b : bool) : R := if b then 1 else 0.

Section Response.

Variable lambda : R.
Hypothesis level : 1 <= lambda.

Notation levels_ k := (repeat lambda k).

Lemma even_chance_step k : even_chance lambda (S k)
  = lambda / (1 + lambda) * even_chance lambda k + 1 / (1 + lambda) * (1 - even_chance lambda k).
Proof. unfold even_chance; cbn [pow]; set (p := ((lambda - 1) / (lambda + 1)) ^ k); field; lra. Qed.

Lemma even_chance_range k : 1 / 2 <= even_chance lambda k.
Proof.
  unfold even_chance; assert (0 <= (lambda - 1) / (lambda + 1)) by (apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat]; lra).
  pose proof (pow_le _ k H); lra.
Qed.

(** Over all answers to an input, and over all inputs to an answer. *)
Lemma parity_of_answers k : forall x b, length x = k ->
  sum_over k (fun told => probability (responses (levels_ k) told) x * indicator (eqb (xorb (parity told) (parity x)) b))
  = if b then 1 - even_chance lambda k else even_chance lambda k.
Proof.
  induction k as [|k IH]; intros [|bit x] b size; cbn in size; try discriminate.
  - unfold even_chance; cbn; destruct b; cbn; field.
  - injection size as size; cbn [repeat sum_over responses probability parity].
    rewrite (sum_over_ext k _ (fun told => pick (response lambda false) bit *
      (probability (responses (levels_ k) told) x * indicator (eqb (xorb (parity told) (parity x)) (xorb b bit))))).
    + rewrite (sum_over_ext k (fun told => pick (response lambda true) bit * _ * _) (fun told => pick (response lambda true) bit *
        (probability (responses (levels_ k) told) x * indicator (eqb (xorb (parity told) (parity x)) (xorb b (negb bit)))))).
      * rewrite !sum_over_scale, !IH, even_chance_step by assumption; unfold pick, response; destruct b, bit; cbn; field; lra.
      * intros told _; rewrite <- Rmult_assoc; f_equal; destruct (parity told), (parity x), b, bit; reflexivity.
    + intros told _; rewrite <- Rmult_assoc; f_equal; destruct (parity told), (parity x), b, bit; reflexivity.
Qed.

Lemma probability_is_symmetric k : forall told x, length told = k -> length x = k ->
  probability (responses (levels_ k) told) x = probability (responses (levels_ k) x) told.
Proof.
  induction k as [|k IH]; intros [|b told] [|bit x] size_t size_x; cbn in *; try discriminate; [reflexivity|].
  rewrite IH by (now injection size_t + now injection size_x); f_equal; unfold pick, response; destruct b, bit; reflexivity.
Qed.

End Response.

(** * The corollary *)

Definition xor_worth (decision : bool) (x : list bool) : Q := if eqb decision (parity x) then 1%Q else 0%Q.

Section Corollary.

Variables (k : nat) (lambda : Q).
Hypothesis level : (1 <= lambda)%Q.

Notation lambdas := (repeat lambda k).
Notation levels_ := (map Q2R lambdas).
Notation value := (Q2R (cor310 k lambda)).
Notation xor_accuracy := (conversation_accuracy bool (score_of bool xor_worth)).
Notation play := (private_play bool levels_ [false; true]).

Lemma all_levels : rational_levels lambdas.
Proof. apply Forall_forall; intros l member%repeat_spec; now subst l. Qed.

Lemma real_lambdas : levels_ = repeat (Q2R lambda) k.
Proof. induction k as [|j IH]; cbn; congruence. Qed.

Lemma score_value b x : score_of bool xor_worth b x = indicator (eqb b (parity x)).
Proof. unfold score_of, xor_worth, indicator; destruct (eqb b (parity x)); [apply RMicromega.Q2R_1|apply RMicromega.Q2R_0]. Qed.

(** Randomised response with the XOR of what was told is right with this chance, whatever the input is. *)
Lemma response_value x : length x = k ->
  response_accuracy levels_ bool (score_of bool xor_worth) (fun told => [(1, parity told)]) x = value.
Proof.
  intros size; apply Q2R_level in level as real; unfold response_accuracy; rewrite map_length, repeat_length, real_lambdas, cor310_value by assumption.
  rewrite <- (parity_of_answers (Q2R lambda) real k x false size); apply sum_over_ext; intros told _; f_equal.
  unfold mixed_score; cbn [fold_right]; rewrite score_value, Rplus_0_r, Rmult_1_l; destruct (parity told), (parity x); reflexivity.
Qed.

Lemma xor_reached : exists protocol rule, play protocol rule /\ forall x, length x = k -> xor_accuracy protocol rule x = value.
Proof.
  pose proof (levels_of lambdas all_levels) as real.
  exists (responding levels_ 0), (map (fun told => [(1, parity told)]) (all_bits (length levels_))); split; [repeat split|].
  - exact (responding_is_proper levels_ 0 real).
  - now apply responding_is_private.
  - rewrite map_length; symmetry; now apply responding_columns.
  - apply Forall_map, Forall_forall; intros told _; split; [constructor; [lra|constructor]|cbn; ring].
  - apply Forall_map, Forall_forall; intros told _; constructor; [destruct (parity told); cbn; auto|constructor].
  - intros x size; rewrite responding_accuracy by (rewrite ?map_length, ?repeat_length; assumption); now apply response_value.
Qed.

Lemma size_of_lambdas : length levels_ = k.
Proof. now rewrite map_length, repeat_length. Qed.

Lemma decision_worth told b : length told = k ->
  worth levels_ bool (score_of bool xor_worth) (uniform lambdas) told b <= / Q2R (inputs lambdas) * value.
Proof.
  intros size; apply Q2R_level in level as real; pose proof (inputs_positive lambdas) as positive.
  unfold worth, uniform; rewrite size_of_lambdas, sum_over_scale, cor310_value by assumption.
  apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat; assumption|].
  rewrite (sum_over_ext k _ (fun x => probability (responses (repeat (Q2R lambda) k) x) told
    * indicator (eqb (xorb (parity x) (parity told)) (xorb b (parity told))))).
  - rewrite parity_of_answers by assumption; pose proof (even_chance_range (Q2R lambda) real k); destruct (xorb b (parity told)); lra.
  - intros x fits; rewrite score_value, real_lambdas, probability_is_symmetric by assumption.
    f_equal; destruct b, (parity x), (parity told); reflexivity.
Qed.

Lemma uniform_total : sum_over k (uniform lambdas) = 1.
Proof.
  pose proof (inputs_positive lambdas) as positive; unfold uniform.
  rewrite (sum_over_ext k _ (fun _ => / Q2R (inputs lambdas) * 1)), sum_over_scale by (intros; ring).
  assert (Q2R (inputs lambdas) = sum_over k (fun _ => 1)) as <-.
  { unfold inputs; rewrite Q2R_sum, repeat_length; apply sum_over_ext; intros; apply RMicromega.Q2R_1. }
  apply Rinv_l; lra.
Qed.

Lemma average_bound protocol rule : play protocol rule ->
  average levels_ (uniform lambdas) (xor_accuracy protocol rule) <= value.
Proof.
  intros allowed; destruct (average_accuracy_is_best bool xor_worth lambdas false [true] all_levels) as [most _].
  eapply Rle_trans; [apply most, allowed|]; rewrite Q2R_average by apply all_levels; unfold response_average.
  rewrite size_of_lambdas, <- (Rmult_1_l value), <- uniform_total, Rmult_comm, <- sum_over_scale.
  apply sum_over_le; intros told size; unfold best; cbn [fold_right]; unfold uniform; rewrite Rmult_comm.
  apply Rmax_lub; now apply decision_worth.
Qed.

(* Claim: kairouz/cor-3-10-average printed *)
Theorem corollary310_average :
  (forall protocol rule, play protocol rule -> average levels_ (uniform lambdas) (xor_accuracy protocol rule) <= value) /\
  exists protocol rule, play protocol rule /\ average levels_ (uniform lambdas) (xor_accuracy protocol rule) = value.
Proof.
  split; [exact average_bound|]; destruct xor_reached as (protocol & rule & allowed & same); exists protocol, rule.
  split; [exact allowed|]; unfold average; rewrite size_of_lambdas.
  rewrite (sum_over_ext k _ (fun x => value * uniform lambdas x)) by (intros x size; rewrite same by assumption; ring).
  rewrite sum_over_scale, uniform_total; ring.
Qed.

(* Claim: kairouz/cor-3-10-worst printed *)
Theorem corollary310_worst :
  (forall protocol rule xi, play protocol rule -> (forall x, length x = k -> xi <= xor_accuracy protocol rule x) -> xi <= value) /\
  exists protocol rule, play protocol rule /\ forall x, length x = k -> xor_accuracy protocol rule x = value.
Proof.
  split; [|exact xor_reached]; intros protocol rule xi allowed least.
  eapply Rle_trans; [|apply (average_bound protocol rule allowed)]; unfold average; rewrite size_of_lambdas.
  rewrite <- (Rmult_1_r xi), <- uniform_total, <- sum_over_scale; apply sum_over_le; intros x size.
  rewrite Rmult_comm; apply Rmult_le_compat_l; [|now apply least].
  unfold uniform; apply Rlt_le, Rinv_0_lt_compat, inputs_positive.
Qed.

End Corollary.
