(** Theorem 3.1 for conversations: what a private interactive protocol and a decision rule reach at every input,
    randomised response reaches with a rule of its own; and randomised response is such a conversation. *)

From Coq Require Import Reals Lra Psatz Lia List Bool.
From Optcheck.kairouz Require Import Protocols Theorem31 Interactive.
Import ListNotations.
Open Scope R_scope.

(** * All words of k bits, in lexicographic order *)

Fixpoint all_bits (k : nat) : list (list bool) :=
  match k with
  | O => [[]]
  | S k => map (cons false) (all_bits k) ++ map (cons true) (all_bits k)
  end.

Definition total (l : list R) : R := fold_right Rplus 0 l.

Lemma total_all_bits k : forall F, total (map F (all_bits k)) = sum_over k F.
Proof.
  unfold total; induction k as [|k IH]; intros F; cbn; [ring|].
  rewrite map_app, !map_map, sum_app, !IH; reflexivity.
Qed.

Lemma all_bits_length k x : In x (all_bits k) -> length x = k.
Proof.
  revert x; induction k as [|k IH]; cbn; [intros x [<-|[]]; reflexivity|].
  intros x [member|member]%in_app_or; apply in_map_iff in member; destruct member as (y & <- & inside); cbn; now rewrite IH.
Qed.

Lemma all_bits_complete x : In x (all_bits (length x)).
Proof.
  induction x as [|bit x IH]; cbn; [auto|]; apply in_or_app; destruct bit; [right|left]; now apply in_map.
Qed.

(** * Conversations *)

Section Conversation.

Variable lambdas : list R.
Let k := length lambdas.

(** Eq. 7: whatever was said, one party's bit changes its probability by at most this party's ratio. *)
Definition private_conversation (protocol : tree) : Prop :=
  forall x i, length x = k -> (i < k)%nat ->
    Forall2 (fun p q => p <= nth i lambdas 1 * q) (transcripts protocol x) (transcripts protocol (flipped x i)).

Variable answer : Type.
Variable score : answer -> list bool -> R.

