import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sequential } from "../../../../src/agent/strategies/long-form/long-form.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { Figure, ReportText } from "../../../../src/trajectory/long-form-answer.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { cinemaSample } from "../../../support/shared-samples.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { inTurn, query, type Replies, readBy, report, reported } from "./report-fixture.ts";

const folder = temporaryFolder();
let cinema: DatabaseEnvironment;
beforeAll(async () => {
  const { database } = cinemaSample();
  const driver = await openSqliteDriver({ path: database, poolSize: 2 });
  cinema = await createDatabaseEnvironment({
    id: "cinema",
    driver,
    cacheFolder: folder,
    indexMode: "memory",
    valueIndex: "off",
  });
});
afterAll(() => cinema.close());

const TASK = { question: "How do the genres compare?" };
const GENRES = query(
  1,
  "Films of each genre.",
  "SELECT g.name AS genre, count(*) AS films FROM film_genre fg JOIN genre g USING (genre_id) GROUP BY 1 ORDER BY 2 DESC, 1",
);
const ALL = query(2, "All films.", "SELECT count(*) AS films FROM film");
const PLAN = { plan: ["Count the films of each genre.", "Count all films."] };

const run = (replies: Replies, options: Parameters<typeof sequential>[0] = {}, more: object = {}) =>
  reported(inTurn(replies), {
    environments: [cinema],
    task: TASK,
    strategy: sequential(options),
    ...more,
  });

const figures = (text: ReportText | undefined): readonly Figure[] =>
  (text ?? []).filter((piece): piece is Figure => typeof piece === "object" && "verdict" in piece);

