(** Table I for a constant threshold, and the costs of Section IV-A, counted. *)

From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Tpmdp.
From Optcheck.common Require Import Steps.
From Optcheck.tpmdp Require Import Outsides.

(** Binomial coefficients between powers. *)
Definition chosen (m j : nat) : Z := Z.of_nat (choose m j).
Definition power (m : Z) (j : nat) : Z := (m ^ Z.of_nat j)%Z.

Lemma power_S m j : power m (S j) = (m * power m j)%Z.
Proof. unfold power; rewrite Nat2Z.inj_succ, Z.pow_succ_r; lia. Qed.

Lemma power_not_negative m j : (0 <= m)%Z -> (0 <= power m j)%Z.
Proof. intros; now apply Z.pow_nonneg. Qed.

Lemma power_mult a b j : power (a * b) j = (power a j * power b j)%Z.
Proof. unfold power; now rewrite Z.pow_mul_l. Qed.

Lemma power_le a b j : (0 <= a <= b)%Z -> (power a j <= power b j)%Z.
Proof. intros; now apply Z.pow_le_mono_l. Qed.

Lemma choose_0 m : choose m 0 = 1%nat.
Proof. now destruct m. Qed.

Lemma chosen_le m j : (chosen m j <= power (Z.of_nat m) j)%Z.
Proof.
  revert j; induction m as [| m IH]; intros [| j]; try (unfold chosen, power; cbn; lia).
  unfold chosen in *; cbn [choose]; rewrite Nat2Z.inj_add; pose proof (IH j); pose proof (IH (S j)).
  rewrite power_S in *; rewrite Nat2Z.inj_succ; pose proof (power_le (Z.of_nat m) (Z.succ (Z.of_nat m)) j ltac:(lia)).
  pose proof (power_not_negative (Z.of_nat m) j ltac:(lia)); nia.
Qed.

Lemma choose_above m j : (m < j)%nat -> choose m j = 0%nat.
Proof. revert j; induction m as [| m IH]; intros [| j] H; try lia; cbn; [reflexivity |]; rewrite !IH; lia. Qed.

Lemma absorption m j : (S j * choose (S m) (S j) = S m * choose m j)%nat.
Proof.
  revert j; induction m as [| m IH]; intros j.
  - destruct j; [reflexivity |]; cbn; lia.
  - destruct j as [| j]; [cbn [choose]; rewrite !choose_0; pose proof (IH O) as H; cbn [choose] in H; rewrite choose_0 in H; lia |].
    pose proof (IH j) as A; pose proof (IH (S j)) as B; cbn [choose] in *; nia.
Qed.

Lemma chosen_ge j : forall m, (j <= m)%nat -> (power (Z.of_nat m) j <= power (Z.of_nat j) j * chosen m j)%Z.
Proof.
  induction j as [| j IH]; intros m H; [unfold power, chosen; rewrite choose_0; cbn; lia |].
  destruct m as [| m]; [lia |]; specialize (IH m ltac:(lia)); pose proof (absorption m j) as A; unfold chosen in *.
  set (C := Z.of_nat (choose (S m) (S j))) in *; set (c := Z.of_nat (choose m j)) in *.
  assert (Z.of_nat (S j) * C = Z.of_nat (S m) * c)%Z as E by (unfold C, c; lia); rewrite !power_S.
  set (M := Z.of_nat (S m)) in *; set (J := Z.of_nat (S j)) in *.
  assert (0 < power (Z.of_nat j) j)%Z as P by (destruct j; [reflexivity | apply Z.pow_pos_nonneg; lia]).
  apply (Zmult_le_reg_r _ _ (power (Z.of_nat j) j)); [lia |].
  assert (power M j * power (Z.of_nat j) j <= power J j * power (Z.of_nat m) j)%Z as Q.
  { rewrite <- !power_mult; apply power_le; unfold M, J; nia. }
  pose proof (power_not_negative J j ltac:(lia)); assert (0 <= M)%Z by lia.
  assert (power J j * power (Z.of_nat m) j <= power J j * (power (Z.of_nat j) j * c))%Z by nia.
  replace (J * power J j * C * power (Z.of_nat j) j)%Z with (power J j * power (Z.of_nat j) j * (J * C))%Z by ring.
  rewrite E; nia.
Qed.

