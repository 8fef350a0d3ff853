import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { builtInPolicy } from "../../src/agent/policies/built-in-policy.ts";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import { react } from "../../src/agent/strategies/react.ts";
import { settledBefore } from "../../src/clarification/settle.ts";
import type { EgressLevel } from "../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { createDatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { AskRuns } from "../../src/mcp/tools/ask-tool.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../src/store/trajectories.ts";
import { memoryGlossary } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { modelBehindMcp } from "./model-behind-mcp.ts";

const CANARY = /canary/iu;
const LEVELS: readonly EgressLevel[] = ["schema", "masked", "all"];

async function players(): Promise<Environment> {
  const folder = temporaryFolder();
  const path = join(mkdtempSync(join(folder, "d")), "data.sqlite");
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE player (id integer PRIMARY KEY, name text, birth_place text, club text);
    INSERT INTO player VALUES (1, 'Ann Canary', 'Bonn Canary', 'Bonn Canary'), (2, 'Ann Canaryb', 'Bonn Canaryc', 'Canaryd'),
      (3, 'Cid Canary', 'Elsewhere Canary', 'Bonn Canary')`);
  database.close();
  const driver = await openSqliteDriver({ path, poolSize: 1 });
  return createDatabaseEnvironment({ id: "db", driver, cacheFolder: folder, indexMode: "memory" });
}

/** Runs of the built-in rules, which know the values whatever the level is. */
function builtInRuns(environments: readonly Environment[], store = memoryTrajectoryStore()): AskRuns {
  const glossary = memoryGlossary();
  const common = {
    environments,
    policy: builtInPolicy(),
    strategy: react(),
    artifacts: memoryArtifactStore(),
    store,
    glossary,
  };
  return {
    remembers: true,
    async start(task, { principal, signal }, onEvent) {
      const known = { ...task, ...(await settledBefore(glossary, environments, principal)) };
      return await runTask({ ...common, task: known, principal, signal, onEvent });
    },
    read: (runId, { principal }) => store.read(runId, principal),
    resume: (runId, answer, { principal, signal }, onEvent) =>
      resumeRun({
        ...common,
        runId,
        principal,
        signal,
        onEvent,
        ...(answer === undefined ? {} : { answer }),
      }),
  };
}

describe("a whole question that the built-in rules answer for a model over MCP", () => {
  it.each(LEVELS)(
    "tells no value below all, in a question back, an answer, a refusal or on the way: %s",
    async (level) => {
      const raw = await players();
      const environments = [withEgress(raw, level)];
      {
        await using model = await modelBehindMcp({ environments, ask: builtInRuns(environments) });
        const back = await model.call("ask", { question: "What is the club of Ann?" });
        expect(back).toMatchObject({ outcome: "needs-clarification", resume: expect.any(String) });
        const resume = back.resume ?? "";
        await model.call("ask", { resume });
        await model.call("ask", { resume, answer: "9" });
        const answered = await model.call("ask", { resume, answer: "1" });
        expect(answered).toMatchObject({ outcome: "answered" });
        await model.call("ask", { resume });
        const refused = await model.call("ask", { question: "Zap Cnaryd" });
        expect(refused).toMatchObject({
          outcome: "unanswerable",
          text: expect.stringContaining(level === "all" ? "Did you mean" : "withheld here"),
        });
        await model.call("ask", { question: "What is the name of the player with club Cnaryd?" });
        const told = model.received.join("\n");
        expect(told).toContain('"progress":');
        const leaks = model.received.filter((text) => CANARY.test(text));
        if (level === "all") expect(leaks.length).toBeGreaterThan(3);
        else expect(leaks).toEqual([]);
      }
      await raw.close();
    },
  );
});

describe("a run that was begun where all may be told", () => {
  it.each(["schema", "masked"] as const)(
    "is not told of to a client that may be told less, whether it waits, was answered or could not be: %s",
    async (level) => {
      const raw = await players();
      const store = memoryTrajectoryStore();
      await using open = await modelBehindMcp({ environments: [raw], ask: builtInRuns([raw], store) });
      const questions = [
        "What is the club of Ann?",
        "What is the name of the player with club Cnaryd?",
        "Zap Cnaryd",
      ];
      for (const question of questions) await open.call("ask", { question });
      const runs = await store.list({ principal: { id: "local" }, limit: 10 });
      expect(runs).toHaveLength(3);
      const environments = [withEgress(raw, level)];
      await using model = await modelBehindMcp({ environments, ask: builtInRuns(environments, store) });
      for (const { id: resume } of runs) {
        const came = await model.call("ask", { resume });
        expect(came.text).toContain(`was made under egress all, not ${level}`);
        await model.call("ask", { resume, answer: "9" });
        await model.call("ask", { resume, answer: "1" });
      }
      expect(model.received.filter((text) => CANARY.test(text))).toEqual([]);
      await raw.close();
    },
  );
});
