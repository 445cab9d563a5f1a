(* Chained-DP: who is exposed in a row (Definition 5), and the expected square of a sum of noises (Section VIII). *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Chained.
From Optcheck.common Require Import Steps.

(* Claim: chained/def-5 printed *)
Theorem def_5 : chained_def_5.
Proof.
  split; [| exact I]; intros users U k K1 K2 attackers _ inside other; split.
  - intros [(i & I & L) (j & J & M)]; exists (i + 1)%Z; split.
    + apply in_or_app; left; apply in_flat_map; exists i; split; [assumption | right; now left].
    + exists j; split; [apply in_flat_map; exists j; split; [assumption | now left] |].
      split; [| lia]; destruct (Z.eq_dec i 0) as [-> | N]; [now right | left].
      pose proof (inside i I); lia.
  - intros (start & S & e & E & _ & L & M); apply in_flat_map in E; destruct E as (j & J & E); split.
    + apply in_app_or in S; destruct S as [S | S].
      * apply in_flat_map in S; destruct S as (i & I & S); exists i; split; [assumption |].
        pose proof (other i I); cbn in S; lia.
      * unfold memZ in S; destruct (existsb (Z.eqb 0) attackers) eqn:H; [| contradiction].
        apply existsb_exists in H; destruct H as (x & X & Z); apply Z.eqb_eq in Z; subst x; exists 0%Z; split; [assumption | lia].
    + exists j; split; [assumption |]; pose proof (other j J); cbn in E; lia.
Qed.

(* All signs: twice as many for one more noise. *)
Lemma length_signs n : length (tuples n [1; -1]%Z) = (2 ^ n)%nat.
Proof. induction n; cbn; [reflexivity |]; rewrite !app_length, !map_length, IHn; cbn; lia. Qed.

Lemma in_tuples {A} n (l : list A) t : In t (tuples n l) -> length t = n.
Proof.
  revert t; induction n; cbn; intros t; [intros [<- | []]; reflexivity |].
  intros H; apply in_flat_map in H; destruct H as (x & _ & H); apply in_map_iff in H; destruct H as (u & <- & H).
  cbn; now rewrite (IHn u H).
Qed.

Definition signed (l : list R) (signs : list Z) : R :=
  sumR (map (fun item : Z * R => IZR (fst item) * snd item) (combine signs l)).

Definition moment (k : nat) (l : list R) : R :=
  sumR (map (fun t => signed l t ^ k) (tuples (length l) [1; -1]%Z)).

Lemma second_moment l : moment 2 l = IZR (Z.of_nat (2 ^ length l)) * sumR (map (fun x => x ^ 2) l).
Proof.
  induction l as [| a l IH]; [unfold moment, signed; cbn; ring |].
  unfold moment in *; cbn [length tuples flat_map map app]; rewrite app_nil_r, map_app, sumR_app, !map_map.
  assert (forall t, signed (a :: l) (1 :: t)%Z = a + signed l t) as P
    by (intros; unfold signed, sumR; cbn [combine map fst snd fold_right]; ring).
  assert (forall t, signed (a :: l) (-1 :: t)%Z = signed l t - a) as N
    by (intros; unfold signed, sumR; cbn [combine map fst snd fold_right]; ring).
  rewrite <- sumR_plus, (sumR_ext _ (fun t => 2 * a ^ 2 + (signed l t ^ 2 + signed l t ^ 2)))
    by (intros; rewrite P, N; ring).
  rewrite !sumR_plus, IH, sumR_const, length_signs, Nat.pow_succ_r', Nat2Z.inj_mul, mult_IZR.
  unfold sumR; cbn [map fold_right]; change (IZR (Z.of_nat 2)) with 2; ring.
Qed.

(* Claim: chained/sec-8-variance corrected *)
Theorem sec_8_variance : chained_sec_8_variance.
Proof.
  intros l _ _; rewrite Nat2Z.id, length_signs, map_map; change (sumR (map _ (tuples _ _))) with (moment 2 l).
  assert (0 < IZR (Z.of_nat (2 ^ length l))) by (apply IZR_lt; pose proof (Nat.pow_nonzero 2 (length l)); lia).
  split; [lia |]; split; [intros signs; apply in_tuples |]; split; [apply lt_IZR in H; lia |].
  rewrite second_moment; field; lra.
Qed.