Lemma binomial_bounds m t : (0 <= t <= m)%Z -> (binomial m t <= m ^ t)%Z /\ (m ^ t <= t ^ t * binomial m t)%Z.
Proof.
  intros T; unfold binomial; pose proof (chosen_le (Z.to_nat m) (Z.to_nat t)) as A.
  pose proof (chosen_ge (Z.to_nat t) (Z.to_nat m) ltac:(lia)) as B; unfold chosen, power in *.
  rewrite !Z2Nat.id in * by lia; auto.
Qed.

(** The number of nonzeros. *)
Definition nonzeros (n t : Z) : Z := (n * binomial (n - 1) t * (n - t))%Z.

Lemma nonzeros_above n t : (1 <= t <= n - 1)%Z -> (nonzeros n t <= n ^ (t + 2))%Z.
Proof.
  intros T; destruct (binomial_bounds (n - 1) t ltac:(lia)) as [A _]; unfold nonzeros.
  assert ((n - 1) ^ t <= n ^ t)%Z by (apply Z.pow_le_mono_l; lia); assert (0 <= binomial (n - 1) t)%Z by (unfold binomial; lia).
  rewrite Z.pow_add_r, Z.pow_2_r by lia; assert (0 <= n ^ t)%Z by (apply Z.pow_nonneg; lia).
  replace (n ^ t * (n * n))%Z with (n * n ^ t * n)%Z by ring; apply Z.mul_le_mono_nonneg; nia.
Qed.

Lemma nonzeros_below n t : (1 <= t <= n - 1)%Z -> (2 * t <= n)%Z -> (n ^ (t + 2) <= 2 ^ (t + 1) * t ^ t * nonzeros n t)%Z.
Proof.
  intros T N; destruct (binomial_bounds (n - 1) t ltac:(lia)) as [_ A]; unfold nonzeros.
  assert (n ^ t <= 2 ^ t * (n - 1) ^ t)%Z as B by (rewrite <- Z.pow_mul_l; apply Z.pow_le_mono_l; lia).
  rewrite !Z.pow_add_r, Z.pow_2_r, Z.pow_1_r by lia; set (c := binomial (n - 1) t) in *.
  assert (0 <= 2 ^ t)%Z by (apply Z.pow_nonneg; lia); assert (0 <= n ^ t)%Z by (apply Z.pow_nonneg; lia).
  assert (n ^ t <= 2 ^ t * (t ^ t * c))%Z as C by nia.
  assert (n ^ t * (n * n) <= n ^ t * (n * (2 * (n - t))))%Z as D by (apply Z.mul_le_mono_nonneg_l; nia).
  pose proof (Z.mul_le_mono_nonneg_r _ _ (n * (2 * (n - t))) ltac:(nia) C); lia.
Qed.

Lemma constant_positive t : (1 <= t)%Z -> (0 < 2 ^ (t + 1) * t ^ t)%Z.
Proof. intros; apply Z.mul_pos_pos; apply Z.pow_pos_nonneg; lia. Qed.

