(* From a tpmdp-allocation certificate to the record that the verified check takes. *)

open Json

let rec pairs name = function
  | [] -> []
  | first :: second :: rest -> (first, second) :: pairs name rest
  | [ _ ] -> bad (name ^ " has an odd number of entries")

let index = Fields.integer ~least:0

(* Runs start, stop, start, stop, ...: together no more parties than there are. *)
let runs n document name =
  let found = List.map (fun (start, stop) -> (index start, index stop)) (pairs name (Fields.list document name)) in
  let parties = List.fold_left (fun sum (start, stop) -> Z.add sum (Z.sub stop start)) Z.zero found in
  if Z.gt parties (Z.of_int n) then bad (name ^ " are more parties than there are");
  found

let count found =
  let q = Fields.number found in
  if Z.equal q.qden Z.one then q.qnum else bad "a count is no integer"

let repeated value document name =
  List.map (fun (first, second) -> (value first, count second)) (pairs name (Fields.list document name))

let track n document : Verified.written_track =
  Fields.only document [ "machines"; "runs"; "last" ];
  { track_machines = Fields.whole ~least:1 document "machines";
    track_runs = runs n document "runs";
    track_last = Fields.whole ~least:0 document "last" }

(* Without a horizon there is no schedule, and the bound is 0. *)
let schedule n evidence horizon =
  let there = not (Z.equal horizon Z.zero) in
  if Fields.has evidence "tracks" <> there || Fields.has evidence "leaders" <> there then
    bad "tracks and leaders are there if and only if the horizon is not 0";
  if not there then ([], Z.zero, [], [])
  else begin
    let leaders = Fields.nested evidence "leaders" in
    Fields.only leaders [ "start"; "parties"; "durations" ];
    ( List.map (track n) (Fields.list evidence "tracks"),
      Fields.whole leaders "start",
      List.map index (Fields.list leaders "parties"),
      repeated Fields.number_above_0 leaders "durations" )
  end

let certificate instance evidence : Verified.certificate =
  Fields.only instance [ "denominator"; "required"; "threshold"; "active" ];
  Fields.only evidence [ "variances"; "total"; "bound"; "unit"; "horizon" ] ~optional:[ "tracks"; "leaders" ];
  let variances = Fields.nested evidence "variances" in
  Fields.only variances [ "denominator"; "runs" ];
  let required = List.map Fields.number_at_least_0 (Fields.list instance "required") in
  let n = List.length required in
  let horizon_length = Fields.whole ~least:0 evidence "horizon" in
  let tracks, start, leading_parties, duration_runs = schedule n evidence horizon_length in
  { denominator = Fields.whole ~least:1 instance "denominator";
    required;
    threshold = Fields.whole ~least:0 instance "threshold";
    active_runs = runs n instance "active";
    variance_denominator = Fields.whole ~least:1 variances "denominator";
    variance_runs = repeated Fields.number_at_least_0 variances "runs";
    stated_total = Fields.number_at_least_0 (Fields.get evidence "total");
    stated_bound = Fields.number_at_least_0 (Fields.get evidence "bound");
    unit_length = Fields.whole ~least:1 evidence "unit";
    horizon_length; tracks; start; leading_parties; duration_runs }

let statement (proof : Verified.certificate) =
  let total, bound = (Fields.number_text proof.stated_total, Fields.number_text proof.stated_bound) in
  if total = bound then Printf.sprintf "every constraint of Eq. 6 holds and the total %s is the minimum" total
  else Printf.sprintf "every constraint of Eq. 6 holds, the total is %s and the minimum at least %s" total bound

let verify instance evidence =
  let proof = certificate instance evidence in
  if Verified.check_tpmdp_allocation proof then statement proof else bad "the evidence does not prove the statement"
