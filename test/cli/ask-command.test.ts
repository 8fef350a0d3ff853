import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);

const call = (name: string, args: Record<string, string>): ServerTurn => ({
  calls: [{ name, arguments: args }],
  usage: { inputTokens: 100, outputTokens: 10 },
});
const looksThenCounts: readonly ServerTurn[] = [
  call("is_value_in_column", { table: "customer", column: "city", value: "Lyon" }),
  call("check_query", { query: "SELECT count(*) FROM customer WHERE city = 'Lyon'" }),
  call("final_answer", { answer: "SELECT count(*) FROM customer WHERE city = 'Lyon'" }),
];

describe("fuxi ask with a model behind an OpenAI-compatible server", () => {
  let server: ScriptedOpenAiServer;
  let script: readonly ServerTurn[] = [];
  let turn = 0;
  const ask = (turns: readonly ServerTurn[], ...more: readonly string[]) => {
    script = turns;
    turn = 0;
    return fuxi(
      "ask",
      shop,
      "How many customers live in Lyon?",
      "--model-url",
      server.url,
      "--model",
      "scripted",
      ...more,
    );
  };
  beforeAll(async () => {
    server = await startScriptedOpenAiServer(
      () => script[turn++] ?? { failure: { status: 400, message: "The script is over." } },
    );
  });
  afterAll(() => server.close());

  it("prints the answer on stdout and the way there on stderr", async () => {
    const { code, out, err } = await ask(looksThenCounts);
    expect(code).toBe(0);
    expect(out).toContain("2");
    expect(out).toContain("SELECT count(*) FROM customer WHERE city = 'Lyon'");
    expect(out).toMatch(/\n\nAs of [\d-]* ?\d\d:\d\d:\d\d\n$/u);
    expect(err).toContain('is_value_in_column("customer", "city", "Lyon")');
  });

  it("prints one JSON object with answer, evidence, usage and the run's id", async () => {
    const { code, out } = await ask(looksThenCounts, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      outcome: "answered",
      answer: { text: "2", columns: ["count(*)"], rows: [[2]], total: 1 },
      evidence: {
        kind: "database",
        sql: "SELECT count(*) FROM customer WHERE city = 'Lyon'",
        asOf: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
      },
      usage: { calls: 3, inputTokens: 300, outputTokens: 30 },
      trajectory: expect.any(String),
    });
  });

  it("ends with exit code 3 when the model gives up", async () => {
    const { code, out } = await ask([call("give_up", { reason: "There are no moods here." })], "--json");
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ outcome: "unanswerable", reason: "There are no moods here." });
  });

  it("stops at its limit with exit code 5, and goes on from there with a higher one", async () => {
    const stopped = await ask(looksThenCounts, "--max-steps", "1", "--json");
    expect(stopped.code).toBe(5);
    const { token, outcome } = JSON.parse(stopped.out) as { token: string; outcome: string };
    expect(outcome).toBe("stopped");
    const resumed = await fuxi("resume", token, "--max-steps", "10", "--json");
    expect(resumed.code).toBe(0);
    expect(JSON.parse(resumed.out)).toMatchObject({
      outcome: "answered",
      answer: { text: "2" },
      trajectory: token,
    });
  });

  it("says with exit code 1 that the server refuses, and the run can be resumed", async () => {
    const refused = await ask(
      [{ failure: { status: 401, message: "Incorrect API key provided: sk-abcdefghijklmnopqrstuvwxyz" } }],
      "--json",
    );
    expect(refused.code).toBe(1);
    expect(refused.out + refused.err).not.toContain("abcdefghijklmnopqrstuvwxyz");
    const { error, trajectory } = JSON.parse(refused.out) as { error: { code: string }; trajectory: string };
    expect(error.code).toBe("model-refused");
    expect(JSON.parse(refused.out)).toMatchObject({ token: trajectory });
    script = looksThenCounts;
    turn = 0;
    expect((await fuxi("resume", trajectory)).code).toBe(0);
  });

  it("records the model's replies and replays them without the server", async () => {
    const cassette = `${folder}/lyon.jsonl`;
    await ask(looksThenCounts, "--record", cassette);
    const { code, out } = await fuxi(
      "ask",
      shop,
      "How many customers live in Lyon?",
      "--replay",
      cassette,
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ answer: { text: "2" } });
  });

  it("tells the model what the follow-up refers to", async () => {
    await ask(looksThenCounts);
    script = [call("final_answer", { answer: "SELECT count(*) FROM customer" })];
    turn = 0;
    const before = server.requests.length;
    await fuxi(
      "ask",
      shop,
      "And everywhere?",
      "--continue",
      "--model-url",
      server.url,
      "--model",
      "scripted",
    );
    const sent = JSON.stringify(server.requests[before]?.body);
    expect(sent).toContain("How many customers live in Lyon?");
    expect(sent).toContain("SELECT count(*) FROM customer WHERE city");
  });

  it("shows the run again", async () => {
    const { trajectory } = JSON.parse((await ask(looksThenCounts, "--json")).out) as { trajectory: string };
    const shown = await fuxi("runs", "show", trajectory);
    expect(shown.out).toContain("How many customers live in Lyon?");
    const exported = (await fuxi("runs", "export", trajectory)).out.trim().split("\n");
    expect(exported.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(
      exported.map((_, at) => at + 1),
    );
    expect((await fuxi("runs", "delete", trajectory)).code).toBe(0);
    expect((await fuxi("runs", "show", trajectory)).code).toBe(1);
  });
});

