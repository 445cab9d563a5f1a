(* Fields of a document, each of the type that is asked for. *)

open Json

let get document name =
  match document with
  | Object pairs -> (match List.assoc_opt name pairs with Some found -> found | None -> Null)
  | _ -> bad ("expected an object with " ^ name)

let text document name = match get document name with Text t -> t | _ -> bad (name ^ " is no text")
let list document name = match get document name with List l -> l | _ -> bad (name ^ " is no list")
let whole document name = match get document name with Int z -> z | _ -> bad (name ^ " is no integer")
let nested document name = match get document name with Object _ as o -> o | _ -> bad (name ^ " is no object")

(* No field but these. *)
let only names = function
  | Object pairs -> List.iter (fun (name, _) -> if not (List.mem name names) then bad "an unknown field") pairs
  | _ -> bad "expected an object"

let has document name = match document with Object pairs -> List.mem_assoc name pairs | _ -> false
let not_negative z = Z.sign z >= 0

let index document name =
  let found = whole document name in
  if not_negative found then found else bad (name ^ " is negative")

(* A JSON integer, or a text "p" or "p/q" with q > 0. *)
let number found : Verified.q =
  match found with
  | Int z -> { qnum = z; qden = Z.one }
  | Text t ->
    (match String.index_opt t '/' with
     | None -> { qnum = integer t; qden = Z.one }
     | Some slash ->
       let top = integer (String.sub t 0 slash) in
       let bottom = integer (String.sub t (slash + 1) (String.length t - slash - 1)) in
       if Z.sign bottom <= 0 then bad "a denominator must be positive";
       let common = Z.gcd top bottom in
       { qnum = Z.divexact top common; qden = Z.divexact bottom common })
  | _ -> bad "expected a number"

let numbers document name = List.map number (list document name)

let number_text (q : Verified.q) =
  let common = Z.gcd q.qnum q.qden in
  let top = Z.to_string (Z.divexact q.qnum common) in
  if Z.equal common q.qden then top else top ^ "/" ^ Z.to_string (Z.divexact q.qden common)
