(* From a linear-program certificate to the program and the evidence that the verified check takes. *)

open Json
open Verified

let same_length name model found = if List.compare_lengths model found <> 0 then bad ("length of " ^ name)

let names document field =
  let found = Fields.list document field in
  List.iter (function Text _ -> () | _ -> bad (field ^ " are texts")) found;
  found

let relation = function
  | Text "<=" -> AtMost
  | Text "=" -> Equal
  | Text ">=" -> AtLeast
  | _ -> bad "a relation is <=, = or >="

let sense document =
  match Fields.text document "sense" with
  | "minimise" -> Minimise
  | "maximise" -> Maximise
  | _ -> bad "sense is minimise or maximise"

let bound = function Null -> None | found -> Some (Fields.number found)

let term = function
  | List [ Int column; coefficient ] when Fields.not_negative column -> (column, Fields.number coefficient)
  | _ -> bad "a term is [column index from 0, coefficient]"

let terms = function List found -> List.map term found | _ -> bad "the terms of a row are a list"

let rows instance =
  let labels = names instance "rows" in
  let relations = List.map relation (Fields.list instance "relations") in
  let sides = Fields.numbers instance "rhs" in
  let forms = List.map terms (Fields.list instance "terms") in
  same_length "relations" labels relations;
  same_length "rhs" labels sides;
  same_length "terms" labels forms;
  let row form (relates, side) = { coefficients = form; relates; side } in
  List.map2 row forms (List.combine relations sides)

(* That lower and upper are as long, and that no column is out of range, the verified check finds out. *)
let program instance =
  Fields.only [ "sense"; "columns"; "costs"; "lower"; "upper"; "rows"; "relations"; "rhs"; "terms" ] instance;
  let columns = names instance "columns" in
  let costs = Fields.numbers instance "costs" in
  same_length "costs" columns costs;
  let bounds field = List.map bound (Fields.list instance field) in
  { goal = sense instance; costs; lower = bounds "lower"; upper = bounds "upper"; rows = rows instance }

let infeasible document =
  match (Fields.has document "dual", Fields.has document "column") with
  | true, false -> Infeasible (Fields.numbers document "dual")
  | false, true -> Crossed (Fields.index document "column")
  | _ -> bad "either dual or column"

let evidence document =
  let numbers = Fields.numbers document in
  let only names = Fields.only ("status" :: names) document in
  match Fields.text document "status" with
  | "optimal" ->
    only [ "value"; "primal"; "dual" ];
    Optimal (Fields.number (Fields.get document "value"), numbers "primal", numbers "dual")
  | "infeasible" ->
    only [ "dual"; "column" ];
    infeasible document
  | "unbounded" ->
    only [ "primal"; "ray" ];
    Unbounded (numbers "primal", numbers "ray")
  | _ -> bad "status is optimal, infeasible or unbounded"

let statement goal = function
  | Optimal (value, _, _) ->
    Printf.sprintf "the %s is %s" (if goal = Minimise then "minimum" else "maximum") (Fields.number_text value)
  | Infeasible _ | Crossed _ -> "no point is feasible"
  | Unbounded _ -> "the objective is unbounded"

let verify instance found =
  let problem, proof = (program instance, evidence found) in
  if check_linear_program problem proof then statement problem.goal proof else bad "the evidence does not prove the statement"
