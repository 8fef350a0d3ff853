import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type ServerTurn, startScriptedOpenAiServer } from "../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);
const usage = { inputTokens: 1, outputTokens: 1 };

it("a run that was stopped and is being worked on again is not ended, in the list and by itself", async () => {
  const turns: readonly ServerTurn[] = [
    { calls: [{ name: "check_query", arguments: { query: "SELECT 1" } }], usage },
    {
      calls: [{ name: "final_answer", arguments: { answer: "SELECT count(*) FROM customer" } }],
      usage,
      delayMilliseconds: 3000,
    },
  ];
  await using server = await startScriptedOpenAiServer(
    (_, at) => turns[at] ?? { failure: { status: 400, message: "The script is over." } },
  );
  const model = ["--model", "m", "--model-url", server.url];
  const { out } = await fuxi("ask", shop, "How many?", "--max-steps", "1", "--json", ...model);
  const { token } = JSON.parse(out) as { token: string };
  expect((await fuxi("runs", "show", token)).out).toContain("Stopped:");
  const resumed = fuxi("resume", token, "--max-steps", "5", "--json");
  while (server.requests.length < 2) await sleep(20);
  const list = await fuxi("runs", "list");
  const shown = await fuxi("runs", "show", token);
  const json = await fuxi("runs", "show", token, "--json");
  expect(list.out).toMatch(new RegExp(`^${token} .* not ended `, "mu"));
  expect(shown.out).toMatch(
    /\nNot ended: its last step was at \d\d:\d\d:\d\d\. If no process is working on it any more, go on with: fuxi resume \S+\n$/u,
  );
  expect(shown.out).not.toContain("Stopped:");
  expect(json.code).toBe(5);
  expect(JSON.parse(json.out)).toEqual({
    outcome: "not-ended",
    at: expect.stringMatching(/^\d{4}-.*Z$/u),
    token,
  });
  expect((await resumed).code).toBe(0);
  expect((await fuxi("runs", "show", token)).out).toMatch(/\b3\b/u);
});
