import { afterEach, expect, it } from "vitest";
import { llmPolicy } from "../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../src/agent/run-loop.ts";
import { createModel } from "../../../src/model/providers/create-model.ts";
import {
  type ScriptedOpenAiServer,
  startScriptedOpenAiServer,
} from "../../../src/testing/scripted-openai-server.ts";
import { stepLines, teamOptions } from "./team-fixture.ts";

let server: ScriptedOpenAiServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const fenced = (reply: unknown): string => `Here it is:\n\`\`\`json\n${JSON.stringify(reply)}\n\`\`\``;

it("a language model plays every role, over HTTP, with prose around its replies and a form it misses once", async () => {
  const question = { question: "Which movie?", words: ["that movie"], kind: "missing" };
  const replies = [
    fenced({
      thought: "?",
      difficulty: { problem: "No movie is named.", words: ["that movie"], kind: "missing" },
    }),
    fenced({ thought: "Ask.", question }),
    "I would search for it.",
    ...stepLines('Search for the movie "Titanic".', "GET /search/movie", { query: "Titanic" }).map(
      ([, said]) => fenced(said),
    ),
    fenced({ thought: "Done.", answer: "Titanic (5101)" }),
  ];
  server = await startScriptedOpenAiServer(
    replies.map((text) => ({ text, usage: { inputTokens: 100, outputTokens: 10 } })),
  );
  const model = await createModel({ name: "m", baseUrl: server.url, environment: {} });
  const { options, asked } = teamOptions(
    { question: "I need that movie.", lines: [], says: ["Titanic"] },
    { policy: llmPolicy({ model, retries: 1, firstDelayMilliseconds: 1 }) },
  );
  const { outcome, usage } = await runTask(options);
  expect(outcome).toMatchObject({ type: "answered", answer: { text: "Titanic (5101)" } });
  expect(asked).toHaveLength(1);
  expect(server.requests).toHaveLength(replies.length);
  expect(usage).toMatchObject({ inputTokens: 800, outputTokens: 80 });
  const sent = (index: number) => JSON.stringify(server?.requests[index]?.body);
  expect(sent(3)).toContain("That is no JSON object");
  expect(sent(4)).toContain("GET /search/movie: Search for a movie");
  expect(sent(5)).toContain("that movie");
});
