(** What the rule of Alg. 3 says about its parties: who carries base noise, who leads, and how many they are. *)

From Coq Require Import QArith Lqa Lia List Bool Arith.
From Optcheck.tpmdp Require Import Sums Coalitions Ranking Allocation.
Import ListNotations.
Open Scope Q_scope.

(** ** Lists of parties as functions of the party *)

Lemma card_list active : card (length active) (fun i => nth i active false) = active_count active.
Proof.
  unfold active_count. induction active as [|b l IH]; [reflexivity|].
  change (length (b :: l)) with (S (length l)). rewrite card_shift. simpl. rewrite IH.
  now destruct b.
Qed.

Definition leads (all : bool) (active : list bool) (i : nat) : bool := all || negb (nth i active false).

Lemma total_leaders all F required active : length active = length required ->
  total (map F (leaders all required active))
  == Sum (length required) (fun i => if leads all active i then F (nth i required 0) else 0).
Proof.
  unfold leaders, leads. revert active.
  induction required as [|r l IH]; intros [|b m] Hlen; try discriminate; [reflexivity|].
  change (length (r :: l)) with (S (length l)). rewrite Sum_shift. simpl.
  rewrite <- (IH m) by auto. destruct (all || negb b); [apply total_cons|lra].
Qed.

Lemma count_leaders all P required active : length active = length required ->
  count P (leaders all required active)
  = card (length required) (fun i => leads all active i && P (nth i required 0)).
Proof.
  unfold count, leaders, leads. revert active.
  induction required as [|r l IH]; intros [|b m] Hlen; try discriminate; [reflexivity|].
  change (length (r :: l)) with (S (length l)). rewrite card_shift. simpl.
  rewrite <- (IH m) by auto. destruct (all || negb b); simpl; [|reflexivity].
  now destruct (P r).
Qed.

Lemma length_leaders all required active : length active = length required ->
  length (leaders all required active) = card (length required) (leads all active).
Proof.
  intros Hlen. rewrite <- (count_every (fun _ => true)) by (apply Forall_forall; auto).
  rewrite count_leaders by exact Hlen. apply card_ext. intros i _. apply andb_true_r.
Qed.

Lemma leaders_nonneg all required active :
  Forall (fun z => 0 <= z) required -> Forall (fun z => 0 <= z) (leaders all required active).
Proof.
  intros H. apply Forall_forall. intros z Hz. unfold leaders in Hz.
  apply in_map_iff in Hz as [[r b] [<- Hin]]. apply filter_In in Hin as [Hin _].
  apply in_combine_l in Hin. rewrite Forall_forall in H. now apply H.
Qed.

(** ** The rule *)

(** Everything that the proofs use: two families, one where everybody carries base noise and one where the inactive
    parties do. *)
Record sound_rule (n t a : nat) (R : rule) : Prop := {
  unit_pos : (1 <= unit R)%nat;
  unit_le_carriers : (unit R <= carriers R)%nat;
  rank_pos : (1 <= rank R)%nat;
  rank_le_carriers : (rank R <= carriers R / unit R + 1)%nat;
  rank_le_leaders : (rank R <= if all_lead (case R) then n else n - 1)%nat;
  carriers_le_rank : (carriers R <= rank R * unit R)%nat;
  some_lead : all_lead (case R) = false -> a = 1%nat;
  few_lead : all_lead (case R) = true -> (2 <= a)%nat;
  family : if all_carry (case R)
           then unit R = (n - t)%nat /\ carriers R = n /\ (n <= t * a)%nat /\ all_lead (case R) = true
           else (unit R + t + a = n + 1)%nat /\ (carriers R + a = n)%nat /\ (t * a <= n)%nat
}.

Lemma div_between H u : (1 <= u)%nat -> (H / u * u <= H < (H / u + 1) * u)%nat.
Proof.
  intros Hu. assert (E := Nat.div_mod H u ltac:(lia)). assert (M := Nat.mod_upper_bound H u ltac:(lia)). nia.
Qed.

Lemma rank_covers H u l : (1 <= u)%nat -> (H <= l)%nat -> (H <= Nat.min (H / u + 1) l * u)%nat.
Proof.
  intros Hu Hl. assert (D := div_between H u Hu).
  destruct (Nat.min_spec (H / u + 1) l) as [[_ ->]|[_ ->]]; nia.
Qed.

Lemma rule_is_sound n t a :
  (1 <= t <= n - 1)%nat -> (1 <= a <= n)%nat -> sound_rule n t a (rule_for n t a).
Proof.
  intros Ht Ha. unfold rule_for, subcase_of, ranked.
  destruct (Nat.eqb_spec t 0), (Nat.eqb_spec a 0); try lia. simpl.
  destruct (Nat.eqb_spec a 1); [|destruct (Nat.ltb_spec (n - t) a); [|destruct (Nat.leb_spec n (t * a))]];
    constructor; simpl; try apply rank_covers; try discriminate; try lia; try nia.
Qed.

Lemma no_noise_rule n t a : (t = 0 \/ a = 0)%nat -> rank (rule_for n t a) = O.
Proof. intros [->| ->]; unfold rule_for, subcase_of; simpl; [reflexivity|now rewrite orb_true_r]. Qed.