describe("a report from a plan and its queries", () => {
  it("is written from whole results, each figure with its source and what it comes to", async () => {
    const {
      outcome,
      report: made,
      roles,
      requests,
    } = await run({
      planner: [PLAN],
      writer: [{ queries: [GENRES, ALL] }],
      synthesiser: [
        report("The first genre is {Q1:1.genre} with {Q1:1.films} of {Q2} films.", {
          findings: [{ heading: "All", text: "There are {count(Q1)} genres [Q1]." }],
          not_found: ["Reasons are not kept."],
          assumptions: ["A film counts for each of its genres."],
          charts: [{ title: "Genres", form: "bar", query: "q1", x: "genre", y: ["films"] }],
        }),
      ],
    });
    expect(roles).toEqual(["planner", "writer", "synthesiser"]);
    const read = readBy(requests[2]);
    expect(read).toContain("How do the genres compare?");
    expect(read).toContain("1. Count the films of each genre.");
    expect(read).toMatch(/In all rows:[\s\S]*films: number, \d+ to \d+, sum \d+/u);
    expect(read).toMatch(/All rows \(row \| genre \| films\):\n<data>\n1 \| \w+ \| \d+/u);
    const top = cellOf(made?.queries[0]?.rows, 0);
    expect(figures(made?.summary).map(({ shown, verdict }) => [shown, verdict])).toEqual([
      [top[0], "filled"],
      [expect.stringMatching(/\d/u), "filled"],
      [expect.stringMatching(/\d/u), "filled"],
    ]);
    expect(made).toMatchObject({
      title: "Report",
      plan: PLAN.plan,
      findings: [{ heading: "All" }],
      charts: [{ title: "Genres", form: "bar", query: "Q1", x: "genre", y: ["films"] }],
      queries: [
        { name: "Q1", purpose: "Films of each genre.", outcome: "rows", columns: ["genre", "films"] },
        { name: "Q2", outcome: "rows", total: 1 },
      ],
    });
    expect(outcome).toMatchObject({
      type: "answered",
      assumptions: ["A film counts for each of its genres."],
      evidence: [{ kind: "database" }, { sql: ALL["sql"] }],
    });
    const text = outcome.type === "answered" ? outcome.answer.text : "";
    expect(text).toMatch(/^# Report\n\nThe first genre is \p{L}[^{}[\]]* films\.\n\n## All\n\n/u);
    expect(text).toContain("## What could not be found\n\n- Reasons are not kept.");
    expect(text).not.toContain("Q1");
  });

  it("has at most twelve steps and twelve queries, and says what was left out", async () => {
    const steps = Array.from({ length: 14 }, (_, at) => `Step ${at + 1}.`);
    const { report: made, requests } = await run({
      planner: [{ plan: steps }],
      writer: [{ queries: steps.map((_, at) => query(at + 1, `Is ${at}.`, `SELECT ${at} AS n`)) }],
      synthesiser: [report("{Q12}")],
    });
    expect(made?.plan).toHaveLength(12);
    expect(made?.queries.map(({ name }) => name)).toEqual(steps.slice(0, 12).map((_, at) => `Q${at + 1}`));
    expect(figures(made?.summary)[0]).toMatchObject({ shown: "11", verdict: "filled" });
    expect(readBy(requests[2])).not.toContain("Step 13");
    const said = JSON.stringify(made?.notFound);
    expect(said).toContain("2 steps of the plan were left out");
    expect(said).toContain("2 queries were left out");
  });

  it("shows the looking of the planner to the writer, all calls of a round at once", async () => {
    const calls = [
      { tool: "get_distinct_values", arguments: { table: "genre", column: "name" } },
      { tool: "describe_tables", arguments: { tables: ["film"] } },
      { tool: "no_such_tool", arguments: {} },
    ];
    const { roles, requests, events } = await run({
      planner: [{ calls }, PLAN],
      writer: [{ queries: [ALL] }],
      synthesiser: [report("{Q1}")],
    });
    expect(roles).toEqual(["planner", "planner", "writer", "synthesiser"]);
    expect(requests[0]).toMatchObject({ tools: "navigational", described: true });
    expect(readBy(requests[2])).toContain('get_distinct_values(table="genre", column="name")');
    expect(readBy(requests[2])).toContain("There is no tool");
    const acted = events.filter(({ type }) => type === "action-observed" || type === "action-failed");
    expect(new Set(acted.map(({ parentSeq }) => parentSeq)).size).toBe(1);
    expect(readBy(requests[3])).toContain("No query was written for step 1.");
  });
});

describe("queries that go wrong", () => {
  const wrong = query(1, "Films of each genre.", "SELECT nam FROM genre");
  const broken = query(1, "Films of each genre.", "SELECT name FROM genre WHERE");

  it("go back with the advice of the environment and are mended under their name", async () => {
    const {
      report: made,
      roles,
      requests,
    } = await run({
      planner: [PLAN],
      writer: [
        { queries: [wrong, ALL] },
        { queries: [{ name: "Q1", purpose: "Genres.", sql: "SELECT name FROM genre ORDER BY 1" }] },
      ],
      synthesiser: [report("There are {count(Q1)} genres.")],
    });
    expect(roles).toEqual(["planner", "writer", "writer", "synthesiser"]);
    const told = readBy(requests[2]);
    expect(told).toContain("Q1: Films of each genre.\nSELECT nam FROM genre");
    expect(told).toMatch(/error unknown-column[\s\S]*try: name/u);
    expect(told).not.toContain("Q2:");
    expect(made?.queries).toMatchObject([
      { name: "Q1", purpose: "Genres.", outcome: "rows", sql: "SELECT name FROM genre ORDER BY 1" },
      { name: "Q2", outcome: "rows" },
    ]);
  });

  it("are given up after two rounds, which the synthesiser is told and the report says", async () => {
    const {
      report: made,
      roles,
      requests,
    } = await run({
      planner: [PLAN],
      writer: [{ queries: [broken, ALL] }, { queries: [{ ...broken, name: "Q1" }] }],
      synthesiser: [report("There are {Q2} films.")],
    });
    expect(roles).toEqual(["planner", "writer", "writer", "writer", "synthesiser"]);
    expect(readBy(requests.at(-1))).toMatch(
      /Q1: Films of each genre\.\nSQL: SELECT name FROM genre WHERE\nFailed:/u,
    );
    expect(made?.queries[0]).toMatchObject({
      outcome: "failed",
      remark: expect.stringContaining("syntax-error"),
    });
  });

  it("stay as they are without mending", async () => {
    const { roles } = await run(
      { planner: [PLAN], writer: [{ queries: [broken, ALL] }], synthesiser: [report("{Q2}")] },
      { mending: false },
    );
    expect(roles).toEqual(["planner", "writer", "synthesiser"]);
  });

  it("with columns of one name go back for names, and are kept no wider than a report can hold", async () => {
    const wide = Array.from({ length: 350 }, (_, at) => `title AS t${at}`).join(", ");
    const twice = query(1, "Films.", "SELECT f.title, g.title FROM film f JOIN film g USING (film_id)");
    const { report: made, requests } = await run({
      planner: [PLAN],
      writer: [
        { queries: [twice, query(2, "Wide.", `SELECT ${wide} FROM film LIMIT 100`)] },
        { queries: [] },
      ],
      synthesiser: [report("There are {count(Q1)} films.")],
    });
    const told = readBy(requests[2]);
    expect(told).toContain("Several columns have the same name");
    expect(told).not.toContain("Q2:");
    const [first, second] = made?.queries ?? [];
    expect(first?.rows).toHaveLength(100);
    expect(second?.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(second?.rows).length).toBeLessThan(510_000);
    expect(second?.total).toBe(100);
  });

  it("with no rows are doubted once, and stay where their writer takes them for right", async () => {
    const none = query(1, "Films of 1850.", "SELECT title FROM film WHERE release_date LIKE '1850%'");
    const {
      report: made,
      roles,
      requests,
    } = await run({
      planner: [PLAN],
      writer: [{ queries: [none, ALL] }, { queries: [] }],
      synthesiser: [report("Of the {Q2} films none is of 1850 [Q1].")],
    });
    expect(roles).toEqual(["planner", "writer", "writer", "synthesiser"]);
    expect(readBy(requests[2])).toContain("It gave no rows.");
    expect(readBy(requests[3])).toContain("No rows; columns: title");
    expect(made?.queries[0]?.outcome).toBe("empty");
  });

  it("keep what they gave before where their mending fails", async () => {
    const none = query(1, "Films of 1850.", "SELECT title FROM film WHERE release_date LIKE '1850%'");
    const { report: made } = await run({
      planner: [PLAN],
      writer: [{ queries: [none, ALL] }, { queries: [{ ...broken, name: "Q1" }] }, { queries: [] }],
      synthesiser: [report("{Q2}")],
    });
    expect(made?.queries[0]).toMatchObject({
      outcome: "empty",
      sql: none["sql"],
      remark: expect.stringContaining("An attempt to mend it failed."),
    });
  });

  it("with no row among all of them end the run with the reasons instead of a report", async () => {
    const none = query(2, "Films of 1850.", "SELECT title FROM film WHERE release_date LIKE '1850%'");
    const { outcome, roles } = await run(
      { planner: [PLAN], writer: [{ queries: [broken, none] }] },
      { mending: false },
    );
    expect(roles).not.toContain("synthesiser");
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringMatching(
        /Q1 \(Films of each genre\.\) failed: [\s\S]*Q2 \(Films of 1850\.\) gave no rows/u,
      ),
    });
  });
});

