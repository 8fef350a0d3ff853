import { describe } from "vitest";
import type { Script } from "../../src/agent/policies/scripted-policy.ts";
import { decoupled } from "../../src/agent/strategies/decoupled.ts";
import { dfsdt } from "../../src/agent/strategies/dfsdt.ts";
import { react } from "../../src/agent/strategies/react.ts";
import { strategyConformance } from "../../src/testing/strategy-conformance.ts";
import { chooseFile, enterFolder, findText, runOptions } from "../support/run-fixture.ts";
import { vitestRunner } from "../support/vitest-runner.ts";
import { askableFiles, QUESTION, says, WISH } from "./asking-fixture.ts";
import { CHOOSING } from "./dfsdt-script.ts";

const usage = { calls: 1, inputTokens: 50, outputTokens: 5 };

/** Whoever asks again after a restart is answered the same. */
const userProxy = {
  ask: async ({ words }: { readonly words: readonly string[] }) =>
    words.length > 0 ? says("the salty ones") : ({ type: "declined" } as const),
};

const ASKING: Script = {
  "model-1": { wish: { ...WISH, question: "Which id?" }, usage },
  "model-2": { wish: WISH, usage },
  "model-3": { wish: WISH, usage },
  "model-4": { wish: { question: "How salty?", words: [], kind: "missing" }, usage },
  "model-5": { claim: { claim: {} }, usage },
  "model-6": { unanswerable: { reason: "Nothing was chosen.", words: [] }, usage },
  "model-7": { unanswerable: { reason: "Nothing was chosen.", words: [] }, usage },
};

const options = (script: Script) =>
  runOptions(script, { environments: [askableFiles()], task: { question: QUESTION }, userProxy });

describe.each([
  ["react", react],
  ["decoupled", decoupled],
  ["dfsdt", dfsdt],
] as const)("%s that asks", (_, strategy) => {
  strategyConformance(vitestRunner, { options: async () => ({ ...options(ASKING), strategy: strategy() }) });
});

describe("dfsdt on a way with dead ends", () => {
  strategyConformance(vitestRunner, {
    options: async () => ({ ...options(CHOOSING), strategy: dfsdt({ depth: 5 }) }),
  });
});

describe("dfsdt that tries everything", () => {
  const replies = [enterFolder("notes/"), findText("salt"), chooseFile("notes/none")];
  strategyConformance(vitestRunner, {
    options: async () => ({
      ...options((_, { command }) => {
        const action = replies[Number(command.split("-")[1]) % 3];
        return action === undefined ? {} : { actions: [action], usage };
      }),
      strategy: dfsdt({ depth: 3 }),
    }),
  });
});
