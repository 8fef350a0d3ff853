import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import type { RunEvent } from "../../src/trajectory/run-event.ts";
import { sqliteTrajectoryStore } from "../../src/trajectory-store/sqlite-trajectory-store.ts";
import { chooseFile, enterFolder, findText, runOptions } from "./run-fixture.ts";

export const CRASHING_RUN = "crashing";

const SCRIPT = [
  { actions: [findText("salt"), findText("leek")] },
  { actions: [chooseFile("notes/bread.txt")] },
  { actions: [enterFolder("notes/")] },
  { actions: [chooseFile("notes/bread.txt")] },
  { claim: { claim: {} } },
];

/** Begins or goes on with a run of five steps in the store at `path`. */
export async function carryRun(path: string, onEvent: (event: RunEvent) => void = () => {}) {
  const store = sqliteTrajectoryStore(path);
  const options = runOptions(SCRIPT, { store, onEvent, runId: CRASHING_RUN });
  try {
    const begun = await store.list({ principal: options.principal, limit: 1 });
    return begun.length === 0 ? await runTask(options) : await resumeRun({ ...options, runId: CRASHING_RUN });
  } finally {
    await store.close();
  }
}

// As a program of its own: dies without a word as soon as the event of that number is stored.
const [path, last] = process.argv.slice(2);
if (import.meta.main && path !== undefined) {
  await carryRun(path, ({ seq }) => {
    if (seq === Number(last)) process.kill(process.pid, "SIGKILL");
  });
}
