import { afterEach, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../src/agent/run-loop.ts";
import { createModel } from "../../../src/model/providers/create-model.ts";
import { SCRIPTED_FAILURES } from "../../../src/testing/scripted-model.ts";
import {
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../../src/testing/scripted-openai-server.ts";
import type { RunLimits } from "../../../src/trajectory/run-event.ts";
import { runOptions } from "../../support/run-fixture.ts";

let server: ScriptedOpenAiServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A whole run over HTTP: loop, strategy, policy, provider package and server. */
async function run(format: "native" | "text", script: readonly ServerTurn[], limits?: RunLimits) {
  server = await startScriptedOpenAiServer(script);
  const model = await createModel({ name: "m", baseUrl: server.url, environment: {} });
  const policy = llmPolicy({ model, format, retries: 2, firstDelayMilliseconds: 1 });
  return await runTask({ ...runOptions([]), policy, ...(limits === undefined ? {} : { limits }) });
}

/** The last thing that the model was sent. */
const lastSent = () => JSON.stringify(server?.requests.at(-1)?.body);

const FORMATS = {
  native: {
    act: (name: string, args: Record<string, string>): ServerTurn => ({
      text: "Next.",
      calls: [{ name, arguments: args }],
    }),
    answer: (text: string): ServerTurn => ({
      calls: [{ name: "final_answer", arguments: { answer: text } }],
    }),
    draft: (): ServerTurn => ({ calls: [{ name: "final_answer", arguments: {} }] }),
    giveUp: (reason: string): ServerTurn => ({ calls: [{ name: "give_up", arguments: { reason } }] }),
    malformed: (): ServerTurn => ({ calls: [{ name: "find_text", arguments: '{"text": "sa' }] }),
  },
  text: {
    act: (name: string, args: Record<string, string>): ServerTurn => ({
      text: `Thought: Next.\nAction: ${name}(${Object.values(args).map((value) => `"${value}"`)})`,
    }),
    answer: (text: string): ServerTurn => ({ text: `Thought: Done.\nFinal Answer: ${text}` }),
    draft: (): ServerTurn => ({ text: "Thought: Done.\nFinal Answer: draft" }),
    giveUp: (reason: string): ServerTurn => ({ text: `Give Up: ${reason}` }),
    malformed: (): ServerTurn => ({ text: "Action: perhaps look for salt" }),
  },
} as const;

describe.each(["native", "text"] as const)("a run in the %s format", (format) => {
  const { act, answer, draft, giveUp, malformed } = FORMATS[format];
  const choose = [act("enter_folder", { folder: "notes/" }), act("choose_file", { file: "notes/bread.txt" })];

  it("looks around, builds the draft and hands it in", async () => {
    const { outcome } = await run(format, [act("find_text", { text: "salt" }), ...choose, draft()]);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/bread.txt" } });
    expect(server?.requests).toHaveLength(4);
  });

  it("tells of a tool that does not exist which ones are like it", async () => {
    const { outcome } = await run(format, [act("choose_files", { file: "x" }), ...choose, draft()]);
    expect(outcome.type).toBe("answered");
    expect(JSON.stringify(server?.requests[1]?.body)).toMatch(/unknown-tool.*choose_file\b/u);
  });

  it("gives advice after prose, after an empty reply and after a malformed call, and goes on", async () => {
    for (const turn of [{ text: "I wonder." }, { text: "" }, malformed()]) {
      const { outcome } = await run(format, [turn, ...choose, draft()]);
      expect(outcome.type).toBe("answered");
      expect(JSON.stringify(server?.requests[1]?.body)).toContain("could not be used");
      await server?.close();
    }
  });

  it("stops where the replies stay unusable", async () => {
    const { outcome } = await run(format, Array<ServerTurn>(15).fill({ text: "I wonder." }));
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
  });

  it("has a refused answer mended", async () => {
    const { outcome } = await run(format, [answer("letters/anna.txt"), ...choose, answer("notes/bread.txt")]);
    expect(outcome.type).toBe("answered");
    expect(JSON.stringify(server?.requests[1]?.body)).toMatch(/not accepted.*error no-answer/u);
  });

  it("ends unanswerable where the model gives up", async () => {
    const { outcome } = await run(format, [giveUp("There are no prices.")]);
    expect(outcome).toMatchObject({ type: "unanswerable", reason: "There are no prices." });
  });

  it("is told to conclude in the last step", async () => {
    const { outcome } = await run(format, [...choose, draft()], { steps: 3 });
    expect(outcome.type).toBe("answered");
    expect(lastSent()).toMatch(/last step.*now/u);
  });

  it("goes on after too many requests and dropped connections, and counts each reply once", async () => {
    const usage = { inputTokens: 100, outputTokens: 10 };
    const { outcome, usage: counted } = await run(format, [
      SCRIPTED_FAILURES.tooManyRequests(0),
      { drop: "before" },
      { ...(choose[0] as object), usage },
      { drop: "middle" },
      { ...(choose[1] as object), usage },
      { ...(draft() as object), usage },
    ]);
    expect(outcome.type).toBe("answered");
    expect(counted).toMatchObject({ calls: 3, inputTokens: 300, outputTokens: 30 });
  });

  it.each([
    ["context-too-long", [SCRIPTED_FAILURES.contextTooLong()]],
    ["model-refused", [SCRIPTED_FAILURES.wrongKey()]],
    ["model-unavailable", Array<ServerTurn>(3).fill({ drop: "before" })],
  ] as const)("fails as %s, with one line and no credentials", async (code, script) => {
    const { outcome } = await run(format, script);
    expect(outcome).toMatchObject({ type: "failed", code, message: expect.stringMatching(/^[^\n]+$/u) });
    expect(JSON.stringify(outcome)).not.toContain("sk-wrong");
  });
});
