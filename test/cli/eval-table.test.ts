import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ScriptedOpenAiServer,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const fuxi = cliIn(temporaryFolder());
const SQL = "SELECT count(*) FROM film";

/** Says what any of the strategies can read: members of forms, a query in a fence, a final answer. */
const form = (relation = "") => ({
  ...{ thought: "", tables: ["film"], sql: SQL },
  ...{ relations: [relation], answer: ["Nobody"], more: false, chosen: ["a"] },
  ...{ links: ["film.title"], class: "easy", questions: [], program: '(JOIN (R title) "Heat")' },
});
let server: ScriptedOpenAiServer;
let before = 0;
const asked = (): number => server.requests.length - before;
beforeAll(async () => {
  server = await startScriptedOpenAiServer(({ body }) => {
    const prompt = JSON.stringify(body);
    const usage = { inputTokens: 1000, outputTokens: 10 };
    const [, relation] = /Relations of [^:]*: ([\w^:]+)/u.exec(prompt) ?? [];
    if (prompt.includes("Reply with one JSON object")) return { text: JSON.stringify(form(relation)), usage };
    if (prompt.includes("in a block of code")) return { text: `\`\`\`sql\n${SQL}\n\`\`\``, usage };
    return { text: `Final Answer: ${prompt.includes("get_relations") ? "Nobody" : SQL}`, usage };
  });
});
afterAll(() => server.close());
beforeEach(() => {
  before = server.requests.length;
});

const fill = (table: string, ...words: readonly string[]) =>
  fuxi("eval", "table", table, "--fill", "--model-url", server.url, "--model", "openai/any", ...words);
const ownRows = (out: string): readonly string[] =>
  [...out.matchAll(/^> openai\/any, (.*?) \(/gmu)].map(([, id = ""]) => id);

describe("fuxi eval table --fill", () => {
  it.each([
    [
      "middleware-1",
      5,
      ["api-docs-prompt with oracle knowledge", "api-docs-prompt", "structgpt", "execute-sql", "react"],
    ],
    ["middleware-2", 3, ["pangu", "kb-binder", "structgpt", "react shots=1", "decoupled shots=1"]],
    ["middleware-d4", 0, ["api-docs-prompt", "din-sql", "dail-sql", "execute-sql", "react"]],
  ] as const)(
    "runs every strategy of %s on the bundled sample, and prints its row",
    async (name, valid, rows) => {
      const { code, out, err } = await fill(name, "--on", "fuxi-cinema", "--sample", "1", "--yes");
      expect(err).toContain(
        `run ${name}-fuxi-cinema-openai-any-sample1: 1 question × ${rows.length} configurations`,
      );
      expect(code).toBe(0);
      expect(ownRows(out)).toEqual(rows);
      // Validity is the last column of the first two tables; react's names stand for no entity there.
      expect(out.match(/^> .* 100\.0 \(n = 1\)$/gmu) ?? []).toHaveLength(valid);
      expect(out).toContain(`fuxi-cinema stands in for ${name === "middleware-2" ? "kbqa-agent" : "bird"}`);
    },
  );

  it("tells first what it is expected to take, with the cost where a price is known", async () => {
    const words = ["--on", "fuxi-cinema", "--sample", "3", "--run", "priced"];
    const refused = await fill("middleware-d4", ...words);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("Add --yes.") });
    expect(refused.err).toMatch(/^api-docs-prompt +3 +3 +3,891 +450 +unknown$/mu);
    expect(refused.err).toMatch(/^Together +15 /mu);
    expect(asked()).toBe(0);
  });

  it("goes on with what was begun, and estimates the rest by what the answers have taken", async () => {
    const words = ["--on", "fuxi-cinema", "--sample", "2", "--run", "going", "--concurrency", "1"];
    const first = await fill("middleware-d4", ...words, "--yes", "--max-tokens", "3000");
    expect(first.code).toBe(5);
    const done = asked();
    const second = await fill("middleware-d4", ...words, "--yes");
    expect(second.code).toBe(0);
    expect(second.err).toMatch(/^api-docs-prompt +(\d) +\1 +\1,000 +\1?0 /mu);
    expect(ownRows(second.out)).toHaveLength(5);
    const all = asked();
    expect(all).toBeGreaterThan(done);
    const third = await fill("middleware-d4", ...words);
    expect(third).toMatchObject({ code: 0, out: second.out });
    expect(asked()).toBe(all);
    expect((await fuxi("eval", "table", "middleware-d4", "going")).out).toBe(second.out);
  });

  it("may be gone on with as any run", async () => {
    const words = ["--on", "fuxi-cinema", "--sample", "1", "--run", "any", "--concurrency", "1"];
    await fill("middleware-d4", ...words, "--yes", "--max-tokens", "1000");
    const { code, out } = await fuxi("eval", "--run", "any", "--model-url", server.url);
    expect(code).toBe(0);
    expect(out).toContain("execute-sql");
  });

  it.each([
    [["middleware-1", "--sample", "3"], "Nothing is run for a table without --fill."],
    [["middleware-1", "--fill", "--on", "metaqa"], "cannot be filled on metaqa"],
    [["qwn-4-2", "--fill"], "is not filled by one command"],
    [["middleware-1", "--fill", "--model", "any", "--model-url", "http://127.0.0.1:1"], "--data"],
  ])("refuses %j", async (words, message) => {
    const { code, err } = await fuxi("eval", "table", ...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
