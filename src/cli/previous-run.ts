import { settle } from "../clarification/settle.ts";
import { LOCAL_PRINCIPAL } from "../config/local-principal.ts";
import type { Settled } from "../environment/settled.ts";
import type { PreviousRun } from "../environment/task.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
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
  const { answer, evidence, report } = finished.outcome;
  const sources = evidence.flatMap(
    ({ sql, program, calls }) => sql ?? program ?? (calls && JSON.stringify(calls)) ?? [],
  );
  // A report rests on all of its queries alike.
  const rests = report === undefined ? sources[0] : sources.join("\n\n").slice(0, LONGEST_SOURCES);
  const settled = settledIn(events);
  return {
    run: id,
    question: started.task.question,
    answer: answer.text,
    ...(rests === undefined ? {} : { evidence: rests }),
    ...(settled.length === 0 ? {} : { settled }),
  };
}

/** Of a report's queries, in a prompt. */
const LONGEST_SOURCES = 8000;

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

/** What the person had said in it: at its start, and in answer to its questions. */
function settledIn(events: readonly RunEvent[]): readonly Settled[] {
  const asked = new Map<string, Clarification>();
  const settled: Settled[] = [];
  for (const event of events) {
    if (event.type === "run-started") settled.push(...(event.task.settled ?? []));
    if (event.type === "question-asked") asked.set(event.command, event.clarification);
    if (event.type !== "question-answered" || event.reply.type !== "answered") continue;
    const clarification = asked.get(event.command);
    if (clarification !== undefined && clarification.permission === undefined) {
      settled.push(settle(clarification, event.reply));
    }
  }
  return settled;
}
