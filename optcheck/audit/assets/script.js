"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const fields = ["paper", "result", "verdict", "impact", "strength"];
  const settings = ["search", "sort", ...fields];
  const articles = [...document.querySelectorAll("article")];
  const sections = [...document.querySelectorAll("section.paper")];
  const texts = new Map(); // of a card with its details, read when somebody searches
  const ranks = { result: ranking("result"), verdict: ranking("verdict"), strength: ranking("strength"), impact: ranking("impact") };

  function build(card) { // the details of a card, once
    const template = card.querySelector(":scope > template");
    if (template !== null) template.replaceWith(template.content);
  }

  function text(article) {
    if (!texts.has(article)) {
      const details = article.querySelector("template")?.content.textContent ?? "";
      texts.set(article, `${article.textContent} ${details}`.toLowerCase().replace(/\s+/g, " "));
    }
    return texts.get(article);
  }

  function ranking(name) {
    return new Map([...byId(name).options].map((option, position) => [option.value, option.value === "" ? Infinity : position]));
  }

  function matches(article, words) {
    const chosen = fields.every((name) => byId(name).value === "" || byId(name).value === article.dataset[name]);
    return chosen && words.every((word) => text(article).includes(word));
  }

  function filter() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const article of articles) {
      article.hidden = !matches(article, words);
      shown += !article.hidden;
    }
    for (const section of sections) section.hidden = !section.querySelector("article:not([hidden])");
    byId("shown").value = `${shown} of ${articles.length} shown`;
    byId("none").hidden = shown > 0;
  }

  function sort() { // within each paper
    const name = byId("sort").value;
    const key = (article) => (name === "instances" ? -article.dataset.instances : ranks[name].get(article.dataset[name]));
    const order = name === "" ? articles : [...articles].sort((one, other) => key(one) - key(other) || 0);
    for (const article of order) article.parentElement.append(article);
  }

  function remember() {
    const chosen = new URLSearchParams();
    for (const name of settings) {
      if (byId(name).value !== "") chosen.set(name, byId(name).value);
    }
    const query = chosen.toString();
    try {
      history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
    } catch { /* a browser that forbids it for local files only forgets the filter */ }
  }

  function recall() {
    const chosen = new URLSearchParams(location.search);
    for (const name of settings) byId(name).value = chosen.get(name) ?? "";
    for (const name of ["sort", ...fields]) if (byId(name).selectedIndex < 0) byId(name).value = "";
  }

  function apply() {
    filter();
    sort();
    remember();
  }

  function reveal() { // the card that the address names, even if a filter hides it
    const article = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (article?.localName !== "article") return;
    if (article.hidden) {
      for (const name of settings) byId(name).value = "";
      apply();
    }
    open(article.querySelector(".card"));
    article.scrollIntoView();
  }

  function open(card) {
    build(card);
    card.open = true;
  }

  const form = document.querySelector(".filters");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  window.addEventListener("hashchange", reveal);
  for (const button of document.querySelectorAll("[data-set-result]")) {
    button.addEventListener("click", () => {
      byId("result").value = button.dataset.setResult;
      apply();
      byId("statements").scrollIntoView();
    });
  }

  for (const card of document.querySelectorAll(".card")) {
    card.addEventListener("toggle", () => build(card));
  }
  const opened = [];
  window.addEventListener("beforeprint", () => {
    document.querySelectorAll(".card").forEach(build);
    for (const item of document.querySelectorAll("details:not([open])")) {
      item.open = true;
      opened.push(item);
    }
  });
  window.addEventListener("afterprint", () => opened.splice(0).forEach((item) => { item.open = false; }));
  recall();
  apply();
  reveal();
})();
