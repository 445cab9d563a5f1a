(** Randomised response among k parties with one bit each: protocols, their columns, and how a column splits.

    A column belongs to one transcript: it says how likely the transcript is for every input. A column of rank one is a
    product of one factor for each party, which depends on this party's bit alone. *)

From Coq Require Import Reals Lra Psatz List Bool.
Import ListNotations.
Open Scope R_scope.

(** * Sums over all inputs of k bits *)

Fixpoint sum_over (k : nat) (F : list bool -> R) : R :=
  match k with
  | O => F []
  | S k => sum_over k (fun x => F (false :: x)) + sum_over k (fun x => F (true :: x))
  end.

Lemma sum_over_ext k : forall F G, (forall x, length x = k -> F x = G x) -> sum_over k F = sum_over k G.
Proof.
  induction k as [|k IH]; intros F G same; cbn; [now apply same|].
  f_equal; apply IH; intros x size; apply same; cbn; congruence.
Qed.

Lemma sum_over_le k : forall F G, (forall x, length x = k -> F x <= G x) -> sum_over k F <= sum_over k G.
Proof.
  induction k as [|k IH]; intros F G le; cbn; [now apply le|].
  apply Rplus_le_compat; apply IH; intros x size; apply le; cbn; congruence.
Qed.

Lemma sum_over_plus k : forall F G, sum_over k (fun x => F x + G x) = sum_over k F + sum_over k G.
Proof. induction k as [|k IH]; intros F G; cbn; [reflexivity|]; rewrite !IH; ring. Qed.

Lemma sum_over_scale k a : forall F, sum_over k (fun x => a * F x) = a * sum_over k F.
Proof. induction k as [|k IH]; intros F; cbn; [reflexivity|]; rewrite !IH; ring. Qed.

Lemma sum_over_zero k : sum_over k (fun _ => 0) = 0.
Proof. induction k as [|k IH]; cbn; [reflexivity|]; rewrite IH; ring. Qed.

Lemma sum_over_swap k j : forall F : list bool -> list bool -> R,
  sum_over k (fun x => sum_over j (fun b => F x b)) = sum_over j (fun b => sum_over k (fun x => F x b)).
Proof. induction k as [|k IH]; intros F; cbn; [reflexivity|]; now rewrite !IH, sum_over_plus. Qed.

Lemma sum_over_not_negative k F : (forall x, 0 <= F x) -> 0 <= sum_over k F.
Proof. intros all; rewrite <- (sum_over_zero k); apply sum_over_le; auto. Qed.

Lemma term_le_sum_over k : forall F x, (forall z, 0 <= F z) -> length x = k -> F x <= sum_over k F.
Proof.
  induction k as [|k IH]; intros F [|bit x] all size; try discriminate; cbn; [apply Rle_refl|].
  injection size as size; pose proof (fun b => sum_over_not_negative k (fun z => F (b :: z)) (fun z => all (b :: z))) as sums.
  pose proof (IH (fun z => F (bit :: z)) x (fun z => all (bit :: z)) size) as here; cbn in here.
  pose proof (sums false); pose proof (sums true); destruct bit; lra.
Qed.

Lemma positive_term k : forall F, 0 < sum_over k F -> exists x, length x = k /\ 0 < F x.
Proof.
  induction k as [|k IH]; intros F more; cbn in more; [now exists []|].
  destruct (Rlt_le_dec 0 (sum_over k (fun x => F (false :: x)))) as [zero|none].
  - destruct (IH _ zero) as (x & size & positive); exists (false :: x); cbn; auto.
  - destruct (IH (fun x => F (true :: x)) ltac:(lra)) as (x & size & positive); exists (true :: x); cbn; auto.
Qed.

(** * Columns *)

(** A party's factor: for the bit false, and for the bit true. *)
Definition factor := (R * R)%type.

Definition pick (u : factor) (bit : bool) : R := if bit then snd u else fst u.

Definition column := list factor.

Fixpoint probability (us : column) (x : list bool) : R :=
  match us, x with
  | u :: us, bit :: x => pick u bit * probability us x
  | _, _ => 1
  end.

(** lambda = exp(epsilon): a party's bit changes the probability of what is seen by at most this ratio. *)
Definition private_factor (lambda : R) (u : factor) : Prop :=
  0 <= fst u /\ 0 <= snd u /\ fst u <= lambda * snd u /\ snd u <= lambda * fst u.

Definition private_column (lambdas : list R) (us : column) : Prop := Forall2 private_factor lambdas us.

Lemma private_column_length lambdas us : private_column lambdas us -> length us = length lambdas.
Proof. induction 1; cbn; congruence. Qed.

(** * Randomised response: the own bit with probability lambda / (1 + lambda) *)

Definition response (lambda : R) (told : bool) : factor :=
  if told then (1 / (1 + lambda), lambda / (1 + lambda)) else (lambda / (1 + lambda), 1 / (1 + lambda)).

Fixpoint responses (lambdas : list R) (told : list bool) : column :=
  match lambdas, told with
  | lambda :: lambdas, bit :: told => response lambda bit :: responses lambdas told
  | _, _ => []
  end.

Definition levels (lambdas : list R) : Prop := Forall (fun lambda => 1 <= lambda) lambdas.

Lemma response_is_private lambda told : 1 <= lambda -> private_factor lambda (response lambda told).
Proof.
  intros level; assert (0 < / (1 + lambda)) as positive by (apply Rinv_0_lt_compat; lra).
  unfold private_factor, response, Rdiv; set (i := / (1 + lambda)) in *.
  assert (i <= lambda * i) by nra; assert (lambda * i <= lambda * (lambda * i)) by (apply Rmult_le_compat_l; lra).
  destruct told; cbn; repeat split; lra.
Qed.

Lemma responses_are_private lambdas : forall told, levels lambdas -> length told = length lambdas ->
  private_column lambdas (responses lambdas told).
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|bit told] all size; try discriminate; constructor;
    inversion all; subst; [now apply response_is_private|].
  apply IH; [assumption|now injection size].
Qed.

Lemma responses_sum_to_1 lambdas : forall x, levels lambdas -> length x = length lambdas ->
  sum_over (length lambdas) (fun told => probability (responses lambdas told) x) = 1.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|bit x] all size; try discriminate; [reflexivity|].
  inversion all; subst; cbn [length sum_over responses probability].
  rewrite !sum_over_scale, IH by (assumption || now injection size).
  unfold response, pick; destruct bit; cbn; field; lra.
Qed.

(** * Every private column of rank one is a combination of those of randomised response *)

(** How much of the answer [told] is in a factor. For lambda = 1 nothing is told, and both answers are alike. *)
Definition share (lambda : R) (u : factor) (told : bool) : R :=
  if Req_EM_T lambda 1 then (fst u + snd u) / 2 else (lambda * pick u told - pick u (negb told)) / (lambda - 1).

Fixpoint shares (lambdas : list R) (us : column) (told : list bool) : R :=
  match lambdas, us, told with
  | lambda :: lambdas, u :: us, bit :: told => share lambda u bit * shares lambdas us told
  | _, _, _ => 1
  end.

Lemma share_not_negative lambda u told : 1 <= lambda -> private_factor lambda u -> 0 <= share lambda u told.
Proof.
  intros level (zero & one & le & ge); unfold share; destruct (Req_EM_T lambda 1) as [|more]; [lra|].
  apply Rmult_le_pos; [destruct told; cbn; lra|]; apply Rlt_le, Rinv_0_lt_compat; lra.
Qed.

Lemma shares_not_negative lambdas : forall us told, levels lambdas -> private_column lambdas us ->
  0 <= shares lambdas us told.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros us told all keeps; inversion keeps; subst; cbn; [lra|].
  destruct told as [|bit told]; [lra|]; inversion all; subst.
  apply Rmult_le_pos; [now apply share_not_negative|now apply IH].
Qed.

Lemma factor_splits lambda u bit : 1 <= lambda -> private_factor lambda u ->
  pick u bit = share lambda u false * pick (response lambda false) bit + share lambda u true * pick (response lambda true) bit.
Proof.
  intros level (zero & one & le & ge); unfold share; destruct (Req_EM_T lambda 1) as [same|more].
  - rewrite same in *; assert (fst u = snd u) as equal by lra; destruct bit; cbn; rewrite equal; field.
  - destruct bit; cbn; field; lra.
Qed.

Lemma column_splits lambdas : forall us x, levels lambdas -> private_column lambdas us -> length x = length lambdas ->
  probability us x =
  sum_over (length lambdas) (fun told => shares lambdas us told * probability (responses lambdas told) x).
Proof.
  induction lambdas as [|lambda lambdas IH]; intros us [|bit x] all keeps size; try discriminate;
    inversion keeps as [|? u ? others own rest]; subst; [cbn; ring|].
  inversion all; subst; cbn [length sum_over shares responses probability].
  rewrite (sum_over_ext _ _ (fun told => share lambda u false * pick (response lambda false) bit *
    (shares lambdas others told * probability (responses lambdas told) x))) by (intros; ring).
  rewrite (sum_over_ext _ (fun told => share lambda u true * shares lambdas others told * _) (fun told =>
    share lambda u true * pick (response lambda true) bit *
    (shares lambdas others told * probability (responses lambdas told) x))) by (intros; ring).
  rewrite !sum_over_scale, <- (IH others x), (factor_splits lambda u bit) by (assumption || now injection size).
  ring.
Qed.

(** * The shares come from the probabilities by a fixed matrix, whose rows sum to 1 *)

Definition inverse_entry (lambda : R) (told bit : bool) : R :=
  if Req_EM_T lambda 1 then 1 / 2 else (if eqb told bit then lambda else - (1)) / (lambda - 1).

Fixpoint inverse (lambdas : list R) (told x : list bool) : R :=
  match lambdas, told, x with
  | lambda :: lambdas, b :: told, bit :: x => inverse_entry lambda b bit * inverse lambdas told x
  | _, _, _ => 1
  end.

Lemma inverse_entries_sum_to_1 lambda told : inverse_entry lambda told false + inverse_entry lambda told true = 1.
Proof. unfold inverse_entry; destruct (Req_EM_T lambda 1); [field|]; destruct told; cbn; field; lra. Qed.

Lemma inverse_sums_to_1 lambdas : forall told, length told = length lambdas ->
  sum_over (length lambdas) (fun x => inverse lambdas told x) = 1.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|b told] size; try discriminate; [reflexivity|].
  cbn [length sum_over inverse]; rewrite !sum_over_scale, IH by now injection size.
  rewrite !Rmult_1_r; apply inverse_entries_sum_to_1.
