import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { FuxiError } from "../errors/fuxi-error.ts";
import { callModel } from "../model/call-model.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { SCRIPTED_FAILURES, type ScriptedTurn } from "./scripted-model.ts";
import type { TestRunner } from "./test-runner.ts";

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
  /** Why a call cannot be cancelled while it waits, where that is so. */
  readonly answersAtOnce?: string;
}

/** What every model must do for Fuxi, whatever is behind it. */
export function modelConformance(
  { it, skip }: TestRunner,
  { open, answersAtOnce }: ModelConformanceOptions,
): void {
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

  it("gives text with its finish reason", async () => {
    const [reply] = await ask([{ text: "Forty-two." }], [QUESTION]);
    deepEqual(texts(reply?.result.content), ["Forty-two."]);
    equal(reply?.result.finishReason.unified, "stop");
  });

  it("gives several tool calls in order, with their arguments as text", async () => {
    const calls = [
      { name: "look", arguments: { at: "sky" } },
      { name: "look", arguments: '{"at": "sea' },
    ];
    const [reply] = await ask([{ text: "Looking.", calls }], [QUESTION]);
    const made = reply?.result.content.filter((part) => part.type === "tool-call") ?? [];
    deepEqual(
      made.map(({ toolName, input }) => [toolName, input]),
      [
        ["look", '{"at":"sky"}'],
        ["look", '{"at": "sea'],
      ],
    );
    equal(new Set(made.map(({ toolCallId }) => toolCallId)).size, 2);
  });

  it("keeps reasoning apart from text", async () => {
    const [reply] = await ask([{ reasoning: "Hm.", text: "Yes." }], [QUESTION]);
    deepEqual(texts(reply?.result.content), ["Yes."]);
    ok(reply?.result.content.some((part) => part.type === "reasoning" && part.text === "Hm."));
  });

  it("says that a reply was cut off", async () => {
    const [reply] = await ask([{ text: "Forty-", finish: "length" }], [QUESTION]);
    equal(reply?.result.finishReason.unified, "length");
  });

  it("counts what the provider told, and nothing that it did not tell", async () => {
    const usage = { inputTokens: 120, outputTokens: 7 };
    const [told, cached, silent] = await ask(
      [{ text: "a", usage }, { text: "b", usage: { ...usage, cachedInputTokens: 100 } }, { text: "c" }],
      [QUESTION, QUESTION, QUESTION],
    );
    deepEqual(told?.usage, { calls: 1, ...usage });
    deepEqual(cached?.usage, { calls: 1, ...usage, cachedInputTokens: 100 });
    deepEqual(silent?.usage, { calls: 1 });
  });

  it("takes a conversation with tool calls, failed results and sampling settings", async () => {
    const [reply] = await ask([{ text: "Done." }], [CONVERSATION]);
    deepEqual(texts(reply?.result.content), ["Done."]);
  });

  it("is asked again after too many requests and after a server error", async () => {
    const [reply] = await ask(
      [SCRIPTED_FAILURES.tooManyRequests(), SCRIPTED_FAILURES.broken(), { text: "At last." }],
      [QUESTION],
    );
    deepEqual(texts(reply?.result.content), ["At last."]);
  });

  const failures = [
    [
      "a server that keeps failing is unavailable",
      Array(3).fill(SCRIPTED_FAILURES.broken()),
      "model-unavailable",
    ],
    ["a wrong key is refused", [SCRIPTED_FAILURES.wrongKey()], "model-refused"],
    ["a request that does not fit is told apart", [SCRIPTED_FAILURES.contextTooLong()], "context-too-long"],
  ] as const;
  for (const [name, script, code] of failures) {
    it(name, async () => {
      await rejects(ask(script, [QUESTION]), (error) => FuxiError.isInstance(error) && error.code === code);
    });
  }

  it("does not begin a call that was cancelled before", async () => {
    await rejects(ask([{ text: "Late." }], [QUESTION], AbortSignal.abort()), isCancelled);
  });

  if (answersAtOnce !== undefined) skip("stops waiting when it is cancelled", answersAtOnce);
  else {
    it("stops waiting when it is cancelled", async () => {
      const controller = new AbortController();
      const asked = ask([{ text: "Late.", delayMilliseconds: 60_000 }], [QUESTION], controller.signal);
      setTimeout(() => controller.abort(), 20);
      await rejects(asked, isCancelled);
    });
  }
}

const isCancelled = (error: unknown) => FuxiError.isInstance(error) && error.code === "cancelled";

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
