(* Written by make formal UPDATE=1 from the claims of proofs_numeric/tpmdp: not to be edited. *)
From Optcheck.statements Require Import Language.

(* tpmdp/comparable-centralised, printed *)
Definition tpmdp_comparable_centralised : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  ((2 * t < n)%Z) ->
  (0 < max_ofR required) ->
  forall v1 : R, least (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1
    coalition /\ (In i1 active)) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1)))
    x1)))))))))) (fun x1 : list R => sumR x1) v1 ->
  (required <> nil) /\
  v1 < 2 * max_ofR required.

(* tpmdp/convention-5, printed *)
Definition tpmdp_convention_5 : Prop :=
  forall u : Z, ((2 <= u)%Z) ->
  forall t : Z, ((1 <= t)%Z) ->
  forall n : Z, ((u + t <= n)%Z) ->
  forall plus : list R, ((Z.of_nat (length plus) = u)%Z) -> (forall x : R, In x plus -> 0 <= x) -> (StronglySorted Rge
    plus) ->
  forall minus : list R, ((Z.of_nat (length minus) = n - u)%Z) -> (forall x1 : R, In x1 minus -> 0 <= x1) ->
    (StronglySorted Rge minus) ->
  forall x_plus : list R, ((Z.of_nat (length x_plus) = u)%Z) -> (forall x2 : R, In x2 x_plus -> 0 <= x2) ->
  forall x_minus : list R, ((Z.of_nat (length x_minus) = n - u)%Z) -> (forall x3 : R, In x3 x_minus -> 0 <= x3) ->
  ((nth (Z.to_nat 1) x_plus 0%R) <= (nth (Z.to_nat (t - 1)) x_minus 0%R)) ->
  (forall i : Z, ((0 <= i)%Z) /\ ((i < u - 1)%Z) -> ((nth (Z.to_nat (i + 1)) x_plus 0%R) <= (nth (Z.to_nat i) x_plus
    0%R))) ->
  (forall i1 : Z, ((0 <= i1)%Z) /\ ((i1 < n - u - 1)%Z) -> ((nth (Z.to_nat (i1 + 1)) x_minus 0%R) <= (nth (Z.to_nat
    i1) x_minus 0%R))) ->
  (forall i2 : Z, In i2 (Zrange 0 (Z.of_nat (length x_plus) - 1)) -> (((0 <= i2 + 1)%Z) /\ ((i2 + 1 < Z.of_nat (length
    x_plus))%Z))) /\
  (forall i2 : Z, In i2 (Zrange 0 (Z.of_nat (length x_plus) - 1)) -> (((0 <= i2)%Z) /\ ((i2 < Z.of_nat (length
    x_plus))%Z))) /\
  (forall i3 : Z, In i3 (Zrange 0 (Z.of_nat (length x_minus) - 1)) -> (((0 <= i3 + 1)%Z) /\ ((i3 + 1 < Z.of_nat
    (length x_minus))%Z))) /\
  (forall i3 : Z, In i3 (Zrange 0 (Z.of_nat (length x_minus) - 1)) -> (((0 <= i3)%Z) /\ ((i3 < Z.of_nat (length
    x_minus))%Z))) /\
  (sumZ (map (fun i2 : Z => (1)%Z) (filter (fun i2 : Z => (Rltb (nth (Z.to_nat i2) x_plus 0%R) (nth (Z.to_nat (i2 +
    1)) x_plus 0%R))) (Zrange 0 (Z.of_nat (length x_plus) - 1)))) + sumZ (map (fun i3 : Z => (1)%Z) (filter (fun i3 :
    Z => (Rltb (nth (Z.to_nat i3) x_minus 0%R) (nth (Z.to_nat (i3 + 1)) x_minus 0%R))) (Zrange 0 (Z.of_nat (length
    x_minus) - 1)))) = 0 * n)%Z.

(* tpmdp/cor-1, printed *)
Definition tpmdp_cor_1 : Prop :=
  forall u : Z, ((2 <= u)%Z) ->
  forall t : Z, ((1 <= t)%Z) ->
  forall n : Z, ((u + t <= n)%Z) ->
  forall plus : list R, ((Z.of_nat (length plus) = u)%Z) -> (forall x : R, In x plus -> 0 <= x) -> (StronglySorted Rge
    plus) ->
  forall minus : list R, ((Z.of_nat (length minus) = n - u)%Z) -> (forall x1 : R, In x1 minus -> 0 <= x1) ->
    (StronglySorted Rge minus) ->
  forall x_plus : list R, ((Z.of_nat (length x_plus) = u)%Z) -> (forall x2 : R, In x2 x_plus -> 0 <= x2) ->
  forall x_minus : list R, ((Z.of_nat (length x_minus) = n - u)%Z) -> (forall x3 : R, In x3 x_minus -> 0 <= x3) ->
  ((nth (Z.to_nat 1) plus 0%R) <= (nth (Z.to_nat (t - 1)) minus 0%R)) ->
  ((nth (Z.to_nat 1) x_plus 0%R) <= (nth (Z.to_nat (t - 1)) x_minus 0%R)) ->
  (forall i : Z, ((0 <= i)%Z) /\ ((i < u - 1)%Z) -> ((nth (Z.to_nat (i + 1)) x_plus 0%R) <= (nth (Z.to_nat i) x_plus
    0%R))) ->
  (forall i1 : Z, ((0 <= i1)%Z) /\ ((i1 < n - u - 1)%Z) -> ((nth (Z.to_nat (i1 + 1)) x_minus 0%R) <= (nth (Z.to_nat
    i1) x_minus 0%R))) ->
  ((0 <= t)%Z) /\
  (forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length x_minus))%Z))) /\
  (forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length minus))%Z))) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> ((0 < Z.of_nat (length x_plus))%Z)) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> ((1 < Z.of_nat (length x_plus))%Z)) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> (((0 <= t - 1)%Z) /\ ((t - 1 <
    Z.of_nat (length x_minus))%Z))) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> ((0 < Z.of_nat (length plus))%Z)) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z)
    /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 u)))) -> (forall
    i3 : Z, In i3 (Zrange 0 n) -> (~ (In i3 coalition)) -> (((0 <= i3)%Z) /\ ((i3 < Z.of_nat (length (x_plus ++
    x_minus)))%Z)))))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z)
    /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 u)))) -> (((0 <=
    j1)%Z) /\ ((j1 < Z.of_nat (length (plus ++ minus)))%Z))))) /\
  (((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) /\ ((nth (Z.to_nat 0) plus 0%R) <= (nth
    (Z.to_nat 0) x_plus 0%R) + (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)) - (nth (Z.to_nat
    1) x_plus 0%R) + (nth (Z.to_nat (t - 1)) x_minus 0%R))) <-> (forall coalition : list Z, In coalition (combinations
    (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z) /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists
    i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 u)))) -> ((nth (Z.to_nat j1) (plus ++ minus) 0%R) <= sumR (map (fun i3
    : Z => (nth (Z.to_nat i3) (x_plus ++ x_minus) 0%R)) (filter (fun i3 : Z => (negb (memZ i3 coalition))) (Zrange 0
    n)))))))).

(* tpmdp/fig-3-threshold, corrected *)
Definition tpmdp_fig_3_threshold : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  ((2 <= t)%Z) ->
  forall v1 : R, least (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1
    coalition /\ (In i1 active)) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1)))
    x1)))))))))) (fun x1 : list R => sumR x1) v1 ->
  forall v3 : R, least (fun x2 : list R => ((Z.of_nat (length x2) = n)%Z) /\ ((forall v2 : R, In v2 x2 -> (0 <= v2))
    /\ (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat (t - 1)) (Zrange 0 n)) -> ((exists i2 : Z,
    In i2 coalition1 /\ (In i2 active)) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length
    required))) required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) =>
    (snd item4)) (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat
    (length x2))) x2)))))))))) (fun x2 : list R => sumR x2) v3 ->
  0 <= v1 - v3.

