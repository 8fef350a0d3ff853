import { describe, expect, it } from "vitest";
import type { PolicyRequest } from "../../src/agent/policy-request.ts";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import type { RunTaskOptions } from "../../src/agent/run-options.ts";
import type { Strategy } from "../../src/agent/strategy.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { FuxiError } from "../../src/errors/fuxi-error.ts";
import { memoryTrajectoryStore } from "../../src/store/trajectories.ts";
import type { TrajectoryStore } from "../../src/trajectory/trajectory-store.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import {
  chooseFile,
  enterFolder,
  FILES,
  findText,
  PRINCIPAL,
  runOptions,
  take,
} from "../support/run-fixture.ts";

const ANSWER = [
  { actions: [enterFolder("notes/")] },
  { actions: [chooseFile("notes/bread.txt")] },
  { claim: { claim: {} } },
];

/** The same, by what was really done. */
const BY_RESULTS = ({ transcript }: PolicyRequest) =>
  ANSWER[transcript.filter(({ type }) => type === "result").length] ?? {};

const never = new Promise<never>(() => {});

describe("a run", () => {
  it("stores every event before it acts on it", async () => {
    const store = memoryTrajectoryStore();
    const seen: number[] = [];
    const options = runOptions(ANSWER, { store, runId: "r1" });
    const policy = {
      ...options.policy,
      reply: async (...given: Parameters<typeof options.policy.reply>) => {
        seen.push((await store.read("r1", PRINCIPAL)).length);
        return await options.policy.reply(...given);
      },
    };
    const { events } = await runTask({ ...options, policy });
    expect(seen).toEqual([2, 4, 6]);
    expect(await store.read("r1", PRINCIPAL)).toEqual(events);
  });

  it("numbers events without gaps and names the cause of each", async () => {
    const { events } = await runTask(
      runOptions([{ actions: [findText("a"), findText("b")] }, ...ANSWER.slice(0, 0)]),
    );
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    const replied = events.find(({ type }) => type === "policy-replied");
    const observed = events.filter(({ type }) => type === "action-observed");
    expect(observed.map(({ parentSeq }) => parentSeq)).toEqual([replied?.seq, replied?.seq]);
  });

  it("takes reading actions of one step at the same time and writes their results in order", async () => {
    const inner = fileTreeEnvironment(FILES);
    const arrived: string[] = [];
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const environment: Environment = {
      ...inner,
      async act(workspace, action, context) {
        arrived.push(String(action.arguments.text));
        // The first waits for the second, so this ends only if both are under way together.
        if (arrived.length === 2) release();
        else await gate;
        return await inner.act(workspace, action, context);
      },
    };
    const { events } = await runTask(
      runOptions(
        [{ actions: [findText("salt"), findText("leek")] }, { unanswerable: { reason: "done", words: [] } }],
        { environments: [environment] },
      ),
    );
    const observed = events.filter((event) => event.type === "action-observed");
    expect(observed.map(({ action }) => action.arguments.text)).toEqual(["salt", "leek"]);
  });

  it("answers an unknown tool with the nearest names instead of ending", async () => {
    const { events, outcome } = await runTask(
      runOptions([
        { actions: [take("findtexts", { text: "salt" })] },
        { unanswerable: { reason: "x", words: [] } },
      ]),
    );
    expect(events.find(({ type }) => type === "action-failed")).toMatchObject({
      failure: { code: "unknown-tool", suggestions: [{ text: "find_text" }] },
    });
    expect(outcome.type).toBe("unanswerable");
  });

  it("is stopped when it is cancelled in the middle of an action, even one that does not listen", async () => {
    const controller = new AbortController();
    const environment: Environment = {
      ...fileTreeEnvironment(FILES),
      act: async () => {
        controller.abort();
        return await never;
      },
    };
    const { outcome, events } = await runTask(
      runOptions([{ actions: [findText("salt")] }], {
        environments: [environment],
        signal: controller.signal,
      }),
    );
    expect(outcome).toMatchObject({ type: "stopped", reason: "cancelled" });
    expect(events.at(-1)?.type).toBe("run-finished");
  });

  it("is stopped by its time limit in the middle of a reply", async () => {
    const { outcome } = await runTask(
      runOptions(async () => await never, { limits: { steps: 5, milliseconds: 30 } }),
    );
    expect(outcome).toMatchObject({ type: "stopped", reason: "time" });
  });

  it("is stopped before the reply that would come after the token or the cost limit", async () => {
    const usage = { calls: 1, inputTokens: 60, outputTokens: 10 };
    const script = [
      { actions: [findText("a")], usage },
      { actions: [findText("b")], usage },
      { claim: { claim: {} } },
    ];
    const tokens = await runTask(runOptions(script, { limits: { steps: 9, tokens: 100 } }));
    expect(tokens.outcome).toMatchObject({ type: "stopped", reason: "tokens" });
    expect(tokens.usage).toEqual({ calls: 2, inputTokens: 120, outputTokens: 20 });
    const cost = await runTask(
      runOptions(script, {
        limits: { steps: 9, cost: 0.05 },
        price: ({ inputTokens = 0 }) => inputTokens / 1000,
      }),
    );
    expect(cost.outcome).toMatchObject({ type: "stopped", reason: "cost" });
    expect(cost.usage.calls).toBe(1);
  });

  it("refuses a cost limit without prices before anything is done", async () => {
    const options = runOptions(ANSWER, { limits: { steps: 9, cost: 1 } });
    await expect(runTask(options)).rejects.toMatchObject({ code: "configuration-invalid" });
    expect(await options.store.list({ principal: PRINCIPAL, limit: 9 })).toEqual([]);
  });

  it("is stopped when the same action is chosen a third time in a row", async () => {
    const again = { actions: [findText("salt")] };
    const { outcome, events } = await runTask(runOptions([again, again, again, again]));
    expect(outcome).toMatchObject({ type: "stopped", reason: "repetition" });
    expect(events.filter(({ type }) => type === "action-observed")).toHaveLength(2);
  });

  it("is stopped after three replies in a row that cannot be used", async () => {
    const bad = { problem: { kind: "empty" as const, message: "Nothing was written." } };
    const { outcome } = await runTask(
      runOptions([bad, bad, { actions: [findText("a")] }, bad, bad, bad, bad]),
    );
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
  });

  it("fails with the code, the words and the hint of an error that Fuxi knows", async () => {
    const { outcome } = await runTask(
      runOptions(() => {
        throw new FuxiError("model-unavailable", "The provider does not answer.", { hint: "Try later." });
      }),
    );
    expect(outcome).toEqual({
      type: "failed",
      code: "model-unavailable",
      message: "The provider does not answer.",
      hint: "Try later.",
    });
  });

  it("fails as internal on anything else, and says so", async () => {
    const { outcome } = await runTask(
      runOptions(() => {
        throw new RangeError("index out of bounds");
      }),
    );
    expect(outcome).toMatchObject({
      type: "failed",
      code: "internal",
      message: "RangeError: index out of bounds",
    });
  });

  it("fails when the strategy neither commands nor finishes", async () => {
    const idle: Strategy = { name: "idle", start: () => null, next: (state) => ({ state, commands: [] }) };
    const { outcome } = await runTask(runOptions(ANSWER, { strategy: idle }));
    expect(outcome).toMatchObject({ type: "failed", code: "internal" });
  });

  it("throws what the store throws, because such a run has no record", async () => {
    const inner = memoryTrajectoryStore();
    const full: TrajectoryStore = {
      ...inner,
      append: async (id, principal, events) => {
        if (events[0]?.type === "policy-replied")
          throw new FuxiError("store-corrupt", "The store is damaged.");
        await inner.append(id, principal, events);
      },
    };
    await expect(runTask(runOptions(ANSWER, { store: full }))).rejects.toMatchObject({
      code: "store-corrupt",
    });
  });

  it.each([
    ["an empty question", { task: { question: "  " } }],
    ["no environment", { environments: [] }],
    [
      "two environments of one name",
      { environments: [fileTreeEnvironment(FILES), fileTreeEnvironment(FILES)] },
    ],
    ["a name that no tool can carry", { environments: [{ ...fileTreeEnvironment(FILES), id: "my files" }] }],
  ] satisfies [string, Partial<RunTaskOptions>][])("is refused with %s", async (_, more) => {
    await expect(runTask(runOptions(ANSWER, more))).rejects.toMatchObject({ code: "usage" });
  });
});

