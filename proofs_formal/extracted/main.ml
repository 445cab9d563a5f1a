(* optcheck-extracted FILE ...   a line for each file; exit status 1 if one is rejected
   optcheck-extracted --lines    the same for documents on standard input, one a line *)

exception Unknown of string

let kinds =
  [ ("linear-program", Linear.verify); ("integer-program", Integer.verify); ("tpmdp-allocation", Tpmdp.verify) ]

let verify document =
  let document = Json.parse document in
  Fields.only document [ "format"; "kind"; "instance"; "evidence" ] ~optional:[ "note" ];
  if not (Z.equal (Fields.whole document "format") Z.one) then Json.bad "format is not 1";
  if Fields.has document "note" then ignore (Fields.text ~most:2000 (Fields.get document "note"));
  match List.assoc_opt (Fields.text (Fields.get document "kind")) kinds with
  | None -> raise (Unknown ("kinds of the extracted checker are " ^ String.concat ", " (List.map fst kinds)))
  | Some check -> check (Fields.nested document "instance") (Fields.nested document "evidence")

let answer document =
  match verify document with
  | statement -> "proved: " ^ statement
  | exception Json.Bad reason -> "REJECTED: " ^ reason
  | exception Unknown kinds -> "UNKNOWN: " ^ kinds
  | exception (Stack_overflow | Out_of_memory) -> "UNKNOWN: too large for this machine"

let contents path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let check_file path =
  let said = try answer (contents path) with Sys_error reason -> "UNKNOWN: " ^ reason in
  Printf.printf "%s: %s\n" path said;
  said.[0] = 'p'

let rec check_lines () =
  match input_line stdin with
  | document -> print_endline (answer document); check_lines ()
  | exception End_of_file -> ()

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "usage: optcheck-extracted FILE ... | --lines"; exit 1
  | [ "--lines" ] -> check_lines ()
  | "--" :: paths | paths -> if not (List.for_all Fun.id (List.map check_file paths)) then exit 1