(* tpmdp/lem-10, corrected *)
Definition tpmdp_lem_10 : Prop :=
  forall u : Z, ((2 <= u)%Z) ->
  forall t : Z, ((1 <= t)%Z) ->
  forall n : Z, ((u + t <= n)%Z) ->
  forall plus : list R, ((Z.of_nat (length plus) = u)%Z) -> (forall x : R, In x plus -> 0 <= x) -> (StronglySorted Rge
    plus) ->
  forall minus : list R, ((Z.of_nat (length minus) = n - u)%Z) -> (forall x1 : R, In x1 minus -> 0 <= x1) ->
    (StronglySorted Rge minus) ->
  forall x_plus : list R, ((Z.of_nat (length x_plus) = u)%Z) -> (forall x2 : R, In x2 x_plus -> 0 <= x2) ->
  forall x_minus : list R, ((Z.of_nat (length x_minus) = n - u)%Z) -> (forall x3 : R, In x3 x_minus -> 0 <= x3) ->
  ((nth (Z.to_nat 1) x_plus 0%R) <= (nth (Z.to_nat (t - 1)) x_minus 0%R)) ->
  (forall i : Z, ((0 <= i)%Z) /\ ((i < Z.of_nat (length x_plus) - 1)%Z) -> (((0 <= i)%Z) /\ ((i < Z.of_nat (length
    x_plus))%Z))) /\
  (forall i : Z, ((0 <= i)%Z) /\ ((i < Z.of_nat (length x_plus) - 1)%Z) -> (((0 <= i + 1)%Z) /\ ((i + 1 < Z.of_nat
    (length x_plus))%Z))) /\
  ((forall i : Z, ((0 <= i)%Z) /\ ((i < Z.of_nat (length x_plus) - 1)%Z) -> ((nth (Z.to_nat (i + 1)) x_plus 0%R) <=
    (nth (Z.to_nat i) x_plus 0%R))) -> (forall i1 : Z, ((0 <= i1)%Z) /\ ((i1 < Z.of_nat (length x_minus) - 1)%Z) ->
    (((0 <= i1)%Z) /\ ((i1 < Z.of_nat (length x_minus))%Z)))) /\
  ((forall i : Z, ((0 <= i)%Z) /\ ((i < Z.of_nat (length x_plus) - 1)%Z) -> ((nth (Z.to_nat (i + 1)) x_plus 0%R) <=
    (nth (Z.to_nat i) x_plus 0%R))) -> (forall i1 : Z, ((0 <= i1)%Z) /\ ((i1 < Z.of_nat (length x_minus) - 1)%Z) ->
    (((0 <= i1 + 1)%Z) /\ ((i1 + 1 < Z.of_nat (length x_minus))%Z)))) /\
  ((0 <= t)%Z) /\
  (forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length x_minus))%Z))) /\
  (forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length minus))%Z))) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> (((0 <= t - 1)%Z) /\ ((t - 1 <
    Z.of_nat (length x_minus))%Z))) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> ((1 < Z.of_nat (length plus))%Z)) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> (((nth (Z.to_nat 1) plus 0%R) <= (nth
    (Z.to_nat (t - 1)) x_minus 0%R) + (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus))) -> ((0 <
    Z.of_nat (length x_plus))%Z))) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> (((nth (Z.to_nat 1) plus 0%R) <= (nth
    (Z.to_nat (t - 1)) x_minus 0%R) + (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus))) -> ((1 <
    Z.of_nat (length x_plus))%Z))) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> (((nth (Z.to_nat 1) plus 0%R) <= (nth
    (Z.to_nat (t - 1)) x_minus 0%R) + (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus))) -> (((0
    <= t - 1)%Z) /\ ((t - 1 < Z.of_nat (length x_minus))%Z)))) /\
  ((forall j : Z, ((0 <= j)%Z) /\ ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)))) -> (((nth (Z.to_nat 1) plus 0%R) <= (nth
    (Z.to_nat (t - 1)) x_minus 0%R) + (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus))) -> ((0 <
    Z.of_nat (length plus))%Z))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z)
    /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 u)))) -> (forall
    i3 : Z, In i3 (Zrange 0 n) -> (~ (In i3 coalition)) -> (((0 <= i3)%Z) /\ ((i3 < Z.of_nat (length (x_plus ++
    x_minus)))%Z)))))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z)
    /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 u)))) -> (((0 <=
    j1)%Z) /\ ((j1 < Z.of_nat (length (plus ++ minus)))%Z))))) /\
  (((forall i : Z, ((0 <= i)%Z) /\ ((i < Z.of_nat (length x_plus) - 1)%Z) -> ((nth (Z.to_nat (i + 1)) x_plus 0%R) <=
    (nth (Z.to_nat i) x_plus 0%R))) /\ (forall i1 : Z, ((0 <= i1)%Z) /\ ((i1 < Z.of_nat (length x_minus) - 1)%Z) ->
    ((nth (Z.to_nat (i1 + 1)) x_minus 0%R) <= (nth (Z.to_nat i1) x_minus 0%R)))) -> ((((forall j : Z, ((0 <= j)%Z) /\
    ((j < t)%Z) -> ((nth (Z.to_nat j) minus 0%R) <= (nth (Z.to_nat j) x_minus 0%R) + (sumR (skipn (Z.to_nat 1) x_plus)
    + sumR (skipn (Z.to_nat t) x_minus)))) /\ (((nth (Z.to_nat 1) plus 0%R) <= (nth (Z.to_nat (t - 1)) x_minus 0%R) +
    (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus))) /\ ((nth (Z.to_nat 0) plus 0%R) <= (nth
    (Z.to_nat 0) x_plus 0%R) + (sumR (skipn (Z.to_nat 1) x_plus) + sumR (skipn (Z.to_nat t) x_minus)) - (nth (Z.to_nat
    1) x_plus 0%R) + (nth (Z.to_nat (t - 1)) x_minus 0%R)))) <-> (forall coalition : list Z, In coalition
    (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z) /\ ((j1 < n)%Z) -> (((~ (In j1
    coalition)) /\ (exists i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 u)))) -> ((nth (Z.to_nat j1) (plus ++ minus)
    0%R) <= sumR (map (fun i3 : Z => (nth (Z.to_nat i3) (x_plus ++ x_minus) 0%R)) (filter (fun i3 : Z => (negb (memZ
    i3 coalition))) (Zrange 0 n)))))))))).

(* tpmdp/lem-11, printed *)
Definition tpmdp_lem_11 : Prop :=
(True) /\
(forall u : Z, ((2 <= u)%Z) ->
  forall t : Z, ((1 <= t)%Z) ->
  forall n : Z, ((u + t <= n)%Z) ->
  forall plus : list R, ((Z.of_nat (length plus) = u)%Z) -> (forall x : R, In x plus -> 0 <= x) -> (StronglySorted Rge
    plus) ->
  forall minus : list R, ((Z.of_nat (length minus) = n - u)%Z) -> (forall x1 : R, In x1 minus -> 0 <= x1) ->
    (StronglySorted Rge minus) ->
  forall outside : list Z, ((Z.of_nat (length outside) = n - t)%Z) -> (StronglySorted Z.lt outside) -> (forall i : Z,
    In i outside -> ((0 <= i)%Z) /\ ((i < n - u)%Z)) ->
  (exists j : Z, In j outside /\ ((j < t)%Z)) ->
  (forall j1 : Z, In j1 outside -> ((nth (Z.to_nat j1) minus 0%R) < (nth (Z.to_nat 1) plus 0%R))) ->
  forall v2 : R, least (fun x2 : list R => (((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1
    coalition /\ (In i1 (Zrange 0 u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus
    ++ minus)))) (plus ++ minus)) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R)
    => (snd item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat
    (length x2))) x2)))))))))) /\ (forall v1 : R, In v1 ([((nth (Z.to_nat (u + t - 1)) x2 0%R) - (nth (Z.to_nat 1) x2
    0%R))%R] ++ (map (fun j3 : Z => ((nth (Z.to_nat j3) x2 0%R) - (nth (Z.to_nat (j3 + 1)) x2 0%R))%R) (filter (fun j3
    : Z => (negb (Z.eqb j3 (u - 1)))) (Zrange 0 (n - 1))))) -> (0 <= v1))) (fun x2 : list R => sumR (map (fun j4 : Z
    => (nth (Z.to_nat (u + j4)) x2 0%R)) outside)) v2 ->
  (forall j2 : Z, In j2 outside -> (((j2 < t)%Z) -> (((0 <= j2)%Z) /\ ((j2 < Z.of_nat (length minus))%Z)))) /\
  (forall j2 : Z, In j2 outside -> (((j2 < t)%Z) -> ((1 < Z.of_nat (length plus))%Z))) /\
  (forall j2 : Z, In j2 outside -> (~ ((j2 < t)%Z) -> (((0 <= j2)%Z) /\ ((j2 < Z.of_nat (length minus))%Z)))) /\
  ((map (fun j2 : Z => (if (Z.ltb j2 t) then (Rmax (nth (Z.to_nat j2) minus 0%R) (nth (Z.to_nat 1) plus 0%R))%R else
    (nth (Z.to_nat j2) minus 0%R))) outside) <> nil) /\
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus
    ++ minus)) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (((0 <= u + t - 1)%Z) /\ ((u + t - 1 < Z.of_nat (length x2))%Z)))) /\
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus
    ++ minus)) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> ((1 < Z.of_nat (length x2))%Z))) /\
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus
    ++ minus)) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall j3 : Z, In j3 (Zrange 0 (n - 1)) -> (~ ((j3 = u - 1)%Z)) -> (((0 <= j3)%Z) /\ ((j3 <
    Z.of_nat (length x2))%Z))))) /\
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus
    ++ minus)) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall j3 : Z, In j3 (Zrange 0 (n - 1)) -> (~ ((j3 = u - 1)%Z)) -> (((0 <= j3 + 1)%Z) /\ ((j3 + 1
    < Z.of_nat (length x2))%Z))))) /\
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus
    ++ minus)) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) /\ (forall v1 : R, In v1 ([((nth (Z.to_nat (u + t - 1)) x2 0%R) - (nth (Z.to_nat 1) x2 0%R))%R] ++
    (map (fun j3 : Z => ((nth (Z.to_nat j3) x2 0%R) - (nth (Z.to_nat (j3 + 1)) x2 0%R))%R) (filter (fun j3 : Z =>
    (negb (Z.eqb j3 (u - 1)))) (Zrange 0 (n - 1))))) -> (0 <= v1))) -> (forall j4 : Z, In j4 outside -> (((0 <= u +
    j4)%Z) /\ ((u + j4 < Z.of_nat (length x2))%Z)))) /\
  max_ofR (map (fun j2 : Z => (if (Z.ltb j2 t) then (Rmax (nth (Z.to_nat j2) minus 0%R) (nth (Z.to_nat 1) plus 0%R))%R
    else (nth (Z.to_nat j2) minus 0%R))) outside) <= v2).

(* tpmdp/lem-13-1, printed *)
Definition tpmdp_lem_13_1 : Prop :=
  forall u : Z, ((2 <= u)%Z) ->
  forall t : Z, ((1 <= t)%Z) ->
  forall n : Z, ((u + t <= n)%Z) ->
  forall plus : list R, ((Z.of_nat (length plus) = u)%Z) -> (forall x : R, In x plus -> 0 <= x) -> (StronglySorted Rge
    plus) ->
  forall minus : list R, ((Z.of_nat (length minus) = n - u)%Z) -> (forall x1 : R, In x1 minus -> 0 <= x1) ->
    (StronglySorted Rge minus) ->
  ((n <= t * u)%Z) ->
  ((nth (Z.to_nat 1) plus 0%R) <= (nth (Z.to_nat (t - 1)) minus 0%R)) ->
  forall v1 : R, least (fun x2 : list R => ((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i
    coalition /\ (In i (Zrange 0 u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus
    ++ minus)))) (plus ++ minus)) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R)
    => (snd item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat
    (length x2))) x2)))))))))) (fun x2 : list R => sumR x2) v1 ->
  forall v3 : R, least (fun x3 : list R => ((Z.of_nat (length x3) = n)%Z) /\ ((forall v2 : R, In v2 x3 -> (0 <= v2))
    /\ (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall item3 : (Z * R),
    In item3 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus ++ minus)) -> ((~ (In (fst item3)
    coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4)) (filter (fun item4 : (Z * R) =>
    (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x3))) x3))))))))) (fun x3 : list R =>
    sumR x3) v3 ->
  0 <= v1 - v3.

