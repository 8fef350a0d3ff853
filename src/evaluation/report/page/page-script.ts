/**
 * The script of a report's page: filters the list, opens trajectories. It only creates elements and sets their text, never markup, so that data cannot run.
 */
export const PAGE_SCRIPT = String.raw`"use strict";
(() => {
  const PAGE = 100;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const data = read("data");
  const byId = (id) => document.getElementById(id);
  const make = (tag, kind, text) => {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    if (text !== undefined) { element.textContent = text; element.dir = "auto"; }
    return element;
  };
  const number = (value) => value.toLocaleString("en");
  const valueText = (unit, value) =>
    unit === "share" ? (value * 100).toFixed(value === 0 || value === 1 ? 0 : 1) + " %" : String(Number(value.toFixed(3)));

  // Counts do not rate an answer. A question without the lead measure is rated by its grade, if it has one.
  const lead = data.measures.findIndex(({ unit }) => unit !== "count");
  const measureOf = ({ scores }) => lead === -1 || typeof scores[lead] === "number" ? lead
    : Math.max(lead, data.measures.findIndex(({ unit }, at) => unit === "grade" && typeof scores[at] === "number"));
  const items = data.items;
  items.forEach((item, index) => {
    item.index = index;
    item.measure = measureOf(item);
    const score = item.scores[item.measure];
    // Only the first measure decides whether an answer is right.
    item.verdict = score === undefined || score === null ? "unscored" : data.measures[item.measure].unit !== "share" || item.measure > 0 ? "scored"
      : score === 1 ? "right" : score === 0 ? "wrong" : "partly";
    item.tokens = item.inputTokens === null || item.outputTokens === null ? null : item.inputTokens + item.outputTokens;
  });
  const ofTask = new Map();
  for (const item of items) {
    if (!ofTask.has(item.task)) ofTask.set(item.task, []);
    ofTask.get(item.task).push(item);
  }
  const verdictText = (item) => item.verdict === "unscored" ? "not scored" : item.verdict === "right" || item.verdict === "wrong"
    ? item.verdict : data.measures[item.measure].name + " " + valueText(data.measures[item.measure].unit, item.scores[item.measure]);
  const nameOf = (item) => item.configuration + ", " + item.task
    + (item.repeat > 0 || ofTask.get(item.task).some((other) => other.repeat > 0) ? ", repeat " + (item.repeat + 1) : "");

  // The list and its filters.
  const texts = [];
  const textOf = (item) => {
    return (texts[item.index] ??= [item.task, item.question, item.gold, item.predicted, item.answer, item.remark].join("\n").toLowerCase());
  };
  const groups = [...new Set(items.flatMap((item) => Object.keys(item.groups)))];
  const filters = [
    ["Configuration", (item) => item.configuration],
    ["Result", (item) => item.verdict === "unscored" ? "not scored" : item.verdict],
    ["Outcome", (item) => item.outcome],
    ["Error", (item) => item.error],
    ...groups.map((name) => [name, (item) => Object.hasOwn(item.groups, name) ? item.groups[name] : ""]),
  ].map(([name, of]) => ({ name, of, values: [...new Set(items.map(of))].sort() }))
    .filter(({ values }) => values.length > 1)
    .map(({ name, of, values }) => ({ name, of, values: values.filter((value) => value !== "") }));
  const ORDERS = [
    ["As run", undefined],
    ...(lead === -1 ? [] : [["Lowest score", (item) => item.scores[lead] ?? Infinity]]),
    ["Most tokens", (item) => -(item.tokens ?? -1)],
    ["Longest", (item) => -item.milliseconds],
  ];
  const bar = byId("filters");
  const control = (name, element, kind) => {
    const label = make("label", kind);
    label.append(make("span", "", name), element);
    bar.append(label);
    return element;
  };
  const search = control("Search in question, query and answer", make("input"), "search");
  search.type = "search";
  const select = (name, values) => {
    const element = make("select");
    for (const value of values) {
      const option = make("option", "", value);
      element.append(option);
    }
    return control(name, element);
  };
  for (const filter of filters) filter.element = select(filter.name, ["all", ...filter.values]);
  const order = select("Order", ORDERS.map(([name]) => name));

  let matching = items;
  let shown = 0;
  const list = byId("list");
  const more = byId("more");
  const row = (item) => {
    const button = make("button");
    button.type = "button";
    button.dataset.item = item.index;
    const about = [item.configuration, item.task, ...Object.values(item.groups), item.outcome === "answered" ? "" : item.outcome,
      item.error, item.tokens === null ? "" : number(item.tokens) + " tokens", item.rounds + (item.rounds === 1 ? " round" : " rounds"),
      item.failures === 0 ? "" : item.failures + (item.failures === 1 ? " failure" : " failures")];
    button.append(make("span", "verdict " + item.verdict, verdictText(item)), make("span", "question", item.question),
      make("span", "about", about.filter((text) => text !== "").join(" · ")));
    const line = make("li");
    line.append(button);
    return line;
  };
  const showMore = () => {
    const next = matching.slice(shown, shown + PAGE);
    list.append(...next.map(row));
    shown += next.length;
    more.hidden = shown >= matching.length;
    more.textContent = "Show " + number(Math.min(PAGE, matching.length - shown)) + " more";
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/u).filter((word) => word !== "");
    const chosen = filters.filter(({ element }) => element.selectedIndex > 0)
      .map(({ of, values, element }) => [of, values[element.selectedIndex - 1]]);
    matching = items.filter((item) => chosen.every(([of, value]) => of(item) === value)
      && (words.length === 0 || words.every((word) => textOf(item).includes(word))));
    const by = ORDERS[order.selectedIndex][1];
    if (by !== undefined) {
      const keys = new Map(matching.map((item) => [item, by(item)]));
      matching.sort((a, b) => (keys.get(a) < keys.get(b) ? -1 : keys.get(a) > keys.get(b) ? 1 : a.index - b.index));
    }
    byId("count").textContent = matching.length === items.length ? number(items.length) + (items.length === 1 ? " answer" : " answers")
      : number(matching.length) + " of " + number(items.length) + (items.length === 1 ? " answer" : " answers");
    list.replaceChildren();
    shown = 0;
    showMore();
  };
  bar.addEventListener("input", filter);
  bar.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", showMore);
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) location.hash = "item-" + button.dataset.item;
  });

  // Trajectories are parsed when the first one is opened.
  let inside;
  const stepsOf = (item) => (inside ??= read("trajectories"))[item.index];

  const block = (text, kind = "") => { const pre = make("pre", kind, text); pre.tabIndex = 0; return pre; };
  const table = ({ columns, rows, total }) => {
    const region = make("div", "rows");
    region.tabIndex = 0;
    const element = make("table");
    const head = make("tr");
    columns.forEach((name) => head.append(make("th", "", name)));
    const top = make("thead");
    top.append(head);
    const body = make("tbody");
    for (const cells of rows) {
      const line = make("tr");
      cells.forEach((cell) => line.append(make("td", "", cell)));
      body.append(line);
    }
    element.append(top, body);
    region.append(element);
    const note = rows.length < total ? "The first " + rows.length + " of " + number(total) + " rows" : number(total) + (total === 1 ? " row" : " rows");
    return [make("p", "note", note), region];
  };
  const turn = ({ kind, title, text, blocks, rows }) => {
    if (kind === "note") return make("p", "note", text);
    const element = make("div", "turn " + kind);
    element.append(make("div", "who", title), ...(text === "" ? [] : [make("div", "text", text)]), ...blocks.map((each, at) => block(each, at > 0 ? "result" : "")),
      ...(rows === undefined ? [] : table(rows)));
    return element;
  };

  const dialog = byId("item");
  const content = byId("content");
  let open;
  const show = (item) => {
    open = item;
    const verdict = byId("verdict");
    verdict.className = "verdict " + item.verdict;
    verdict.textContent = verdictText(item);
    const facts = make("dl", "facts");
    const fact = (name, text) => { if (text !== "") facts.append(make("dt", "", name), make("dd", "", text)); };
    fact("Item", nameOf(item));
    fact("Scores", data.measures.flatMap(({ name, unit }, at) => typeof item.scores[at] === "number" ? [name + " " + valueText(unit, item.scores[at])] : []).join(", "));
    fact("Not scored", item.unscored);
    fact("Outcome", item.outcome);
    fact("Error", item.error);
    fact("Groups", Object.entries(item.groups).map(([name, value]) => name + " " + value).join(", "));
    fact("Took", [item.inputTokens === null ? "tokens unknown" : number(item.inputTokens) + " input and " + number(item.outputTokens ?? 0) + " output tokens",
      item.rounds + (item.rounds === 1 ? " round" : " rounds"), (item.milliseconds / 1000).toFixed(1) + " s",
      item.cost === null ? "cost unknown" : Number(item.cost.toPrecision(3)) + " " + data.currency].join(", "));
    fact("Failures", item.failures === 0 ? "" : item.failures + ", " + item.repaired + " repaired by the next action");
    const beside = make("div", "beside");
    const column = (title, text) => {
      const element = make("div");
      element.append(make("h3", "", title), text === "" ? make("p", "note", "none") : block(text));
      beside.append(element);
    };
    column("Answered with", item.predicted);
    column("Gold", item.gold);
    const others = ofTask.get(item.task).filter((other) => other !== item);
    const row = make("div", "others");
    for (const other of others) {
      const button = make("button", "verdict " + other.verdict, nameOf(other) + ": " + verdictText(other));
      button.type = "button";
      button.addEventListener("click", () => { location.hash = "item-" + other.index; });
      row.append(button);
    }
    const conversation = make("div");
    conversation.id = "conversation";
    content.replaceChildren(make("h2", "", item.question), facts, beside,
      ...(item.answer === "" ? [] : [make("h3", "", "Answer"), block(item.answer)]),
      ...(item.remark === "" ? [] : [make("h3", "", "Remark"), make("p", "warning", item.remark)]),
      ...(others.length === 0 ? [] : [make("h3", "", "The same question"), row]),
      make("h3", "", "What happened"), conversation);
    const steps = stepsOf(item);
    conversation.append(...(steps === null ? [make("p", "note", "The trajectories before are so long that the page leaves this one out.")]
      : steps.length === 0 ? [make("p", "note", "No trajectory is stored for this answer.")] : steps.map(turn)));
    const at = matching.indexOf(item);
    byId("previous").disabled = at < 1;
    byId("next").disabled = at < 0 || at + 1 >= matching.length;
    if (!dialog.open) {
      dialog.showModal();
      dialog.focus();
    }
    dialog.scrollTop = 0;
  };
  const step = (by) => {
    const next = matching[matching.indexOf(open) + by];
    if (next !== undefined) location.hash = "item-" + next.index;
  };
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    open = undefined;
    if (location.hash.startsWith("#item-")) history.replaceState(null, "", "#answers");
  });
  const route = () => {
    const found = /^#item-(\d+)$/u.exec(location.hash);
    const item = found === null ? undefined : items[Number(found[1])];
    if (item !== undefined) show(item);
    else if (dialog.open) dialog.close();
  };
  addEventListener("hashchange", route);
  filter();
  route();
})();
`;
