import { describe, expect, it } from "vitest";
import {
  type RecordedRequest,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn, writeShop } from "./cli-fixture.ts";

const folder = temporaryFolder();
const shop = writeShop(folder);
const fuxi = cliIn(folder);
const usage = { inputTokens: 100, outputTokens: 10 };

/** The letter before the option whose label begins like this. */
function letterOf({ body }: RecordedRequest, label: string): ServerTurn {
  const messages = body["messages"] as readonly { readonly content: string }[];
  const line = messages
    .at(-1)
    ?.content.split("\n")
    .find((each) => each.includes(`. ${label}`));
  return { text: JSON.stringify({ choice: line?.split(".")[0] ?? "?" }), usage };
}

describe("fuxi ask --strategy decoupled", () => {
  it("shows each thought, what was chosen among how many, and the action", async () => {
    const turns: readonly ((request: RecordedRequest) => ServerTurn)[] = [
      () => ({ text: "Thought: The query is short: I check it whole.", usage }),
      (request) => letterOf(request, "check_query"),
      () => ({ text: JSON.stringify({ query: "SELECT count(*) FROM customer WHERE city = 'Lyon'" }), usage }),
      () => ({ text: "Thought: That is it.\nFinal Answer: draft", usage }),
    ];
    await using server = await startScriptedOpenAiServer(
      (request, at) => turns[at]?.(request) ?? { text: "Give Up: the script is over" },
    );
    const asked = ["ask", shop, "How many customers live in Lyon?", "--strategy", "decoupled"];
    const { code, out, err } = await fuxi(...asked, "--model-url", server.url, "--model", "scripted");
    expect([code, out]).toEqual([0, expect.stringContaining("2")]);
    expect(err).toContain("decoupled with llm:");
    expect(err).toContain("· The query is short: I check it whole.");
    expect(err).toMatch(/ {2}of \d+ possible actions: check_query\(…\)\n→ check_query\("SELECT count/);
  });
});