(* tpmdp/lem-2-proof, corrected *)
Definition tpmdp_lem_2_proof : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  forall variances : list R, ((Z.of_nat (length variances) = n)%Z) -> (forall x1 : R, In x1 variances -> 0 <= x1) ->
  ((t = 1)%Z) ->
  ((Z.of_nat (length active) = 1)%Z) ->
  (forall j1 : Z, In j1 (filter (fun j : Z => (negb (memZ j active))) (Zrange 0 n)) -> (((0 <= j1)%Z) /\ ((j1 <
    Z.of_nat (length variances))%Z))) /\
  (forall j3 : Z, In j3 (filter (fun j2 : Z => (negb (memZ j2 active))) (Zrange 0 n)) -> (((0 <= j3)%Z) /\ ((j3 <
    Z.of_nat (length required))%Z))) /\
  ((map (fun j3 : Z => (nth (Z.to_nat j3) required 0%R)) (filter (fun j2 : Z => (negb (memZ j2 active))) (Zrange 0
    n))) <> nil) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j4 : Z, ((0 <= j4)%Z)
    /\ ((j4 < n)%Z) -> (((~ (In j4 coalition)) /\ (exists i1 : Z, In i1 coalition /\ (In i1 active))) -> (forall i2 :
    Z, In i2 (Zrange 0 n) -> (~ (In i2 coalition)) -> (((0 <= i2)%Z) /\ ((i2 < Z.of_nat (length variances))%Z)))))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j4 : Z, ((0 <= j4)%Z)
    /\ ((j4 < n)%Z) -> (((~ (In j4 coalition)) /\ (exists i1 : Z, In i1 coalition /\ (In i1 active))) -> (((0 <=
    j4)%Z) /\ ((j4 < Z.of_nat (length required))%Z))))) /\
  ((max_ofR (map (fun j3 : Z => (nth (Z.to_nat j3) required 0%R)) (filter (fun j2 : Z => (negb (memZ j2 active)))
    (Zrange 0 n))) <= sumR (map (fun j1 : Z => (nth (Z.to_nat j1) variances 0%R)) (filter (fun j : Z => (negb (memZ j
    active))) (Zrange 0 n)))) <-> (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) ->
    (forall j4 : Z, ((0 <= j4)%Z) /\ ((j4 < n)%Z) -> (((~ (In j4 coalition)) /\ (exists i1 : Z, In i1 coalition /\ (In
    i1 active))) -> ((nth (Z.to_nat j4) required 0%R) <= sumR (map (fun i2 : Z => (nth (Z.to_nat i2) variances 0%R))
    (filter (fun i2 : Z => (negb (memZ i2 coalition))) (Zrange 0 n)))))))).

(* tpmdp/lem-4, printed *)
Definition tpmdp_lem_4 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  forall variances : list R, ((Z.of_nat (length variances) = n)%Z) -> (forall x1 : R, In x1 variances -> 0 <= x1) ->
  (forall j : Z, In j (Zrange 0 n) -> (forall i : Z, In i (Zrange 0 n) -> (((0 <= i)%Z) /\ ((i < Z.of_nat (length
    variances))%Z)))) /\
  (forall j : Z, In j (Zrange 0 n) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length required))%Z))) /\
  (forall j : Z, In j (Zrange 0 n) -> (forall i1 : Z, In i1 (Zrange 0 n) -> (((0 <= i1)%Z) /\ ((i1 < Z.of_nat (length
    required))%Z)))) /\
  (forall j : Z, In j (Zrange 0 n) -> (forall i1 : Z, In i1 (Zrange 0 n) -> (~ ((nth (Z.to_nat j) required 0%R) < (nth
    (Z.to_nat i1) required 0%R)) -> (((0 <= i1)%Z) /\ ((i1 < Z.of_nat (length required))%Z))))) /\
  (forall j : Z, In j (Zrange 0 n) -> (((0 <= sumZ (map (fun i1 : Z => (1)%Z) (filter (fun i1 : Z => (orb (Rltb (nth
    (Z.to_nat j) required 0%R) (nth (Z.to_nat i1) required 0%R)) (andb (Reqb (nth (Z.to_nat i1) required 0%R) (nth
    (Z.to_nat j) required 0%R)) (Z.ltb i1 j)))) (Zrange 0 n))))%Z) /\ ((sumZ (map (fun i1 : Z => (1)%Z) (filter (fun
    i1 : Z => (orb (Rltb (nth (Z.to_nat j) required 0%R) (nth (Z.to_nat i1) required 0%R)) (andb (Reqb (nth (Z.to_nat
    i1) required 0%R) (nth (Z.to_nat j) required 0%R)) (Z.ltb i1 j)))) (Zrange 0 n))) < Z.of_nat (length (rev (sortedR
    (map (fun i : Z => (nth (Z.to_nat i) variances 0%R)) (Zrange 0 n))))))%Z))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z)
    /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 n)))) -> (forall
    i3 : Z, In i3 (Zrange 0 n) -> (~ (In i3 coalition)) -> (((0 <= i3)%Z) /\ ((i3 < Z.of_nat (length (map (fun j : Z
    => (nth (Z.to_nat (sumZ (map (fun i1 : Z => (1)%Z) (filter (fun i1 : Z => (orb (Rltb (nth (Z.to_nat j) required
    0%R) (nth (Z.to_nat i1) required 0%R)) (andb (Reqb (nth (Z.to_nat i1) required 0%R) (nth (Z.to_nat j) required
    0%R)) (Z.ltb i1 j)))) (Zrange 0 n))))) (rev (sortedR (map (fun i : Z => (nth (Z.to_nat i) variances 0%R)) (Zrange
    0 n)))) 0%R)) (Zrange 0 n))))%Z)))))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z)
    /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 n)))) -> (((0 <=
    j1)%Z) /\ ((j1 < Z.of_nat (length required))%Z))))) /\
  (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j2 : Z, ((0 <= j2)%Z)
    /\ ((j2 < n)%Z) -> (((~ (In j2 coalition1)) /\ (exists i4 : Z, In i4 coalition1 /\ (In i4 (Zrange 0 n)))) ->
    (forall i5 : Z, In i5 (Zrange 0 n) -> (~ (In i5 coalition1)) -> (((0 <= i5)%Z) /\ ((i5 < Z.of_nat (length
    variances))%Z)))))) /\
  (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j2 : Z, ((0 <= j2)%Z)
    /\ ((j2 < n)%Z) -> (((~ (In j2 coalition1)) /\ (exists i4 : Z, In i4 coalition1 /\ (In i4 (Zrange 0 n)))) -> (((0
    <= j2)%Z) /\ ((j2 < Z.of_nat (length required))%Z))))) /\
  ((forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j2 : Z, ((0 <=
    j2)%Z) /\ ((j2 < n)%Z) -> (((~ (In j2 coalition1)) /\ (exists i4 : Z, In i4 coalition1 /\ (In i4 (Zrange 0 n))))
    -> ((nth (Z.to_nat j2) required 0%R) <= sumR (map (fun i5 : Z => (nth (Z.to_nat i5) variances 0%R)) (filter (fun
    i5 : Z => (negb (memZ i5 coalition1))) (Zrange 0 n))))))) -> (forall coalition : list Z, In coalition
    (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z) /\ ((j1 < n)%Z) -> (((~ (In j1
    coalition)) /\ (exists i2 : Z, In i2 coalition /\ (In i2 (Zrange 0 n)))) -> ((nth (Z.to_nat j1) required 0%R) <=
    sumR (map (fun i3 : Z => (nth (Z.to_nat i3) (map (fun j : Z => (nth (Z.to_nat (sumZ (map (fun i1 : Z => (1)%Z)
    (filter (fun i1 : Z => (orb (Rltb (nth (Z.to_nat j) required 0%R) (nth (Z.to_nat i1) required 0%R)) (andb (Reqb
    (nth (Z.to_nat i1) required 0%R) (nth (Z.to_nat j) required 0%R)) (Z.ltb i1 j)))) (Zrange 0 n))))) (rev (sortedR
    (map (fun i : Z => (nth (Z.to_nat i) variances 0%R)) (Zrange 0 n)))) 0%R)) (Zrange 0 n)) 0%R)) (filter (fun i3 : Z
    => (negb (memZ i3 coalition))) (Zrange 0 n)))))))).

(* tpmdp/lem-5, printed *)
Definition tpmdp_lem_5 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
    (StronglySorted Rge required) ->
  forall variances : list R, ((Z.of_nat (length variances) = n)%Z) -> (forall x1 : R, In x1 variances -> 0 <= x1) ->
    (StronglySorted Rge variances) ->
  (forall j : Z, ((1 <= j)%Z) /\ ((j < t + 2)%Z) -> (((0 <= j - 1)%Z) /\ ((j - 1 < Z.of_nat (length variances))%Z)))
    /\
  (forall j : Z, ((1 <= j)%Z) /\ ((j < t + 2)%Z) -> ((0 <= t + 1)%Z)) /\
  (forall j : Z, ((1 <= j)%Z) /\ ((j < t + 2)%Z) -> (((0 <= j - 1)%Z) /\ ((j - 1 < Z.of_nat (length required))%Z))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z)
    /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists i : Z, In i coalition /\ (In i (Zrange 0 n)))) -> (forall i1
    : Z, In i1 (Zrange 0 n) -> (~ (In i1 coalition)) -> (((0 <= i1)%Z) /\ ((i1 < Z.of_nat (length variances))%Z))))))
    /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z)
    /\ ((j1 < n)%Z) -> (((~ (In j1 coalition)) /\ (exists i : Z, In i coalition /\ (In i (Zrange 0 n)))) -> (((0 <=
    j1)%Z) /\ ((j1 < Z.of_nat (length required))%Z))))) /\
  ((forall j : Z, ((1 <= j)%Z) /\ ((j < t + 2)%Z) -> ((nth (Z.to_nat (j - 1)) required 0%R) <= (nth (Z.to_nat (j - 1))
    variances 0%R) + sumR (skipn (Z.to_nat (t + 1)) variances))) <-> (forall coalition : list Z, In coalition
    (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j1 : Z, ((0 <= j1)%Z) /\ ((j1 < n)%Z) -> (((~ (In j1
    coalition)) /\ (exists i : Z, In i coalition /\ (In i (Zrange 0 n)))) -> ((nth (Z.to_nat j1) required 0%R) <= sumR
    (map (fun i1 : Z => (nth (Z.to_nat i1) variances 0%R)) (filter (fun i1 : Z => (negb (memZ i1 coalition))) (Zrange
    0 n)))))))).

