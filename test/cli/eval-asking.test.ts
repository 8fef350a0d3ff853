import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../src/evaluation/report/report.ts";
import {
  type RecordedRequest,
  type ScriptedOpenAiServer,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";
import { put, putShips } from "../evaluation/benchmarks/ship-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);

const LARGE = {
  question_id: 1,
  db_id: "ships",
  question: "How many large ships are there?",
  evidence: "large refers to length > 25; name refers to ship.name",
  SQL: "SELECT COUNT(*) FROM ship WHERE length > 25",
};
put(folder, "dev.json", [
  LARGE,
  { ...LARGE, question_id: 2, question: "How many ships are there?", SQL: "SELECT COUNT(*) FROM ship" },
]);
putShips(folder, "dev_databases/ships/ships.sqlite");

const ASK = { question: "What is a large ship?", words: ["large"], kind: "missing" };
const sql = (where: string) => ({
  calls: [{ name: "final_answer", arguments: { answer: `SELECT COUNT(*) FROM ship${where}` } }],
});

let server: ScriptedOpenAiServer;
const asPerson = (): readonly RecordedRequest[] =>
  server.requests.filter(({ body }) => body.model === "person");

/** The model that decides asks what is large where it can, and believes what it is told; the one that plays the person says so in words of its own. */
beforeAll(async () => {
  server = await startScriptedOpenAiServer(({ body }) => {
    const said = JSON.stringify(body.messages);
    if (body.model === "person") return { text: '{"answer": "Those of more than 25 metres."}' };
    if (/length > 25|more than 25 metres/u.test(said)) return sql(" WHERE length > 25");
    if (!said.includes("large ships") || !JSON.stringify(body.tools).includes("ask_user")) return sql("");
    return { calls: [{ name: "ask_user", arguments: ASK }] };
  });
});
afterAll(() => server.close());

const bird = ["bird", "--data", folder, "--no-oracle-knowledge", "--model", "scripted"];

async function reportOf(...words: readonly string[]): Promise<Report> {
  const { code, out, err } = await fuxi("eval", ...words, "--json");
  expect(err).not.toContain("fuxi:");
  expect(code).toBe(0);
  return JSON.parse(out) as Report;
}

describe("fuxi eval that may ask", () => {
  it("answers with what is asked, and shows the score beside that without asking", async () => {
    const run = ["--model-url", server.url, "--ask-both", "--run", "both"];
    const { configurations, asking } = await reportOf(...bird, ...run);
    expect(configurations.map(({ configuration: { id, ask } }) => [id, ask])).toEqual([
      ["react", false],
      ["react asking", true],
    ]);
    expect(configurations[0]).not.toHaveProperty("asked");
    expect(configurations[1]?.asked).toEqual({ items: 2, questions: 1, needed: 0, relevant: 1, answered: 1 });
    expect(asking?.[0]?.measures["ex"]).toMatchObject({ n: 2, meanA: 0.5, meanB: 1, wins: 1, losses: 0 });
    const told = server.requests
      .map(({ body }) => JSON.stringify(body.messages))
      .filter((text) => text.includes("length > 25"));
    expect(told).toHaveLength(1);
    expect(told[0]).not.toContain("name refers to");

    const { out } = await fuxi("eval", "report", "both");
    expect(out).toContain("With asking beside without");
    expect(out).toContain("Questions to the user");
    expect((await fuxi("eval", "compare", "both")).out).toContain("react asking beside react");
  });

  it("lets a model play the user, records it, and replays it without asking anybody", async () => {
    const cassette = join(folder, "replies.jsonl");
    const run = ["--ask", "--user-model", "person"];
    const recorded = await reportOf(...bird, ...run, "--model-url", server.url, "--record", cassette);
    expect(recorded.configurations[0]?.configuration).toMatchObject({ ask: true, userModel: "person" });
    expect(recorded.configurations[0]?.measures["ex"]?.mean).toBe(1);
    const [request, ...more] = asPerson();
    expect(more).toEqual([]);
    const prompt = JSON.stringify(request?.body.messages);
    expect(prompt).toContain("You meant: large refers to length > 25");
    expect(prompt).not.toContain("ship.name");
    const before = server.requests.length;
    const replayed = await reportOf(...bird, ...run, "--replay", cassette);
    expect(server.requests).toHaveLength(before);
    expect(replayed.configurations[0]?.measures).toEqual(recorded.configurations[0]?.measures);
  });

  it("refuses a user whom nobody asks", async () => {
    const { code, err } = await fuxi("eval", ...bird, "--model-url", server.url, "--user-model", "person");
    expect(code).toBe(2);
    expect(err).toContain("Add --ask");
  });

  it("takes the address of the model that plays the user beside the built-in rules", async () => {
    const rules = ["bird", "--data", folder, "--policy", "built-in", "--model-url", server.url];
    const { configurations } = await reportOf(...rules, "--ask", "--user-model", "person");
    expect(configurations[0]?.configuration).toMatchObject({ decider: "built-in", userModel: "person" });
    expect((await fuxi("eval", ...rules)).err).toContain("no model decides");
  });
});
