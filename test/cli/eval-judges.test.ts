import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JudgingReport } from "../../src/evaluation/judges/judging-report.ts";
import {
  type ScriptedOpenAiServer,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";
import { put, putShips } from "../evaluation/benchmarks/ship-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
let server: ScriptedOpenAiServer;

const isJudged = (body: unknown): boolean => JSON.stringify(body).includes("You review one part");
const isDecided = (body: unknown): boolean => JSON.stringify(body).includes("You decide about one part");

beforeAll(async () => {
  server = await startScriptedOpenAiServer(({ body }) => {
    if (isJudged(body) || isDecided(body)) {
      const text = JSON.stringify({ rationale: "Seen.", verdict: isDecided(body) ? "imperfect" : "perfect" });
      return { text, usage: { inputTokens: 10, outputTokens: 1 } };
    }
    return { text: "```sql\nSELECT count(*) AS n FROM ship\n```" };
  });
  const ships = { db_id: "ships", evidence: "", SQL: "SELECT count(*) FROM ship", difficulty: "simple" };
  put(folder, "dev.json", [
    { ...ships, question_id: 1, question: "How many ships are there?" },
    { ...ships, question_id: 2, question: "Count the ships." },
  ]);
  putShips(folder, "dev_databases/ships/ships.sqlite");
  const words = ["--data", folder, "--strategy", "api-docs-prompt", "--model", "agent-7b", "--run", "kept"];
  await fuxi("eval", "bird", ...words, "--model-url", server.url);
});
afterAll(() => server.close());

const judge = (...words: readonly string[]) =>
  fuxi("eval", "judges", ...words, "--model-url", server.url, "--reviewers", "2", "--meta", "1");

describe("fuxi eval judges", () => {
  it("judges a stored evaluation once, prints the table and writes the report", async () => {
    const before = server.requests.length;
    const out = join(folder, "report.json");
    const first = await judge("kept", "--model", "judge", "--out", out);
    expect(first.err).not.toContain("fuxi:");
    expect(first.code).toBe(0);
    expect(first.out).toContain("tool employment");
    expect(first.out).toContain("cost unknown");
    const report = JSON.parse(readFileSync(out, "utf8")) as JudgingReport;
    const tools = report.rows.find(({ subTask }) => subTask === "tools");
    expect(tools).toMatchObject({ instances: 2, reviewers: { perfect: { mean: 1 } }, tied: 0 });
    expect(tools?.metaReviewers.perfect?.mean).toBe(0);
    const asked = server.requests.length - before;
    expect(asked).toBe(report.usage.calls);
    const seen = JSON.stringify(server.requests.slice(before).map(({ body }) => body));
    expect(seen).toMatch(/length REAL|length real|ship\b.*\blength/u);
    const again = await judge("kept", "--model", "judge");
    expect(again.out).toBe(first.out);
    expect(server.requests.length - before).toBe(asked);
    expect((await fuxi("eval", "runs", "--json")).out).not.toContain("judge");
  });

  it("warns of a judge of the agent's family, and lets several models take turns", async () => {
    const { err, out } = await judge("kept", "--model", "agent-70b,judge", "--json");
    expect(err).toContain("agent-70b judges agent-7b");
    const report = JSON.parse(out) as JudgingReport;
    expect(report.judging.reviewers).toEqual(["agent-70b", "judge"]);
    expect(report.warnings).toHaveLength(1);
  });

  it.each([
    [["nobody", "--model", "judge"], "There is no evaluation nobody."],
    [["kept", "--model", "judge", "--only", "x"], "No answered question has the id x."],
    [["kept", "--model", "judge", "--out", "report.html"], "no .json file"],
    [["kept", "--model", "a,b", "--record", "x"], "One recording stands for one model"],
  ])("says what is wrong with %j", async (words, said) => {
    const { code, err } = await judge(...words);
    expect(err).toContain(said);
    expect(code).not.toBe(0);
  });

  it("says that it takes a model", async () => {
    const { err, code } = await fuxi("eval", "judges", "kept");
    expect(err).toContain("To judge takes a language model.");
    expect(code).toBe(1);
  });
});
