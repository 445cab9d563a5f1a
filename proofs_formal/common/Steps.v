(* Steps on the way to generated statements: tests and comparisons, ranges, sums, largest entries, powers. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language.

Lemma Rleb_iff x y : Rleb x y = true <-> x <= y.
Proof. unfold Rleb; destruct (Rle_dec x y); split; intros; auto; discriminate. Qed.

Lemma Rltb_iff x y : Rltb x y = true <-> x < y.
Proof. unfold Rltb; destruct (Rlt_dec x y); split; intros; auto; discriminate. Qed.

Lemma Reqb_iff x y : Reqb x y = true <-> x = y.
Proof. unfold Reqb; destruct (Req_EM_T x y); split; intros; auto; discriminate. Qed.

(* Split on every test that a goal computes with. *)
Ltac tests := repeat match goal with
  | |- context [Rleb ?x ?y] => unfold Rleb; destruct (Rle_dec x y)
  | |- context [Rltb ?x ?y] => unfold Rltb; destruct (Rlt_dec x y)
  | |- context [Reqb ?x ?y] => unfold Reqb; destruct (Req_EM_T x y)
  | |- context [Z.ltb ?x ?y] => destruct (Z.ltb_spec x y)
  | |- context [Z.leb ?x ?y] => destruct (Z.leb_spec x y)
  | |- context [Z.eqb ?x ?y] => destruct (Z.eqb_spec x y)
  end.

(* Largest and smallest of two, and absolute values: one case for each. *)
Ltac extremes := unfold Rmax, Rmin, Rabs in *; repeat match goal with
  | |- context [Rle_dec ?x ?y] => destruct (Rle_dec x y)
  | |- context [Rcase_abs ?x] => destruct (Rcase_abs x)
  end.

Lemma IZR_not_0 n : n <> 0%Z -> IZR n <> 0.
Proof. intros H K; apply H, eq_IZR, K. Qed.

Lemma positive_not_0 x : 0 < x -> ~ x = 0.
Proof. lra. Qed.

Lemma quotient_positive x y : 0 < x -> 0 < y -> 0 < x / y.
Proof. intros; apply Rdiv_lt_0_compat; assumption. Qed.

Lemma quotient_not_negative x y : 0 <= x -> 0 < y -> 0 <= x / y.
Proof. intros; apply Rmult_le_pos; [assumption | left; apply Rinv_0_lt_compat; assumption]. Qed.

Lemma IZR_length_positive {A} (l : list A) : (1 <= Z.of_nat (length l))%Z -> 0 < IZR (Z.of_nat (length l)).
Proof. intros; apply IZR_lt; lia. Qed.

(* Ranges *)

Lemma in_Zrange x low high : In x (Zrange low high) <-> (low <= x < high)%Z.
Proof.
  unfold Zrange; rewrite in_map_iff; split.
  - intros (k & <- & H); apply in_seq in H; lia.
  - intros H; exists (Z.to_nat (x - low)); rewrite in_seq; lia.
Qed.

Lemma length_Zrange low high : length (Zrange low high) = Z.to_nat (high - low).
Proof. unfold Zrange; now rewrite map_length, seq_length. Qed.

Lemma Zrange_last low high : (low <= high)%Z -> Zrange low (high + 1) = Zrange low high ++ [high].
Proof.
  intros; unfold Zrange; replace (Z.to_nat (high + 1 - low)) with (S (Z.to_nat (high - low))) by lia.
  rewrite seq_S, map_app; cbn; do 2 f_equal; lia.
Qed.

Lemma Zrange_empty low high : (high <= low)%Z -> Zrange low high = nil.
Proof. intros; unfold Zrange; now replace (Z.to_nat (high - low)) with O by lia. Qed.

Lemma Zrange_first low high : (low < high)%Z -> Zrange low high = low :: Zrange (low + 1) high.
Proof.
  intros; unfold Zrange; replace (Z.to_nat (high - low)) with (S (Z.to_nat (high - (low + 1)))) by lia.
  cbn [seq map]; f_equal; [lia |]; rewrite <- seq_shift, map_map; apply map_ext; lia.
Qed.

Lemma Zrange_ind (P : Z -> Prop) low :
  P low -> (forall k, (low <= k)%Z -> P k -> P (k + 1)%Z) -> forall k, (low <= k)%Z -> P k.
Proof. intros base step k H; pattern k; apply Zlt_lower_bound_ind with low; [| exact H]; intros x IH Hx.
  destruct (Z.eq_dec x low) as [-> | N]; [exact base |].
  replace x with (x - 1 + 1)%Z by lia; apply step; [lia |]; apply IH; lia. Qed.

(* Sums *)

Lemma sumR_app l m : sumR (l ++ m) = sumR l + sumR m.
Proof. unfold sumR; induction l; cbn; [lra | rewrite IHl; lra]. Qed.

Lemma sumZ_app l m : sumZ (l ++ m) = (sumZ l + sumZ m)%Z.
Proof. unfold sumZ; induction l; cbn; [lia | rewrite IHl; lia]. Qed.

Lemma sumR_ext {A} (f g : A -> R) l : (forall x, In x l -> f x = g x) -> sumR (map f l) = sumR (map g l).
Proof. intros H; f_equal; now apply map_ext_in. Qed.

Lemma sumR_const {A} (c : R) (l : list A) : sumR (map (fun _ => c) l) = IZR (Z.of_nat (length l)) * c.
Proof.
  induction l as [| a l IH]; [cbn; lra |]; cbn [map length]; rewrite Nat2Z.inj_succ, succ_IZR.
  unfold sumR in *; cbn; rewrite IH; lra.
Qed.

Lemma sumZ_const {A} (c : Z) (l : list A) : sumZ (map (fun _ => c) l) = (Z.of_nat (length l) * c)%Z.
Proof.
  induction l as [| a l IH]; [cbn; lia |]; cbn [map length]; rewrite Nat2Z.inj_succ.
  unfold sumZ in *; cbn; rewrite IH; lia.
Qed.

Lemma sumR_scaled {A} (f : A -> R) c l : sumR (map (fun x => f x * c) l) = sumR (map f l) * c.
Proof. unfold sumR; induction l; cbn; [lra | rewrite IHl; lra]. Qed.

Lemma sumR_plus {A} (f g : A -> R) l : sumR (map (fun x => f x + g x) l) = sumR (map f l) + sumR (map g l).
Proof. unfold sumR; induction l; cbn; [lra | rewrite IHl; lra]. Qed.

Lemma sumR_divided c l : sumR (map (fun x => x / c) l) = sumR l / c.
Proof. unfold Rdiv; rewrite (sumR_scaled (fun x => x)); now rewrite map_id. Qed.

Lemma sumR_le {A} (f g : A -> R) l : (forall x, In x l -> f x <= g x) -> sumR (map f l) <= sumR (map g l).
Proof.
  induction l; intros H; cbn; [lra |]; unfold sumR in *; cbn.
  assert (f a <= g a) by (apply H; now left); assert (fold_right Rplus 0 (map f l) <= fold_right Rplus 0 (map g l)).
  { apply IHl; intros; apply H; now right. } lra.
Qed.

Lemma sumR_not_negative l : (forall x, In x l -> 0 <= x) -> 0 <= sumR l.
Proof.
  induction l; intros H; unfold sumR in *; cbn; [lra |].
  assert (0 <= a) by (apply H; now left); assert (0 <= fold_right Rplus 0 l) by (apply IHl; intros; apply H; now right).
  lra.
Qed.

(* Largest entries *)

Lemma fold_max_le l : forall a, a <= fold_left Rmax l a /\ (forall x, In x l -> x <= fold_left Rmax l a).
Proof.
  induction l as [| b l IH]; intros a; cbn; [split; [lra | tauto] |].
  destruct (IH (Rmax a b)) as [H K]; pose proof (Rmax_l a b); pose proof (Rmax_r a b).
  split; [lra |]; intros x [<- | I]; [lra | now apply K].
Qed.

Lemma fold_max_in l : forall a, fold_left Rmax l a = a \/ In (fold_left Rmax l a) l.
Proof.
  induction l as [| b l IH]; intros a; cbn; [now left |].
  destruct (IH (Rmax a b)) as [H | H]; [| now right; right]; rewrite H; unfold Rmax; destruct (Rle_dec a b); auto.
Qed.

Lemma max_ofR_ge l x : In x l -> x <= max_ofR l.
Proof. destruct l; cbn; [tauto |]; unfold max_ofR; cbn; destruct (fold_max_le l r); intros [<- | H1]; auto. Qed.

Lemma max_ofR_in l : l <> nil -> In (max_ofR l) l.
Proof. destruct l; [congruence |]; intros _; unfold max_ofR; cbn; destruct (fold_max_in l r); auto. Qed.

Lemma length_not_nil {A} (l : list A) : (1 <= Z.of_nat (length l))%Z -> l <> nil.
Proof. intros H ->; cbn in H; lia. Qed.

(* Powers *)

Lemma powerRZ_pow x n : (0 <= n)%Z -> powerRZ x n = x ^ Z.to_nat n.
Proof. intros H; rewrite <- (Z2Nat.id n) at 1 by exact H; now rewrite <- pow_powerRZ. Qed.

Lemma square_not_negative x : 0 <= x ^ 2.
Proof. apply pow2_ge_0. Qed.

Lemma IZR_square n : IZR (n ^ 2) = IZR n ^ 2.
Proof. replace (n ^ 2)%Z with (n * n)%Z by ring; rewrite mult_IZR; ring. Qed.