(* tpmdp/lem-6-1, printed *)
Definition tpmdp_lem_6_1 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
    (StronglySorted Rge required) ->
  forall v2 : R, greatest (fun x1 : list R => optimum (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v
    : R, In v x1 -> (0 <= v)) /\ (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) ->
    ((exists i : Z, In i coalition /\ (In i (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0
    (Z.of_nat (length required))) required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2
    : (Z * R) => (snd item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0
    (Z.of_nat (length x1))) x1)))))))))) (fun x1 : list R => sumR x1) x1 /\ (forall v1 : R, In v1 (map (fun j : Z =>
    ((nth (Z.to_nat j) x1 0%R) - (nth (Z.to_nat (j + 1)) x1 0%R))%R) (Zrange 0 (n - 1))) -> (0 <= v1))) (fun x1 : list
    R => (nth (Z.to_nat t) x1 0%R) - (nth (Z.to_nat (n - 1)) x1 0%R)) v2 ->
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall j
    : Z, In j (Zrange 0 (n - 1)) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length x1))%Z)))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall j
    : Z, In j (Zrange 0 (n - 1)) -> (((0 <= j + 1)%Z) /\ ((j + 1 < Z.of_nat (length x1))%Z)))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall v1
    : R, In v1 (map (fun j : Z => ((nth (Z.to_nat j) x1 0%R) - (nth (Z.to_nat (j + 1)) x1 0%R))%R) (Zrange 0 (n - 1)))
    -> (0 <= v1)) -> (((0 <= t)%Z) /\ ((t < Z.of_nat (length x1))%Z))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall v1
    : R, In v1 (map (fun j : Z => ((nth (Z.to_nat j) x1 0%R) - (nth (Z.to_nat (j + 1)) x1 0%R))%R) (Zrange 0 (n - 1)))
    -> (0 <= v1)) -> (((0 <= n - 1)%Z) /\ ((n - 1 < Z.of_nat (length x1))%Z))) /\
  v2 = 0.

(* tpmdp/lem-6-2, printed *)
Definition tpmdp_lem_6_2 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
    (StronglySorted Rge required) ->
  forall j : Z, ((1 <= j)%Z) -> ((j <= t)%Z) ->
  forall v2 : R, greatest (fun x1 : list R => optimum (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v
    : R, In v x1 -> (0 <= v)) /\ (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) ->
    ((exists i : Z, In i coalition /\ (In i (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0
    (Z.of_nat (length required))) required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2
    : (Z * R) => (snd item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0
    (Z.of_nat (length x1))) x1)))))))))) (fun x1 : list R => sumR x1) x1 /\ (forall v1 : R, In v1 (map (fun j1 : Z =>
    ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R) (Zrange 0 (n - 1))) -> (0 <= v1))) (fun x1 :
    list R => (nth (Z.to_nat (j - 1)) x1 0%R) - (nth (Z.to_nat j) x1 0%R)) v2 ->
  forall v5 : R, greatest (fun x2 : list R => optimum (fun x2 : list R => ((Z.of_nat (length x2) = n)%Z) /\ ((forall
    v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0
    n)) -> ((exists i1 : Z, In i1 coalition1 /\ (In i1 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine
    (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map
    (fun item4 : (Z * R) => (snd item4)) (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1)))
    (combine (Zrange 0 (Z.of_nat (length x2))) x2)))))))))) (fun x2 : list R => sumR x2) x2 /\ (forall v4 : R, In v4
    (map (fun j2 : Z => ((nth (Z.to_nat j2) x2 0%R) - (nth (Z.to_nat (j2 + 1)) x2 0%R))%R) (Zrange 0 (n - 1))) -> (0
    <= v4))) (fun x2 : list R => (nth (Z.to_nat (j - 1)) x2 0%R) + sumR (skipn (Z.to_nat (t + 1)) x2) - (nth (Z.to_nat
    (j - 1)) required 0%R)) v5 ->
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall j1
    : Z, In j1 (Zrange 0 (n - 1)) -> (((0 <= j1)%Z) /\ ((j1 < Z.of_nat (length x1))%Z)))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall j1
    : Z, In j1 (Zrange 0 (n - 1)) -> (((0 <= j1 + 1)%Z) /\ ((j1 + 1 < Z.of_nat (length x1))%Z)))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall v1
    : R, In v1 (map (fun j1 : Z => ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R) (Zrange 0 (n -
    1))) -> (0 <= v1)) -> (((0 <= j - 1)%Z) /\ ((j - 1 < Z.of_nat (length x1))%Z))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall v1
    : R, In v1 (map (fun j1 : Z => ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R) (Zrange 0 (n -
    1))) -> (0 <= v1)) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length x1))%Z))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition1
    /\ (In i1 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall j2 : Z, In j2 (Zrange 0 (n - 1)) -> (((0 <= j2)%Z) /\ ((j2 < Z.of_nat (length x2))%Z))))
    /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition1
    /\ (In i1 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall j2 : Z, In j2 (Zrange 0 (n - 1)) -> (((0 <= j2 + 1)%Z) /\ ((j2 + 1 < Z.of_nat (length
    x2))%Z)))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition1
    /\ (In i1 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall v4 : R, In v4 (map (fun j2 : Z => ((nth (Z.to_nat j2) x2 0%R) - (nth (Z.to_nat (j2 + 1))
    x2 0%R))%R) (Zrange 0 (n - 1))) -> (0 <= v4)) -> (((0 <= j - 1)%Z) /\ ((j - 1 < Z.of_nat (length x2))%Z))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition1
    /\ (In i1 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall v4 : R, In v4 (map (fun j2 : Z => ((nth (Z.to_nat j2) x2 0%R) - (nth (Z.to_nat (j2 + 1))
    x2 0%R))%R) (Zrange 0 (n - 1))) -> (0 <= v4)) -> ((0 <= t + 1)%Z)) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition1
    /\ (In i1 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall v4 : R, In v4 (map (fun j2 : Z => ((nth (Z.to_nat j2) x2 0%R) - (nth (Z.to_nat (j2 + 1))
    x2 0%R))%R) (Zrange 0 (n - 1))) -> (0 <= v4)) -> (((0 <= j - 1)%Z) /\ ((j - 1 < Z.of_nat (length required))%Z)))
    /\
  Rmin v2 v5 = 0.

(* tpmdp/lem-6-3, printed *)
Definition tpmdp_lem_6_3 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
    (StronglySorted Rge required) ->
  forall v2 : R, greatest (fun x1 : list R => optimum (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v
    : R, In v x1 -> (0 <= v)) /\ (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) ->
    ((exists i : Z, In i coalition /\ (In i (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0
    (Z.of_nat (length required))) required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2
    : (Z * R) => (snd item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0
    (Z.of_nat (length x1))) x1)))))))))) (fun x1 : list R => sumR x1) x1 /\ (forall v1 : R, In v1 (map (fun j : Z =>
    ((nth (Z.to_nat j) x1 0%R) - (nth (Z.to_nat (j + 1)) x1 0%R))%R) (Zrange 0 (n - 1))) -> (0 <= v1))) (fun x1 : list
    R => (nth (Z.to_nat 0) x1 0%R) + sumR (skipn (Z.to_nat (t + 1)) x1)) v2 ->
  ((0 < Z.of_nat (length required))%Z) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall j
    : Z, In j (Zrange 0 (n - 1)) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length x1))%Z)))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall j
    : Z, In j (Zrange 0 (n - 1)) -> (((0 <= j + 1)%Z) /\ ((j + 1 < Z.of_nat (length x1))%Z)))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall v1
    : R, In v1 (map (fun j : Z => ((nth (Z.to_nat j) x1 0%R) - (nth (Z.to_nat (j + 1)) x1 0%R))%R) (Zrange 0 (n - 1)))
    -> (0 <= v1)) -> ((0 < Z.of_nat (length x1))%Z)) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In
    (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z
    * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) -> (forall v1
    : R, In v1 (map (fun j : Z => ((nth (Z.to_nat j) x1 0%R) - (nth (Z.to_nat (j + 1)) x1 0%R))%R) (Zrange 0 (n - 1)))
    -> (0 <= v1)) -> ((0 <= t + 1)%Z)) /\
  v2 = (nth (Z.to_nat 0) required 0%R).

