(** Definition 3.3, Lemma 3.5 and Remark 3.4: how many extremal columns differ, that those are independent, and so which
    of them a point of the manifold needs. *)

From Coq Require Import Reals Lra Psatz Lia List Bool QArith Qreals.
From Optcheck.kairouz Require Import Protocols Conversation Exact Signatures.
Import ListNotations.
Open Scope R_scope.

(** * The different corners, each named once *)

Fixpoint corner_words (lambdas : list R) : list (list bool) :=
  match lambdas with
  | [] => [[]]
  | lambda :: lambdas =>
      if Req_EM_T lambda 1 then map (cons false) (corner_words lambdas)
      else map (cons false) (corner_words lambdas) ++ map (cons true) (corner_words lambdas)
  end.

Fixpoint named_version (lambdas : list R) (word : list bool) : list bool :=
  match lambdas, word with
  | lambda :: lambdas, upper :: word =>
      (if Req_EM_T lambda 1 then false else upper) :: named_version lambdas word
  | _, _ => []
  end.

Lemma in_map_cons (b c : bool) word words : In (b :: word) (map (cons c) words) <-> b = c /\ In word words.
Proof.
  rewrite in_map_iff; split; [intros (other & same & member); injection same as <- <-; auto|].
  intros [-> member]; now exists word.
Qed.

Lemma corner_words_named lambdas : forall word, In word (corner_words lambdas) <-> names_corner lambdas word.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|b word]; cbn [corner_words names_corner].
  - cbn; tauto.
  - cbn; split; [intros [|[]]; discriminate|tauto].
  - split; [|tauto]; intros member; destruct (Req_EM_T lambda 1).
    + apply in_map_iff in member; destruct member as (? & ? & _); discriminate.
    + apply in_app_or in member; destruct member as [member|member]; apply in_map_iff in member; destruct member as (? & ? & _); discriminate.
  - destruct (Req_EM_T lambda 1) as [same|more].
    + rewrite in_map_cons, IH; tauto.
    + rewrite in_app_iff, !in_map_cons, IH; destruct b; split; intros; try tauto; destruct H as [[? ?]|[? ?]]; split; tauto || congruence.
Qed.

Lemma named_length lambdas : forall word, names_corner lambdas word -> length word = length lambdas.
Proof. induction lambdas as [|l lambdas IH]; intros [|b word] named; cbn in *; try tauto; f_equal; now apply IH. Qed.

Lemma named_version_named lambdas : forall word, length word = length lambdas ->
  names_corner lambdas (named_version lambdas word) /\ corner lambdas (named_version lambdas word) = corner lambdas word.
Proof.
  induction lambdas as [|lambda lambdas IH]; intros [|b word] size; cbn in *; try discriminate; [auto|].
  destruct (IH word ltac:(now injection size)) as [named same]; rewrite same.
  destruct (Req_EM_T lambda 1) as [one|more]; repeat split; auto; try tauto.
  unfold end_; rewrite one, Rinv_1; now destruct b.
Qed.

Lemma NoDup_map_cons (b : bool) words : NoDup words -> NoDup (map (cons b) words).
Proof.
  induction 1 as [|word words new _ IH]; cbn; constructor; [|exact IH]; rewrite in_map_cons; tauto.
Qed.

Lemma corner_words_differ lambdas : NoDup (corner_words lambdas).
Proof.
  induction lambdas as [|lambda lambdas IH]; cbn [corner_words]; [repeat constructor; auto|].
  destruct (Req_EM_T lambda 1); [now apply NoDup_map_cons|].
  assert (forall l m : list (list bool), NoDup l -> NoDup m -> (forall w, In w l -> ~ In w m) -> NoDup (l ++ m)) as joined.
  { induction l as [|w l IHl]; intros m one two apart; cbn; [assumption|]; inversion one; subst; constructor.
    - rewrite in_app_iff; intros [?|?]; [contradiction|]; apply (apart w); cbn; auto.
    - apply IHl; auto; intros v member; apply apart; now right. }
  apply joined; try now apply NoDup_map_cons.
  intros w zero one; apply in_map_iff in zero, one; destruct zero as (? & <- & _), one as (? & ? & _); discriminate.
Qed.