Lemma quotient_below a b c : (0 < b)%Z -> (a <= b * c)%Z -> IZR a / IZR b <= IZR c.
Proof.
  intros B H; apply IZR_lt in B as B'; apply IZR_le in H; rewrite mult_IZR in H.
  apply Rmult_le_reg_r with (IZR b); [exact B' |]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

(* Claim: tpmdp/table-1-space-constant printed *)
Theorem table_1_space_constant : tpmdp_table_1_space_constant.
Proof.
  intros n N t T1 T2 H; pose proof (constant_positive t T1); repeat split; try lia.
  - apply quotient_below; [assumption |]; now apply nonzeros_below; try lia.
  - apply nonzeros_above; lia.
Qed.

(* Claim: tpmdp/table-1-time-constant printed *)
Theorem table_1_time_constant : tpmdp_table_1_time_constant.
Proof.
  intros n N t T1 T2 H; pose proof (constant_positive t T1) as P; repeat split; try lia.
  - assert (0 <= nonzeros n t)%Z by (unfold nonzeros, binomial; nia).
    apply quotient_below; [apply Z.pow_pos_nonneg; lia |]; fold (nonzeros n t).
    pose proof (nonzeros_below n t ltac:(lia) H) as B; set (K := (2 ^ (t + 1) * t ^ t)%Z) in *.
    replace (2 * t + 5)%Z with ((t + 2) * 2 + 1)%Z by lia; rewrite Z.pow_add_r, Z.pow_mul_r, Z.pow_1_r by lia.
    set (X := (n ^ (t + 2))%Z) in *; assert (0 <= X)%Z by (apply Z.pow_nonneg; lia); rewrite !Z.pow_2_r.
    assert (X * X <= (K * nonzeros n t) * (K * nonzeros n t))%Z by nia.
    assert (nonzeros n t * nonzeros n t <= (nonzeros n t + n * n) * (nonzeros n t + n * n))%Z by nia.
    assert (K * K * (nonzeros n t * nonzeros n t) <= K * K * ((nonzeros n t + n * n) * (nonzeros n t + n * n)))%Z by nia; nia.
  - assert (0 <= nonzeros n t)%Z by (unfold nonzeros, binomial; nia); fold (nonzeros n t).
    pose proof (nonzeros_above n t ltac:(lia)) as B.
    replace (2 * t + 5)%Z with ((t + 2) * 2 + 1)%Z by lia; rewrite Z.pow_add_r, Z.pow_mul_r, Z.pow_1_r by lia.
    assert (n ^ 2 <= n ^ (t + 2))%Z by (apply Z.pow_le_mono_r; lia).
    set (X := (n ^ (t + 2))%Z) in *; assert (0 <= n ^ 2)%Z by (apply Z.pow_nonneg; lia).
    assert ((nonzeros n t + n ^ 2) ^ 2 <= 4 * X ^ 2)%Z by (rewrite !Z.pow_2_r in *; nia); nia.
Qed.

(** Messages of a party: those of its own shares, and one of every other party. *)
Lemma one_to_party party M : NoDup M -> (length (filter (fun to => Z.eqb party to) M) <= 1)%nat.
Proof.
  induction 1 as [| a M A N IH]; cbn; [lia |]; destruct (Z.eqb_spec party a) as [<- | _]; [| exact IH].
  assert (filter (fun to => Z.eqb party to) M = nil) as ->; [| cbn; lia].
  destruct (filter _ M) as [| b f] eqn:E; [reflexivity |].
  assert (In b (filter (fun to => Z.eqb party to) M)) as B by (rewrite E; now left).
  apply filter_In in B; destruct B as [B Q]; apply Z.eqb_eq in Q; subst; tauto.
Qed.

Lemma messages_of n party L : NoDup L -> (length (filter (fun message : list Z => memZ party message)
    (flat_map (fun sender : Z => map (fun to : Z => [sender; to]) (filter (fun to : Z => negb (Z.eqb sender to)) (Zrange 0 n))) L))
  <= length L + (if memZ party L then Z.to_nat n else 0))%nat.
Proof.
  induction 1 as [| a L A N IH]; cbn [flat_map length]; [cbn; lia |]; rewrite filter_app, app_length.
  assert (memZ party (a :: L) = orb (Z.eqb party a) (memZ party L)) as -> by reflexivity.
  set (M := filter (fun to => negb (Z.eqb a to)) (Zrange 0 n)).
  assert (NoDup M) as NM by (apply NoDup_filter, NoDup_Zrange).
  assert (length M <= Z.to_nat n)%nat as LM.
  { pose proof (filter_counts (fun to => negb (Z.eqb a to)) (Zrange 0 n)) as F; rewrite length_Zrange in F; fold M in F; lia. }
  destruct (Z.eqb_spec party a) as [<- | NE]; cbn [orb].
  - assert (memZ party L = false) as E by (apply not_true_is_false; now rewrite memZ_iff); rewrite E in IH.
    assert (forall X : list (list Z), (length (filter (fun message => memZ party message) X) <= length X)%nat) as W
      by (induction X as [| b X IHX]; cbn [filter length]; [lia | destruct (memZ party b); cbn [length]; lia]).
    specialize (W (map (fun to => [party; to]) M)); rewrite map_length in W; cbv iota in *; lia.
  - assert (length (filter (fun message : list Z => memZ party message) (map (fun to => [a; to]) M))
      = length (filter (fun to => Z.eqb party to) M)) as Q.
    { clear - NE; induction M as [| b M IH]; [reflexivity |]; cbn [map filter].
      replace (memZ party [a; b]) with (Z.eqb party b); [destruct (Z.eqb party b); cbn; lia |].
      unfold memZ; cbn; destruct (Z.eqb_spec party a); [contradiction |]; now rewrite orb_false_r. }
    pose proof (one_to_party party M NM); lia.
Qed.

(* Claim: tpmdp/sec-4a-messages printed *)
Theorem sec_4a_messages : tpmdp_sec_4a_messages.
Proof.
  intros n N party P1 P2; pose proof (messages_of n party (Zrange 0 n) (NoDup_Zrange 0 n)) as H.
  rewrite length_Zrange in H; destruct (memZ party (Zrange 0 n)); lia.
Qed.