(* tpmdp/lem-7, printed *)
Definition tpmdp_lem_7 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
    (StronglySorted Rge required) ->
  forall v1 : R, least (fun x2 : list R => ((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1
    coalition /\ (In i1 (Zrange 0 n))) -> (forall item2 : (Z * R), In item2 (combine (Zrange 0 (Z.of_nat (length
    required))) required) -> ((~ (In (fst item2) coalition)) -> ((snd item2) <= sumR (map (fun item3 : (Z * R) => (snd
    item3)) (filter (fun item3 : (Z * R) => (negb (memZ (fst item3) coalition))) (combine (Zrange 0 (Z.of_nat (length
    x2))) x2)))))))))) (fun x2 : list R => sumR x2) v1 ->
  (~ ((n - t = 0)%Z)) /\
  (forall xi : Z, In xi (Zrange 1 (Z.min ((2 * n - t) / (n - t)) (t + 1) + 1)) -> (~ ((n - t = 0)%Z))) /\
  (forall xi : Z, In xi (Zrange 1 (Z.min ((2 * n - t) / (n - t)) (t + 1) + 1)) -> (((0 <= xi - 1)%Z) /\ ((xi - 1 <
    Z.of_nat (length required))%Z))) /\
  (forall x1 : list R, In x1 (map (fun xi : Z => (map (fun item1 : (Z * R) => (if (Z.ltb ((fst item1) + 1) xi) then
    ((snd item1) - IZR (n - t - 1) * (1 / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required 0%R)))%R else (1 / IZR (n -
    t) * (nth (Z.to_nat (xi - 1)) required 0%R))%R)) (combine (Zrange 0 (Z.of_nat (length required))) required)))
    (Zrange 1 (Z.min ((2 * n - t) / (n - t)) (t + 1) + 1))) -> (forall outside : list Z, In outside (combinations
    (Z.to_nat (n - t)) (Zrange 0 n)) -> (forall j : Z, In j outside -> (forall i : Z, In i outside -> (((0 <= i)%Z) /\
    ((i < Z.of_nat (length x1))%Z)))))) /\
  (forall x1 : list R, In x1 (map (fun xi : Z => (map (fun item1 : (Z * R) => (if (Z.ltb ((fst item1) + 1) xi) then
    ((snd item1) - IZR (n - t - 1) * (1 / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required 0%R)))%R else (1 / IZR (n -
    t) * (nth (Z.to_nat (xi - 1)) required 0%R))%R)) (combine (Zrange 0 (Z.of_nat (length required))) required)))
    (Zrange 1 (Z.min ((2 * n - t) / (n - t)) (t + 1) + 1))) -> (forall outside : list Z, In outside (combinations
    (Z.to_nat (n - t)) (Zrange 0 n)) -> (forall j : Z, In j outside -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length
    required))%Z))))) /\
  ((map (fun x1 : list R => (sumR x1)%R) (filter (fun x1 : list R => (forallb (fun outside => (forallb (fun j => (Rleb
    (nth (Z.to_nat j) required 0%R) (sumR (map (fun i : Z => (nth (Z.to_nat i) x1 0%R)) outside)))) outside))
    (combinations (Z.to_nat (n - t)) (Zrange 0 n)))) (map (fun xi : Z => (map (fun item1 : (Z * R) => (if (Z.ltb ((fst
    item1) + 1) xi) then ((snd item1) - IZR (n - t - 1) * (1 / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required
    0%R)))%R else (1 / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required 0%R))%R)) (combine (Zrange 0 (Z.of_nat (length
    required))) required))) (Zrange 1 (Z.min ((2 * n - t) / (n - t)) (t + 1) + 1))))) <> nil) /\
  v1 = min_ofR (map (fun x1 : list R => (sumR x1)%R) (filter (fun x1 : list R => (forallb (fun outside => (forallb
    (fun j => (Rleb (nth (Z.to_nat j) required 0%R) (sumR (map (fun i : Z => (nth (Z.to_nat i) x1 0%R)) outside))))
    outside)) (combinations (Z.to_nat (n - t)) (Zrange 0 n)))) (map (fun xi : Z => (map (fun item1 : (Z * R) => (if
    (Z.ltb ((fst item1) + 1) xi) then ((snd item1) - IZR (n - t - 1) * (1 / IZR (n - t) * (nth (Z.to_nat (xi - 1))
    required 0%R)))%R else (1 / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required 0%R))%R)) (combine (Zrange 0 (Z.of_nat
    (length required))) required))) (Zrange 1 (Z.min ((2 * n - t) / (n - t)) (t + 1) + 1))))).

(* tpmdp/lem-7-constructions, printed *)
Definition tpmdp_lem_7_constructions : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
    (StronglySorted Rge required) ->
  forall xi : Z, ((1 <= xi)%Z) -> ((xi <= Z.min ((2 * n - t) / (n - t)) (t + 1))%Z) ->
  forall outside : list Z, ((Z.of_nat (length outside) = n - t)%Z) -> (StronglySorted Z.lt outside) -> (forall i : Z,
    In i outside -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  (forall k : Z, ((xi <= k)%Z) /\ ((k < Z.min ((2 * n - t) / (n - t)) (t + 1))%Z) -> (IZR (2 * n - t - (k + 1) * (n -
    t)) * ((nth (Z.to_nat (k - 1)) required 0%R) - (nth (Z.to_nat k) required 0%R)) = 0)) ->
  forall v2 : R, least (fun x1 : list R => optimum (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v :
    R, In v x1 -> (0 <= v)) /\ (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) ->
    ((exists i1 : Z, In i1 coalition /\ (In i1 (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0
    (Z.of_nat (length required))) required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2
    : (Z * R) => (snd item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0
    (Z.of_nat (length x1))) x1)))))))))) (fun x1 : list R => sumR x1) x1 /\ (forall v1 : R, In v1 ((map (fun j1 : Z =>
    ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R) (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n -
    1)) x1 0%R) - (nth (Z.to_nat (xi - 1)) x1 0%R))%R]) -> (0 <= v1))) (fun x1 : list R => sumR (map (fun j2 : Z =>
    (if (Z.ltb j2 (xi - 1)) then ((nth (Z.to_nat j2) x1 0%R) + IZR (n - t - 1) * ((nth (Z.to_nat (xi - 1)) x1 0%R) - 1
    / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required 0%R)))%R else ((nth (Z.to_nat j2) x1 0%R) - ((nth (Z.to_nat (xi
    - 1)) x1 0%R) - 1 / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required 0%R)))%R)) outside)) v2 ->
  forall v5 : R, least (fun x2 : list R => optimum (fun x2 : list R => ((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 :
    R, In v3 x2 -> (0 <= v3)) /\ (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n))
    -> ((exists i2 : Z, In i2 coalition1 /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine
    (Zrange 0 (Z.of_nat (length required))) required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map
    (fun item4 : (Z * R) => (snd item4)) (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1)))
    (combine (Zrange 0 (Z.of_nat (length x2))) x2)))))))))) (fun x2 : list R => sumR x2) x2 /\ (forall v4 : R, In v4
    ((map (fun j3 : Z => ((nth (Z.to_nat j3) x2 0%R) - (nth (Z.to_nat (j3 + 1)) x2 0%R))%R) (Zrange 0 (n - 1))) ++
    [((nth (Z.to_nat (n - 1)) x2 0%R) - (nth (Z.to_nat (xi - 1)) x2 0%R))%R]) -> (0 <= v4))) (fun x2 : list R => sumR
    x2 - sumR (map (fun j4 : Z => (if (Z.ltb j4 (xi - 1)) then ((nth (Z.to_nat j4) x2 0%R) + IZR (n - t - 1) * ((nth
    (Z.to_nat (xi - 1)) x2 0%R) - 1 / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required 0%R)))%R else ((nth (Z.to_nat
    j4) x2 0%R) - ((nth (Z.to_nat (xi - 1)) x2 0%R) - 1 / IZR (n - t) * (nth (Z.to_nat (xi - 1)) required 0%R)))%R))
    (Zrange 0 n))) v5 ->
  (forall j : Z, In j outside -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length required))%Z))) /\
  ((map (fun j : Z => (nth (Z.to_nat j) required 0%R)) outside) <> nil) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (forall j1 : Z, In j1 (Zrange 0 (n - 1)) -> (((0 <= j1)%Z) /\ ((j1 < Z.of_nat (length x1))%Z)))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (forall j1 : Z, In j1 (Zrange 0 (n - 1)) -> (((0 <= j1 + 1)%Z) /\ ((j1 + 1 < Z.of_nat (length x1))%Z)))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (((0 <= n - 1)%Z) /\ ((n - 1 < Z.of_nat (length x1))%Z))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (((0 <= xi - 1)%Z) /\ ((xi - 1 < Z.of_nat (length x1))%Z))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (forall v1 : R, In v1 ((map (fun j1 : Z => ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R)
    (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x1 0%R) - (nth (Z.to_nat (xi - 1)) x1 0%R))%R]) -> (0 <= v1)) ->
    (((0 <= xi - 1)%Z) /\ ((xi - 1 < Z.of_nat (length x1))%Z))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (forall v1 : R, In v1 ((map (fun j1 : Z => ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R)
    (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x1 0%R) - (nth (Z.to_nat (xi - 1)) x1 0%R))%R]) -> (0 <= v1)) ->
    (~ ((n - t = 0)%Z))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (forall v1 : R, In v1 ((map (fun j1 : Z => ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R)
    (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x1 0%R) - (nth (Z.to_nat (xi - 1)) x1 0%R))%R]) -> (0 <= v1)) ->
    (((0 <= xi - 1)%Z) /\ ((xi - 1 < Z.of_nat (length required))%Z))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (forall v1 : R, In v1 ((map (fun j1 : Z => ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R)
    (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x1 0%R) - (nth (Z.to_nat (xi - 1)) x1 0%R))%R]) -> (0 <= v1)) ->
    (forall j2 : Z, In j2 outside -> (((j2 < xi - 1)%Z) -> (((0 <= j2)%Z) /\ ((j2 < Z.of_nat (length x1))%Z))))) /\
  (forall x1 : list R, (((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1 coalition /\ (In i1
    (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required))) required) ->
    ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1))) x1)))))))))) ->
    (forall v1 : R, In v1 ((map (fun j1 : Z => ((nth (Z.to_nat j1) x1 0%R) - (nth (Z.to_nat (j1 + 1)) x1 0%R))%R)
    (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x1 0%R) - (nth (Z.to_nat (xi - 1)) x1 0%R))%R]) -> (0 <= v1)) ->
    (forall j2 : Z, In j2 outside -> (~ ((j2 < xi - 1)%Z) -> (((0 <= j2)%Z) /\ ((j2 < Z.of_nat (length x1))%Z))))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall j3 : Z, In j3 (Zrange 0 (n - 1)) -> (((0 <= j3)%Z) /\ ((j3 < Z.of_nat (length x2))%Z))))
    /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall j3 : Z, In j3 (Zrange 0 (n - 1)) -> (((0 <= j3 + 1)%Z) /\ ((j3 + 1 < Z.of_nat (length
    x2))%Z)))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (((0 <= n - 1)%Z) /\ ((n - 1 < Z.of_nat (length x2))%Z))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (((0 <= xi - 1)%Z) /\ ((xi - 1 < Z.of_nat (length x2))%Z))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall v4 : R, In v4 ((map (fun j3 : Z => ((nth (Z.to_nat j3) x2 0%R) - (nth (Z.to_nat (j3 + 1))
    x2 0%R))%R) (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x2 0%R) - (nth (Z.to_nat (xi - 1)) x2 0%R))%R]) -> (0
    <= v4)) -> (((0 <= xi - 1)%Z) /\ ((xi - 1 < Z.of_nat (length x2))%Z))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall v4 : R, In v4 ((map (fun j3 : Z => ((nth (Z.to_nat j3) x2 0%R) - (nth (Z.to_nat (j3 + 1))
    x2 0%R))%R) (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x2 0%R) - (nth (Z.to_nat (xi - 1)) x2 0%R))%R]) -> (0
    <= v4)) -> (~ ((n - t = 0)%Z))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall v4 : R, In v4 ((map (fun j3 : Z => ((nth (Z.to_nat j3) x2 0%R) - (nth (Z.to_nat (j3 + 1))
    x2 0%R))%R) (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x2 0%R) - (nth (Z.to_nat (xi - 1)) x2 0%R))%R]) -> (0
    <= v4)) -> (((0 <= xi - 1)%Z) /\ ((xi - 1 < Z.of_nat (length required))%Z))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall v4 : R, In v4 ((map (fun j3 : Z => ((nth (Z.to_nat j3) x2 0%R) - (nth (Z.to_nat (j3 + 1))
    x2 0%R))%R) (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x2 0%R) - (nth (Z.to_nat (xi - 1)) x2 0%R))%R]) -> (0
    <= v4)) -> (forall j4 : Z, In j4 (Zrange 0 n) -> (((j4 < xi - 1)%Z) -> (((0 <= j4)%Z) /\ ((j4 < Z.of_nat (length
    x2))%Z))))) /\
  (forall x2 : list R, (((Z.of_nat (length x2) = n)%Z) /\ ((forall v3 : R, In v3 x2 -> (0 <= v3)) /\ (forall
    coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2 coalition1
    /\ (In i2 (Zrange 0 n))) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4))
    (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2)))
    x2)))))))))) -> (forall v4 : R, In v4 ((map (fun j3 : Z => ((nth (Z.to_nat j3) x2 0%R) - (nth (Z.to_nat (j3 + 1))
    x2 0%R))%R) (Zrange 0 (n - 1))) ++ [((nth (Z.to_nat (n - 1)) x2 0%R) - (nth (Z.to_nat (xi - 1)) x2 0%R))%R]) -> (0
    <= v4)) -> (forall j4 : Z, In j4 (Zrange 0 n) -> (~ ((j4 < xi - 1)%Z) -> (((0 <= j4)%Z) /\ ((j4 < Z.of_nat (length
    x2))%Z))))) /\
  (max_ofR (map (fun j : Z => (nth (Z.to_nat j) required 0%R)) outside) <= v2) /\ (0 <= v5).

