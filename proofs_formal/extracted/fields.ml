(* Fields of a document: an object has exactly the fields that are named, each of the type that is asked for. *)

open Json

let names = function Object pairs -> List.map fst pairs | _ -> bad "expected an object"

let only ?(optional = []) document needed =
  let found = names document in
  List.iter (fun name -> if not (List.mem name found) then bad ("there is no field " ^ name)) needed;
  List.iter (fun name -> if not (List.mem name needed || List.mem name optional) then bad "an unknown field") found

let has document name = List.mem name (names document)

let get document name =
  match document with
  | Object pairs -> (match List.assoc_opt name pairs with Some found -> found | None -> Null)
  | _ -> bad ("expected an object with " ^ name)

let not_negative z = Z.sign z >= 0

let integer ?least = function
  | Int z when (match least with Some bound -> Z.geq z (Z.of_int bound) | None -> true) -> z
  | _ -> bad "an integer is missing or out of its range"

let whole ?least document name = integer ?least (get document name)
let list document name = match get document name with List l -> l | _ -> bad (name ^ " is no list")
let nested document name = match get document name with Object _ as o -> o | _ -> bad (name ^ " is no object")

(* Characters, not bytes: those that do not continue another one. *)
let characters text =
  String.fold_left (fun count c -> if Char.code c land 0xC0 = 0x80 then count else count + 1) 0 text

let text ?(most = max_int) = function
  | Text t when characters t <= most -> t
  | _ -> bad "a text is missing or too long"

(* A JSON integer, or a text "p" or "p/q" with q > 0; in lowest terms. *)
let number found : Verified.q =
  match found with
  | Int z -> { qnum = z; qden = Z.one }
  | Text t ->
    (match String.index_opt t '/' with
     | None -> { qnum = Json.integer t; qden = Z.one }
     | Some slash ->
       let top = Json.integer (String.sub t 0 slash) in
       let bottom = Json.integer (String.sub t (slash + 1) (String.length t - slash - 1)) in
       if Z.sign bottom <= 0 then bad "a denominator must be positive";
       let common = Z.gcd top bottom in
       { qnum = Z.divexact top common; qden = Z.divexact bottom common })
  | _ -> bad "expected a number"

let number_at_least_0 found =
  let q = number found in
  if Z.sign q.qnum < 0 then bad "a number is negative" else q

let number_above_0 found =
  let q = number found in
  if Z.sign q.qnum <= 0 then bad "a number is not positive" else q

let numbers document name = List.map number (list document name)

let number_text (q : Verified.q) =
  let common = Z.gcd q.qnum q.qden in
  let top = Z.to_string (Z.divexact q.qnum common) in
  if Z.equal common q.qden then top else top ^ "/" ^ Z.to_string (Z.divexact q.qden common)