describe("figures", () => {
  const replies = (...texts: readonly (string | JsonObject)[]): Replies => ({
    planner: [PLAN],
    writer: [{ queries: [GENRES, ALL] }],
    synthesiser: texts.map((text) => (typeof text === "string" ? report(text) : text)),
  });
  const INVENTED = "There are 987654 [Q2] films.";

  it("that their source does not bear out go back to their writer", async () => {
    const { report: made, roles, requests } = await run(replies(INVENTED, "There are {Q2} films."));
    expect(roles).toEqual(["planner", "writer", "synthesiser", "synthesiser"]);
    const told = readBy(requests[3]);
    expect(told).toContain('"summary":"There are 987654 [Q2] films."');
    expect(told).toMatch(/- .*987654.*Q2/u);
    expect(requests[3]?.instructions).toBe(requests[2]?.instructions);
    expect(figures(made?.summary)).toMatchObject([{ verdict: "filled" }]);
  });

  it("are told again to their writer where the run ended before the rewriting, and is gone on with", async () => {
    const { events } = await run({
      planner: [PLAN],
      writer: [{ queries: [GENRES, ALL] }],
      synthesiser: [report("There are 7 [Q2] films."), report("There are {Q2} films.")],
    });
    const strategy = sequential();
    const last = events.findLastIndex(({ type }) => type === "policy-replied");
    let state = strategy.start(TASK);
    for (const event of events.slice(0, last)) ({ state } = strategy.next(state, event));
    const limits = { steps: 15 };
    const resumed = { ...events[0], type: "run-resumed", limits } as (typeof events)[number];
    const [asked] = strategy.next(state, resumed).commands;
    expect(JSON.stringify(asked)).toContain("There are 7 [Q2] films.");
  });

  it("without any source are marked after two rewrites", async () => {
    const { outcome, report: made, roles } = await run(replies("There are 987654 films."));
    expect(roles.filter((role) => role === "synthesiser")).toHaveLength(3);
    expect(figures(made?.summary)).toMatchObject([{ shown: "987654", verdict: "unsupported" }]);
    const text = outcome.type === "answered" ? outcome.answer.text : "";
    expect(text).toContain("There are 987654 (unconfirmed) films.");
  });

  it("are corrected or marked at once without checking", async () => {
    const { report: made, roles } = await run(replies(`${INVENTED} And 4711 more.`), { checking: false });
    expect(roles.filter((role) => role === "synthesiser")).toHaveLength(1);
    expect(figures(made?.summary)).toMatchObject([
      { verdict: "corrected", written: "987654" },
      { shown: "4711", verdict: "unsupported" },
    ]);
  });

  it("of the first report stay, corrected, where the rewriting cannot be read", async () => {
    const { report: made } = await run(replies(INVENTED, { thought: "", title: "x", summary: " " }));
    expect(figures(made?.summary)).toMatchObject([{ verdict: "corrected", written: "987654" }]);
  });

  it("go into charts only where the chart can be drawn, and else it is said why not", async () => {
    const chart = (title: string, form: string, name: string, x: string, ...y: readonly string[]) => ({
      ...{ title, form, query: name, x, y },
    });
    const charts = [
      chart("right", "bar", "Q1", "genre", "films"),
      chart("no query", "bar", "Q9", "genre", "films"),
      chart("no column", "bar", "Q1", "genre", "tickets"),
      chart("words", "bar", "Q1", "films", "genre"),
      chart("no order", "line", "Q1", "genre", "films"),
      chart("pie", "pie", "Q1", "genre", "films"),
    ];
    const { report: made } = await run(replies(report("{Q2} films.", { charts })));
    expect(made?.charts.map(({ title }) => title)).toEqual(["right"]);
    expect(made?.notFound.flat()).toEqual([
      'The chart "no query" cannot be drawn: there is no result Q9.',
      'The chart "no column" cannot be drawn: Q1 has no column "tickets".',
      'The chart "words" cannot be drawn: the column "genre" is not one of numbers.',
      expect.stringContaining('"genre" has no order'),
      expect.stringContaining("its form is none of bar, line, points"),
    ]);
  });
});