(* tpmdp/lem-8, printed *)
Definition tpmdp_lem_8 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  forall variances : list R, ((Z.of_nat (length variances) = n)%Z) -> (forall x1 : R, In x1 variances -> 0 <= x1) ->
  (forall j : Z, In j (Zrange 0 n) -> ((In j active) -> (forall i1 : Z, In i1 active -> (((0 <= i1)%Z) /\ ((i1 <
    Z.of_nat (length variances))%Z))))) /\
  (forall j : Z, In j (Zrange 0 n) -> ((In j active) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length required))%Z)))) /\
  (forall j : Z, In j (Zrange 0 n) -> ((In j active) -> (forall i2 : Z, In i2 active -> (((0 <= i2)%Z) /\ ((i2 <
    Z.of_nat (length required))%Z))))) /\
  (forall j : Z, In j (Zrange 0 n) -> ((In j active) -> (forall i2 : Z, In i2 active -> (~ ((nth (Z.to_nat j) required
    0%R) < (nth (Z.to_nat i2) required 0%R)) -> (((0 <= i2)%Z) /\ ((i2 < Z.of_nat (length required))%Z)))))) /\
  (forall j : Z, In j (Zrange 0 n) -> ((In j active) -> (((0 <= sumZ (map (fun i2 : Z => (1)%Z) (filter (fun i2 : Z =>
    (orb (Rltb (nth (Z.to_nat j) required 0%R) (nth (Z.to_nat i2) required 0%R)) (andb (Reqb (nth (Z.to_nat i2)
    required 0%R) (nth (Z.to_nat j) required 0%R)) (Z.ltb i2 j)))) active)))%Z) /\ ((sumZ (map (fun i2 : Z => (1)%Z)
    (filter (fun i2 : Z => (orb (Rltb (nth (Z.to_nat j) required 0%R) (nth (Z.to_nat i2) required 0%R)) (andb (Reqb
    (nth (Z.to_nat i2) required 0%R) (nth (Z.to_nat j) required 0%R)) (Z.ltb i2 j)))) active)) < Z.of_nat (length (rev
    (sortedR (map (fun i1 : Z => (nth (Z.to_nat i1) variances 0%R)) active)))))%Z)))) /\
  (forall j : Z, In j (Zrange 0 n) -> (~ (In j active) -> (forall i3 : Z, In i3 (filter (fun j1 : Z => (negb (memZ j1
    active))) (Zrange 0 n)) -> (((0 <= i3)%Z) /\ ((i3 < Z.of_nat (length variances))%Z))))) /\
  (forall j : Z, In j (Zrange 0 n) -> (~ (In j active) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length required))%Z)))) /\
  (forall j : Z, In j (Zrange 0 n) -> (~ (In j active) -> (forall i4 : Z, In i4 (filter (fun j1 : Z => (negb (memZ j1
    active))) (Zrange 0 n)) -> (((0 <= i4)%Z) /\ ((i4 < Z.of_nat (length required))%Z))))) /\
  (forall j : Z, In j (Zrange 0 n) -> (~ (In j active) -> (forall i4 : Z, In i4 (filter (fun j1 : Z => (negb (memZ j1
    active))) (Zrange 0 n)) -> (~ ((nth (Z.to_nat j) required 0%R) < (nth (Z.to_nat i4) required 0%R)) -> (((0 <=
    i4)%Z) /\ ((i4 < Z.of_nat (length required))%Z)))))) /\
  (forall j : Z, In j (Zrange 0 n) -> (~ (In j active) -> (((0 <= sumZ (map (fun i4 : Z => (1)%Z) (filter (fun i4 : Z
    => (orb (Rltb (nth (Z.to_nat j) required 0%R) (nth (Z.to_nat i4) required 0%R)) (andb (Reqb (nth (Z.to_nat i4)
    required 0%R) (nth (Z.to_nat j) required 0%R)) (Z.ltb i4 j)))) (filter (fun j1 : Z => (negb (memZ j1 active)))
    (Zrange 0 n)))))%Z) /\ ((sumZ (map (fun i4 : Z => (1)%Z) (filter (fun i4 : Z => (orb (Rltb (nth (Z.to_nat j)
    required 0%R) (nth (Z.to_nat i4) required 0%R)) (andb (Reqb (nth (Z.to_nat i4) required 0%R) (nth (Z.to_nat j)
    required 0%R)) (Z.ltb i4 j)))) (filter (fun j1 : Z => (negb (memZ j1 active))) (Zrange 0 n)))) < Z.of_nat (length
    (rev (sortedR (map (fun i3 : Z => (nth (Z.to_nat i3) variances 0%R)) (filter (fun j1 : Z => (negb (memZ j1
    active))) (Zrange 0 n)))))))%Z)))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j2 : Z, ((0 <= j2)%Z)
    /\ ((j2 < n)%Z) -> (((~ (In j2 coalition)) /\ (exists i5 : Z, In i5 coalition /\ (In i5 active))) -> (forall i6 :
    Z, In i6 (Zrange 0 n) -> (~ (In i6 coalition)) -> (((0 <= i6)%Z) /\ ((i6 < Z.of_nat (length (map (fun j : Z => (if
    (memZ j active) then (nth (Z.to_nat (sumZ (map (fun i2 : Z => (1)%Z) (filter (fun i2 : Z => (orb (Rltb (nth
    (Z.to_nat j) required 0%R) (nth (Z.to_nat i2) required 0%R)) (andb (Reqb (nth (Z.to_nat i2) required 0%R) (nth
    (Z.to_nat j) required 0%R)) (Z.ltb i2 j)))) active)))) (rev (sortedR (map (fun i1 : Z => (nth (Z.to_nat i1)
    variances 0%R)) active))) 0%R) else (nth (Z.to_nat (sumZ (map (fun i4 : Z => (1)%Z) (filter (fun i4 : Z => (orb
    (Rltb (nth (Z.to_nat j) required 0%R) (nth (Z.to_nat i4) required 0%R)) (andb (Reqb (nth (Z.to_nat i4) required
    0%R) (nth (Z.to_nat j) required 0%R)) (Z.ltb i4 j)))) (filter (fun j1 : Z => (negb (memZ j1 active))) (Zrange 0
    n)))))) (rev (sortedR (map (fun i3 : Z => (nth (Z.to_nat i3) variances 0%R)) (filter (fun j1 : Z => (negb (memZ j1
    active))) (Zrange 0 n))))) 0%R))) (Zrange 0 n))))%Z)))))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j2 : Z, ((0 <= j2)%Z)
    /\ ((j2 < n)%Z) -> (((~ (In j2 coalition)) /\ (exists i5 : Z, In i5 coalition /\ (In i5 active))) -> (((0 <=
    j2)%Z) /\ ((j2 < Z.of_nat (length required))%Z))))) /\
  (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j3 : Z, ((0 <= j3)%Z)
    /\ ((j3 < n)%Z) -> (((~ (In j3 coalition1)) /\ (exists i7 : Z, In i7 coalition1 /\ (In i7 active))) -> (forall i8
    : Z, In i8 (Zrange 0 n) -> (~ (In i8 coalition1)) -> (((0 <= i8)%Z) /\ ((i8 < Z.of_nat (length variances))%Z))))))
    /\
  (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j3 : Z, ((0 <= j3)%Z)
    /\ ((j3 < n)%Z) -> (((~ (In j3 coalition1)) /\ (exists i7 : Z, In i7 coalition1 /\ (In i7 active))) -> (((0 <=
    j3)%Z) /\ ((j3 < Z.of_nat (length required))%Z))))) /\
  ((forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j3 : Z, ((0 <=
    j3)%Z) /\ ((j3 < n)%Z) -> (((~ (In j3 coalition1)) /\ (exists i7 : Z, In i7 coalition1 /\ (In i7 active))) ->
    ((nth (Z.to_nat j3) required 0%R) <= sumR (map (fun i8 : Z => (nth (Z.to_nat i8) variances 0%R)) (filter (fun i8 :
    Z => (negb (memZ i8 coalition1))) (Zrange 0 n))))))) -> (forall coalition : list Z, In coalition (combinations
    (Z.to_nat t) (Zrange 0 n)) -> (forall j2 : Z, ((0 <= j2)%Z) /\ ((j2 < n)%Z) -> (((~ (In j2 coalition)) /\ (exists
    i5 : Z, In i5 coalition /\ (In i5 active))) -> ((nth (Z.to_nat j2) required 0%R) <= sumR (map (fun i6 : Z => (nth
    (Z.to_nat i6) (map (fun j : Z => (if (memZ j active) then (nth (Z.to_nat (sumZ (map (fun i2 : Z => (1)%Z) (filter
    (fun i2 : Z => (orb (Rltb (nth (Z.to_nat j) required 0%R) (nth (Z.to_nat i2) required 0%R)) (andb (Reqb (nth
    (Z.to_nat i2) required 0%R) (nth (Z.to_nat j) required 0%R)) (Z.ltb i2 j)))) active)))) (rev (sortedR (map (fun i1
    : Z => (nth (Z.to_nat i1) variances 0%R)) active))) 0%R) else (nth (Z.to_nat (sumZ (map (fun i4 : Z => (1)%Z)
    (filter (fun i4 : Z => (orb (Rltb (nth (Z.to_nat j) required 0%R) (nth (Z.to_nat i4) required 0%R)) (andb (Reqb
    (nth (Z.to_nat i4) required 0%R) (nth (Z.to_nat j) required 0%R)) (Z.ltb i4 j)))) (filter (fun j1 : Z => (negb
    (memZ j1 active))) (Zrange 0 n)))))) (rev (sortedR (map (fun i3 : Z => (nth (Z.to_nat i3) variances 0%R)) (filter
    (fun j1 : Z => (negb (memZ j1 active))) (Zrange 0 n))))) 0%R))) (Zrange 0 n)) 0%R)) (filter (fun i6 : Z => (negb
    (memZ i6 coalition))) (Zrange 0 n)))))))).