describe("several environments", () => {
  it("are told apart by the prefix of the tool", async () => {
    const environments = [
      fileTreeEnvironment(FILES, "home"),
      fileTreeEnvironment({ "work/plan.txt": "salt" }, "office"),
    ];
    const { events, outcome } = await runTask(
      runOptions(
        [
          {
            actions: [
              take("office__find_text", { text: "salt" }, ""),
              take("find_text", { text: "salt" }, "home"),
            ],
          },
          { actions: [take("find_text", { text: "salt" }, "")] },
          { actions: [take("office__enter_folder", { folder: "work/" }, "")] },
          { actions: [take("office__choose_file", { file: "work/plan.txt" }, "")] },
          { claim: { claim: {} } },
        ],
        { environments },
      ),
    );
    const observed = events.filter((event) => event.type === "action-observed");
    expect(observed[0]).toMatchObject({
      environment: "office",
      observation: { data: { files: ["work/plan.txt"] } },
    });
    expect(observed[1]).toMatchObject({
      environment: "home",
      action: { environment: "home", tool: "find_text" },
    });
    expect(events.find(({ type }) => type === "action-failed")).toMatchObject({
      failure: { suggestions: [{ text: "home__find_text" }, { text: "office__find_text" }] },
    });
    // A claim that names no environment is meant for the one that was last worked in.
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "work/plan.txt" } });
  });
});

