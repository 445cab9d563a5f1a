(* From a tpmdp-allocation certificate to the record that the verified check takes. *)

open Json

let whole = function Int z -> z | _ -> bad "expected an integer"

let rec pairs name = function
  | [] -> []
  | first :: second :: rest -> (first, second) :: pairs name rest
  | [ _ ] -> bad (name ^ " has an odd number of entries")

let both f g (a, b) = (f a, g b)
let runs document name = List.map (both whole whole) (pairs name (Fields.list document name))
let repeated document name = List.map (both Fields.number whole) (pairs name (Fields.list document name))

(* Runs that follow each other, so that no party is named twice. *)
let rec in_order = function
  | (_, stop) :: ((start, _) :: _ as rest) -> if Z.lt start stop then bad "runs overlap" else in_order rest
  | _ -> ()

let track document : Verified.written_track =
  Fields.only [ "machines"; "runs"; "last" ] document;
  { track_machines = Fields.whole document "machines";
    track_runs = runs document "runs";
    track_last = Fields.whole document "last" }

(* Without a horizon there is no schedule to read: the bound is 0. *)
let schedule evidence horizon =
  if Z.equal horizon Z.zero then
    if Fields.has evidence "tracks" || Fields.has evidence "leaders" then bad "a schedule without a horizon"
    else ([], Z.zero, [], [])
  else
    let leaders = Fields.nested evidence "leaders" in
    Fields.only [ "start"; "parties"; "durations" ] leaders;
    ( List.map track (Fields.list evidence "tracks"),
      Fields.whole leaders "start",
      List.map whole (Fields.list leaders "parties"),
      repeated leaders "durations" )

let certificate instance evidence : Verified.certificate =
  Fields.only [ "denominator"; "required"; "threshold"; "active" ] instance;
  Fields.only [ "variances"; "total"; "bound"; "unit"; "horizon"; "tracks"; "leaders" ] evidence;
  let variances = Fields.nested evidence "variances" in
  Fields.only [ "denominator"; "runs" ] variances;
  in_order (runs instance "active");
  if Z.sign (Fields.whole evidence "unit") <= 0 then bad "unit is not positive";
  let horizon_length = Fields.whole evidence "horizon" in
  let tracks, start, leading_parties, duration_runs = schedule evidence horizon_length in
  { denominator = Fields.whole instance "denominator";
    required = Fields.numbers instance "required";
    threshold = Fields.whole instance "threshold";
    active_runs = runs instance "active";
    variance_denominator = Fields.whole variances "denominator";
    variance_runs = repeated variances "runs";
    stated_total = Fields.number (Fields.get evidence "total");
    stated_bound = Fields.number (Fields.get evidence "bound");
    unit_length = Fields.whole evidence "unit";
    horizon_length; tracks; start; leading_parties; duration_runs }

let statement (proof : Verified.certificate) =
  let total, bound = (Fields.number_text proof.stated_total, Fields.number_text proof.stated_bound) in
  if total = bound then Printf.sprintf "every constraint of Eq. 6 holds and the total %s is the minimum" total
  else Printf.sprintf "every constraint of Eq. 6 holds, the total is %s and the minimum at least %s" total bound

let verify instance evidence =
  let proof = certificate instance evidence in
  if Verified.check_tpmdp_allocation proof then statement proof else bad "the evidence does not prove the statement"
