import { describe, expect, it } from "vitest";
import { builtInPolicy } from "../../src/agent/policies/built-in-policy.ts";
import type { Script } from "../../src/agent/policies/scripted-policy.ts";
import { react } from "../../src/agent/strategies/react.ts";
import type { Command, Strategy } from "../../src/agent/strategy.ts";
import { strategyConformance } from "../../src/testing/strategy-conformance.ts";
import { decoupledOptions, ruledFiles } from "../agent/decoupled-fixture.ts";
import { failingTests } from "../support/collecting-runner.ts";
import { chooseFile, enterFolder, findText, runOptions, take } from "../support/run-fixture.ts";
import { understandingFiles } from "../support/understanding-files.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

const usage = { calls: 1, inputTokens: 50, outputTokens: 5 };

/** Everything that can go wrong and still be mended, on the way to an answer. */
const WINDING = [
  { thought: "Look around.", actions: [findText("salt"), findText("leek"), take("find_texts", {})], usage },
  { problem: { kind: "malformed-action" as const, message: "No closing bracket." }, raw: "enter(", usage },
  { actions: [chooseFile("notes/bread.txt")], usage },
  { actions: [chooseFile("notes/bread.txt")], usage },
  { claim: { claim: { text: "notes/none.txt" } }, usage },
  { actions: [enterFolder("notes/"), findText("salt"), chooseFile("notes/bread.txt")], usage },
  { actions: [findText("salt")], usage },
  { claim: { claim: {} }, assumptions: ["Only notes count."], usage },
];

describe("react on a winding way to an answer", () => {
  strategyConformance(vitestRunner, { options: async () => runOptions(WINDING) });
});

describe("react at its limits", () => {
  strategyConformance(vitestRunner, { options: async () => runOptions(WINDING, { limits: { steps: 4 } }) });
});

describe("react with the built-in policy", () => {
  strategyConformance(vitestRunner, {
    options: async () => runOptions([], { policy: builtInPolicy(), environments: [understandingFiles()] }),
  });
});

/** With a refused answer, a choice of none, an action written freely, and a failed action. */
const CHOSEN: Script = {
  "model-1": { thought: "I read everything at once.", usage },
  "choice-1": { choice: "none", usage },
  "model-2": { thought: "", usage },
  "model-3": { claim: { claim: { text: "notes/none.txt" } }, usage },
  "model-4": { thought: "All of it.", usage },
  "choice-4": { choice: "none", usage },
  "model-5": { thought: "Still all of it.", usage },
  "choice-5": { choice: "none", usage },
  "model-6": { thought: "By hand.", actions: [findText("leek"), chooseFile("notes/soup.txt")], usage },
  "model-7": { thought: "To the notes.", usage },
  "choice-7": { choice: 1, usage },
  "model-8": { thought: "Where is salt?", assumptions: ["Only notes count."], usage },
  "choice-8": { choice: 2, usage },
  "slot-8": { written: "salt", usage },
  "model-9": { thought: "The bread.", usage },
  "choice-9": { choice: 0, usage },
  "model-10": { claim: { claim: {} }, usage },
};

describe("decoupled on a winding way to an answer", () => {
  strategyConformance(vitestRunner, { options: async () => decoupledOptions(CHOSEN) });
});

/** Calls that need no choice: one after another, one that is not permitted, an answer that comes with them. */
const WRITTEN: Script = {
  "model-1": { thought: "The soup.", actions: [chooseFile("notes/soup.txt")], usage },
  "choice-1": { choice: "none", usage },
  "model-2": { actions: [enterFolder("notes/"), findText("leek"), chooseFile("notes/none.txt")], usage },
  "model-3": {
    thought: "The rest at once.",
    actions: [findText("salt"), chooseFile("notes/bread.txt"), chooseFile("notes/none.txt")],
    claim: { claim: {} },
    usage,
  },
  "model-4": { actions: [findText("flour")], claim: { claim: {} }, usage },
};

describe("decoupled with calls written out", () => {
  strategyConformance(vitestRunner, { options: async () => decoupledOptions(WRITTEN) });
});

describe("decoupled at its limits", () => {
  strategyConformance(vitestRunner, {
    options: async () => decoupledOptions(CHOSEN, { limits: { steps: 6 } }),
  });
});

describe("decoupled over several environments with the built-in policy", () => {
  strategyConformance(vitestRunner, {
    options: async () =>
      decoupledOptions([], {
        policy: builtInPolicy(),
        environments: [ruledFiles("other"), understandingFiles()],
      }),
  });
});

describe("the strategy suite", () => {
  const failingWith = (strategy: () => Strategy) =>
    failingTests((runner) =>
      strategyConformance(runner, { options: async () => runOptions(WINDING, { strategy: strategy() }) }),
    );

  it("finds a strategy that keeps its state beside the state", async () => {
    const hidden = (): Strategy => {
      const inner = react();
      let state = inner.start({ question: "" });
      return {
        name: "hidden",
        start: () => null,
        next: (_, event) => {
          const step = inner.next(state, event);
          state = step.state;
          return { state: null, commands: step.commands };
        },
      };
    };
    expect(await failingWith(hidden)).toContain(
      "has a state of plain JSON that goes on just so from its copy",
    );
  });

  it("finds a strategy that gives two commands one id", async () => {
    const confused = (): Strategy => {
      const inner = react();
      return {
        name: "confused",
        start: (task) => inner.start(task),
        next: (state, event) => {
          const step = inner.next(state as ReturnType<typeof inner.start>, event);
          return {
            state: step.state,
            commands: step.commands.map((command) =>
              command.type === "model" ? { ...command, id: "model" } : command,
            ),
          };
        },
      };
    };
    expect(await failingWith(confused)).toContain("gives every command of a run an id of its own");
  });

  it("finds a strategy that tells a policy the answer", async () => {
    const telling = (): Strategy => {
      const inner = react();
      let asked: Command | undefined;
      return {
        name: "telling",
        start: (task) => inner.start(task),
        next: (state, event) => {
          const step = inner.next(state as ReturnType<typeof inner.start>, event);
          asked = step.commands.find(({ type }) => type === "model") ?? asked;
          if (event.type !== "claim-accepted" || asked?.type !== "model") return step;
          const request = { ...asked.request, answer: event.answer.text };
          return { state: step.state, commands: [{ ...asked, id: "again", request }] };
        },
      };
    };
    expect(await failingWith(telling)).toContainEqual(expect.stringMatching(/no text of an answer/u));
  });

  it("finds a strategy that depends on the process it runs in", async () => {
    let runs = 0;
    const drifting = (): Strategy => ({ ...react(), name: `drifting-${runs++}` });
    expect(await failingWith(drifting)).not.toEqual([]);
  });
});
