import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn, writeShop } from "../cli/cli-fixture.ts";
import { scriptedCli } from "../cli/scripted-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(join(folder, "kept"));
const scripted = scriptedCli(fuxi);
const QUESTION = "In which cities do customers live?";
const SEES = {
  calls: [{ name: "search_by_SQL", arguments: { query: "SELECT city FROM customer" } }],
} as const;
const BREAKS = { failure: { status: 400, message: "broken" } } as const;

async function stoppedRun(...flags: readonly string[]): Promise<string> {
  const { out, err } = await scripted.run([SEES, BREAKS], "ask", shop, QUESTION, ...flags);
  return /fuxi resume (\S+)/u.exec(out + err)?.[1] ?? "";
}

test("A run does not go on under stricter rules, and the model is sent nothing of it", async () => {
  const run = await stoppedRun();
  const { code, err } = await scripted.run([SEES], "resume", run, "--deny", "customer.city");
  expect(code).not.toBe(0);
  expect(err).toContain("was made under other privacy rules");
  expect(scripted.requests()).toEqual([]);
});

test("A run goes on under the rules that it was made under, without their being said again", async () => {
  const run = await stoppedRun("--mask", "customer.city");
  await scripted.run([SEES], "resume", run);
  const sent = JSON.stringify(scripted.requests().map(({ body }) => body));
  expect(sent).toContain("***");
  expect(sent).not.toMatch(/Lyon|Aarhus/u);
});

test("A question does not follow up on an answer that was found under other rules", async () => {
  const answered = await fuxi("ask", shop, "How many customers are there?");
  expect(answered.code).toBe(0);
  const { code, err } = await fuxi("ask", shop, "And in Lyon?", "--continue", "--deny", "customer.city");
  expect(code).not.toBe(0);
  expect(err).toContain("was made under other privacy rules");
});

test("A pattern that matches nothing is told with near names, before anything is asked", async () => {
  const { code, err } = await fuxi("tools", shop, "--deny", "custmer.city");
  expect(code).not.toBe(0);
  expect(err).toMatch(/custmer\.city matches no table and no column.*customer\.city/u);
});

test("With several targets a pattern says which it is for", async () => {
  const { err } = await fuxi("tools", shop, "sample:cinema", "--mask", "customer.city");
  expect(err).toContain("--mask has to say which it is for");
  const named = await fuxi("tools", shop, "sample:cinema", "--mask", "shop:customer.city");
  expect(named.code).toBe(0);
});

test("What cannot be masked or allowed is not taken silently", async () => {
  const masked = await fuxi("tools", "sample:cinema-kb", "--mask", "film");
  expect(masked.code).not.toBe(0);
  expect(masked.err).toContain("film is a class, which cannot be masked");
  const { code, err } = await fuxi("tools", "sample:cinema-api", "--only", "GET /films");
  expect(code).not.toBe(0);
  expect(err).toContain("is a REST API, of which nothing can be allowed alone");
});

test("What you have written into the glossary is told to a model at each level", async () => {
  await fuxi("glossary", "add", shop, "cities", "where somebody has bought something");
  await scripted.run([{ text: "Final Answer: none" }], "ask", shop, QUESTION, "--egress", "schema");
  expect(JSON.stringify(scripted.requests().map(({ body }) => body))).toContain(
    "where somebody has bought something",
  );
  await fuxi("glossary", "forget", shop, "cities");
});
