import { expect, it } from "vitest";
import type { ServerTurn } from "../../src/testing/scripted-openai-server.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";
import { scriptedCli } from "./scripted-cli.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const scripted = scriptedCli(cliIn(folder));

const call = (name: string, given: JsonObject): ServerTurn => ({ calls: [{ name, arguments: given }] });
const count = call("final_answer", { answer: "SELECT count(*) FROM customer" });
const ask = ["ask", shop, "How many customers are there?"];

it("says where a way was left and how far back the run went", async () => {
  const { code, err } = await scripted.run(
    [call("from", { from_statement: "purchase" }), call("give_up", { reason: "This leads nowhere." }), count],
    ...[...ask, "--strategy", "dfsdt"],
  );
  expect(code).toBe(0);
  expect(err).toMatch(/^↩ back to (?:the beginning|where step \d+ had led)$/mu);
});

it("shows a question that was not worth asking, with the reason", async () => {
  const { code, err } = await scripted.run(
    [call("ask_user", { question: "What is the customer's id?", words: [], kind: "missing" }), count],
    ...ask,
  );
  expect(code).toBe(0);
  expect(err).toContain("? What is the customer's id?\n  not put to you: People know names, not ids.");
});

it("is nothing with --quiet", async () => {
  const { code, err } = await scripted.run([count], ...ask, "--quiet");
  expect([code, err]).toEqual([0, ""]);
});
