import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startScriptedOpenAiServer } from "../../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { cliIn } from "../cli-fixture.ts";

const folder = temporaryFolder();
const fuxi = cliIn(folder);
const HEADING = "In doubt as the data was loaded";

const priced = (name: string, odd: string): string => {
  const path = join(folder, name);
  const rows = Array.from({ length: 30 }, (_, at) => `thing ${at},${at === 7 ? odd : `${at}.50`}`);
  writeFileSync(path, `item,price\n${rows.join("\n")}\n`);
  return path;
};

it("what was in doubt as data files were loaded stands in every form of a report, of the tables that it queries", async () => {
  const [sales, rents] = [priced("sales.csv", "*free*"), priced("rents.csv", "<b>hearsay</b>")];
  const turns = [
    { plan: ["Count things."] },
    { queries: [{ step: 1, purpose: "Things.", sql: "SELECT count(*) AS n FROM sales" }] },
    { title: "Things", summary: "There are {Q1.n}.", findings: [] },
  ];
  await using server = await startScriptedOpenAiServer((_, at) => ({
    text: JSON.stringify({ thought: "So.", ...turns[at] }),
    usage: { inputTokens: 1, outputTokens: 1 },
  }));
  const model = ["--model", "m", "--model-url", server.url, "--without", "looking"];
  const out = join(folder, "report.json");
  expect((await fuxi("report", sales, rents, "How many?", ...model, "--out", out)).code).toBe(0);
  const { trajectory, report } = JSON.parse(readFileSync(out, "utf8"));
  expect(report.queries[0].evidence.doubts).toEqual([
    expect.stringMatching(/^sales: column price: 1 of 30 cells (?:is|are) no number.*\*free\*/u),
  ]);
  const inForm = async (form: string) => (await fuxi("runs", "show", trajectory, "--output", form)).out;
  expect(await inForm("md")).toMatch(
    new RegExp(`\\n## ${HEADING}\\n\\n- sales: column price: 1 of 30 .*\\\\\\*free`, "u"),
  );
  const html = await inForm("html");
  expect(html).toMatch(
    new RegExp(`<h2 dir="auto">${HEADING}</h2>\\n<ul>\\n<li>sales: column price: 1 of 30 `, "u"),
  );
  const text = await inForm("text");
  expect(text).toMatch(new RegExp(`\\n${HEADING}\\n- sales: column price: 1 of 30 `, "u"));
  for (const each of [html, text]) expect(each).not.toContain("hearsay");
  for (const request of server.requests) expect(JSON.stringify(request.body)).not.toContain("doubts");
});
