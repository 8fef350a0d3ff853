import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import readXlsxFile from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import type { ServerTurn } from "../../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { cliIn, writeShop } from "../cli-fixture.ts";
import { scriptedCli } from "../scripted-cli.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);
const scripted = scriptedCli(fuxi);
const SCREENS = ["ask", "sample:cinema", "How many screens does each cinema have?", "-q"];
const answers = (answer: string): readonly ServerTurn[] => [
  { calls: [{ name: "final_answer", arguments: { answer } }], usage: { inputTokens: 1, outputTokens: 1 } },
];
/** 250 rows: more than a preview. */
const MANY =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) SELECT i, 'row ' || i AS name FROM n";

describe("the answer of the built-in rules on the sample", () => {
  it("is rows alone as CSV and Markdown, on stdout", async () => {
    const csv = await fuxi(...SCREENS, "--output", "csv");
    expect(csv).toMatchObject({ code: 0, err: "" });
    expect(csv.out.split("\r\n")).toHaveLength(16);
    expect(csv.out).toContain("Lanterna République,4\r\n");
    const md = await fuxi(...SCREENS, "--output", "md");
    expect(md.out).toContain("| Lanterna République | 4 |\n");
  });

  it("is what the ending of the file says", async () => {
    const [book, page] = [join(folder, "screens.xlsx"), join(folder, "screens.html")];
    expect(await fuxi(...SCREENS, "--out", book)).toMatchObject({ code: 0, out: "" });
    const [sheet] = await readXlsxFile(book);
    expect(sheet?.data).toHaveLength(15);
    expect(sheet?.data).toContainEqual(["Lanterna République", 4]);
    expect(await fuxi(...SCREENS, "--out", page)).toMatchObject({ code: 0, out: "" });
    const html = readFileSync(page, "utf8");
    expect(html).toContain('<h1 dir="auto">How many screens does each cinema have?</h1>');
    expect(html.match(/<rect /gu)).toHaveLength(14);
    expect(html.match(/\b14 rows/gu)).toHaveLength(1);
    expect(html).toContain("GROUP BY cinema.cinema_id;");
    expect(html).not.toMatch(/(?:src|href)=|@import|url\(/u);
  });

  it("is drawn where a chart is wanted, and not where it is not", async () => {
    expect((await fuxi(...SCREENS, "--chart")).out).toMatch(/Lanterna République +█+ 4\n/u);
    expect((await fuxi(...SCREENS)).out).not.toContain("█");
    const one = await fuxi("ask", "sample:cinema", "How many employees were hired in 2022?", "-q", "--chart");
    expect(one.out).not.toContain("█");
    expect(one.err).toContain("No chart");
  });

  it("is the query alone with --sql, as it can be run", async () => {
    const { out, code } = await fuxi(...SCREENS, "--sql");
    expect(code).toBe(0);
    expect(out).toMatch(/^SELECT .*\nFROM screen\nJOIN cinema ON .*\nGROUP BY .*;\n$/u);
  });
});

describe("an answer of several series", () => {
  const MONTHLY = `SELECT m.column1 AS month, r.column1 AS region, substr(m.column1, 6) * 10 + length(r.column1) AS sold
    FROM (VALUES ('2024-01'), ('2024-02'), ('2024-03')) AS m, (VALUES ('north'), ('west')) AS r`;
  const ask = (sql: string, ...words: readonly string[]) =>
    scripted.run(answers(sql), "ask", shop, "Which?", "-q", ...words);

  it("is drawn in the terminal and in a page, a bar or a line for each label of the column with fewer", async () => {
    expect((await ask(MONTHLY, "--chart")).out).toMatch(/\n2024-01\n {2}north +█[^\n]* 15\n {2}west +█/u);
    const page = join(folder, "series.html");
    await ask(MONTHLY, "--out", page);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("<figcaption>sold by month and region</figcaption>");
    expect(html.match(/aria-label="line"/gu)).toHaveLength(2);
    expect(html).toContain("--series-1:");
  });

  it("is told to have no chart, and what has one, where it has not the shape", async () => {
    const { err } = await ask("SELECT city, name, id, 1.5 AS a, 2.5 AS b FROM customer", "--chart");
    expect(err).toContain("No chart fits this result.");
  });
});

describe("an answer of more rows than are shown", () => {
  const ask = (...words: readonly string[]) =>
    scripted.run(answers(MANY), "ask", shop, "Which?", "-q", ...words);

  it("is whole in each form, and so it is of an earlier run", async () => {
    const json = JSON.parse((await ask("--json")).out);
    expect(json.answer).toMatchObject({ columns: ["i", "name"], total: 250 });
    expect(json.answer.rows).toHaveLength(250);
    expect((await ask("--output", "csv")).out.trimEnd().split("\r\n").at(-1)).toBe("250,row 250");
    const again = await fuxi("runs", "show", json.trajectory, "--output", "csv");
    expect(again.out.trimEnd().split("\r\n")).toHaveLength(251);
    expect((await fuxi("runs", "export", json.trajectory, "--sql")).out.trimEnd()).toMatch(/;$/u);
  });

  it("is said to be cut off where its rows are no longer kept, with the exit code of a limit", async () => {
    const { trajectory } = JSON.parse((await ask("--json")).out);
    const store = new DatabaseSync(join(folder, "data", "store.sqlite"));
    store.exec("UPDATE artifact SET expires = 0");
    store.close();
    const { code, err, out } = await fuxi("runs", "show", trajectory, "--output", "csv");
    expect(out.trimEnd().split("\r\n")).toHaveLength(101);
    expect(err).toContain("The result has 250 rows, of which these are the first 100");
    expect(code).toBe(5);
  });
});

describe("what is no answer", () => {
  it("makes no file and leaves the one that is there", async () => {
    const path = join(folder, "kept.csv");
    writeFileSync(path, "before");
    const gaveUp: readonly ServerTurn[] = [
      {
        calls: [{ name: "give_up", arguments: { reason: "There are no moods here." } }],
        usage: { inputTokens: 1, outputTokens: 1 },
      },
    ];
    const { code, out, err } = await scripted.run(gaveUp, "ask", shop, "Which mood?", "-q", "--out", path);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toContain("There are no moods here.");
    expect(readFileSync(path, "utf8")).toBe("before");
  });

  it.each<[readonly string[], string]>([
    [["--out", shop], "would be overwritten"],
    [["--out", join(folder, "nowhere", "x.csv")], "There is no folder"],
    [["--sql", "--json"], "--sql prints the query alone"],
    [["--json", "--output", "csv"], "exclude each other"],
    [["--bom"], "belong to --output csv"],
    [["--output", "docx"], "docx"],
  ])("is told before anything is asked: %j", async (words, advice) => {
    const { code, err } = await scripted.run([], "ask", shop, "x", ...words);
    expect(code).toBe(2);
    expect(err).toContain(advice);
    expect(scripted.requests()).toEqual([]);
  });
});

describe("other environments", () => {
  it("give the members of a knowledge base, and the query in SPARQL", async () => {
    const turns: readonly ServerTurn[] = [
      {
        calls: [{ name: "instances", arguments: { class: "person" } }],
        usage: { inputTokens: 1, outputTokens: 1 },
      },
      {
        calls: [{ name: "final_answer", arguments: { answer: "#0" } }],
        usage: { inputTokens: 1, outputTokens: 1 },
      },
    ];
    const people = join(folder, "people.nt");
    const lines = Array.from({ length: 130 }, (_, at) => [
      `<http://x/p${at}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://x/person> .`,
      `<http://x/p${at}> <http://www.w3.org/2000/01/rdf-schema#label> "Person ${at}" .`,
    ]).flat();
    writeFileSync(people, `${lines.join("\n")}\n`);
    const { code, out, err } = await scripted.run(turns, "ask", people, "Who?", "--output", "csv");
    expect(err).not.toContain("unknown");
    expect(code).toBe(0);
    expect(out.trimEnd().split("\r\n")).toHaveLength(131);
    expect((await scripted.run(turns, "ask", people, "Who?", "-q", "--sql")).out).toMatch(/SELECT/u);
  });
});
