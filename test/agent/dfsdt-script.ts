import type { Script } from "../../src/agent/policies/scripted-policy.ts";
import { chooseFile, enterFolder, findText } from "../support/run-fixture.ts";

const usage = { calls: 1, inputTokens: 50, outputTokens: 5 };

/** Ways that are given up, fail and grow too long, and one that leads to the answer. */
export const CHOOSING: Script = {
  "model-1": { actions: [enterFolder("letters/")], usage },
  "model-2": { unanswerable: { reason: "No letter needs salt.", words: [] }, usage },
  "model-3": { actions: [enterFolder("notes/")], usage },
  "model-4": { actions: [chooseFile("notes/a")], usage },
  "model-5": { actions: [chooseFile("notes/b"), findText("salt")], usage },
  "model-6": { actions: [chooseFile("notes/c")], usage },
  "model-7": { problem: { kind: "malformed-action", message: "No closing bracket." }, usage },
  "model-8": { actions: [chooseFile("notes/bread.txt")], usage },
  "model-9": { claim: { claim: {} }, assumptions: ["Bread is a note."], usage },
};
