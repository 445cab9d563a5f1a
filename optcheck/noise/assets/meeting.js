"use strict";
const $ = (id) => document.getElementById(id);
const sliders = ["threshold", "dropouts", "releases"];
let sheet = null;
let asked = 0;
let dropped = null;

async function ask(what, question) {
  const response = await fetch(what, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error || response.statusText);
  return answer;
}

function settings() {
  const chosen = Object.fromEntries(sliders.map((name) => [name, Number($(name).value)]));
  return { ...chosen, expected: $("expected").value.trim(), epsilons: [...document.querySelectorAll("#parties input")].map((input) => input.value.trim()) };
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function fillTable() {
  sheet.parties.forEach((party, j) => {
    const row = document.createElement("tr");
    const cell = document.createElement("td");
    const input = element("input", "", { type: "text", inputmode: "decimal", "aria-label": `epsilon of ${party.name}`, autocomplete: "off" });
    input.value = party.epsilon;
    input.addEventListener("change", update);
    cell.append(input);
    row.append(element("th", party.name, { scope: "row" }), cell, element("td", party.delta),
      element("td", party.sensitivity), element("td", party.sees ? "yes" : "no"));
    for (const name of ["needs", "adds", "part", "saves"]) row.append(element("td", "", { id: `${name}-${j}` }));
    $("parties").append(row);
  });
}

function limits() {
  const n = sheet.parties.length;
  $("threshold").max = n - 1;
  $("dropouts").max = n - 1 - Number($("threshold").value);
  for (const name of sliders) $(`${name}-shown`).textContent = $(name).value;
}

function show(answer) {
  $("sigma").textContent = answer.sigma;
  $("variance").textContent = answer.variance;
  answer.parties.forEach((party, j) => {
    for (const name of ["needs", "adds", "part", "saves"]) $(`${name}-${j}`).textContent = party[name];
  });
  const silent = sheet.parties.filter((_, j) => answer.parties[j].adds === "0").map((party) => party.name);
  $("silent").textContent = silent.length && Number(answer.sigma)
    ? `${silent.join(", ")}: no noise of ${silent.length > 1 ? "their" : "its"} own; what ${silent.length > 1 ? "they put" : "it puts"} in is hidden by the others' noise, inside the secure sum only.` : "";
  $("relative").textContent = answer.relative ? `That is ${answer.relative} % of the expected sum.` : "";
  draw(answer.curve, answer.missing, answer.sigma);
}

function draw(points, missing, sigma) {
  const svg = $("curve");
  svg.replaceChildren();
  const shown = points.filter(([k]) => k > 0);
  const node = (name, attributes, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    svg.append(made);
  };
  const most = Math.max(...shown.map(([, s]) => Number(s)), 1e-300);
  const last = Math.max(...shown.map(([k]) => k), 1);
  const x = (k) => 60 + (k - 1) * (510 / Math.max(1, last - 1));
  const y = (s) => 180 - 140 * (s / most);
  node("line", { class: "axis", x1: 60, y1: 180, x2: 575, y2: 180 });
  node("line", { class: "axis", x1: 60, y1: 30, x2: 60, y2: 180 });
  node("text", { x: 575, y: 224, "text-anchor": "end" }, "colluders + leavers");
  node("text", { x: 4, y: 18 }, "σ of the result");
  node("text", { x: 54, y: 184, "text-anchor": "end" }, "0");
  node("text", { x: 54, y: 46, "text-anchor": "end" }, most.toPrecision(3));
  node("polyline", { class: "line", points: shown.map(([k, s]) => `${x(k)},${y(Number(s))}`).join(" ") });
  for (const [k, s] of shown) {
    const chosen = k === missing;
    node("circle", { class: chosen ? "chosen" : "dot", cx: x(k), cy: y(Number(s)), r: chosen ? 7 : 3 });
    if (chosen || k === 1 || k === last) node("text", { x: x(k), y: 198, "text-anchor": "middle" }, String(k));
  }
  $("curve-text").textContent = missing
    ? `With ${missing} colluding or leaving the result's noise has a standard deviation of ${sigma}.`
    : "With nobody colluding nothing is protected: no noise is needed, and none is promised to help.";
}

function say(message) {
  $("message").hidden = !message;
  $("message").textContent = message;
}

async function update() {
  limits();
  const mine = ++asked;
  $("proved").textContent = "";
  try {
    const answer = await ask("answer", settings());
    if (mine === asked) { say(""); show(answer); }
  } catch (error) {
    if (mine === asked) say(error.message);
  }
}

function save(name, text, type) {
  const link = element("a", "", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function savePlan(name, field, type) {
  try {
    const plan = await ask("plan", settings());
    $("proved").textContent = `Proved: ${plan.statement}.`;
    save(name, plan[field], type);
  } catch (error) {
    say(error.message);
  }
}

async function readPlan(file) {
  dropped = await file.text();
  $("checked").textContent = "…";
  try {
    const answer = await ask("check", { file: dropped });
    $("who").replaceChildren(...answer.names.map((name) => element("option", name, { value: name })));
    $("who").disabled = $("ask").disabled = !answer.names.length;
    $("checked").className = "";
    $("checked").textContent = `Proved: ${answer.statement}.`;
  } catch (error) {
    rejected(error);
  }
}

function rejected(error) {
  $("checked").className = "bad";
  $("checked").textContent = `Rejected: ${error.message}`;
}

async function askForMe() {
  const own = Object.fromEntries(["epsilon", "delta", "sensitivity"].map((name) => [name, $(`own-${name}`).value.trim()]));
  try {
    const answer = await ask("check", { file: dropped, party: $("who").value, ...own });
    $("checked").className = "";
    $("checked").textContent = `Proved: ${answer.statement}.`;
  } catch (error) {
    rejected(error);
  }
}

async function start() {
  sheet = await ask("sheet", {});
  fillTable();
  for (const name of sliders) {
    $(name).addEventListener("input", limits);
    $(name).addEventListener("change", update);
  }
  $("expected").addEventListener("change", update);
  $("save-plan").addEventListener("click", () => savePlan("plan.json", "file", "application/json"));
  $("save-noise").addEventListener("click", () => savePlan("noise.csv", "noise", "text/csv"));
  $("file").addEventListener("change", (event) => event.target.files.length && readPlan(event.target.files[0]));
  $("drop").addEventListener("dragover", (event) => event.preventDefault());
  $("drop").addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) readPlan(event.dataTransfer.files[0]);
  });
  $("ask").addEventListener("click", askForMe);
  await update();
}

start();
