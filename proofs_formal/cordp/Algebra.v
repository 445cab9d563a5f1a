(* CorDP: identities and bounds of its appendix and tables, as they are generated from the claims. *)
From Coq Require Import Lra Lia Psatz.
From Optcheck.statements Require Import Language Cordp.
From Optcheck.common Require Import Steps.

(* Claim: cordp/two-user printed *)
Theorem two_user : cordp_two_user.
Proof. intros v V rho R1 R2; repeat split; try lra; field; lra. Qed.

(* Claim: cordp/protocol printed *)
Theorem protocol : cordp_protocol.
Proof.
  intros n N i I1 I2 j J1 J2 v V r R1 R2; destruct (Z.ltb_spec i j), (Z.ltb_spec j i); cbn [orb]; try lia;
    try (cbn [Z.mul Z.opp Pos.mul]; lra).
  assert (forall f : Z -> Z, (forall x, f x = 1 \/ f x = -1)%Z ->
    forall l, sumR (map (fun x => IZR (f x ^ 2) * - r) l) = IZR (Z.of_nat (length l)) * - r) as C.
  { intros f F l; rewrite <- sumR_const; apply sumR_ext; intros x _; replace (f x ^ 2)%Z with 1%Z; [ring |].
    destruct (F x) as [-> | ->]; reflexivity. }
  rewrite !(C (fun x => if Z.ltb x i then 1 else -1)%Z) by (intros x; destruct (Z.ltb x i); auto).
  rewrite !length_Zrange, !Z2Nat.id by lia; rewrite !minus_IZR, plus_IZR; ring.
Qed.

(* Claim: cordp/claim-3 corrected *)
Theorem claim_3 : cordp_claim_3.
Proof.
  intros e E s S; pose proof PI_RGT_0; assert (0 < sqrt (2 * PI)) by (apply sqrt_lt_R0; lra).
  assert (0 < s ^ 2) by (apply pow_lt; lra).
  assert (0 < s ^ 2 * sqrt (2 * PI)) by (now apply Rmult_lt_0_compat).
  repeat split; try lra.
  replace (exp e * (exp (- (-1 / s - e * s / 2) ^ 2 / 2) / sqrt (2 * PI)))
    with (exp e * exp (- (-1 / s - e * s / 2) ^ 2 / 2) / sqrt (2 * PI)) by (field; lra).
  replace (exp e * exp (- (-1 / s - e * s / 2) ^ 2 / 2)) with (exp (- (1 / s - e * s / 2) ^ 2 / 2)).
  - field; lra.
  - rewrite <- exp_plus; f_equal; field; lra.
Qed.

(* Claim: cordp/eq-120 corrected *)
Theorem eq_120 : cordp_eq_120.
Proof.
  intros n N c C1 C2 s S v V ->; rewrite !minus_IZR; assert (2 <= IZR n) by (now apply IZR_le).
  assert (0 < v * (IZR n - 1) - s * (IZR n - 2)) by nra.
  assert (0 < (v * (IZR n - 1) - s * (IZR n - 2)) ^ 2) by (now apply pow_lt).
  split; [lra |]; field; lra.
Qed.

(* What stands under the root in Eq. 47 is positive. *)
Lemma root_positive n c v s : 2 <= c -> c + 1 <= n -> 0 < s -> s <= v ->
  0 < ((n - 2) * (v - s) - c * v) ^ 2 + 4 * (n - c - 1) * v * (v - s).
Proof.
  intros C N S V; assert (0 <= (n - c - 1) * v * (v - s)) as P by (repeat apply Rmult_le_pos; lra).
  destruct (Req_dec ((n - 2) * (v - s) - c * v) 0) as [E | E].
  - assert (s < v) by (destruct (Req_dec s v) as [-> | W]; [exfalso; nra | lra]).
    assert (c + 1 < n) by (destruct (Req_dec n (c + 1)) as [-> | W]; [exfalso; nra | lra]).
    assert (0 < (n - c - 1) * v * (v - s)) by (repeat apply Rmult_lt_0_compat; lra); pose proof (pow2_ge_0 ((n - 2) * (v - s) - c * v)); lra.
  - assert (0 < ((n - 2) * (v - s) - c * v) ^ 2) by nra; lra.
Qed.

