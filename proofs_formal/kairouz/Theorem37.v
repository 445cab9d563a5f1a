(** Theorem 3.7 as it is generated: privacy is two inequalities for every rejection set. *)

From Coq Require Import Lra Lia Psatz FinFun.
From Optcheck.statements Require Import Language Kairouz.
From Optcheck.common Require Import Steps.

Section Sets.

Variables (f g : Z -> R) (l : list Z).

Lemma sum_split (P N : Z -> bool) : (forall a, In a l -> N a = negb (P a)) ->
  sumR (map f (filter P l)) + sumR (map f (filter N l)) = sumR (map f l).
Proof.
  induction l as [|a m IH]; intros opposite; cbn; [ring|]; rewrite (opposite a) by now left.
  specialize (IH (fun b member => opposite b (or_intror member))); destruct (P a); cbn; lra.
Qed.

Lemma sum_within (P : Z -> bool) c : (forall a, In a l -> f a <= c * g a) -> sumR (map f (filter P l)) <= c * sumR (map g (filter P l)).
Proof.
  induction l as [|a m IH]; intros within; cbn; [lra|]; pose proof (within a (or_introl eq_refl)).
  specialize (IH (fun b member => within b (or_intror member))); destruct (P a); cbn; lra.
Qed.

Lemma sum_single (P : Z -> bool) c : NoDup l -> In c l -> (forall a, In a l -> (P a = true <-> a = c)) -> sumR (map f (filter P l)) = f c.
Proof.
  induction l as [|a m IH]; intros differ member only; [contradiction|]; inversion differ as [|? ? new differ']; subst; cbn.
  destruct (P a) eqn:here.
  - apply only in here; [|now left]; subst a; cbn; replace (filter P m) with (@nil Z); [cbn; ring|].
    clear - only new; induction m as [|b m IHm]; cbn; [reflexivity|]; destruct (P b) eqn:there.
    + apply only in there; [|right; now left]; subst b; destruct new; now left.
    + apply IHm; [intros later; apply new; now right|intros x [<-|deep]; apply only; cbn; auto].
  - destruct member as [->|member]; [rewrite (proj2 (only c (or_introl eq_refl)) eq_refl) in here; discriminate|].
    apply IH; try assumption; intros x deep; apply only; now right.
Qed.

End Sets.

Lemma NoDup_Zrange low high : NoDup (Zrange low high).
Proof.
  unfold Zrange; apply FinFun.Injective_map_NoDup; [intros a b same; lia|apply seq_NoDup].
Qed.

Lemma sum_by_index (l : list R) : sumR (map (fun a => nth (Z.to_nat a) l 0) (Zrange 0 (Z.of_nat (length l)))) = sumR l.
Proof.
  unfold Zrange; rewrite map_map, Z.sub_0_r, Nat2Z.id, (map_ext _ (fun i => nth i l 0)) by (intros; f_equal; lia).
  f_equal; induction l as [|x l IH]; cbn [length seq map]; [reflexivity|]; rewrite <- seq_shift, map_map; cbn [nth]; now rewrite IH.
Qed.

Lemma fold_andb (f : Z -> bool) l : fold_left (fun inside item => andb inside (f item)) l true = true <-> forall x, In x l -> f x = true.
Proof.
  rewrite <- forallb_forall; assert (forall b, fold_left (fun inside item => andb inside (f item)) l b = andb b (forallb f l)) as ->; [|reflexivity].
  induction l as [|a l IH]; intros b; cbn; [now rewrite andb_true_r|]; now rewrite IH, andb_assoc.
Qed.

(** Bits by division. *)
Lemma bit_is x a : (0 <= a)%Z -> (Z.eqb (x / 2 ^ a mod 2) 1 = Z.testbit x a) /\ (Z.eqb (x / 2 ^ a mod 2) 0 = negb (Z.testbit x a)).
Proof.
  intros positive; pose proof (Z.testbit_spec' x a positive) as value; destruct (Z.testbit x a); cbn in value; rewrite <- value; auto.
Qed.

Lemma all_but c n : (0 <= c < n)%Z -> exists x, (0 <= x < 2 ^ n)%Z /\ forall a, (0 <= a < n)%Z -> Z.testbit x a = negb (Z.eqb a c).
Proof.
  intros range; exists (Z.ldiff (Z.ones n) (2 ^ c)).
  assert (forall a, (0 <= a)%Z -> Z.testbit (Z.ldiff (Z.ones n) (2 ^ c)) a = (Z.ltb a n && negb (Z.eqb a c))%bool) as bits.
  { intros a positive; rewrite Z.ldiff_spec, Z.testbit_ones_nonneg, Z.pow2_bits_eqb by lia; f_equal; f_equal; apply Z.eqb_sym. }
  split.
  - assert (Z.ldiff (Z.ones n) (2 ^ c) = Z.ones n - 2 ^ c)%Z as ->.
    { symmetry; apply Z.sub_nocarry_ldiff; apply Z.bits_inj_0; intros a; rewrite Z.ldiff_spec.
      destruct (Z.ltb_spec a 0); [rewrite Z.testbit_neg_r by assumption; reflexivity|].
      rewrite Z.testbit_ones_nonneg, Z.pow2_bits_eqb by lia; destruct (Z.eqb_spec c a), (Z.ltb_spec a n); cbn; lia || reflexivity. }
    rewrite Z.ones_equiv; pose proof (Z.pow_lt_mono_r 2 c n ltac:(lia) ltac:(lia) ltac:(lia)); pose proof (Z.pow_pos_nonneg 2 c); lia.
  - intros a inside; rewrite bits by lia; destruct (Z.ltb_spec a n); [reflexivity|lia].
Qed.

Ltac ranges := intros; repeat match goal with H : In _ (Zrange _ _) |- _ => apply in_Zrange in H end;
  try (apply Z.pow_nonzero); lia.

(* Claim: kairouz/thm-3-7 printed *)
Theorem thm_3_7 : kairouz_thm_3_7.
Proof.
  intros l L n N zero Lz [_ Sz] one Lo [_ So]; do 11 (split; [ranges|]); subst n.
  set (p := fun a => nth (Z.to_nat a) zero 0); set (q := fun a => nth (Z.to_nat a) one 0); set (every := Zrange 0 (Z.of_nat (length zero))).
  assert (sumR (map p every) = 1) as whole_p by (rewrite <- Sz; apply sum_by_index).
  assert (sumR (map q every) = 1) as whole_q by (rewrite <- So; unfold every; rewrite <- Lo; apply sum_by_index).
  rewrite fold_andb; split.
  - intros inside a range.
    assert (forall x, (0 <= x < 2 ^ Z.of_nat (length zero))%Z ->
      1 <= sumR (map p (filter (Z.testbit x) every)) + l * (1 - sumR (map q (filter (Z.testbit x) every))) /\
      1 <= l * sumR (map p (filter (Z.testbit x) every)) + (1 - sumR (map q (filter (Z.testbit x) every)))) as both.
    { intros x small; specialize (inside x ltac:(apply in_Zrange; lia)); rewrite andb_true_iff, !Rleb_iff in inside.
      rewrite (filter_ext_in _ (Z.testbit x)) in inside by (intros b member; apply in_Zrange in member; apply bit_is; lia).
      rewrite (filter_ext_in (fun a1 : Z => (x / 2 ^ a1 mod 2 =? 0)%Z) (fun b => negb (Z.testbit x b))) in inside by (intros b member; apply in_Zrange in member; apply bit_is; lia).
      pose proof (sum_split q every (Z.testbit x) (fun b => negb (Z.testbit x b)) ltac:(auto)) as parts; rewrite whole_q in parts.
      fold p q every in inside; replace (sumR (map q (filter (fun b => negb (Z.testbit x b)) every))) with (1 - sumR (map q (filter (Z.testbit x) every))) in inside by lra; exact inside. }
    assert (In a every) as member by (apply in_Zrange; lia).
    assert (forall f : Z -> R, sumR (map f (filter (Z.testbit (2 ^ a)) every)) = f a) as only.
    { intros f; apply sum_single; [apply NoDup_Zrange|assumption|]; intros b there; apply in_Zrange in there; rewrite Z.pow2_bits_eqb, Z.eqb_eq by lia; split; auto. }
    destruct (all_but a (Z.of_nat (length zero)) range) as (x & small & bits).
    assert (forall f : Z -> R, sumR (map f (filter (Z.testbit x) every)) = sumR (map f every) - f a) as others.
    { intros f; rewrite <- (sum_split f every (Z.testbit x) (fun b => Z.eqb b a)).
      - rewrite (sum_single f every (fun b => Z.eqb b a) a); [ring|apply NoDup_Zrange|assumption|intros b _; apply Z.eqb_eq].
      - intros b there; apply in_Zrange in there; rewrite bits, negb_involutive by lia; reflexivity. }
    destruct (both x small) as [low _]; rewrite !others, whole_p, whole_q in low.
    destruct (both (2 ^ a)%Z) as [_ high]; [pose proof (Z.pow_lt_mono_r 2 a (Z.of_nat (length zero))); pose proof (Z.pow_pos_nonneg 2 a); lia|].
    rewrite !only in high; fold (p a) (q a); split; lra.
  - intros within x small; apply in_Zrange in small; rewrite andb_true_iff, !Rleb_iff.
    rewrite (filter_ext_in _ (Z.testbit x)) by (intros b member; apply in_Zrange in member; apply bit_is; lia).
    rewrite (filter_ext_in (fun a1 : Z => (x / 2 ^ a1 mod 2 =? 0)%Z) (fun b => negb (Z.testbit x b))) by (intros b member; apply in_Zrange in member; apply bit_is; lia).
    fold p q every.
    pose proof (sum_split p every (Z.testbit x) (fun b => negb (Z.testbit x b)) ltac:(auto)) as parts; rewrite whole_p in parts.
    pose proof (sum_split q every (Z.testbit x) (fun b => negb (Z.testbit x b)) ltac:(auto)) as parts'; rewrite whole_q in parts'.
    assert (forall a, In a every -> p a <= l * q a /\ q a <= l * p a) as each by (intros a member; apply in_Zrange in member; apply within; lia).
    pose proof (sum_within p q every (fun b => negb (Z.testbit x b)) l (fun a member => proj1 (each a member))).
    pose proof (sum_within q p every (Z.testbit x) l (fun a member => proj2 (each a member))); split; lra.
Qed.
