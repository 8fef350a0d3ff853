import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type ScriptedOpenAiServer,
  startScriptedOpenAiServer,
} from "../../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { cliIn, writeShop } from "../cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);
const SQL = "SELECT city, count(*) AS customers FROM customer GROUP BY city ORDER BY city";
const TURNS = [
  { plan: ["Count customers by city."] },
  { queries: [{ step: 1, purpose: "Customers by city.", sql: SQL }] },
  { title: "Customers by city", summary: "Lyon has {Q1:2.customers} of them.", findings: [] },
];
let server: ScriptedOpenAiServer;
let before = 0;
beforeAll(async () => {
  server = await startScriptedOpenAiServer((_, at) => ({
    text: JSON.stringify({ thought: "So.", ...TURNS[at - before] }),
    usage: { inputTokens: 1, outputTokens: 1 },
  }));
});
afterAll(() => server.close());

/** The id of a report that was stopped at a limit of tokens, after its plan. */
async function stopped(...options: readonly string[]): Promise<string> {
  before = server.requests.length;
  const words = [
    "report",
    shop,
    "How many?",
    "--without",
    "looking",
    "--model",
    "m",
    "--model-url",
    server.url,
  ];
  const { code, out, err } = await fuxi(...words, "--max-tokens", "1", ...options);
  expect(code).toBe(5);
  return /fuxi resume (\S+)/u.exec(out + err)?.[1] ?? "";
}

const resume = (...words: readonly string[]) => fuxi("resume", ...words, "--max-tokens", "100");

it("a report that is resumed goes to the file of the first command, in its form, from another folder, too", async () => {
  const out = join(folder, "report.txt");
  const run = await stopped("--out", out, "--output", "md");
  expect(existsSync(out)).toBe(false);
  const elsewhere = join(folder, "elsewhere");
  mkdirSync(elsewhere);
  const home = process.cwd();
  process.chdir(elsewhere);
  try {
    expect(await resume(run)).toMatchObject({
      code: 0,
      out: "",
      err: expect.stringContaining(`Wrote ${out}`),
    });
  } finally {
    process.chdir(home);
  }
  expect(readFileSync(out, "utf8")).toMatch(/^# Customers by city\n/u);
});

it.each([
  [["--json"], /^\{/u],
  [["--out", "-"], /^Customers by city\n/u],
  [["--output", "md"], /^# Customers by city\n/u],
])("%j of the resuming command is taken instead", async (words, printed) => {
  const out = join(folder, `${words.join("")}.html`);
  const run = await stopped("--out", out);
  const resumed = await resume(run, ...words);
  expect(resumed.code).toBe(0);
  expect(resumed.out).toMatch(printed);
  expect(existsSync(out)).toBe(false);
});