Ltac reals := repeat rewrite ?IZR_square, ?minus_IZR, ?mult_IZR, ?plus_IZR in *.

(* Claim: cordp/eq-126 corrected *)
Theorem eq_126 : cordp_eq_126.
Proof.
  intros n N c C1 C2 s S v V K W; assert (4 * (c - 1) ^ 2 <> 0)%Z by nia.
  assert (2 <= IZR c) as A by (apply IZR_le; lia).
  assert (IZR c + 1 <= IZR n) as B by (rewrite <- plus_IZR; apply IZR_le; lia).
  pose proof (root_positive (IZR n) (IZR c) v s A B S V) as D; reals.
  assert (0 < (IZR c - 1) ^ 2) by (apply pow_lt; lra).
  set (root := ((IZR n - 2) * (v - s) - IZR c * v) ^ 2 + 4 * (IZR n - IZR c - 1) * v * (v - s)) in *.
  assert (0 < root * (IZR c - 1) ^ 2) by (now apply Rmult_lt_0_compat).
  repeat split; try lra; try assumption; unfold root in *; field; repeat split; lra.
Qed.

(* Claim: cordp/eq-155 corrected *)
Theorem eq_155 : cordp_eq_155.
Proof.
  intros n N c C1 C2 y Y.
  assert (2 <= IZR c) as A by (apply IZR_le; lia).
  assert (IZR c + 1 <= IZR n) as B by (rewrite <- plus_IZR; apply IZR_le; lia).
  pose proof (root_positive (IZR n) (IZR c) y 1 A B ltac:(lra) Y) as D; reals; rewrite (Rmult_comm (IZR c) y) in D.
  pose proof (sqrt_lt_R0 _ D) as E; pose proof (Rmult_lt_0_compat _ _ E D).
  repeat split; try lra; field; repeat split; lra.
Qed.

(* Claim: cordp/after-eq-83 corrected *)
Theorem after_eq_83 : cordp_after_eq_83.
Proof.
  intros n N c C1 C2 s S v V1 V2 r F P; reals; assert (2 <= IZR n) by (now apply IZR_le).
  destruct (Rle_dec (r * (IZR n - 1)) (- v)) as [? | W]; [assumption | exfalso].
  assert (0 < r * (IZR n - 2) + v) as B by nra; assert (0 <= r ^ 2) by apply pow2_ge_0.
  destruct (Z.eq_dec c 0) as [-> | K].
  - assert (0 <= r ^ 2 * (IZR n - 1)) by (apply Rmult_le_pos; lra); nra.
  - assert (1 <= IZR c) by (apply IZR_le; lia).
    assert (r * (IZR c - 1) + v <= v) by nra; nra.
Qed.

Lemma third_column n u : 1 <= u -> u + 1 <= n ->
  u / (n * (n - u)) <= (u * (n - 1) + (n - u) + 2 * sqrt (u * (n - 1) * (n - u))) / ((n - u) * n ^ 2)
    <= 4 * (u / (n * (n - u))).
Proof.
  intros U N; assert (0 < (n - u) * n ^ 2) as P by (apply Rmult_lt_0_compat; [lra | apply pow_lt; lra]).
  replace (u / (n * (n - u))) with (u * n / ((n - u) * n ^ 2)) by (field; lra).
  replace (4 * (u * n / ((n - u) * n ^ 2))) with (4 * u * n / ((n - u) * n ^ 2)) by (field; lra).
  assert (0 <= u * (n - 1)) as A by (apply Rmult_le_pos; lra).
  assert (0 <= u * (n - 1) * (n - u)) as B by (apply Rmult_le_pos; lra).
  pose proof (sqrt_pos (u * (n - 1) * (n - u))) as Q; pose proof (sqrt_sqrt _ B) as E.
  set (q := sqrt (u * (n - 1) * (n - u))) in *.
  assert (u <= q) by (apply Rsqr_incr_0; unfold Rsqr; [rewrite E | lra | lra]; nra).
  assert (2 * q <= u * (n - 1) + (n - u)).
  { apply Rsqr_incr_0; unfold Rsqr; [| lra | lra].
    assert (0 <= (u * (n - 1) - (n - u)) ^ 2) by apply pow2_ge_0; lra. }
  split; (apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |]); nra.
Qed.