(** The number of parties with lambda above 1. *)
Definition free_parties (lambdas : list Q) : nat := length (filter (fun l => negb (Qle_bool l 1)) lambdas).

Lemma above_one l : (1 <= l)%Q -> negb (Qle_bool l 1) = if Req_EM_T (Q2R l) 1 then false else true.
Proof.
  intros level; destruct (Req_EM_T (Q2R l) 1) as [same|more]; [apply negb_false_iff, Qle_bool_iff, Rle_Qle|].
  - rewrite same, RMicromega.Q2R_1; lra.
  - apply negb_true_iff, not_true_iff_false; intros le%Qle_bool_iff; apply more; apply Qle_Rle in le, level; rewrite RMicromega.Q2R_1 in *; lra.
Qed.

Lemma corner_words_count lambdas : rational_levels lambdas ->
  length (corner_words (map Q2R lambdas)) = (2 ^ free_parties lambdas)%nat.
Proof.
  unfold free_parties; induction 1 as [|l lambdas level _ IH]; [reflexivity|]; cbn [map corner_words filter].
  rewrite above_one by assumption; destruct (Req_EM_T (Q2R l) 1); [now rewrite map_length|].
  rewrite app_length, !map_length, IH; cbn; lia.
Qed.

(** * Weights are determined *)

Definition combination (lambdas : list R) (w : list bool -> R) (x : list bool) : R :=
  total (map (fun word => w word * tensor (corner lambdas word) x) (corner_words lambdas)).

Lemma total_sum_over {A} k (f : A -> list bool -> R) l :
  sum_over k (fun x => total (map (fun word => f word x) l)) = total (map (fun word => sum_over k (f word)) l).
Proof.
  unfold total; induction l as [|word l IH]; cbn [map fold_right]; [apply sum_over_zero|].
  rewrite sum_over_plus, IH; reflexivity.
Qed.

Lemma scaled_total {A} a (f : A -> R) l : a * total (map f l) = total (map (fun o => a * f o) l).
Proof. unfold total; induction l as [|o l IH]; cbn [map fold_right]; [ring|]; rewrite <- IH; ring. Qed.

Lemma total_picks (w : list bool -> R) word l : NoDup l ->
  total (map (fun other => w other * (if same_word word other then 1 else 0)) l) = if in_dec (list_eq_dec bool_dec) word l then w word else 0.
Proof.
  unfold total; induction 1 as [|other l new _ IH]; cbn [map fold_right]; [reflexivity|]; rewrite IH.
  destruct (same_word word other) eqn:same.
  - apply same_word_iff in same; subst other.
    destruct (in_dec _ word (word :: l)) as [_|none]; [|now destruct none; left].
    destruct (in_dec _ word l); [contradiction|ring].
  - assert (word <> other) by (intros equal; apply same_word_iff in equal; congruence).
    destruct (in_dec _ word l), (in_dec _ word (other :: l)) as [here|none]; try ring; cbn in *; [tauto|].
    destruct here; congruence || contradiction.
Qed.

(** The dual functional of a corner finds its weight. *)
Lemma weight_by_dual lambdas w word : levels lambdas -> In word (corner_words lambdas) ->
  sum_over (length lambdas) (fun x => dual lambdas word x * combination lambdas w x) = w word.
Proof.
  intros all member; apply corner_words_named in member as named; unfold combination.
  rewrite (sum_over_ext _ _ (fun x => total (map (fun other => w other * (dual lambdas word x * tensor (corner lambdas other) x)) (corner_words lambdas))))
    by (intros x _; rewrite scaled_total; f_equal; apply map_ext; intros; ring).
  rewrite total_sum_over.
  rewrite (map_ext_in _ (fun other => w other * (if same_word word other then 1 else 0))).
  - rewrite total_picks by apply corner_words_differ; destruct (in_dec _ word (corner_words lambdas)); [reflexivity|contradiction].
  - intros other inside_; apply corner_words_named in inside_; rewrite sum_over_scale, dual_at_tensor, dual_at_corner; try assumption.
    + reflexivity.
    + now apply named_length.
    + clear - inside_; revert other inside_; induction lambdas as [|l ls IH]; intros [|b other] named; cbn in *; try tauto; f_equal; now apply IH.
Qed.
