import { describe, expect, it } from "vitest";
import { scriptedPolicy } from "../src/agent/policies/scripted-policy.ts";
import { type AskOptions, askStream, resumeStream } from "../src/ask.ts";
import type { Environment } from "../src/environment/environment.ts";
import { openStore } from "../src/open-store.ts";
import { fileTreeEnvironment } from "./support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES } from "./support/run-fixture.ts";

const SCRIPT = [
  { actions: [enterFolder("notes/")] },
  { actions: [chooseFile("notes/soup.txt")] },
  { claim: { claim: {} } },
];

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

function asking(more: Partial<AskOptions> = {}): { options: AskOptions; acted: string[] } {
  const files = fileTreeEnvironment(FILES);
  const acted: string[] = [];
  const environment: Environment = {
    ...files,
    act: async (workspace, action, context) => {
      acted.push(action.tool);
      return await files.act(workspace, action, context);
    },
  };
  const options = {
    environments: [environment],
    question: "Which note names leek?",
    policy: scriptedPolicy(SCRIPT),
    ...more,
  } as AskOptions;
  return { options, acted };
}

describe("a run as a stream of its events", () => {
  it("gives every event in order and ends with the result", async () => {
    const run = askStream(asking().options);
    const types: string[] = [];
    for await (const event of run) types.push(event.type);
    const { outcome, events } = await run.result();
    expect(types).toEqual(events.map(({ type }) => type));
    expect(types.at(-1)).toBe("run-finished");
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
  });

  it("begins nothing before the first event is asked for", async () => {
    const store = await openStore();
    askStream(asking({ store }).options);
    await tick();
    expect(await store.trajectories.list({ principal: { id: "local" }, limit: 9 })).toEqual([]);
  });

  it("does nothing because of an event before the next one is asked for", async () => {
    const { options, acted } = asking();
    const events = askStream(options)[Symbol.asyncIterator]();
    let event = await events.next();
    while (event.value?.type !== "policy-replied") event = await events.next();
    await tick();
    expect(acted).toEqual([]);
    await events.next();
    expect(acted).toEqual(["enter_folder"]);
    await events.return();
  });

  it("is cancelled by leaving the loop, and can be gone on with from its store", async () => {
    const store = await openStore();
    const { options, acted } = asking({ store });
    const run = askStream(options);
    for await (const event of run) if (event.type === "action-observed") break;
    // What is stored is stored when the loop has been left.
    const [summary] = await store.trajectories.list({ principal: { id: "local" }, limit: 9 });
    expect(summary).toMatchObject({ outcome: "stopped" });
    const { runId, outcome } = await run.result();
    expect(outcome).toMatchObject({ type: "stopped", reason: "cancelled" });
    expect(acted).toEqual(["enter_folder"]);
    const resumed = resumeStream({ ...asking().options, store, runId });
    const types: string[] = [];
    for await (const event of resumed) types.push(event.type);
    expect(types[0]).toBe("run-resumed");
    expect((await resumed.result()).outcome).toMatchObject({ type: "answered" });
  });

  it("is cancelled by an error in the loop, and by the end of its scope", async () => {
    const failing = askStream(asking().options);
    const loop = async () => {
      for await (const { seq } of failing) if (seq === 2) throw new TypeError("my own");
    };
    await expect(loop()).rejects.toThrow("my own");
    expect((await failing.result()).outcome).toMatchObject({ reason: "cancelled" });
    const { options, acted } = asking();
    {
      await using run = askStream(options);
      const events = run[Symbol.asyncIterator]();
      await events.next();
    }
    expect(acted).toEqual([]);
  });

  it("ends a request for an event that stands when it is disposed of", async () => {
    const files = fileTreeEnvironment(FILES);
    const begun = Promise.withResolvers<void>();
    const stuck: Environment = {
      ...files,
      act: async () => {
        begun.resolve();
        return await new Promise(() => undefined);
      },
    };
    const run = askStream(asking({ environments: [stuck] }).options);
    const types: string[] = [];
    const loop = (async () => {
      for await (const event of run) types.push(event.type);
    })();
    await begun.promise;
    await run[Symbol.asyncDispose]();
    await loop;
    expect(types.at(-1)).toBe("policy-replied");
  });

  it("gives the result without a loop", async () => {
    const run = askStream(asking().options);
    expect((await run.result()).outcome).toMatchObject({ type: "answered" });
    const left: unknown[] = [];
    for await (const event of run) left.push(event);
    expect(left).toEqual([]);
  });

  it("gives the result from the middle of a loop, whose events then end", async () => {
    const run = askStream(asking().options);
    let taken = 0;
    for await (const event of run) {
      taken += 1;
      if (event.type === "workspace-opened") expect((await run.result()).outcome.type).toBe("answered");
    }
    expect(taken).toBe(2);
  });

  it("tells onEvent first, and ends on a signal of one's own with the last event", async () => {
    const seen: string[] = [];
    const stop = new AbortController();
    const { options } = asking({ signal: stop.signal, onEvent: ({ type }) => seen.push(type) });
    const run = askStream(options);
    const types: string[] = [];
    for await (const event of run) {
      types.push(event.type);
      expect(seen).toEqual(types);
      if (event.type === "action-observed") stop.abort();
    }
    expect(types.at(-1)).toBe("run-finished");
    expect((await run.result()).outcome).toMatchObject({ type: "stopped", reason: "cancelled" });
  });

  it("throws in the loop what the call throws, and again from result", async () => {
    const run = askStream(asking({ question: " " }).options);
    const loop = async () => {
      for await (const _ of run);
    };
    await expect(loop()).rejects.toMatchObject({ code: "usage" });
    await expect(run.result()).rejects.toMatchObject({ code: "usage" });
  });
});
