import { afterEach, expect, it } from "vitest";
import { llmPolicy } from "../../../src/agent/policies/llm-policy.ts";
import { createModel } from "../../../src/model/providers/create-model.ts";
import { SCRIPTED_FAILURES, scriptedModel } from "../../../src/testing/scripted-model.ts";
import {
  type ScriptedOpenAiServer,
  startScriptedOpenAiServer,
} from "../../../src/testing/scripted-openai-server.ts";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { FILES, findText } from "../../support/run-fixture.ts";
import { partsOf, policyContext, policyRequest, replyTo, seenBy } from "./llm-fixture.ts";

let server: ScriptedOpenAiServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

it("falls back to text, saying so once, where the model takes no tools", async () => {
  const action = { text: 'Thought: t\nAction: find_text("salt")' };
  server = await startScriptedOpenAiServer([SCRIPTED_FAILURES.toolsUnsupported(), action, action]);
  const notices: string[] = [];
  const policy = llmPolicy({
    model: await createModel({ name: "m", baseUrl: server.url, environment: {} }),
    onNotice: (notice) => notices.push(notice),
  });
  for (const _ of "ab")
    expect((await policy.reply(policyRequest(), policyContext())).actions).toEqual([findText("salt")]);
  expect(server.requests.map(({ body }) => "tools" in body)).toEqual([true, false, false]);
  expect(notices).toEqual(["The model takes no tool calls; going on in the text format."]);
});

it("does not fall back where native was asked for", async () => {
  await expect(replyTo([SCRIPTED_FAILURES.toolsUnsupported()], "native")).rejects.toMatchObject({
    code: "model-refused",
    hint: "Use the text format, or a model that can call tools.",
  });
});

it("leaves out a setting that the model refuses, from then on", async () => {
  const failure = {
    status: 400,
    message: "Unsupported value: 'temperature' does not support 0 with this model.",
  };
  const model = scriptedModel([{ failure }, { text: "Final Answer: 1" }, { text: "Final Answer: 2" }]);
  const policy = llmPolicy({ model, sampling: { seed: 7, maxOutputTokens: 500 } });
  for (const _ of "ab") await policy.reply(policyRequest(), policyContext());
  expect(model.requests.map(({ temperature }) => temperature)).toEqual([0, undefined, undefined]);
  expect(model.requests.map(({ seed, maxOutputTokens }) => [seed, maxOutputTokens])).toEqual(
    Array(3).fill([7, 500]),
  );
});

it.each(["native", "text"] as const)(
  "ends with the code of a failure that cannot be mended (%s)",
  async (format) => {
    const endings = [
      [SCRIPTED_FAILURES.contextTooLong(), "context-too-long"],
      [SCRIPTED_FAILURES.wrongKey(), "model-refused"],
    ] as const;
    for (const [turn, code] of endings) await expect(replyTo([turn], format)).rejects.toMatchObject({ code });
    await expect(replyTo(Array(5).fill(SCRIPTED_FAILURES.broken()), format)).rejects.toMatchObject({
      code: "model-unavailable",
    });
  },
);

it("is cancelled together with the action", async () => {
  const controller = new AbortController();
  const asked = replyTo([{ text: "late", delayMilliseconds: 60_000 }], "native", {
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(), 10);
  await expect(asked).rejects.toMatchObject({ code: "cancelled" });
});

it.each(["native", "text"] as const)(
  "begins every request of a run with the same bytes (%s)",
  async (format) => {
    const before = await seenBy(format, {});
    const after = await seenBy(format, {
      transcript: [
        { type: "step", thought: "t", actions: [{ id: "a", action: findText("salt") }] },
        { type: "result", id: "a", action: findText("salt"), text: "none", failed: false },
      ],
      mustConclude: true,
    });
    const contents = (request: typeof before) => request.prompt.map(({ content }) => JSON.stringify(content));
    expect(contents(after).slice(0, 2)).toEqual(contents(before));
    expect(after.tools).toEqual(before.tools);
  },
);

it("keeps what belongs to the question out of the part that is the same for all questions", async () => {
  const { prompt } = await seenBy("text", {
    task: {
      question: "Which notes need salt?",
      oracleKnowledge: "salt is NaCl",
      previous: { run: "r1", question: "Which need water?", answer: "bread, soup", evidence: "find_text" },
    },
  });
  const [system, user] = prompt.map((message) => JSON.stringify(message.content));
  for (const word of ["salt?", "NaCl", "water?", "bread, soup"]) {
    expect(system).not.toContain(word);
    expect(user).toContain(word);
  }
});

it("adds the part that the question needs only where the schema did not fit", async () => {
  const environment = fileTreeEnvironment(FILES);
  const describe =
    (whole: boolean): typeof environment.describe =>
    async (part) =>
      part === "task"
        ? { text: "only notes/" }
        : {
            text: "folders",
            ...(whole ? {} : { truncation: { what: "characters", shown: 7, howToSeeMore: "ask" } }),
          };
  for (const whole of [true, false]) {
    const { prompt } = await seenBy("text", {
      environments: [{ ...environment, describe: describe(whole) }],
    });
    expect(JSON.stringify(prompt).includes("only notes/")).toBe(!whole);
  }
});

it.each(["native", "text"] as const)(
  "shows demonstrations as turns of the conversation (%s)",
  async (format) => {
    const shot = {
      question: "Which notes need leek?",
      transcript: [
        { type: "step" as const, thought: "t", actions: [{ id: "a", action: findText("leek") }] },
        { type: "result" as const, id: "a", action: findText("leek"), text: "notes/soup.txt", failed: false },
      ],
      thought: "Found.",
      answer: "notes/soup.txt",
    };
    const { prompt } = await seenBy(format, {}, { shots: [shot, shot] });
    const parts = partsOf(prompt);
    const ids = parts.filter((part) => part.type === "tool-call").map(({ toolCallId }) => toolCallId);
    expect(new Set(ids).size).toBe(format === "native" ? 4 : 0);
    expect(JSON.stringify(prompt.at(-1)?.content)).toContain("Which notes need salt?");
    expect(JSON.stringify(prompt).match(/notes\/soup\.txt/gu)).toHaveLength(4);
  },
);
