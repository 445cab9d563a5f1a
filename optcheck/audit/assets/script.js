"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const fields = ["paper", "verdict", "impact", "strength"];
  const settings = ["search", "sort", ...fields];
  const body = document.querySelector(".statements tbody");
  const rows = [...body.rows];
  const articles = new Map([...document.querySelectorAll("article")].map((article) => [article.dataset.id, article]));
  const texts = new Map(rows.map((row) => [row, searched(row, articles.get(row.dataset.id))]));
  const ranks = { verdict: ranking("verdict"), strength: ranking("strength"), impact: ranking("impact") };

  function searched(row, article) { // formulas as they are written, since typeset ones have no signs for powers and roots
    return `${row.textContent} ${article.dataset.text ?? ""} ${article.textContent}`.toLowerCase().replace(/\s+/g, " ");
  }

  function ranking(name) {
    return new Map([...byId(name).options].map((option, place) => [option.value, option.value === "" ? Infinity : place]));
  }

  function matches(row, words) {
    const chosen = fields.every((name) => byId(name).value === "" || byId(name).value === row.dataset[name]);
    return chosen && words.every((word) => texts.get(row).includes(word));
  }

  function filter() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const visible = matches(row, words);
      row.hidden = !visible;
      articles.get(row.dataset.id).hidden = !visible;
      shown += visible;
    }
    for (const section of document.querySelectorAll("section.paper")) {
      section.hidden = !section.querySelector("article:not([hidden])");
    }
    byId("shown").value = `${shown} of ${rows.length} shown`;
    byId("none").hidden = shown > 0;
  }

  function sort() {
    const name = byId("sort").value;
    const key = (row) => (name === "instances" ? -row.dataset.instances : ranks[name].get(row.dataset[name]));
    body.append(...(name === "" ? rows : [...rows].sort((one, other) => key(one) - key(other) || 0)));
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

  function reveal() {
    const article = articles.get(decodeURIComponent(location.hash.slice(1)));
    if (article !== undefined && article.hidden) {
      for (const name of settings) byId(name).value = "";
      apply();
      article.scrollIntoView();
    }
  }

  const form = document.querySelector(".filters");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  window.addEventListener("hashchange", reveal);
  for (const button of document.querySelectorAll("[data-set-verdict]")) {
    button.addEventListener("click", () => {
      byId("verdict").value = button.dataset.setVerdict;
      apply();
      byId("statements").scrollIntoView();
    });
  }

  const opened = [];
  window.addEventListener("beforeprint", () => {
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
