import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type AnswersForm, connectMcp, ERAS } from "../support/mcp-process.ts";

const QUESTION = "Who directed Homecoming?";
const SECOND = "The Letter of the Dream: Homecoming";
const wish = { question: "Which Homecoming do you mean?", words: ["Homecoming"], kind: "several-meanings" };
const sql = `SELECT p.name FROM film f JOIN crew c ON c.film_id = f.film_id JOIN person p ON p.person_id = c.person_id WHERE f.title = '${SECOND}'`;
const ASKS: ServerTurn = { calls: [{ name: "ask_user", arguments: wish }] };
const ENDS: ServerTurn = { calls: [{ name: "give_up", arguments: { reason: "Nobody is named." } }] };

const folder = temporaryFolder();
let model: ScriptedOpenAiServer;
let turns: readonly ServerTurn[] = [];
let before = 0;
beforeAll(async () => {
  model = await startScriptedOpenAiServer(
    (_, index) => turns[index - before] ?? { failure: { status: 400, message: "The script is over." } },
  );
});
afterAll(() => model.close());
beforeEach(() => {
  before = model.requests.length;
});

describe.each(ERAS)("a whole question through the server, with a client of %s", (era) => {
  const connect = (answers?: AnswersForm) =>
    connectMcp({
      transport: "stdio",
      era,
      folder,
      args: ["sample:cinema", "--model-url", model.url, "--model", "scripted"],
      ...(answers === undefined ? {} : { answers }),
    });

  it("is asked back in a form, and the run goes on with what the person chose", async () => {
    turns = [ASKS, { calls: [{ name: "search_by_SQL", arguments: { query: sql } }] }, ENDS];
    await using mcp = await connect(({ requestedSchema }) => {
      const { answer } = (requestedSchema as { properties: { answer: { oneOf: { const: string }[] } } })
        .properties;
      return { answer: answer.oneOf.find((each) => each.const.includes(SECOND))?.const ?? "" };
    });
    const told: string[] = [];
    const result = await mcp.client.callTool(
      { name: "ask", arguments: { question: QUESTION } },
      { onprogress: ({ message }) => told.push(message ?? "") },
    );
    expect(result.structuredContent).toMatchObject({ outcome: "unanswerable", reason: "Nobody is named." });
    expect(JSON.stringify(model.requests[before + 1]?.body)).toContain(SECOND);
    expect(told.join("\n")).toContain("cinema.search_by_SQL");
  });
});