(** A rule has a random answer for every transcript; this is its accuracy at an input. *)
Definition conversation_accuracy (protocol : tree) (rule : list (mixture answer)) (x : list bool) : R :=
  total (map (fun '(p, mix) => p * mixed_score answer score mix x) (combine (transcripts protocol x) rule)).

Definition decision_rule (protocol : tree) (rule : list (mixture answer)) : Prop :=
  length rule = length (columns protocol (start k)) /\ Forall (distribution answer) rule.

Lemma length_flipped x : forall i, length (flipped x i) = length x.
Proof. induction x as [|bit x IH]; intros [|i]; cbn; congruence. Qed.

Lemma columns_length protocol : forall us, Forall (fun column => length column = length us) (columns protocol us).
Proof.
  induction protocol as [|i q zero IH0 one IH1]; intros us; cbn; [now constructor|].
  apply Forall_app; split; [pose proof (IH0 (multiplied us i (silence q))) as all|pose proof (IH1 (multiplied us i q)) as all];
    revert all; apply Forall_impl; intros column; now rewrite length_multiplied.
Qed.

Lemma start_not_negative : not_negative (start k).
Proof. apply Forall_forall; intros u member%repeat_spec; subst u; cbn; lra. Qed.

Lemma private_columns protocol : proper k protocol -> private_conversation protocol ->
  Forall (fun us => length us = k /\ not_negative us /\ keeps_bits lambdas us) (columns protocol (start k)).
Proof.
  intros speaks keeps; pose proof (columns_length protocol (start k)) as sizes; unfold start in sizes at 1.
  rewrite repeat_length in sizes; pose proof (columns_not_negative k protocol _ speaks start_not_negative) as positive.
  rewrite Forall_forall in *; intros us member; repeat split; [now apply sizes|now apply positive|].
  intros x i size inside; specialize (keeps x i size inside).
  rewrite !(interactive_columns_have_rank_one k) in keeps by (assumption || now rewrite length_flipped).
  clear - keeps member; induction (columns protocol (start k)) as [|column others IH]; [contradiction|].
  cbn in keeps; inversion keeps; subst; destruct member as [<-|later]; [assumption|now apply IH].
Qed.

(** With private columns in place of those that merely keep the bits. *)
Lemma private_version cs : forall rule,
  Forall (fun us => length us = k /\ not_negative us /\ keeps_bits lambdas us) cs -> length rule = length cs ->
  Forall (distribution answer) rule -> exists protocol,
    Forall (fun '(us, mix) => private_column lambdas us /\ distribution answer mix) protocol /\
    (forall P, Forall P rule -> Forall (fun '(_, mix) => P mix) protocol) /\
    forall x, length x = k ->
      accuracy answer score protocol x
        = total (map (fun '(p, mix) => p * mixed_score answer score mix x) (combine (map (fun us => probability us x) cs) rule)) /\
      total_probability answer protocol x = total (map (fun us => probability us x) cs).
Proof.
  induction cs as [|us cs IH]; intros [|mix rule] keeps size random; cbn in size; try discriminate.
  - exists []; repeat split; try constructor; reflexivity.
  - inversion keeps as [|? ? (fits & positive & bits) others]; inversion random as [|? ? own rest]; subst.
    destruct (IH rule others ltac:(now injection size) rest) as (protocol & all & allowed & same).
    destruct (private_rank_one_column lambdas us fits positive bits) as (us' & hidden & equal).
    exists ((us', mix) :: protocol); split; [constructor; auto|split].
    + intros P inside; inversion inside; subst; constructor; auto.
    + intros x inside; destruct (same x inside) as [acc tot]; cbn.
      unfold accuracy, total_probability, total in *; rewrite acc, tot, <- equal by assumption; split; reflexivity.
Qed.

Lemma imitation_stays_in answers protocol told :
  Forall (fun '(_, mix) => Forall (fun '(_, a) => In a answers) mix) protocol ->
  Forall (fun '(_, a) => In a answers) (imitation lambdas answer protocol told).
Proof.
  induction 1 as [|[us mix] rest own _ IH]; cbn; [constructor|]; apply Forall_app; split; [|exact IH].
  unfold scaled; apply Forall_map; revert own; apply Forall_impl; now intros [w a].
Qed.

Hypothesis all_levels : levels lambdas.

(** Theorem 3.1: at every input the same accuracy, by a rule that gives the same answers. *)
Theorem theorem31_interactive protocol rule :
  proper k protocol -> private_conversation protocol -> decision_rule protocol rule ->
  exists decoder,
    (forall told, length told = k -> distribution answer (decoder told)) /\
    (forall allowed, Forall (Forall (fun '(_, a) => In a allowed)) rule ->
       forall told, Forall (fun '(_, a) => In a allowed) (decoder told)) /\
    forall x, length x = k -> response_accuracy lambdas answer score decoder x = conversation_accuracy protocol rule x.
Proof.
  intros speaks keeps [size random].
  destruct (private_version _ rule (private_columns protocol speaks keeps) size random) as (private & all & allowed & same).
  assert (private_protocol lambdas answer private) as hidden.
  { split; [exact all|]; intros x fits; destruct (same x fits) as [_ ->].
    rewrite <- interactive_columns_have_rank_one by assumption; apply transcripts_sum_to_1. }
  exists (imitation lambdas answer private); split; [|split].
  - intros told fits; now apply imitation_is_distribution.
  - intros answers inside told; specialize (allowed (fun mix => Forall (fun '(_, a) => In a answers) mix) inside).
    now apply imitation_stays_in.
  - intros x fits; rewrite imitation_scores by assumption; destruct (same x fits) as [-> _].
    unfold conversation_accuracy; now rewrite <- interactive_columns_have_rank_one.
Qed.

End Conversation.

(** * Randomised response as a conversation *)

(** One party after the other says its bit, or the other one. *)
Fixpoint responding (lambdas : list R) (i : nat) : tree :=
  match lambdas with
  | [] => End
  | lambda :: lambdas =>
      let next := responding lambdas (S i) in Say i (1 / (1 + lambda), lambda / (1 + lambda)) next next
  end.

Lemma responding_is_proper lambdas : forall i, levels lambdas -> proper (i + length lambdas) (responding lambdas i).
Proof.
  induction lambdas as [|lambda lambdas IH]; intros i all; cbn; [exact I|]; inversion all; subst.
  specialize (IH (S i) ltac:(assumption)); replace (i + S (length lambdas))%nat with (S i + length lambdas)%nat by lia.
  assert (0 < / (1 + lambda)) by (apply Rinv_0_lt_compat; lra).
  assert (lambda * / (1 + lambda) + / (1 + lambda) = 1) by (field; lra).
  assert (0 <= lambda * / (1 + lambda)) by (apply Rmult_le_pos; lra).
  unfold Rdiv; repeat split; cbn [fst snd]; try assumption; lia || lra.
Qed.

Lemma skip_bits (x : list bool) : forall i, (i < length x)%nat -> skipn i x = nth i x false :: skipn (S i) x.
Proof. induction x as [|bit x IH]; intros [|i] inside; cbn in *; try lia; [reflexivity|]; apply IH; lia. Qed.

Lemma responding_transcripts lambdas : forall i x, levels lambdas -> length x = (i + length lambdas)%nat ->
  transcripts (responding lambdas i) x = map (fun told => probability (responses lambdas told) (skipn i x)) (all_bits (length lambdas)).
Proof.
  induction lambdas as [|lambda lambdas IH]; intros i x all size; cbn [responding transcripts all_bits length map].
  - f_equal; destruct (skipn i x); reflexivity.
  - inversion all; subst; cbn in size; rewrite !IH by (assumption || lia).
    rewrite map_app, !map_map, (skip_bits x i) by lia; f_equal; apply map_ext; intros told; cbn [responses probability];
      f_equal; unfold silence, response, pick; destruct (nth i x false); cbn; try reflexivity; field; lra.
Qed.

Lemma flipped_probability lambdas : forall told x i, levels lambdas -> length told = length lambdas ->
  length x = length lambdas -> (i < length lambdas)%nat ->
  probability (responses lambdas told) x <= nth i lambdas 1 * probability (responses lambdas told) (flipped x i).
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|b told] [|bit x] i all size_t size_x inside; cbn in *; try lia.
  inversion all as [|? ? level others]; subst; destruct i as [|i]; cbn [responses probability flipped nth].
  - pose proof (response_is_private lambda b level) as (zero & one & le & ge).
    assert (0 <= probability (responses lambdas told) x).
    { apply probability_not_negative; clear - others; revert told; induction lambdas as [|l ls IH]; intros [|c told];
        cbn; constructor; inversion others; subst; [|now apply IH].
      pose proof (response_is_private l c ltac:(assumption)) as (? & ? & _); auto. }
    rewrite <- Rmult_assoc; apply Rmult_le_compat_r; [assumption|]; destruct bit; cbn in *; lra.
  - pose proof (response_is_private lambda b level) as (zero & one & _).
    replace (nth i lambdas 1 * (pick (response lambda b) bit * probability (responses lambdas told) (flipped x i)))
      with (pick (response lambda b) bit * (nth i lambdas 1 * probability (responses lambdas told) (flipped x i))) by ring.
    apply Rmult_le_compat_l; [destruct bit; cbn; assumption|]; apply IH; assumption || lia.
Qed.

Lemma responding_is_private lambdas : levels lambdas -> private_conversation lambdas (responding lambdas 0).
Proof.
  intros all x i size inside; rewrite !responding_transcripts by (assumption || (rewrite ?length_flipped; assumption)).
  cbn [skipn]; assert (forall l, (forall told, In told l -> length told = length lambdas) ->
    Forall2 (fun p q => p <= nth i lambdas 1 * q) (map (fun told => probability (responses lambdas told) x) l)
      (map (fun told => probability (responses lambdas told) (flipped x i)) l)) as pairs.
  { induction l as [|told l IH]; intros sizes; cbn; constructor.
    - apply flipped_probability; try assumption; apply sizes; now left.
    - apply IH; intros other member; apply sizes; now right. }
  apply pairs; intros told; apply all_bits_length.
Qed.

Lemma responding_columns lambdas : levels lambdas ->
  length (columns (responding lambdas 0) (start (length lambdas))) = length (all_bits (length lambdas)).
Proof.
  intros all; pose proof (responding_is_proper lambdas 0 all) as speaks; cbn in speaks.
  set (x := repeat false (length lambdas)); assert (length x = length lambdas) as size by apply repeat_length.
  pose proof (interactive_columns_have_rank_one _ _ x speaks size) as same.
  rewrite responding_transcripts in same by assumption.
  apply (f_equal (@length R)) in same; rewrite !map_length in same; congruence.
Qed.

(** Its accuracy is what was called that of randomised response. *)
Lemma responding_accuracy lambdas answer score decoder x : levels lambdas -> length x = length lambdas ->
  conversation_accuracy answer score (responding lambdas 0) (map decoder (all_bits (length lambdas))) x
  = response_accuracy lambdas answer score decoder x.
Proof.
  intros all size; unfold conversation_accuracy, response_accuracy; rewrite responding_transcripts by assumption.
  cbn [skipn]; rewrite <- total_all_bits; f_equal.
  induction (all_bits (length lambdas)) as [|told l IH]; cbn; [reflexivity|]; now rewrite IH.
Qed.

Lemma responding_rule lambdas answer decoder : levels lambdas ->
  (forall told, length told = length lambdas -> distribution answer (decoder told)) ->
  decision_rule lambdas answer (responding lambdas 0) (map decoder (all_bits (length lambdas))).
Proof.
  intros all random; split; [rewrite map_length; symmetry; now apply responding_columns|].
  apply Forall_map, Forall_forall; intros told member; apply random; now apply all_bits_length.
Qed.
