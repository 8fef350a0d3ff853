import { type RunStream, streamRun } from "./agent/stream-run.ts";
import { type AskOptions, ask } from "./ask.ts";

/**
 * `ask`, event by event. The run goes on only as events are taken; leaving the loop early cancels it, so that it ends `stopped` and can be
 * resumed from its store. `await run.result()` has the result.
 */
export function askStream(options: AskOptions): RunStream {
  return streamRun(options, ask);
}
