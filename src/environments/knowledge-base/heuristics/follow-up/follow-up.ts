import type { PreviousRun } from "../../../../environment/task.ts";
import type { Interpretation } from "../interpret-question.ts";
import type { ReadingSession } from "../reading-session.ts";
import type { Said } from "../settled/said.ts";

export async function followUp(
  _said: Said,
  _previous: PreviousRun,
  _session: ReadingSession,
): Promise<Interpretation | undefined> {
  return undefined;
}
