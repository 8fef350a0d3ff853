import type { ActLimits } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { RunEvent, RunLimits } from "../trajectory/run-event.ts";
import type { ActiveRun, ResumeRunOptions, RunTaskOptions } from "./run-options.ts";

type Options = RunTaskOptions | ResumeRunOptions;

/** Ids become part of the function names sent to providers. */
const VALID_ID = /^[A-Za-z0-9_-]+$/;

export function checkEnvironments({ environments }: Pick<Options, "environments">): void {
  if (environments.length === 0) throw new FuxiError("usage", "A run needs at least one environment.");
  const ids = environments.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    throw new FuxiError("usage", `Two environments are named "${twice}".`, {
      hint: "Give each its own name.",
    });
  }
  const invalid = ids.find((id) => !VALID_ID.test(id));
  if (invalid !== undefined) {
    throw new FuxiError("usage", `"${invalid}" cannot be the name of an environment.`, {
      hint: "Use letters, digits, _ and - only.",
    });
  }
}

export function checkPrice({ price }: Options, limits: RunLimits): void {
  if (limits.cost === undefined || price !== undefined) return;
  throw new FuxiError("configuration-invalid", "A cost limit was set, but no prices are known.", {
    hint: "Give prices, or set a limit of tokens instead.",
  });
}

/** A run can be resumed only with the environments, egress levels and strategy that it began with. */
export function checkStart(
  first: RunEvent | undefined,
  { runId, environments, strategy }: ResumeRunOptions,
): void {
  if (first === undefined) {
    throw new FuxiError("run-not-resumable", `The run ${runId} ended before it had begun.`, {
      hint: "Ask again.",
    });
  }
  if (first.type !== "run-started") {
    throw new FuxiError("store-corrupt", `The run ${runId} does not begin with its first event.`);
  }
  if (first.strategy !== strategy.name) {
    throw new FuxiError(
      "usage",
      `The run ${runId} uses the strategy ${first.strategy}, not ${strategy.name}.`,
    );
  }
  const names = (list: readonly Pick<Environment, "id" | "kind">[]): string =>
    list.map(({ id, kind }) => `${id} (${kind})`).join(", ");
  if (names(first.environments) !== names(environments)) {
    throw new FuxiError(
      "usage",
      `The run ${runId} works on ${names(first.environments)}, not on ${names(environments)}.`,
    );
  }
  // The transcript is sent again on resume, so texts of two levels would stand side by side.
  const levels = (list: readonly Pick<Environment, "egress">[]): string =>
    list.map(({ egress = "all" }) => egress).join(", ");
  if (levels(first.environments) !== levels(environments)) {
    throw new FuxiError(
      "run-not-resumable",
      `The run ${runId} was made under egress ${levels(first.environments)}, not ${levels(environments)}.`,
      { hint: "Resume it under the level that it was made under, or ask anew." },
    );
  }
}

export function checkResumable({ fold, beforeModel }: ActiveRun, limits: RunLimits): void {
  const { finished, queue, progress } = fold;
  if (finished === undefined) return;
  if (finished.type === "answered" || finished.type === "unanswerable" || queue.length === 0) {
    throw new FuxiError(
      "run-not-resumable",
      `The run has ended (${finished.type}); there is nothing left to do.`,
      {
        hint: "Ask a follow-up question instead.",
      },
    );
  }
  const stop = beforeModel({ ...progress, limits, unusableReplies: 0 });
  if (queue[0]?.command.type !== "model" || stop === undefined) return;
  throw new FuxiError("run-not-resumable", stop.message, { hint: "Resume it with a higher limit." });
}

export function withLimits(limits: RunLimits, changes: Partial<RunLimits> | undefined): RunLimits {
  const given = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined);
  return { ...limits, ...Object.fromEntries(given) };
}

type Least = Readonly<Record<string, number>>;

const OF_RUNS = { steps: 1, milliseconds: 0, tokens: 0, cost: 0 } satisfies Record<keyof RunLimits, number>;
const OF_ACTIONS = { rows: 1, characters: 1, milliseconds: 1 } satisfies Record<keyof ActLimits, number>;

/** @throws FuxiError `usage` for an invalid limit of a run (negative, no finite number, unknown name), and where `steps` is missing */
export function checkRunLimits(limits: RunLimits): void {
  if ((limits as Partial<RunLimits>).steps === undefined) {
    throw new FuxiError("usage", "The limits of the run have none of steps.", {
      hint: `Give limits.steps as well, such as 15.`,
    });
  }
  check("limits", limits, OF_RUNS);
}

/** @throws FuxiError `usage` for an invalid limit of actions */
export function checkActLimits(limits: Partial<ActLimits>, option = "actLimits"): void {
  check(option, limits, OF_ACTIONS);
}

function check(option: string, limits: object, least: Least): void {
  for (const [name, value] of Object.entries(limits) as readonly (readonly [string, unknown])[]) {
    const from = least[name];
    if (from === undefined) {
      throw new FuxiError("usage", `There is no limit ${option}.${name}.`, {
        hint: `There is: ${Object.keys(least).join(", ")}.`,
      });
    }
    // Infinity would be lost: the run is recorded as JSON.
    if (value === undefined || (typeof value === "number" && Number.isFinite(value) && value >= from))
      continue;
    throw new FuxiError("usage", `The limit ${option}.${name} cannot be ${String(value)}.`, {
      hint: `Give a number from ${from} up.`,
    });
  }
}
