import { flushCompileCache } from "node:module";
import type { Script } from "../../src/agent/policies/scripted-policy.ts";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import { decoupled } from "../../src/agent/strategies/decoupled.ts";
import type { RunEvent } from "../../src/trajectory/run-event.ts";
import { chooseFile, enterFolder, findText, runOptions } from "./run-fixture.ts";
import { storesAt } from "./stores-at.ts";

export const CRASHING_RUN = "crashing";

const SCRIPT = [
  { actions: [findText("salt"), findText("leek")] },
  { actions: [chooseFile("notes/bread.txt")] },
  { actions: [enterFolder("notes/")] },
  { actions: [chooseFile("notes/bread.txt")] },
  { claim: { claim: {} } },
];

/** The same way by thoughts and choices, for `decoupled`. */
const CHOICES: Script = {
  "model-1": { thought: "Where is salt?" },
  "choice-1": { choice: 0 },
  "slot-1": { written: "salt" },
  "model-2": { thought: "I go in." },
  "choice-2": { choice: "none" },
  "model-3": { thought: "To the notes." },
  "choice-3": { choice: 1 },
  "slot-3": { written: "notes/" },
  "model-4": { thought: "The bread." },
  "choice-4": { choice: 2 },
  "slot-4": { written: "notes/bread.txt" },
  "model-5": { claim: { claim: {} } },
};

/** Begins or goes on with a run of five steps in the store at `path`, a file or an address. */
export async function carryRun(
  path: string,
  onEvent: (event: RunEvent) => void = () => {},
  strategy = "react",
) {
  const { store, artifacts } = await storesAt(path);
  const more = { store, onEvent, runId: CRASHING_RUN };
  const options =
    strategy === "react" ? runOptions(SCRIPT, more) : runOptions(CHOICES, { ...more, strategy: decoupled() });
  try {
    const begun = await store.list({ principal: options.principal, limit: 1 });
    return begun.length === 0 ? await runTask(options) : await resumeRun({ ...options, runId: CRASHING_RUN });
  } finally {
    await artifacts.close();
    await store.close();
  }
}

// As a program of its own: dies without a word as soon as the event of that number is stored.
const [path, last, strategy] = process.argv.slice(2);
if (import.meta.main && path !== undefined) {
  // Killed, it would keep nothing of what it compiled, and each that follows would compile all of it anew.
  flushCompileCache();
  await carryRun(
    path,
    ({ seq }) => {
      if (seq === Number(last)) process.kill(process.pid, "SIGKILL");
    },
    strategy,
  );
}