describe("an end to everything", () => {
  it("a planner that never stops looking is told so, and stopped", async () => {
    let at = 0;
    const script = inTurn({});
    const { outcome, requests } = await reported(
      (request, context) =>
        context.role === "planner"
          ? { output: { calls: [{ tool: "describe_tables", arguments: { tables: ["film"], at: at++ } }] } }
          : script(request, context),
      { environments: [cinema], task: TASK, strategy: sequential() },
    );
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
    expect(requests).toHaveLength(6);
    expect(readBy(requests[3])).toContain("Nothing more can be looked at. Plan now.");
  });

  it.each([
    ["the writer", { planner: [PLAN], writer: [{ queries: [] }] }],
    [
      "the synthesiser",
      { planner: [PLAN], writer: [{ queries: [ALL] }], synthesiser: [{ title: "no summary" }] },
    ],
  ])("%s that never sends anything usable ends the run", async (_, replies) => {
    const { outcome, roles } = await run(replies as Replies);
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
    expect(roles.length).toBeLessThan(8);
  });

  it.each([3, 4, 5])("the report is still written within %i replies", async (steps) => {
    const calls = [{ tool: "describe_tables", arguments: { tables: ["film"] } }];
    const { outcome, roles, usage } = await run(
      {
        planner: steps > 3 ? [{ calls }, PLAN] : [PLAN],
        writer: [{ queries: [query(1, "Wrong.", "SELECT name FROM genre WHERE"), ALL] }],
        synthesiser: [report("There are 987654 films.")],
      },
      {},
      { limits: { steps } },
    );
    expect(outcome.type).toBe("answered");
    expect(usage.calls).toBe(steps);
    expect(roles.at(-1)).toBe("synthesiser");
  });
});

describe("a question to the person", () => {
  const wish = {
    question: { question: "Best by votes or by takings?", words: ["best"], options: ["votes", "takings"] },
  };
  const replies: Replies = {
    planner: [wish, PLAN],
    writer: [{ queries: [ALL] }],
    synthesiser: [report("{Q1}")],
  };

  it("is put before the plan, and its answer stands with the question from then on", async () => {
    const { outcome, requests } = await run(
      replies,
      {},
      {
        task: { question: "Which films are best?" },
        userProxy: { ask: async () => ({ type: "answered" as const, text: "by takings" }) },
      },
    );
    expect(outcome.type).toBe("answered");
    for (const request of requests.slice(1)) expect(readBy(request)).toContain("takings");
  });

  it("is not offered where nobody is to be asked", async () => {
    const { requests, outcome } = await run({ ...replies, planner: [PLAN] }, { questions: false });
    expect(JSON.stringify(requests[0])).not.toContain('"question"');
    expect(outcome.type).toBe("answered");
  });
});

function cellOf(rows: readonly (readonly unknown[])[] | undefined, row: number): readonly string[] {
  return (rows?.[row] ?? []).map(String);
}