Qed.

Lemma share_by_inverse lambda u told :
  share lambda u told = inverse_entry lambda told false * fst u + inverse_entry lambda told true * snd u.
Proof.
  unfold share, inverse_entry; destruct (Req_EM_T lambda 1); [field|]; destruct told; cbn; field; lra.
Qed.

Lemma shares_by_inverse lambdas : forall us told, length us = length lambdas -> length told = length lambdas ->
  shares lambdas us told = sum_over (length lambdas) (fun x => inverse lambdas told x * probability us x).
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|u us] [|b told] size_u size_b; try discriminate; [cbn; ring|].
  injection size_u as size_u; injection size_b as size_b.
  cbn [length sum_over shares inverse probability]; rewrite IH by assumption.
  rewrite (sum_over_ext _ (fun x => inverse_entry lambda b false * inverse lambdas told x * _) (fun x =>
    inverse_entry lambda b false * fst u * (inverse lambdas told x * probability us x))) by (intros; cbn; ring).
  rewrite (sum_over_ext _ (fun x => inverse_entry lambda b true * inverse lambdas told x * _) (fun x =>
    inverse_entry lambda b true * snd u * (inverse lambdas told x * probability us x))) by (intros; cbn; ring).
  rewrite !sum_over_scale, share_by_inverse; ring.
Qed.
