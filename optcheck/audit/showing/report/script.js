"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const fields = ["paper", "verdict", "impact", "strength"];
  const search = byId("search");
  const rows = [...document.querySelectorAll(".statements tbody tr")];
  const articles = new Map([...document.querySelectorAll("article")].map((article) => [article.dataset.id, article]));
  const texts = new Map(rows.map((row) => [row, `${row.textContent} ${articles.get(row.dataset.id).textContent}`.toLowerCase()]));

  function matches(row, words) {
    const chosen = fields.every((name) => byId(name).value === "" || byId(name).value === row.dataset[name]);
    return chosen && words.every((word) => texts.get(row).includes(word));
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const visible = matches(row, words);
      row.hidden = !visible;
      articles.get(row.dataset.id).hidden = !visible;
      shown += visible;
    }
    byId("shown").value = `${shown} of ${rows.length} shown`;
    byId("none").hidden = shown > 0;
  }

  const form = document.querySelector(".filters");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  form.addEventListener("reset", () => setTimeout(filter));
  for (const button of document.querySelectorAll("[data-set-verdict]")) {
    button.addEventListener("click", () => {
      byId("verdict").value = button.dataset.setVerdict;
      filter();
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
  filter();
})();
