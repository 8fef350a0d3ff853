import { LOCAL_PRINCIPAL } from "../config/local-principal.ts";
import type { PreviousRun } from "../environment/task.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";

/**
 * The run that a follow-up question refers to; `last` is the newest that ended with an answer.
 * @throws FuxiError `run-not-found`, `usage` when it has no answer
 */
export async function previousRun(
  store: TrajectoryStore,
  name: string | undefined,
): Promise<PreviousRun | undefined> {
  if (name === undefined) return undefined;
  const id = name === "last" ? await newestAnswered(store) : name;
  const events = await store.read(id, LOCAL_PRINCIPAL);
  const started = events.find((event) => event.type === "run-started");
  const finished = events.findLast((event) => event.type === "run-finished");
  if (started === undefined || finished?.outcome.type !== "answered") {
    throw new FuxiError("usage", `The run ${id} has no answer to follow up on.`, {
      hint: "See: fuxi runs list",
    });
  }
  const { answer, evidence } = finished.outcome;
  const rests = evidence.map(({ sql, program }) => sql ?? program).find((text) => text !== undefined);
  return {
    run: id,
    question: started.task.question,
    answer: answer.text,
    ...(rests === undefined ? {} : { evidence: rests }),
  };
}

async function newestAnswered(store: TrajectoryStore): Promise<string> {
  const runs = await store.list({ principal: LOCAL_PRINCIPAL, limit: 100 });
  const run = runs.find(({ outcome }) => outcome === "answered");
  if (run === undefined) {
    throw new FuxiError("run-not-found", "There is no answered run to follow up on.", {
      hint: "Ask a first question.",
    });
  }
  return run.id;
}
