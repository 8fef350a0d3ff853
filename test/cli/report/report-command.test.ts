import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startScriptedOpenAiServer } from "../../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { cliIn, writeShop } from "../cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);
const usage = { inputTokens: 100, outputTokens: 10 };

const REPORT = {
  title: "Customers by city",
  summary: "There are 99 customers [sum(Q1.customers)] in all.",
  findings: [{ heading: "Lyon", text: "Lyon has {Q1:1.customers} of them." }],
};
const TURNS = [
  { plan: ["Count customers by city."] },
  {
    queries: [
      {
        step: 1,
        purpose: "Customers by city.",
        sql: "SELECT city, count(*) AS customers FROM customer GROUP BY city ORDER BY city",
      },
    ],
  },
  REPORT,
  REPORT,
  REPORT,
];

async function reported(...options: readonly string[]) {
  await using server = await startScriptedOpenAiServer((_, at) => ({
    text: JSON.stringify({ thought: "So.", ...TURNS[at] }),
    usage,
  }));
  return await fuxi("report", shop, "How many?", "--model", "m", "--model-url", server.url, ...options);
}

describe("fuxi report", () => {
  it("says what was written, and how many figures are doubtful, where the report goes to a file", async () => {
    const out = join(folder, "report.md");
    const { code, out: printed, err } = await reported("--out", out);
    expect([code, printed]).toEqual([0, ""]);
    expect(err).toContain("planner: plans: 1. Count customers by city.");
    expect(err).toContain("writer: asks for: Customers by city");
    expect(err).toMatch(/Wrote .*report\.md \(run \w+\)/u);
    expect(err).toContain("1 figure is marked");
    const run = /\(run (\w+)\)/u.exec(err)?.[1] ?? "";
    const markdown = readFileSync(out, "utf8");
    expect(markdown).toMatch(/There are \d+\[\^1\] \*\(first written as 99\)\* customers in all\./u);
    const shown = await fuxi("runs", "show", run);
    expect(shown.out).toContain("[first written as 99]");
    const again = await fuxi("runs", "show", run, "--output", "md");
    expect(again.out).toBe(markdown);
    expect((await fuxi("runs", "show", run, "--output", "csv")).err).toContain(
      "A report is not written as csv.",
    );
  });

  it.each([
    [["--out", "r.pdf"], "A report is not written as .pdf."],
    [["--out", "r.csv"], "A report is not written as csv."],
    [["--strategy", "seqential"], "Did you mean sequential?"],
    [["--strategy", "react"], "The strategy react writes no report."],
  ])("refuses %j before anything is asked", async (options, said) => {
    const { code, err } = await fuxi("report", shop, "How many?", ...options);
    expect(code).toBe(2);
    expect(err).toContain(said);
  });

  it("needs a language model, and says how to name one", async () => {
    const { code, err } = await fuxi("report", shop, "How many?");
    expect(code).not.toBe(0);
    expect(err).toContain("A report is planned and written by a language model, and none is named.");
    expect(err).toContain("--model");
  });
});