describe("a resumed run", () => {
  it("goes on after its step limit was raised, and tells the policy of the new one", async () => {
    const store = memoryTrajectoryStore();
    const asked: PolicyRequest[] = [];
    const limited = runOptions(
      (request) => {
        asked.push(request);
        return BY_RESULTS(request);
      },
      { store, runId: "r", limits: { steps: 2 } },
    );
    expect((await runTask(limited)).outcome).toMatchObject({ type: "stopped", reason: "steps" });
    await expect(resumeRun({ ...limited, runId: "r" })).rejects.toMatchObject({ code: "run-not-resumable" });
    const { outcome, events } = await resumeRun({ ...limited, runId: "r", limits: { steps: 5 } });
    expect(outcome.type).toBe("answered");
    expect(asked.map(({ mustConclude }) => mustConclude)).toEqual([false, true, false, false]);
    expect(asked[2]?.transcript.at(-1)).toMatchObject({ text: expect.stringContaining("was not taken") });
    expect(events.find(({ type }) => type === "run-resumed")).toMatchObject({ limits: { steps: 5 } });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  });

  it("cannot be one that was answered", async () => {
    const options = runOptions(ANSWER, { runId: "r" });
    await runTask(options);
    await expect(resumeRun({ ...options, runId: "r" })).rejects.toMatchObject({ code: "run-not-resumable" });
  });

  it("goes on after the model was away", async () => {
    let away = true;
    const options = runOptions(
      (request) => {
        if (away) throw new FuxiError("model-unavailable", "Away.");
        return ANSWER[request.transcript.filter(({ type }) => type === "step").length] ?? {};
      },
      { runId: "r" },
    );
    expect((await runTask(options)).outcome.type).toBe("failed");
    away = false;
    expect((await resumeRun({ ...options, runId: "r" })).outcome.type).toBe("answered");
  });

  it("needs the environments and the strategy that it began with", async () => {
    const options = runOptions(ANSWER, { runId: "r", limits: { steps: 1 } });
    await runTask(options);
    const other = { ...options, runId: "r", environments: [fileTreeEnvironment(FILES, "other")] };
    await expect(resumeRun(other)).rejects.toMatchObject({ code: "usage" });
    const strategy = { ...options.strategy, name: "another" };
    await expect(resumeRun({ ...options, runId: "r", strategy })).rejects.toMatchObject({ code: "usage" });
    await expect(resumeRun({ ...options, runId: "unknown" })).rejects.toMatchObject({
      code: "run-not-found",
    });
  });
});