(* tpmdp/lem-9, printed *)
Definition tpmdp_lem_9 : Prop :=
  forall u : Z, ((2 <= u)%Z) ->
  forall t : Z, ((1 <= t)%Z) ->
  forall n : Z, ((u + t <= n)%Z) ->
  forall plus : list R, ((Z.of_nat (length plus) = u)%Z) -> (forall x : R, In x plus -> 0 <= x) -> (StronglySorted Rge
    plus) ->
  forall minus : list R, ((Z.of_nat (length minus) = n - u)%Z) -> (forall x1 : R, In x1 minus -> 0 <= x1) ->
    (StronglySorted Rge minus) ->
  forall v2 : R, least (fun x2 : list R => (((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i
    coalition /\ (In i (Zrange 0 u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus
    ++ minus)))) (plus ++ minus)) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R)
    => (snd item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat
    (length x2))) x2)))))))))) /\ (forall v1 : R, In v1 ((map (fun j : Z => ((nth (Z.to_nat j) x2 0%R) - (nth
    (Z.to_nat (j + 1)) x2 0%R))%R) (filter (fun j : Z => (negb (Z.eqb j (u - 1)))) (Zrange 0 (n - 1)))) ++ [((nth
    (Z.to_nat 1) x2 0%R) - (nth (Z.to_nat (u + t - 1)) x2 0%R))%R]) -> (0 <= v1))) (fun x2 : list R => sumR x2) v2 ->
  forall v4 : R, least (fun x3 : list R => ((Z.of_nat (length x3) = n)%Z) /\ ((forall v3 : R, In v3 x3 -> (0 <= v3))
    /\ (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall item3 : (Z * R),
    In item3 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus ++ minus)) -> ((~ (In (fst item3)
    coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4)) (filter (fun item4 : (Z * R) =>
    (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x3))) x3))))))))) (fun x3 : list R =>
    sumR x3) v4 ->
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus ++ minus))
    -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2))) x2)))))))))) ->
    (forall j : Z, In j (Zrange 0 (n - 1)) -> (~ ((j = u - 1)%Z)) -> (((0 <= j)%Z) /\ ((j < Z.of_nat (length
    x2))%Z))))) /\
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus ++ minus))
    -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2))) x2)))))))))) ->
    (forall j : Z, In j (Zrange 0 (n - 1)) -> (~ ((j = u - 1)%Z)) -> (((0 <= j + 1)%Z) /\ ((j + 1 < Z.of_nat (length
    x2))%Z))))) /\
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus ++ minus))
    -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2))) x2)))))))))) ->
    ((1 < Z.of_nat (length x2))%Z))) /\
  (forall x2 : list R, ((((Z.of_nat (length x2) = n)%Z) /\ ((forall v : R, In v x2 -> (0 <= v)) /\ (forall coalition :
    list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i coalition /\ (In i (Zrange 0
    u))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length (plus ++ minus)))) (plus ++ minus))
    -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun
    item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x2))) x2)))))))))) ->
    (((0 <= u + t - 1)%Z) /\ ((u + t - 1 < Z.of_nat (length x2))%Z)))) /\
  0 <= v2 - v4.

(* tpmdp/pldp-scaling, printed *)
Definition tpmdp_pldp_scaling : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  (0 < min_ofR required) ->
  forall v1 : R, least (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat (n - 1)) (Zrange 0 n)) -> ((exists i1 : Z, In i1
    coalition /\ (In i1 (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length
    required))) required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd
    item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length
    x1))) x1)))))))))) (fun x1 : list R => sumR x1) v1 ->
  forall v3 : R, least (fun x2 : list R => ((Z.of_nat (length x2) = n)%Z) /\ ((forall v2 : R, In v2 x2 -> (0 <= v2))
    /\ (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2
    coalition1 /\ (In i2 active)) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length
    required))) required) -> ((~ (In (fst item3) coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) =>
    (snd item4)) (filter (fun item4 : (Z * R) => (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat
    (length x2))) x2)))))))))) (fun x2 : list R => sumR x2) v3 ->
  (required <> nil) /\
  (~ ((n = 0)%Z)) /\
  (~ (1 - IZR t / IZR n = 0)) /\
  ((min_ofR required * IZR n <= v1) /\ (0 <= v3)) /\ ((v1 <= max_ofR required * IZR n) /\ (v3 <= max_ofR required / (1
    - IZR t / IZR n))).

(* tpmdp/sec-4a-messages, printed *)
Definition tpmdp_sec_4a_messages : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall party : Z, ((0 <= party)%Z) -> ((party <= n - 1)%Z) ->
  ((Z.of_nat (length (filter (fun message : list Z => (memZ party message)) (flat_map (fun sender : Z => (map (fun to
    : Z => [sender; to]) (filter (fun to : Z => (negb (Z.eqb sender to))) (Zrange 0 n)))) (Zrange 0 n)))) <= 2 * n)%Z).

(* tpmdp/subcase-4-absent, printed *)
Definition tpmdp_subcase_4_absent : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (sumZ (map (fun u : Z => (1)%Z) (filter (fun u : Z => (andb (andb (Z.leb 2 u) (Z.leb u (n - t))) (Z.ltb 0 (n - t *
    u)))) (Zrange 1 (n + 1)))) <= (if (Z.leb n (2 * t)) then (0)%Z else (n - t - 1)%Z))%Z.

(* tpmdp/subcases, printed *)
Definition tpmdp_subcases : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : Z, ((1 <= active)%Z) -> ((active <= n)%Z) ->
  (1 = (if (Z.leb (n - t + 1) active) then (1)%Z else (0)%Z) + (if (Z.eqb active 1) then (1)%Z else (0)%Z) + (if (andb
    (Z.leb 2 active) (andb (Z.leb active (n - t)) (Z.leb (n - t * active) 0))) then (1)%Z else (0)%Z) + (if (andb
    (Z.leb 2 active) (andb (Z.leb active (n - t)) (Z.ltb 0 (n - t * active)))) then (1)%Z else (0)%Z))%Z.

(* tpmdp/superior, printed *)
Definition tpmdp_superior : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  forall v1 : R, least (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1
    coalition /\ (In i1 active)) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1)))
    x1)))))))))) (fun x1 : list R => sumR x1) v1 ->
  forall v3 : R, least (fun x2 : list R => ((Z.of_nat (length x2) = n)%Z) /\ ((forall v2 : R, In v2 x2 -> (0 <= v2))
    /\ (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2
    coalition1 /\ (In i2 active)) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length (repeat
    (max_ofR required)%R (Z.to_nat n))))) (repeat (max_ofR required)%R (Z.to_nat n))) -> ((~ (In (fst item3)
    coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4)) (filter (fun item4 : (Z * R) =>
    (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2))) x2)))))))))) (fun x2 : list R =>
    sumR x2) v3 ->
  forall v5 : R, least (fun x3 : list R => ((Z.of_nat (length x3) = n)%Z) /\ ((forall v4 : R, In v4 x3 -> (0 <= v4))
    /\ (forall coalition2 : list Z, In coalition2 (combinations (Z.to_nat (n - 1)) (Zrange 0 n)) -> ((exists i3 : Z,
    In i3 coalition2 /\ (In i3 (Zrange 0 n))) -> (forall item5 : (Z * R), In item5 (combine (Zrange 0 (Z.of_nat
    (length required))) required) -> ((~ (In (fst item5) coalition2)) -> ((snd item5) <= sumR (map (fun item6 : (Z *
    R) => (snd item6)) (filter (fun item6 : (Z * R) => (negb (memZ (fst item6) coalition2))) (combine (Zrange 0
    (Z.of_nat (length x3))) x3)))))))))) (fun x3 : list R => sumR x3) v5 ->
  (required <> nil) /\
  v1 - Rmin v3 v5 <= 0.

