(** Eqs. 2 and 5: for a given protocol no random decision rule earns more on average than a most likely decision. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Conversation Worst.
Import ListNotations.
Open Scope R_scope.

(** * The first of the largest numbers *)

Fixpoint first_largest (l : list Q) (next best : nat) (value : Q) : nat :=
  match l with
  | [] => best
  | a :: l => if Qle_bool a value then first_largest l (S next) best value else first_largest l (S next) next a
  end.

Definition argmax (f : nat -> Q) (count : nat) : nat := first_largest (map f (seq 1 (pred count))) 1 0 (f 0%nat).

Lemma first_largest_spec f : forall count next best, (best < next)%nat ->
  (forall y, (y < next)%nat -> (f y <= f best)%Q) ->
  let found := first_largest (map f (seq next count)) next best (f best) in
  (found < next + count)%nat /\ forall y, (y < next + count)%nat -> (f y <= f found)%Q.
Proof.
  induction count as [|count IH]; intros next best inside most; cbn.
  - split; [lia|]; intros y small; apply most; lia.
  - replace (next + S count)%nat with (S next + count)%nat by lia; destruct (Qle_bool (f next) (f best)) eqn:le.
    + apply IH; [lia|]; intros y small; destruct (Nat.eq_dec y next) as [->|]; [now apply Qle_bool_iff|apply most; lia].
    + apply IH; [lia|]; intros y small; destruct (Nat.eq_dec y next) as [->|]; [apply Qle_refl|].
      apply Qle_trans with (f best); [apply most; lia|]; apply Qlt_le_weak, Qnot_le_lt; intros more%Qle_bool_iff; congruence.
Qed.

Lemma argmax_spec f count : (0 < count)%nat ->
  (argmax f count < count)%nat /\ forall y, (y < count)%nat -> (f y <= f (argmax f count))%Q.
Proof.
  intros some; pose proof (first_largest_spec f (pred count) 1 0 ltac:(lia)) as spec.
  replace (1 + pred count)%nat with count in spec by lia; apply spec; intros y small; replace y with 0%nat by lia; apply Qle_refl.
Qed.

(** * Rules *)

(** An input's row of chances, and its row of accuracies. *)
Definition input_row := (list Q * list Q)%type.

Definition product_at (t y : nat) (row : input_row) : Q := (nth t (fst row) 0 * nth y (snd row) 0)%Q.

(** The sum over the inputs of P(t | x) w(f(x), y). *)
Definition likely (rows : list input_row) (t y : nat) : Q := fold_right Qplus 0%Q (map (product_at t y) rows).

Definition chosen (rows : list input_row) (transcripts decisions : nat) : list nat :=
  map (fun t => argmax (likely rows t) decisions) (seq 0 transcripts).

(** A random rule: the chance of deciding y after t. *)
Definition stochastic_rule (transcripts decisions : nat) (rule : nat -> nat -> R) : Prop :=
  forall t, (t < transcripts)%nat ->
    (forall y, (y < decisions)%nat -> 0 <= rule t y) /\ total (map (rule t) (seq 0 decisions)) = 1.

Definition sure (choice : list nat) (t y : nat) : R := if Nat.eqb (nth t choice 0%nat) y then 1 else 0.

(** The sum of the accuracies over the inputs. *)
Definition earned (rows : list input_row) (transcripts decisions : nat) (rule : nat -> nat -> R) : R :=
  total (map (fun row => total (map (fun t => total (map (fun y => Q2R (product_at t y row) * rule t y)
    (seq 0 decisions))) (seq 0 transcripts))) rows).

Lemma total_swap {A B} (f : A -> B -> R) (bs : list B) as_ :
  total (map (fun a => total (map (f a) bs)) as_) = total (map (fun b => total (map (fun a => f a b) as_)) bs).
Proof.
  induction as_ as [|a as_ IH]; cbn [map].
  - unfold total; cbn; induction bs as [|b bs IH]; cbn; [reflexivity|]; rewrite <- IH; ring.
  - change (total (map (f a) bs) + total (map (fun a => total (map (f a) bs)) as_)
      = total (map (fun b => f a b + total (map (fun a => f a b) as_)) bs)).
    rewrite IH, total_plus; reflexivity.
Qed.

Lemma Q2R_likely rows t y : Q2R (likely rows t y) = total (map (fun row => Q2R (product_at t y row)) rows).
Proof.
  unfold likely, total; induction rows as [|row rows IH]; cbn [map fold_right]; [apply RMicromega.Q2R_0|].
  now rewrite Q2R_plus, IH.
Qed.

Lemma earned_by_transcript rows transcripts decisions rule :
  earned rows transcripts decisions rule =
  total (map (fun t => total (map (fun y => Q2R (likely rows t y) * rule t y) (seq 0 decisions))) (seq 0 transcripts)).
Proof.
  unfold earned; rewrite total_swap; f_equal; apply map_ext; intros t; rewrite total_swap; f_equal.
  apply map_ext; intros y; rewrite Q2R_likely, Rmult_comm, <- total_scaled, map_map; f_equal; apply map_ext; intros row; ring.
Qed.

Lemma total_le {A} (f g : A -> R) l : (forall a, In a l -> f a <= g a) -> total (map f l) <= total (map g l).
Proof.
  unfold total; induction l as [|a l IH]; intros le; cbn; [lra|].
  apply Rplus_le_compat; [apply le; now left|apply IH; intros b member; apply le; now right].
Qed.

Lemma chosen_at rows transcripts decisions t : (t < transcripts)%nat ->
  nth t (chosen rows transcripts decisions) 0%nat = argmax (likely rows t) decisions.
Proof.
  intros inside; unfold chosen; rewrite (nth_indep _ 0%nat (argmax (likely rows 0) decisions))
    by (now rewrite map_length, seq_length).
  rewrite (map_nth (fun t => argmax (likely rows t) decisions)), seq_nth by assumption; reflexivity.
Qed.

Lemma sure_term rows transcripts decisions t : (0 < decisions)%nat -> (t < transcripts)%nat ->
  total (map (fun y => Q2R (likely rows t y) * sure (chosen rows transcripts decisions) t y) (seq 0 decisions))
  = Q2R (likely rows t (argmax (likely rows t) decisions)).
Proof.
  intros some inside; destruct (argmax_spec (likely rows t) decisions some) as [small _].
  rewrite <- (single_term (fun y => Q2R (likely rows t y)) (argmax (likely rows t) decisions) decisions 0) by lia.
  f_equal; apply map_ext; intros y; unfold sure; rewrite chosen_at by assumption.
  destruct (Nat.eqb _ _); ring.
Qed.

(** No random rule earns more than the chosen decisions, which are one. *)
Lemma chosen_is_best rows transcripts decisions : (0 < decisions)%nat ->
  let best := sure (chosen rows transcripts decisions) in
  stochastic_rule transcripts decisions best /\
  forall rule, stochastic_rule transcripts decisions rule ->
    earned rows transcripts decisions rule <= earned rows transcripts decisions best.
Proof.
  intros some best; split.
  - intros t inside; split; [intros y _; unfold best, sure; destruct (Nat.eqb _ _); lra|].
    unfold best, sure; apply (single_term (fun _ => 1)); rewrite chosen_at by assumption.
    destruct (argmax_spec (likely rows t) decisions some); lia.
  - intros rule random; rewrite !earned_by_transcript; apply total_le; intros t inside%in_seq.
    unfold best; rewrite sure_term by lia; destruct (random t ltac:(lia)) as [positive whole].
    rewrite <- (Rmult_1_r (Q2R (likely rows t (argmax (likely rows t) decisions)))), <- whole, <- total_scaled, map_map.
    apply total_le; intros y small%in_seq; apply Rmult_le_compat_r; [apply positive; lia|].
    apply Qle_Rle; destruct (argmax_spec (likely rows t) decisions some) as [_ most]; apply most; lia.
Qed.

(* Claim: kairouz/eq-5 printed *)
Theorem eq5_central_rule rows transcripts decisions : (0 < decisions)%nat ->
  let best := sure (chosen rows transcripts decisions) in
  stochastic_rule transcripts decisions best /\
  forall rule, stochastic_rule transcripts decisions rule ->
    earned rows transcripts decisions rule <= earned rows transcripts decisions best.
Proof. exact (chosen_is_best rows transcripts decisions). Qed.

(** * A party's rule looks at its own bit as well *)

(** The rows of the inputs of k bits, in lexicographic order, at which the party's bit has this value. *)
Definition rows_with (k party : nat) (bit : bool) (rows : list input_row) : list input_row :=
  map snd (filter (fun p => eqb (nth party (fst p) false) bit) (combine (all_bits k) rows)).

Definition own_chosen (k party : nat) (rows : list input_row) (transcripts decisions : nat) (bit : bool) : list nat :=
  chosen (rows_with k party bit rows) transcripts decisions.

Definition own_earned (k party : nat) (rows : list input_row) (transcripts decisions : nat)
    (rule : bool -> nat -> nat -> R) : R :=
  total (map (fun '(x, row) => earned [row] transcripts decisions (rule (nth party x false))) (combine (all_bits k) rows)).

Lemma earned_cons row rows transcripts decisions rule :
  earned (row :: rows) transcripts decisions rule = earned [row] transcripts decisions rule + earned rows transcripts decisions rule.
Proof. unfold earned, total; cbn [map fold_right]; ring. Qed.

Lemma own_earned_apart k party rows transcripts decisions rule :
  own_earned k party rows transcripts decisions rule =
  earned (rows_with k party false rows) transcripts decisions (rule false)
  + earned (rows_with k party true rows) transcripts decisions (rule true).
Proof.
  unfold own_earned, rows_with; induction (combine (all_bits k) rows) as [|[x row] pairs IH]; [cbn; ring|].
  cbn [map filter fst]; change (total (?a :: ?l)) with (a + total l); rewrite IH.
  destruct (nth party x false); cbn [eqb map snd]; rewrite (earned_cons row (map snd _)); ring.
Qed.

(* Claim: kairouz/eq-2 printed *)
Theorem eq2_party_rule k party rows transcripts decisions : (0 < decisions)%nat ->
  let best bit := sure (own_chosen k party rows transcripts decisions bit) in
  (forall bit, stochastic_rule transcripts decisions (best bit)) /\
  forall rule, (forall bit, stochastic_rule transcripts decisions (rule bit)) ->
    own_earned k party rows transcripts decisions rule <= own_earned k party rows transcripts decisions best.
Proof.
  intros some best; split; [intros bit; now apply chosen_is_best|]; intros rule random; rewrite !own_earned_apart.
  apply Rplus_le_compat; apply chosen_is_best; auto.
Qed.