const CLARIFICATION = {
  question: "Which notes?",
  words: ["notes"],
  kind: "several-meanings" as const,
  readings: [{ environment: "files", text: "notes/" }],
};

/** Asks one question, then finishes with what was answered. */
const asking: Strategy<null> = {
  name: "asking",
  start: () => null,
  next: (state, event) => {
    if (event.type === "run-started") {
      return { state, commands: [{ type: "ask", id: "q", role: "agent", clarification: CLARIFICATION }] };
    }
    if (event.type !== "question-answered") return { state, commands: [] };
    const reason = event.reply.type === "answered" ? event.reply.text : event.reply.type;
    return { state, commands: [{ type: "finish", outcome: { type: "unanswerable", reason, words: [] } }] };
  },
};

describe("a question to the person", () => {
  it("ends the run when nobody is there, and a later answer goes on with it", async () => {
    const options = runOptions([], { strategy: asking, runId: "r" });
    const first = await runTask(options);
    expect(first.outcome).toEqual({ type: "needs-clarification", clarification: CLARIFICATION });
    expect((await resumeRun({ ...options, runId: "r" })).outcome.type).toBe("needs-clarification");
    const resumed = await resumeRun({ ...options, runId: "r", answer: { text: "hers", choice: 0 } });
    expect(resumed.outcome).toMatchObject({ type: "unanswerable", reason: "hers" });
    expect(resumed.events.filter(({ type }) => type === "question-asked")).toHaveLength(1);
  });

  it("is not counted into the time limit", async () => {
    const userProxy = {
      ask: async () => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return { type: "declined" as const };
      },
    };
    const { outcome } = await runTask(
      runOptions([], { strategy: asking, userProxy, limits: { steps: 1, milliseconds: 20 } }),
    );
    expect(outcome).toMatchObject({ type: "unanswerable", reason: "declined" });
  });

  it("refuses an answer where none was asked for", async () => {
    const options = runOptions(ANSWER, { runId: "r", limits: { steps: 1 } });
    await runTask(options);
    await expect(
      resumeRun({ ...options, runId: "r", limits: { steps: 9 }, answer: { text: "yes" } }),
    ).rejects.toMatchObject({ code: "usage" });
  });
});

describe("an action with an external effect", () => {
  const posting = (act: Environment["act"]): Environment => {
    const inner = fileTreeEnvironment(FILES);
    return { ...inner, act, tools: inner.tools.map((tool) => ({ ...tool, effect: "external" as const })) };
  };
  const script = [{ actions: [enterFolder("notes/")] }, { unanswerable: { reason: "done", words: [] } }];

  it("is announced before it is begun", async () => {
    const inner = fileTreeEnvironment(FILES);
    const store = memoryTrajectoryStore();
    let storedBefore: string[] = [];
    const environment = posting(async (...given) => {
      storedBefore = (await store.read("r", PRINCIPAL)).map(({ type }) => type);
      return await inner.act(...given);
    });
    const { events } = await runTask(runOptions(script, { environments: [environment], store, runId: "r" }));
    expect(storedBefore.at(-1)).toBe("effect-intended");
    const intent = events.find(({ type }) => type === "effect-intended");
    expect(events.find(({ type }) => type === "action-observed")).toMatchObject({ parentSeq: intent?.seq });
  });

  it("is never begun again when its result never arrived", async () => {
    const controller = new AbortController();
    let begun = 0;
    const environment = posting(async () => {
      begun++;
      controller.abort();
      return await never;
    });
    const options = runOptions(script, { environments: [environment], runId: "r" });
    await runTask({ ...options, signal: controller.signal });
    const { events, outcome } = await resumeRun({ ...options, runId: "r" });
    expect(begun).toBe(1);
    expect(events.find(({ type }) => type === "action-failed")).toMatchObject({
      failure: { code: "effect-unknown" },
    });
    expect(outcome.type).toBe("unanswerable");
  });
});