(* tpmdp/table-1-space-constant, printed *)
Definition tpmdp_table_1_space_constant : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  ((2 * t <= n)%Z) ->
  ((0 <= t + 2)%Z) /\
  ((0 <= t + 1)%Z) /\
  ((0 <= t)%Z) /\
  (~ ((2 ^ (t + 1) * t ^ t = 0)%Z)) /\
  (((0 <= n - 1)%Z) /\ ((0 <= t)%Z)) /\
  (IZR (n ^ (t + 2)) / IZR (2 ^ (t + 1) * t ^ t) <= IZR (n * binomial (n - 1) t * (n - t))) /\ ((n * binomial (n - 1)
    t * (n - t) <= n ^ (t + 2))%Z).

(* tpmdp/table-1-time-constant, printed *)
Definition tpmdp_table_1_time_constant : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  ((2 * t <= n)%Z) ->
  ((0 <= 2 * t + 5)%Z) /\
  ((0 <= t + 1)%Z) /\
  ((0 <= t)%Z) /\
  (~ (((2 ^ (t + 1) * t ^ t) ^ 2 = 0)%Z)) /\
  (((0 <= n - 1)%Z) /\ ((0 <= t)%Z)) /\
  (IZR (n ^ (2 * t + 5)) / IZR ((2 ^ (t + 1) * t ^ t) ^ 2) <= IZR ((n * binomial (n - 1) t * (n - t) + n ^ 2) ^ 2 *
    n)) /\ (((n * binomial (n - 1) t * (n - t) + n ^ 2) ^ 2 * n <= 4 * n ^ (2 * t + 5))%Z).

(* tpmdp/thm-1, printed *)
Definition tpmdp_thm_1 : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  forall variances : list R, ((Z.of_nat (length variances) = n)%Z) -> (forall x1 : R, In x1 variances -> 0 <= x1) ->
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j : Z, ((0 <= j)%Z) /\
    ((j < n)%Z) -> (((~ (In j coalition)) /\ (exists i1 : Z, In i1 coalition /\ (In i1 active))) -> (forall i2 : Z, In
    i2 (Zrange 0 n) -> (~ (In i2 coalition)) -> (((0 <= i2)%Z) /\ ((i2 < Z.of_nat (length variances))%Z)))))) /\
  (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j : Z, ((0 <= j)%Z) /\
    ((j < n)%Z) -> (((~ (In j coalition)) /\ (exists i1 : Z, In i1 coalition /\ (In i1 active))) -> (((0 <= j)%Z) /\
    ((j < Z.of_nat (length required))%Z))))) /\
  (forall group1 : list Z, In group1 (flat_map (fun size : Z => (combinations (Z.to_nat size) (Zrange 0 n))) (Zrange 1
    (t + 1))) -> ((~ (forall item1 : Z, In item1 group1 -> ~ (In item1 active))) -> (forall j1 : Z, ((0 <= j1)%Z) /\
    ((j1 < n)%Z) -> ((~ (In j1 group1)) -> (((0 <= j1)%Z) /\ ((j1 < Z.of_nat (length required))%Z)))))) /\
  ((forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> (forall j : Z, ((0 <= j)%Z) /\
    ((j < n)%Z) -> (((~ (In j coalition)) /\ (exists i1 : Z, In i1 coalition /\ (In i1 active))) -> ((nth (Z.to_nat j)
    required 0%R) <= sumR (map (fun i2 : Z => (nth (Z.to_nat i2) variances 0%R)) (filter (fun i2 : Z => (negb (memZ i2
    coalition))) (Zrange 0 n))))))) -> (forall group1 : list Z, In group1 (flat_map (fun size : Z => (combinations
    (Z.to_nat size) (Zrange 0 n))) (Zrange 1 (t + 1))) -> ((~ (forall item1 : Z, In item1 group1 -> ~ (In item1
    active))) -> (forall j1 : Z, ((0 <= j1)%Z) /\ ((j1 < n)%Z) -> ((~ (In j1 group1)) -> ((nth (Z.to_nat j1) required
    0%R) <= sumR (map (fun item2 : (Z * R) => (snd item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2)
    group1))) (combine (Zrange 0 (Z.of_nat (length variances))) variances))))))))).

(* tpmdp/thm-2-bounded-total, printed *)
Definition tpmdp_thm_2_bounded_total : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  forall v1 : R, least (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i : Z, In i
    coalition /\ (In i (Zrange 0 n))) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length
    required))) required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd
    item2)) (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length
    x1))) x1)))))))))) (fun x1 : list R => sumR x1) v1 ->
  (~ ((n = 0)%Z)) /\
  (required <> nil) /\
  (~ (1 - IZR t / IZR n = 0)) /\
  v1 <= max_ofR required / (1 - IZR t / IZR n).

(* tpmdp/thm-2-linear-rank, printed *)
Definition tpmdp_thm_2_linear_rank : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (~ ((n - t = 0)%Z)) /\
  (IZR n / IZR (n - t) <= IZR (Z.min ((2 * n - t) / (n - t)) (t + 1))) /\ (IZR (Z.min ((2 * n - t) / (n - t)) (t + 1))
    <= IZR n / IZR (n - t) + 1).

(* tpmdp/thm-2-proof, printed *)
Definition tpmdp_thm_2_proof : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall xi : Z, ((2 <= xi)%Z) -> ((xi <= Z.min ((2 * n - t) / (n - t)) (t + 1))%Z) ->
  forall before : R, (0 <= before) ->
  forall lower : R, (0 <= lower) ->
  forall higher : R, (lower <= higher) ->
  ((xi * (n - t) <= 2 * n - t)%Z) ->
  (~ ((n - t = 0)%Z)) /\
  0 <= before + (IZR (2 * n - t) / IZR (n - t) - IZR (xi - 1)) * higher - (before + higher + (IZR (2 * n - t) / IZR (n
    - t) - IZR xi) * lower).

(* tpmdp/thm-3-bounded-total, corrected *)
Definition tpmdp_thm_3_bounded_total : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  forall v1 : R, least (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1
    coalition /\ (In i1 active)) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1)))
    x1)))))))))) (fun x1 : list R => sumR x1) v1 ->
  (~ ((n = 0)%Z)) /\
  (required <> nil) /\
  (~ (1 - IZR t / IZR n = 0)) /\
  v1 <= max_ofR required / (1 - IZR t / IZR n).

(* tpmdp/thm-3-rank, printed *)
Definition tpmdp_thm_3_rank : Prop :=
(forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (~ ((n - t = 0)%Z)) /\
  (IZR (n - 1) / IZR (n - t) <= IZR (Z.min ((2 * n - t) / (n - t)) (t + 1))) /\ (IZR (Z.min ((2 * n - t) / (n - t)) (t
    + 1)) <= IZR n / IZR (n - t) + 1)) /\
(forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  (~ ((n - t = 0)%Z)) /\
  (IZR (n - 1) / IZR (n - t) <= IZR (Z.min ((2 * n - t - 1) / (n - t)) t)) /\ (IZR (Z.min ((2 * n - t - 1) / (n - t))
    t) <= IZR n / IZR (n - t) + 1)).

(* tpmdp/tmdp-ratio, printed *)
Definition tpmdp_tmdp_ratio : Prop :=
  forall n : Z, ((2 <= n)%Z) ->
  forall t : Z, ((1 <= t)%Z) -> ((t <= n - 1)%Z) ->
  forall active : list Z, ((1 <= Z.of_nat (length active))%Z) -> (StronglySorted Z.lt active) -> (forall i : Z, In i
    active -> ((0 <= i)%Z) /\ ((i < n)%Z)) ->
  forall required : list R, ((Z.of_nat (length required) = n)%Z) -> (forall x : R, In x required -> 0 <= x) ->
  (((n - t < Z.of_nat (length active))%Z) \/ (((2 <= Z.of_nat (length active))%Z) /\ ((n <= t * Z.of_nat (length
    active))%Z))) ->
  (0 < max_ofR required) ->
  forall v1 : R, least (fun x1 : list R => ((Z.of_nat (length x1) = n)%Z) /\ ((forall v : R, In v x1 -> (0 <= v)) /\
    (forall coalition : list Z, In coalition (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i1 : Z, In i1
    coalition /\ (In i1 active)) -> (forall item1 : (Z * R), In item1 (combine (Zrange 0 (Z.of_nat (length required)))
    required) -> ((~ (In (fst item1) coalition)) -> ((snd item1) <= sumR (map (fun item2 : (Z * R) => (snd item2))
    (filter (fun item2 : (Z * R) => (negb (memZ (fst item2) coalition))) (combine (Zrange 0 (Z.of_nat (length x1)))
    x1)))))))))) (fun x1 : list R => sumR x1) v1 ->
  forall v3 : R, least (fun x2 : list R => ((Z.of_nat (length x2) = n)%Z) /\ ((forall v2 : R, In v2 x2 -> (0 <= v2))
    /\ (forall coalition1 : list Z, In coalition1 (combinations (Z.to_nat t) (Zrange 0 n)) -> ((exists i2 : Z, In i2
    coalition1 /\ (In i2 active)) -> (forall item3 : (Z * R), In item3 (combine (Zrange 0 (Z.of_nat (length (repeat
    (max_ofR required)%R (Z.to_nat n))))) (repeat (max_ofR required)%R (Z.to_nat n))) -> ((~ (In (fst item3)
    coalition1)) -> ((snd item3) <= sumR (map (fun item4 : (Z * R) => (snd item4)) (filter (fun item4 : (Z * R) =>
    (negb (memZ (fst item4) coalition1))) (combine (Zrange 0 (Z.of_nat (length x2))) x2)))))))))) (fun x2 : list R =>
    sumR x2) v3 ->
  (~ ((n = 0)%Z)) /\
  ((1 < Z.of_nat (length (rev (sortedR required))))%Z) /\
  ((0 < Z.of_nat (length (rev (sortedR required))))%Z) /\
  (~ ((nth (Z.to_nat 0) (rev (sortedR required)) 0%R) = 0)) /\
  (required <> nil) /\
  (~ (v3 = 0)) /\
  v1 / v3 <= IZR (n - t + 1) * Rmax (1 / IZR n) ((nth (Z.to_nat 1) (rev (sortedR required)) 0%R) / (nth (Z.to_nat 0)
    (rev (sortedR required)) 0%R)).
