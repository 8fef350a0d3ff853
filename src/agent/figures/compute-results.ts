import { FuxiError } from "../../errors/fuxi-error.ts";
import type { RunEventBody } from "../../trajectory/run-event.ts";
import type { ActiveRun } from "../active-run.ts";
import type { Command } from "../strategy.ts";

export type ComputeCommand = Extract<Command, { type: "compute" }>;

/** Reads whole tables of accepted claims, and says what is in them at large and what sources over them come to. */
export async function computeResults(
  _command: ComputeCommand,
  _run: ActiveRun,
  _signal: AbortSignal,
): Promise<Extract<RunEventBody, { type: "results-computed" }>> {
  throw new FuxiError("internal", "Results cannot be computed yet.");
}
