import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { expect } from "vitest";
import { callModel } from "../../src/model/call-model.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";
import { SCRIPTED_FAILURES, type ScriptedTurn } from "../../src/testing/scripted-model.ts";
import type { TestRunner } from "../../src/testing/test-runner.ts";

/** A model behind which a script is played. */
export interface ModelUnderTest {
  readonly model: LanguageModel;
  /** Called after each test. */
  close?(): Promise<void>;
}

/** How the suite gets a model that replies as a script says. */
export interface ModelConformanceOptions {
  /** Makes a model behind which `script` is played, one turn per attempt. It will be asked `requests`, in order. */
  open(
    script: readonly ScriptedTurn[],
    requests: readonly LanguageModelV4CallOptions[],
  ): Promise<ModelUnderTest>;
}

/** What every model must do for Fuxi, whatever is behind it. */
export function modelConformance({ it }: TestRunner, { open }: ModelConformanceOptions): void {
  const ask = async (
    script: readonly ScriptedTurn[],
    requests: readonly LanguageModelV4CallOptions[],
    signal = new AbortController().signal,
  ) => {
    const { model, close } = await open(script, requests);
    try {
      const replies = [];
      for (const request of requests) {
        replies.push(await callModel(model, request, { signal, retries: 2, firstDelayMilliseconds: 1 }));
      }
      return replies;
    } finally {
      await close?.();
    }
  };

  const contentOf = async (...script: readonly ScriptedTurn[]) => (await ask(script, [QUESTION]))[0]?.result;

  it("gives text with its finish reason, reasoning apart from it", async () => {
    const said = await contentOf({ reasoning: "Hm.", text: "Forty-two." });
    expect(texts(said?.content)).toEqual(["Forty-two."]);
    expect(said?.content).toContainEqual(expect.objectContaining({ type: "reasoning", text: "Hm." }));
    expect(said?.finishReason.unified).toBe("stop");
    expect((await contentOf({ text: "Forty-", finish: "length" }))?.finishReason.unified).toBe("length");
  });

  it("gives several tool calls in order, with their arguments as text", async () => {
    const calls = [
      { name: "look", arguments: { at: "sky" } },
      { name: "look", arguments: '{"at": "sea' },
    ];
    const said = await contentOf({ text: "Looking.", calls });
    const made = said?.content.filter((part) => part.type === "tool-call") ?? [];
    expect(made.map(({ toolName, input }) => [toolName, input])).toEqual([
      ["look", '{"at":"sky"}'],
      ["look", '{"at": "sea'],
    ]);
    expect(new Set(made.map(({ toolCallId }) => toolCallId)).size).toBe(2);
  });

  it("counts what the provider told, and nothing that it did not tell", async () => {
    const usage = { inputTokens: 120, outputTokens: 7 };
    const replies = await ask(
      [{ text: "a", usage }, { text: "b", usage: { ...usage, cachedInputTokens: 100 } }, { text: "c" }],
      [QUESTION, QUESTION, QUESTION],
    );
    expect(replies.map((reply) => reply.usage)).toEqual([
      { calls: 1, ...usage },
      { calls: 1, ...usage, cachedInputTokens: 100 },
      { calls: 1 },
    ]);
  });

  it("takes a conversation with tool calls, failed results and sampling settings", async () => {
    const [reply] = await ask([{ text: "Done." }], [CONVERSATION]);
    expect(texts(reply?.result.content)).toEqual(["Done."]);
  });

  const { tooManyRequests, broken, wrongKey, contextTooLong } = SCRIPTED_FAILURES;
  it("is asked again after too many requests and after a server error", async () => {
    const said = await contentOf(tooManyRequests(), broken(), { text: "At last." });
    expect(texts(said?.content)).toEqual(["At last."]);
  });

  for (const [name, script, code] of [
    ["a server that keeps failing is unavailable", Array(3).fill(broken()), "model-unavailable"],
    ["a wrong key is refused", [wrongKey()], "model-refused"],
    ["a request that does not fit is told apart", [contextTooLong()], "context-too-long"],
  ] as const)
    it(name, async () => {
      await expect(ask(script, [QUESTION])).rejects.toMatchObject({ code });
    });

  it("does not begin a call that was cancelled before", async () => {
    const asked = ask([{ text: "Late." }], [QUESTION], AbortSignal.abort());
    await expect(asked).rejects.toMatchObject({ code: "cancelled" });
  });

  it("stops waiting when it is cancelled", async () => {
    const controller = new AbortController();
    const asked = ask([{ text: "Late.", delayMilliseconds: 60_000 }], [QUESTION], controller.signal);
    setTimeout(() => controller.abort(), 20);
    await expect(asked).rejects.toMatchObject({ code: "cancelled" });
  });
}

function texts(content: Awaited<ReturnType<LanguageModel["doGenerate"]>>["content"] = []): readonly string[] {
  return content.filter((part) => part.type === "text").map((part) => part.text);
}

const QUESTION: LanguageModelV4CallOptions = {
  prompt: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "How much?" }] },
  ],
};

const CONVERSATION: LanguageModelV4CallOptions = {
  prompt: [
    ...QUESTION.prompt,
    {
      role: "assistant",
      content: [
        { type: "text", text: "Looking." },
        { type: "tool-call", toolCallId: "c00000000", toolName: "look", input: { at: "sky" } },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c00000000",
          toolName: "look",
          output: { type: "error-text", value: "error no-answer: too dark" },
        },
      ],
    },
  ],
  tools: [
    {
      type: "function",
      name: "look",
      description: "Looks.",
      inputSchema: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
    },
  ],
  toolChoice: { type: "auto" },
  temperature: 0,
  seed: 7,
  maxOutputTokens: 200,
};
