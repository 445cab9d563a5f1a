(* JSON as docs/certificates.md wants it: whole numbers only, distinct names, valid UTF-8, limited depth and length. *)

type t =
  | Null
  | Bool of bool
  | Int of Z.t
  | Text of string
  | List of t list
  | Object of (string * t) list

exception Bad of string

let most_bytes = 1 lsl 27
let most_values = 10_000_000
let most_digits = 100_000
let most_depth = 500
let bad message = raise (Bad message)

(* A text of digits with an optional minus; leading zeros are allowed here, JSON itself forbids them below. *)
let integer text =
  let negative = String.length text > 0 && text.[0] = '-' in
  let digits = if negative then String.sub text 1 (String.length text - 1) else text in
  let is_digit c = '0' <= c && c <= '9' in
  if digits = "" || not (String.for_all is_digit digits) then bad "not an integer";
  if String.length digits > most_digits then bad "too many digits";
  let size = Z.of_string_base 10 digits in
  if negative then Z.neg size else size

let check_utf8 text =
  let size = String.length text in
  let byte i = if i < size then Char.code text.[i] else 0 in
  let follows i low high = low <= byte i && byte i <= high in
  let rec from i =
    if i < size then begin
      let b = byte i in
      let tail k = follows (i + k) 0x80 0xBF in
      if b < 0x80 then from (i + 1)
      else if 0xC2 <= b && b <= 0xDF && tail 1 then from (i + 2)
      else if 0xE0 <= b && b <= 0xEF && tail 2
              && follows (i + 1) (if b = 0xE0 then 0xA0 else 0x80) (if b = 0xED then 0x9F else 0xBF) then from (i + 3)
      else if 0xF0 <= b && b <= 0xF4 && tail 2 && tail 3
              && follows (i + 1) (if b = 0xF0 then 0x90 else 0x80) (if b = 0xF4 then 0x8F else 0xBF) then from (i + 4)
      else bad "not UTF-8"
    end
  in
  from 0

type reader = { text : string; mutable at : int }

let peek r = if r.at < String.length r.text then r.text.[r.at] else '\000'
let next r = let c = peek r in r.at <- r.at + 1; c

let rec skip r =
  match peek r with
  | ' ' | '\t' | '\n' | '\r' -> r.at <- r.at + 1; skip r
  | _ -> ()

let expect r word =
  let size = String.length word in
  if r.at + size > String.length r.text || String.sub r.text r.at size <> word then bad ("expected " ^ word);
  r.at <- r.at + size

let hex4 r =
  let digit c =
    match c with
    | '0' .. '9' -> Char.code c - 48
    | 'a' .. 'f' -> Char.code c - 87
    | 'A' .. 'F' -> Char.code c - 55
    | _ -> bad "bad \\u escape"
  in
  let rec more k value = if k = 0 then value else more (k - 1) ((16 * value) + digit (next r)) in
  more 4 0

(* Three bytes for any code below 0x10000; unlike the standard library's, also for half of a surrogate pair. *)
let add_half out code =
  List.iter (fun byte -> Buffer.add_char out (Char.chr byte))
    [ 0xE0 lor (code lsr 12); 0x80 lor ((code lsr 6) land 0x3F); 0x80 lor (code land 0x3F) ]

(* Two escapes of a surrogate pair are one character. Half a pair stays what it is, as in Python: only names hold texts
   that are no words of the format, and nothing depends on them. *)
let add_escaped r out =
  let code = hex4 r in
  let half low high c = low <= c && c <= high in
  let pair_may_follow = half 0xD800 0xDBFF code && peek r = '\\' && r.at + 1 < String.length r.text && r.text.[r.at + 1] = 'u' in
  if pair_may_follow then begin
    let back = r.at in
    expect r "\\u";
    let low = hex4 r in
    if half 0xDC00 0xDFFF low then
      Buffer.add_utf_8_uchar out (Uchar.of_int (0x10000 + ((code - 0xD800) * 0x400) + (low - 0xDC00)))
    else begin
      add_half out code;
      r.at <- back
    end
  end
  else if half 0xD800 0xDFFF code then add_half out code
  else Buffer.add_utf_8_uchar out (Uchar.of_int code)

let escape r out =
  match next r with
  | ('"' | '\\' | '/') as c -> Buffer.add_char out c
  | 'b' -> Buffer.add_char out '\b'
  | 'f' -> Buffer.add_char out '\012'
  | 'n' -> Buffer.add_char out '\n'
  | 'r' -> Buffer.add_char out '\r'
  | 't' -> Buffer.add_char out '\t'
  | 'u' -> add_escaped r out
  | _ -> bad "bad escape"

let text r =
  expect r "\"";
  let out = Buffer.create 16 in
  let rec more () =
    if r.at >= String.length r.text then bad "text without end";
    match next r with
    | '"' -> Buffer.contents out
    | '\\' -> escape r out; more ()
    | c when Char.code c < 0x20 -> bad "control character in a text"
    | c -> Buffer.add_char out c; more ()
  in
  more ()

let number r =
  let start = r.at in
  if peek r = '-' then r.at <- r.at + 1;
  let first = r.at in
  let rec digits () = match peek r with '0' .. '9' -> r.at <- r.at + 1; digits () | _ -> () in
  digits ();
  if r.at - first > 1 && r.text.[first] = '0' then bad "leading zero";
  (match peek r with '.' | 'e' | 'E' -> bad "floats are not evidence" | _ -> ());
  integer (String.sub r.text start (r.at - start))

let distinct pairs =
  let names = List.sort compare (List.map fst pairs) in
  let rec twice = function a :: (b :: _ as rest) -> a = b || twice rest | _ -> false in
  if twice names then bad "a name occurs twice in one object"

(* Items between brackets, separated by commas. *)
let items r opening closing item =
  expect r opening;
  skip r;
  if peek r = closing then (r.at <- r.at + 1; [])
  else
    let rec more found =
      let found = item () :: found in
      skip r;
      match next r with
      | ',' -> more found
      | c when c = closing -> List.rev found
      | _ -> bad "expected a comma or the end"
    in
    more []

let rec value r depth =
  if depth > most_depth then bad "nested too deeply";
  skip r;
  match peek r with
  | 'n' -> expect r "null"; Null
  | 't' -> expect r "true"; Bool true
  | 'f' -> expect r "false"; Bool false
  | '"' -> Text (text r)
  | '[' -> List (items r "[" ']' (fun () -> value r (depth + 1)))
  | '{' ->
    let pairs = items r "{" '}' (fun () -> member r depth) in
    distinct pairs;
    Object pairs
  | _ -> Int (number r)

and member r depth =
  skip r;
  let name = text r in
  skip r;
  expect r ":";
  (name, value r (depth + 1))

let check_size document =
  if String.length document > most_bytes then bad "too long";
  let is_mark c = c = ',' || c = '[' || c = '{' in
  if 1 + String.fold_left (fun count c -> if is_mark c then count + 1 else count) 0 document > most_values then
    bad "too many values"

let parse document =
  check_size document;
  check_utf8 document;
  let r = { text = document; at = 0 } in
  let found = value r 0 in
  skip r;
  if r.at < String.length document then bad "something after the document";
  found
