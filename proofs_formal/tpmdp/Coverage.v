(** Theorem 1 and Lemma 2's proof over the reals, as they are generated from the claims. *)

From Coq Require Import Lra Lia Permutation.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides.

(** A coalition without j extends to any larger size that leaves j out. *)
Lemma grown n s c j : (0 <= s)%Z -> In c (combinations (Z.to_nat s) (Zrange 0 n)) -> ~ In j c ->
  forall t, (s <= t)%Z -> (t <= n - 1)%Z ->
  exists d, In d (combinations (Z.to_nat t) (Zrange 0 n)) /\ incl c d /\ ~ In j d.
Proof.
  intros S C J.
  apply (Zrange_ind (fun t => (t <= n - 1)%Z ->
    exists d, In d (combinations (Z.to_nat t) (Zrange 0 n)) /\ incl c d /\ ~ In j d) s).
  - intros _; exists c; repeat split; auto; apply incl_refl.
  - intros t T IH N; destruct (IH ltac:(lia)) as (d & D & I & K).
    destruct (one_more n t d j ltac:(lia) N D K) as (e & E & DE & JE).
    exists e; repeat split; auto; now apply incl_tran with d.
Qed.

(* Claim: tpmdp/thm-1 printed *)
Theorem thm_1 : tpmdp_thm_1.
Proof.
  intros n N t T1 T2 a A1 A2 A3 r L P x X1 X2.
  split; [intros; rewrite X1; now apply in_Zrange |]; split; [intros; rewrite L; assumption |].
  split; [intros; rewrite L; assumption |].
  intros H g G A j J NJ; apply in_flat_map in G; destruct G as (s & S & G); apply in_Zrange in S.
  destruct (grown n s g j ltac:(lia) G NJ t ltac:(lia) T2) as (d & D & GD & JD).
  apply Rle_trans with (out d x).
  - rewrite out_nth, X1; apply H; [exact D | exact J |]; split; [exact JD |].
    destruct (Exists_dec (fun i => In i a) g (fun i => in_dec Z.eq_dec i a)) as [E | E].
    + apply Exists_exists in E; destruct E as (i & I & B); exists i; auto.
    + exfalso; apply A; intros i I B; apply E, Exists_exists; exists i; auto.
  - now apply (out_falls g d x).
Qed.

Lemma single_coalition n a c : In c (combinations 1 (Zrange 0 n)) -> length a = 1%nat ->
  (exists i, In i c /\ In i a) -> c = a.
Proof.
  intros C L (i & I & J); apply in_combinations in C; destruct C as [K _].
  destruct a as [| y [| ? ?]]; try discriminate L; destruct c as [| z [| ? ?]]; try discriminate K.
  destruct I as [<- | []], J as [<- | []]; reflexivity.
Qed.

Lemma singles n i : (0 <= i < n)%Z -> In [i] (combinations 1 (Zrange 0 n)).
Proof.
  intros H; assert (filter (fun k => memZ k [i]) (Zrange 0 n) = [i]) as E.
  { apply Permutation_length_1_inv, NoDup_Permutation; [constructor; [intros [] | constructor] | |].
    - apply NoDup_filter, NoDup_Zrange.
    - intros k; rewrite filter_In, memZ_iff, in_Zrange; cbn; intuition (subst; lia || auto). }
  pose proof (filter_in_combinations (fun k => memZ k [i]) (Zrange 0 n)) as F; now rewrite E in F.
Qed.

Lemma max_ofR_le l m : l <> nil -> (forall x, In x l -> x <= m) -> max_ofR l <= m.
Proof. intros N H; now apply H, max_ofR_in. Qed.

(* Claim: tpmdp/lem-2-proof corrected *)
Theorem lem_2_proof : tpmdp_lem_2_proof.
Proof.
  intros n N t T1 T2 a A1 A2 A3 r L P x X1 X2 -> K.
  assert (forall l : list Z, (forall j, In j (filter (fun j => negb (memZ j l)) (Zrange 0 n)) -> (0 <= j < n)%Z)) as F
    by (intros l j J; apply filter_In in J; now apply in_Zrange).
  assert (exists i, a = [i] /\ (0 <= i < n)%Z) as (i & -> & I).
  { destruct a as [| i [| ? ?]]; try (cbn in K; lia); exists i; split; [reflexivity | apply A3; now left]. }
  assert (In [i] (combinations (Z.to_nat 1) (Zrange 0 n))) as S by (now apply singles).
  assert (filter (fun j => negb (memZ j [i])) (Zrange 0 n) <> nil) as NE.
  { pose proof (count_outside n 1 [i] ltac:(lia) S) as C; intros E; rewrite E in C; cbn in C; lia. }
  split; [intros; rewrite X1; now apply (F [i]) |]; split; [intros; rewrite L; now apply (F [i]) |].
  split; [intros E; apply map_eq_nil in E; contradiction |].
  split; [intros; rewrite X1; now apply in_Zrange |]; split; [intros; rewrite L; assumption |].
  split; intros H.
  - intros c C j J [NJ E]; assert (c = [i]) as -> by (now apply (single_coalition n)).
    apply Rle_trans with (2 := H); apply max_ofR_ge, in_map_iff; exists j; split; [reflexivity |].
    apply filter_In; split; [now apply in_Zrange | now apply memZ_not].
  - apply max_ofR_le; [intros E; apply map_eq_nil in E; contradiction |].
    intros v V; apply in_map_iff in V; destruct V as (j & <- & J).
    apply (H [i] S); [now apply (F [i]) |]; apply filter_In in J; destruct J as [_ J].
    split; [now apply memZ_not | exists i; split; now left].
Qed.
