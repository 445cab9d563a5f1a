(* From an integer-program certificate to the program and the claims that the verified check takes.

   In a certificate rows are cleared of denominators and turned to >= or =, and a leaf names some of them; the verified
   check takes one multiplier for each row as it is, the last row first. What is computed here is evidence: the check
   does not rely on it. *)

open Json
module Zarith = Z
open Verified
module Z = Zarith  (* not Coq's *)
let of_q (a : q) = Q.make a.qnum a.qden
let to_q (a : Q.t) : q = { qnum = Q.num a; qden = Q.den a }

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

let denominators = List.fold_left (fun common (a : q) -> Z.lcm common a.qden) Z.one

(* What a row is multiplied by to say >= or = in integers. *)
let factor (r : row) =
  let scale = Q.of_bigint (denominators (r.side :: List.map snd r.coefficients)) in
  if r.relates = AtMost then Q.neg scale else scale

(* A step is a word and numbers, with one blank between them. *)
let step text =
  match String.split_on_char ' ' text with
  | word :: numbers -> (word, List.map (fun number -> Fields.number (Text number)) numbers)
  | [] -> bad "a step has a word"

let index (a : q) = if Z.equal a.qden Z.one && Z.sign a.qnum >= 0 && Z.fits_int a.qnum then Z.to_int a.qnum else bad "an index"
let whole (a : q) = if Z.equal a.qden Z.one then a.qnum else bad "an integer"

let rec pairs = function
  | a :: b :: rest -> (a, b) :: pairs rest
  | [] -> []
  | _ -> bad "numbers come in pairs"

let column problem found =
  let j = index found in
  if j < List.length problem.linear.costs then Z.of_int j else bad "no such column"

(* What the rows of the certificate are multiples of: first the cutoff, if there is one, and the program's rows; then
   those of splits, the last one first. *)
type rows = { cutoff : bool; given : Q.t list; added : Q.t list }

(* One number for each row as the verified check lists them: those of splits, the last one first, then the others. *)
let multipliers rows chosen =
  let given = List.length rows.given and added = List.length rows.added in
  let sums = Array.make (given + added) Q.zero in
  let add (i, y) =
    let i = index i in
    if i >= given + added then bad "no such row";
    sums.(i) <- Q.add sums.(i) (of_q y) in
  List.iter add (pairs chosen);
  let later = List.mapi (fun place factor -> Q.mul factor sums.(given + added - 1 - place)) rows.added in
  let first = List.mapi (fun i factor -> Q.mul factor sums.(i)) rows.given in
  List.map to_q (later @ if rows.cutoff then first else List.tl first)

let rec walk problem steps rows =
  match !steps with
  | [] -> bad "the proof ends before every side is closed"
  | text :: rest ->
    steps := rest;
    match step text with
    | "leaf", chosen -> Close (multipliers rows chosen)
    | "column", [ j; a; b ] ->
      let j = column problem j in
      let below = walk problem steps rows in
      Split (j, a, b, below, walk problem steps rows)
    | "row", a :: b :: terms ->
      let form = List.map (fun (j, p) -> (column problem j, to_q (Q.of_bigint (whole p)))) (pairs terms) in
      if List.length (List.sort_uniq compare (List.map fst form)) <> List.length form then bad "a column twice";
      ignore (whole a, whole b);
      let below = walk problem steps { rows with added = Q.minus_one :: rows.added } in
      Part (form, a, b, below, walk problem steps { rows with added = Q.one :: rows.added })
    | _ -> bad "a step is a column, a row or a leaf"

let proof problem evidence cutoff =
  let linear = problem.linear in
  Linear.same_length "lower" linear.costs linear.lower;
  Linear.same_length "upper" linear.costs linear.upper;
  let worse = Q.neg (Q.of_bigint (denominators linear.costs)) in
  let steps = ref (List.map Fields.text (Fields.list evidence "proof")) in
  let found = walk problem steps { cutoff; given = worse :: List.map factor linear.rows; added = [] } in
  if !steps <> [] then bad "nothing may follow the last leaf";
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
  | [ "primal"; "ray"; "status" ] -> status "unbounded"; [ Endless (Fields.numbers evidence "primal", Fields.numbers evidence "ray") ]
  | _ -> bad "the evidence is for optimal, bounds, feasible, infeasible or unbounded"

let words = function
  | NoPoint _ -> "no point is feasible"
  | Endless _ -> "the objective is unbounded"
  | Reached (value, _) -> "a feasible point has the objective " ^ Fields.number_text value
  | Bounded (bound, _, _) -> "no point is better than " ^ Fields.number_text bound

let verify instance found =
  let problem = program instance in
  let claimed = claims problem found in
  if List.for_all (check_integer_program problem) claimed then String.concat ", and " (List.map words claimed)
  else bad "the evidence does not prove the statement"