describe("fuxi ask without a model", () => {
  it("answers a plain question by rules", async () => {
    const { code, out } = await fuxi("ask", shop, "How many customers are there?", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      outcome: "answered",
      answer: { text: "3" },
      usage: { calls: 0 },
    });
  });

  it("says which words it does not understand, with exit code 3", async () => {
    const { code, out } = await fuxi("ask", shop, "Wie viele Kunden wohnen in Lyon?", "--json");
    expect(code).toBe(3);
    const { outcome, words } = JSON.parse(out) as { outcome: string; words: string[] };
    expect(outcome).toBe("unanswerable");
    expect(words.map((word) => word.toLowerCase())).toContain("kunden");
  });

  it("gives the warnings about a file with a refusal as JSON", async () => {
    const file = join(folder, "sales.csv");
    writeFileSync(file, "city,amount\nUlm,1\nBonn,2\nTotal,3\n");
    const { code, out } = await fuxi("ask", file, "What is the total amount?", "--json");
    expect(code).toBe(3);
    const { warnings } = JSON.parse(out) as { warnings: string[] };
    expect(warnings.join(" ")).toContain("row 4 is named Total");
  });
});

describe("wrong use", () => {
  it.each([
    ["an empty question", ["ask", shop, "  "], "empty"],
    ["a question that is missing", ["ask", shop], "missing"],
    ["a question without quotes", ["ask", shop, "How", "many", "customers"], '"How many customers"'],
    [
      "a question without quotes or target",
      ["ask", "How", "many", "customers"],
      '<target> "How many customers"',
    ],
    [
      "a question before its target",
      ["ask", "How many members?", "sample:cinema"],
      'fuxi ask sample:cinema "How many members?"',
    ],
    [
      "a question that is missing after a URL",
      ["ask", "postgres://reader:hush@127.0.0.1/shop"],
      "missing after the target postgres://reader@127.0.0.1/shop.",
    ],
    ["an unknown command", ["aks", shop, "x"], "Did you mean ask?"],
    ["an unknown flag", ["ask", shop, "x", "--modle", "y"], "--model"],
    ["an unknown strategy", ["ask", shop, "x", "--strategy", "raect"], "react"],
    ["a number that is none", ["ask", shop, "x", "--max-steps", "many"], "number"],
    ["an unknown form", ["ask", shop, "x", "--output", "yaml"], "json"],
  ])("is refused with exit code 2 and advice: %s", async (_, words, advice) => {
    const { code, out, err } = await fuxi(...words);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(advice);
  });

  it("is one JSON object where JSON is asked for", async () => {
    const { code, out } = await fuxi("ask", shop, "x", "--max-steps", "many", "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ outcome: "failed", error: { code: "usage" } });
  });

  it.each([
    [["runs", "export"], "run"],
    [["runs", "show", "x", "--jsn"], "--json"],
    [["runs", "lst"], "list"],
  ])("of a command's command ends with exit code 2 as well: %j", async (words, advice) => {
    const { code, err } = await fuxi(...words);
    expect(code).toBe(2);
    expect(err).toContain(advice);
  });

  it("is told of a run that does not exist", async () => {
    const { code, err } = await fuxi("resume", "nothing");
    expect(code).toBe(1);
    expect(err).toContain("nothing");
  });
});