(* Claim: cordp/table-1 printed *)
Theorem table_1 : cordp_table_1.
Proof.
  assert (forall n u, (0 <= u)%Z -> (u <= n - 1)%Z -> 1 <= IZR n - IZR u) as L.
  { intros; rewrite <- minus_IZR; apply IZR_le; lia. }
  split; [| split]; intros n N u U1 U2; pose proof (L n u U1 U2).
  - split; [lia |]; split; [nia |]; reals.
    replace ((IZR n - IZR u) / (IZR n - IZR u) ^ 2) with (1 / (IZR n - IZR u)) by (field; lra).
    assert (0 < 1 / (IZR n - IZR u)) by (apply quotient_positive; lra); lra.
  - split; [nia |]; reals.
    assert (0 < 1 / (IZR n - IZR u) ^ 2) by (apply quotient_positive; [lra | apply pow_lt; lra]); lra.
  - split; [nia |]; split; [nia |]; split; [nia |]; split; [nia |]; assert (2 <= IZR n) by (now apply IZR_le).
    destruct (Z.eqb_spec u 0) as [-> | K].
    + reals; replace (0 * (IZR n - 1) * (IZR n - 0)) with 0 by ring; rewrite sqrt_0.
      replace ((0 * (IZR n - 1) + (IZR n - 0) + 2 * 0) / ((IZR n - 0) * IZR n ^ 2)) with (1 / IZR n ^ 2) by (field; lra).
      assert (0 < 1 / IZR n ^ 2) by (apply quotient_positive; [lra | apply pow_lt; lra]); lra.
    + reals; apply third_column; [apply IZR_le; lia | lra].
Qed.

(* Claim: cordp/table-1-computation corrected *)
Theorem table_1_computation : cordp_table_1_computation.
Proof.
  assert (forall a b, (a <= 8 * b)%Z -> 1 / 8 * IZR a <= IZR b) as E.
  { intros a b H; apply IZR_le in H; rewrite mult_IZR in H; lra. }
  assert (forall d m (l : list Z), (0 <= m)%Z ->
    sumZ (flat_map (fun _ : Z => map (fun _ : Z => d) (Zrange 0 m)) l) = (Z.of_nat (length l) * (m * d))%Z) as F.
  { intros d m l M; induction l as [| x l IH]; [reflexivity |]; cbn [flat_map length].
    rewrite sumZ_app, IH, sumZ_const, length_Zrange, Z.sub_0_r, Z2Nat.id by lia; lia. }
  assert (forall n, (2 <= n)%Z -> 1 <= n / 2 /\ 2 * (n / 2) <= n <= 2 * (n / 2) + 1)%Z as H.
  { intros n N; pose proof (Z.div_mod n 2); pose proof (Z.mod_pos_bound n 2); lia. }
  repeat split; intros; pose proof (H n ltac:(assumption)); try apply E; try lia;
    rewrite ?F, ?sumZ_const, ?length_Zrange, ?Z.sub_0_r, ?Z2Nat.id by lia; nia.
Qed.

(* Claim: cordp/claim-8 corrected *)
Theorem claim_8 : cordp_claim_8.
Proof.
  intros n N t T1 T2 c C1 C2 s S K; assert (0 < (n - c) ^ 2)%Z by nia.
  assert (0 < (n - c) ^ 2 * (n - t) * (t - c))%Z by (repeat apply Z.mul_pos_pos; lia).
  assert (0 <= (n - c - 1) * (n - t) * (t - c))%Z by (repeat apply Z.mul_nonneg_nonneg; lia).
  split; [intros; lia |]; split; [intros; lia |]; split; [intros; lia |].
  split; [intros; lia |]; split; [intros; lia |]; split; [intros; lia |]; split; [intros; lia |].
  destruct (Z.eq_dec t 1) as [E | E]; [right; tauto | left; split; [exact E |]; split; [exact E |]].
  replace ((t - c) * (n - c - 1) * (n - t))%Z with ((n - c - 1) * (n - t) * (t - c))%Z by ring.
  set (q := sqrt (IZR ((n - c - 1) * (n - t) * (t - c)))).
  assert (IZR n - IZR c <> 0 /\ IZR n - IZR t <> 0 /\ IZR t - IZR c <> 0) as (A & B & D).
  { rewrite <- !minus_IZR; repeat split; apply IZR_not_0; lia. }
  clearbody q; reals; field; auto.
Qed.
