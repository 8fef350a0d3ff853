import { afterEach, describe, expect, it } from "vitest";
import { type Script, scriptedPolicy } from "../../src/agent/policies/scripted-policy.ts";
import type { PolicyRequest } from "../../src/agent/policy-request.ts";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import type { ResumeRunOptions } from "../../src/agent/run-options.ts";
import { dfsdt } from "../../src/agent/strategies/dfsdt.ts";
import { react } from "../../src/agent/strategies/react.ts";
import type { Settled } from "../../src/environment/glossary.ts";
import { memoryTrajectoryStore } from "../../src/store/trajectories.ts";
import type { TrajectoryStore } from "../../src/trajectory/trajectory-store.ts";
import { PRINCIPAL, runOptions } from "../support/run-fixture.ts";
import { sqliteTrajectoryStore } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { askableFiles, person, QUESTION, send, WISH } from "./asking-fixture.ts";

const RUN = "waiting";
const folder = temporaryFolder();
let files = 0;
const open: TrajectoryStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

/** Opens the same store again, as another process would. */
const STORES = {
  memory: () => {
    const store = memoryTrajectoryStore();
    return () => store;
  },
  sqlite: () => {
    const file = `${folder}/runs-${files++}.sqlite`;
    return () => {
      const store = sqliteTrajectoryStore(file);
      open.push(store);
      return store;
    };
  },
};

/** Runs to the first question with nobody there, then goes on in another loop. */
async function resumed(kind: keyof typeof STORES, script: Script, more: Partial<ResumeRunOptions> = {}) {
  const reopen = STORES[kind]();
  const strategy = more.strategy ?? react();
  const options = runOptions(script, {
    environments: [askableFiles()],
    task: { question: QUESTION },
    strategy,
  });
  const first = await runTask({ ...options, store: reopen(), runId: RUN });
  const requests: PolicyRequest[] = [];
  const settled: (readonly Settled[] | undefined)[] = [];
  const { task: _, ...rest } = options;
  const result = await resumeRun({
    ...rest,
    environments: [askableFiles()],
    policy: scriptedPolicy((request, context) => {
      requests.push(request);
      settled.push(context.task.settled);
      return { unanswerable: { reason: "The end.", words: [] } };
    }),
    store: reopen(),
    runId: RUN,
    ...more,
  });
  return { first, result, requests, settled };
}

const WISHES: Script = [{ wish: { ...WISH, words: [...WISH.words] } }];

describe.each(["memory", "sqlite"] as const)("a run that waits for an answer, in a %s store", (kind) => {
  it("goes on with an answer that is one of the readings", async () => {
    const { first, result, requests, settled } = await resumed(kind, WISHES, {
      answer: { text: "Notes/Soup.txt" },
    });
    expect(first.outcome).toMatchObject({
      type: "needs-clarification",
      clarification: { readings: [{}, {}] },
    });
    expect(settled).toEqual([[{ words: "notes", meaning: "notes/soup.txt", environment: "files" }]]);
    expect(requests[0]?.transcript.at(-1)).toEqual({ type: "answer", text: "the file notes/soup.txt" });
    expect(result.events.filter(({ type }) => type === "question-asked")).toHaveLength(1);
  });

  it("asks again whoever is there now, and takes a no", async () => {
    const { asked, userProxy } = person({ type: "declined" });
    const { settled, requests } = await resumed(kind, WISHES, { userProxy });
    expect(asked).toMatchObject([{ question: WISH.question, words: ["notes"] }]);
    expect(settled).toEqual([undefined]);
    expect(requests[0]?.transcript.at(-1)).toMatchObject({ type: "feedback" });
  });

  it.each([react, dfsdt])("takes the action that was allowed meanwhile (%o)", async (strategy) => {
    const { first, requests } = await resumed(kind, [{ actions: [send("anna")] }], {
      strategy: strategy(),
      answer: { text: "yes" },
    });
    expect(first.outcome).toMatchObject({ clarification: { permission: { action: send("anna") } } });
    expect(requests[0]?.transcript.at(-1)).toMatchObject({ id: "act-1-1", text: "sent to anna" });
  });

  it("cannot be answered by somebody else", async () => {
    await expect(
      resumed(kind, WISHES, { answer: { text: "x" }, principal: { ...PRINCIPAL, id: "stranger" } }),
    ).rejects.toMatchObject({ code: "run-not-found" });
  });
});
