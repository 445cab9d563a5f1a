(* From an integer-program certificate to the program and the claims that the verified check takes.

   In a certificate rows are cleared of denominators and turned to >= or =, and a cut is described by one vector of
   multipliers; the verified check takes multipliers of the rows as they are, and a derived row with the two
   combinations that prove it. What is computed here is evidence: the check does not rely on it. *)

open Json
module Zarith = Z
open Verified
module Z = Zarith  (* not Coq's *)
module Index = Map.Make (Int)

let of_q (a : q) = Q.make a.qnum a.qden
let to_q (a : Q.t) : q = { qnum = Q.num a; qden = Q.den a }
let floor_of (a : Q.t) = Z.fdiv (Q.num a) (Q.den a)
let ceil_of (a : Q.t) = Z.cdiv (Q.num a) (Q.den a)
let small z = if Z.fits_int z then Z.to_int z else bad "an index is too large"

let gap = function
  | List [ Int column; low; high ] when Fields.not_negative column -> (column, (Fields.number low, Fields.number high))
  | _ -> bad "a gap is [column index from 0, number, number]"

let program instance =
  let linear = Linear.program ~more:[ "integers"; "gaps" ] instance in
  let integers = List.map (Fields.integer ~least:0) (Fields.list instance "integers") in
  let gaps = List.map gap (Fields.list instance "gaps") in
  let count = Z.of_int (List.length linear.costs) in
  if not (List.for_all (fun j -> Z.lt j count) (integers @ List.map fst gaps)) then bad "no such column";
  { linear; integers; gaps }

(* A row in integers: columns with factors, the right side, whether it is an equation, and what it was multiplied by. *)
type row_in_integers = { factors : Q.t Index.t; right : Q.t; equation : bool; factor : Q.t }

let add column value sums =
  Index.update column (fun old -> Some (Q.add value (Option.value old ~default:Q.zero))) sums

let denominators = List.fold_left (fun common (a : q) -> Z.lcm common a.qden) Z.one

let cleared (r : row) =
  let scale = Q.of_bigint (denominators (r.side :: List.map snd r.coefficients)) in
  let factor = if r.relates = AtMost then Q.neg scale else scale in
  let term sums (j, a) = add (small j) (Q.mul factor (of_q a)) sums in
  let factors = List.fold_left term Index.empty r.coefficients in
  { factors; right = Q.mul factor (of_q r.side); equation = r.relates = Equal; factor }

(* The walk: what stands still, and what changes from leaf to leaf. *)
type walk_state = {
  problem : mixed;
  columns : int;
  is_integer : bool array;
  cutoff : Q.t option;  (* what the costs are multiplied by *)
  mutable steps : Json.t list;
  mutable last : Z.t Index.t;  (* multipliers of the last leaf *)
}

(* Where the walk stands: rows, and bounds of columns. *)
type place = { rows_here : row_in_integers list; low : Q.t option array; high : Q.t option array }

let next state =
  match state.steps with
  | [] -> bad "the proof ends before every node is closed"
  | step :: rest -> state.steps <- rest; step

let integers step field = List.map (Fields.integer ?least:None) (Fields.list step field)

let indices ?(least = 0) step field = List.map (fun z -> small (Fields.integer ~least z)) (Fields.list step field)

let pairs step named =
  let by = integers step "by" in
  Linear.same_length "by" named by;
  List.combine named by

let row_at place index =
  match List.nth_opt place.rows_here index with Some found -> found | None -> bad "no such row"

let fits state place (index, y) =
  if index = -1 then (if state.cutoff = None then bad "there is no cutoff");
  let equation = index >= 0 && (row_at place index).equation in
  if Z.sign y < 0 && not equation then bad "a multiplier is negative"

(* One number for each row as the verified check lists them: the cutoff, then the others. *)
let dense state place weights =
  let weight index = Option.value (Index.find_opt index weights) ~default:Q.zero in
  let rows = List.mapi (fun index found -> to_q (Q.mul found.factor (weight index))) place.rows_here in
  match state.cutoff with None -> rows | Some scale -> to_q (Q.neg (Q.mul scale (weight (-1)))) :: rows

let leaf state place step field =
  let named = indices ~least:(-1) step field in
  let changed = pairs step named in
  List.iter (fits state place) changed;
  if field = "rows" then state.last <- Index.empty;
  List.iter (fun (index, y) -> state.last <- Index.add index y state.last) changed;
  Close (dense state place (Index.map Q.of_bigint state.last))

let total parts =
  let one (sums, side) (found, y) =
    (Index.fold (fun j a sums -> add j (Q.mul y a) sums) found.factors sums, Q.add side (Q.mul y found.right)) in
  List.fold_left one (Index.empty, Q.zero) parts

let bound place upper column =
  let sign, found = if List.mem column upper then (Q.minus_one, place.high.(column)) else (Q.one, place.low.(column)) in
  match found with
  | None -> bad "a cut needs a bound that a column has not"
  | Some b -> { factors = Index.singleton column sign; right = Q.mul sign b; equation = false; factor = Q.one }

let at sums column = Option.value (Index.find_opt column sums) ~default:Q.zero

let vector_of state step =
  let entry found = match found with
    | List [ Int j; Int p ] when Fields.not_negative j && Z.lt j (Z.of_int state.columns) && state.is_integer.(Z.to_int j) ->
      (Z.to_int j, p)
    | _ -> bad "a cut has integers on integer columns" in
  let entries = List.map entry (Fields.list step "cut") in
  if List.length (List.sort_uniq compare (List.map fst entries)) <> List.length entries then bad "a column twice";
  entries

let weights chosen = List.fold_left (fun sums (index, y) -> add index y sums) Index.empty chosen

let cut state place step =
  let over = Q.of_bigint (Fields.whole ~least:1 step "over") in
  let scale = of_q (Fields.number_above_0 (Fields.get step "scale")) in
  let upper = List.filter_map (fun z -> if Z.fits_int z then Some (Z.to_int z) else None)
      (List.map (Fields.integer ~least:0) (Fields.list step "upper")) in
  let used = List.map (fun (index, y) -> (index, row_at place index, Q.of_bigint y)) (pairs step (indices step "rows")) in
  let below (_, found, y) = Q.sign y < 0 && not found.equation in
  let negative, positive = List.partition below used in
  let negative = List.map (fun (index, found, y) -> (index, found, Q.neg y)) negative in
  let parts = List.map (fun (_, found, y) -> (found, y)) in
  let vector = vector_of state step in
  let goal = List.fold_left (fun sums (j, p) -> add j (Q.of_bigint p) sums) Index.empty vector in
  let low, _ = total (parts negative) and high, _ = total (parts positive) in
  let columns = List.sort_uniq compare (List.map fst (Index.bindings low @ Index.bindings high @ Index.bindings goal)) in
  let excess j = Q.sub (Q.sub (at high j) (at low j)) (Q.mul over (at goal j)) in
  let helped up = List.filter_map (fun j ->
      let e = excess j in
      if Q.sign e = 0 || ((Q.sign e > 0) <> List.mem j upper) <> up then None else Some (bound place upper j, Q.abs e)) columns in
  let low, low_side = total (parts negative @ helped true) and _, high_side = total (parts positive @ helped false) in
  let limit = Q.div (Q.sub high_side low_side) over in
  let level = floor_of limit in
  let share = Q.sub limit (Q.of_bigint level) in
  if Q.sign share = 0 then bad "the right side of a cut is an integer before it is rounded";
  let found = Index.fold (fun j p sums -> add j (Q.mul (Q.mul over share) p) sums) goal low in
  let side = Q.add low_side (Q.mul (Q.mul over share) (Q.of_bigint (Z.succ level))) in
  let round j a (sums, side) =
    let scaled = Q.mul scale a in
    let nearby = Q.of_bigint (if List.mem j upper then floor_of scaled else ceil_of scaled) in
    let missing = Q.abs (Q.sub nearby scaled) in
    let side = if Q.sign missing = 0 then side else Q.add side (Q.mul missing (bound place upper j).right) in
    ((if Q.sign nearby = 0 then sums else Index.add j nearby sums), side) in
  let factors, side = Index.fold round (Index.filter (fun _ a -> Q.sign a <> 0) found) (Index.empty, Q.mul scale side) in
  let whole = Index.for_all (fun j _ -> state.is_integer.(j)) factors in
  let right = Q.of_bigint (if whole then ceil_of side else floor_of side) in
  let proof chosen last =
    dense state place (weights (List.map (fun (index, _, y) -> (index, Q.mul scale y)) chosen)) @ [ to_q (Q.mul scale last) ] in
  let derivation = {
    vector = List.map (fun (j, p) -> (Z.of_int j, to_q (Q.of_bigint p))) vector; level;
    derived = List.map (fun (j, a) -> (Z.of_int j, to_q a)) (Index.bindings factors); least = to_q right;
    small = proof positive (Q.neg (Q.mul over (Q.sub Q.one share))); large = proof negative (Q.mul over share) } in
  (derivation, { factors; right; equation = false; factor = Q.one })

let narrowed bounds column value better =
  let fresh = Array.copy bounds in
  (match fresh.(column) with Some old when not (better value old) -> () | _ -> fresh.(column) <- Some value);
  fresh

let rec walk state place =
  let step = next state in
  match List.sort compare (Fields.names step) with
  | [ "split" ] -> split state place (Fields.list step "split")
  | [ "by"; "rows" ] -> leaf state place step "rows"
  | [ "by"; "change" ] -> leaf state place step "change"
  | [ "empty" ] -> Empty (Fields.whole ~least:0 step "empty")
  | [ "by"; "cut"; "over"; "rows"; "scale"; "upper" ] ->
    let derivation, found = cut state place step in
    Derive (derivation, walk state { place with rows_here = place.rows_here @ [ found ] })
  | _ -> bad "a step is a split, a leaf or a cut"

and split state place = function
  | [ Int column; a; b ] when Fields.not_negative column && Z.lt column (Z.of_int state.columns) ->
    let j, a, b = (Z.to_int column, Fields.number a, Fields.number b) in
    let whole = state.is_integer.(j) in
    let down = if whole then Q.of_bigint (floor_of (of_q a)) else of_q a in
    let up = if whole then Q.of_bigint (ceil_of (of_q b)) else of_q b in
    let below = walk state { place with high = narrowed place.high j down Q.lt } in
    let count = List.length place.rows_here in
    state.last <- Index.filter (fun index _ -> index < count) state.last;
    Split (column, a, b, below, walk state { place with low = narrowed place.low j up Q.gt })
  | _ -> bad "a split is [column, number, number]"

let bounds_of problem is_integer round bounds =
  Array.of_list (List.mapi (fun j b ->
      Option.map (fun b -> if is_integer.(j) then Q.of_bigint (round (of_q b)) else of_q b) b) bounds)

let proof problem evidence bounded =
  let linear = problem.linear in
  let columns = List.length linear.costs in
  Linear.same_length "lower" linear.costs linear.lower;
  Linear.same_length "upper" linear.costs linear.upper;
  let is_integer = Array.make columns false in
  List.iter (fun j -> is_integer.(Z.to_int j) <- true) problem.integers;
  List.iter (fun (r : row) -> List.iter (fun (j, _) ->
      if Z.geq j (Z.of_int columns) then bad "no such column") r.coefficients) linear.rows;
  let cutoff = if bounded then Some (Q.of_bigint (denominators linear.costs)) else None in
  let state = { problem; columns; is_integer; cutoff; steps = Fields.list evidence "proof"; last = Index.empty } in
  let bounds = bounds_of problem is_integer in
  let place = { rows_here = List.map cleared linear.rows; low = bounds ceil_of linear.lower; high = bounds floor_of linear.upper } in
  let found = walk state place in
  if state.steps <> [] then bad "nothing may follow the last leaf";
  found

(* The objective's values, as a minimum: a constant and multiples of a step; None where there is no grid. *)
let grid problem =
  let linear = problem.linear in
  let sign = if linear.goal = Minimise then Q.one else Q.minus_one in
  let common a b = Q.make (Z.gcd (Z.mul (Q.num a) (Q.den b)) (Z.mul (Q.num b) (Q.den a))) (Z.mul (Q.den a) (Q.den b)) in
  let rec go j costs lower upper constant step =
    match (costs, lower, upper) with
    | c :: costs, l :: lower, u :: upper ->
      let c = of_q c in
      let fixed = match (l, u) with Some l, Some u -> Q.equal (of_q l) (of_q u) | _ -> false in
      if Q.sign c = 0 then go (j + 1) costs lower upper constant step
      else if fixed then
        go (j + 1) costs lower upper (Q.add constant (Q.mul (Q.mul sign c) (of_q (Option.get l)))) step
      else if List.exists (Z.equal (Z.of_int j)) problem.integers then go (j + 1) costs lower upper constant (common step c)
      else None
    | _ -> if Q.sign step = 0 then None else Some (to_q constant, to_q step)
  in
  go 0 linear.costs linear.lower linear.upper Q.zero Q.zero

let claims problem evidence =
  let number field = Fields.number (Fields.get evidence field) in
  let status word = if Fields.text (Fields.get evidence "status") <> word then bad "another status" in
  let reached () = Reached (number "value", Fields.numbers evidence "primal") in
  let bounded bound = Bounded (bound, grid problem, proof problem evidence true) in
  match List.sort compare (Fields.names evidence) with
  | [ "primal"; "proof"; "status"; "value" ] -> status "optimal"; [ reached (); bounded (number "value") ]
  | [ "bound"; "primal"; "proof"; "status"; "value" ] -> status "bounds"; [ reached (); bounded (number "bound") ]
  | [ "primal"; "status"; "value" ] -> status "feasible"; [ reached () ]
  | [ "bound"; "proof"; "status" ] -> status "bounds"; [ bounded (number "bound") ]
  | [ "proof"; "status" ] -> status "infeasible"; [ NoPoint (proof problem evidence false) ]
  | _ -> bad "the evidence is for optimal, bounds, feasible or infeasible; unbounded is not verified here"

let words = function
  | NoPoint _ -> "no point is feasible"
  | Reached (value, _) -> "a feasible point has the objective " ^ Fields.number_text value
  | Bounded (bound, _, _) -> "no point is better than " ^ Fields.number_text bound

let verify instance found =
  let problem = program instance in
  let claimed = claims problem found in
  if List.for_all (check_integer_program problem) claimed then String.concat ", and " (List.map words claimed)
  else bad "the evidence does not prove the statement"
