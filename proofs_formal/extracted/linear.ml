(* From a linear-program certificate to the program and the evidence that the verified check takes. *)

open Json
open Verified

let same_length name model found = if List.compare_lengths model found <> 0 then bad ("length of " ^ name)

let names document field = List.map (Fields.text ~most:1000) (Fields.list document field)

let relation = function
  | Text "<=" -> AtMost
  | Text "=" -> Equal
  | Text ">=" -> AtLeast
  | _ -> bad "a relation is <=, = or >="

let sense document =
  match Fields.text (Fields.get document "sense") with
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
let program ?(more = []) instance =
  Fields.only instance ([ "sense"; "columns"; "costs"; "lower"; "upper"; "rows"; "relations"; "rhs"; "terms" ] @ more);
  let columns = names instance "columns" in
  let costs = Fields.numbers instance "costs" in
  same_length "costs" columns costs;
  let bounds field = List.map bound (Fields.list instance field) in
  { goal = sense instance; costs; lower = bounds "lower"; upper = bounds "upper"; rows = rows instance }

let infeasible document =
  if Fields.has document "column" then begin
    Fields.only document [ "status"; "column" ];
    Crossed (Fields.whole ~least:0 document "column")
  end
  else begin
    Fields.only document [ "status"; "dual" ];
    Infeasible (Fields.numbers document "dual")
  end

let evidence document =
  let numbers = Fields.numbers document in
  match Fields.text (Fields.get document "status") with
  | "optimal" ->
    Fields.only document [ "status"; "value"; "primal"; "dual" ];
    Optimal (Fields.number (Fields.get document "value"), numbers "primal", numbers "dual")
  | "infeasible" -> infeasible document
  | "unbounded" ->
    Fields.only document [ "status"; "primal"; "ray" ];
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
