import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Configuration } from "./configuration.ts";

/** What is swept: each member has one value, or several of which each makes a configuration. */
export interface Sweep {
  readonly strategies: readonly string[];
  readonly models: readonly (string | undefined)[];
  readonly sampleRows: readonly number[];
  readonly triples: readonly number[];
  readonly steps: readonly number[];
  readonly shots: readonly number[];
  /** Whether a simulated user is there, and the model that plays them. */
  readonly asking: readonly Pick<Configuration, "ask" | "userModel">[];
}

/** What all configurations of a run have in common. */
export type Shared = Pick<
  Configuration,
  | "embedding"
  | "decider"
  | "format"
  | "withoutTools"
  | "without"
  | "errorFeedback"
  | "entities"
  | "oracleKnowledge"
  | "sampling"
>;

const ROWS = "api-docs-prompt";
const TRIPLES = "triples-prompt";

/**
 * Every combination of what is swept. Triples, and by what they are ranked, matter only to `triples-prompt`, and sample rows to `api-docs-prompt`: a sweep
 * over them makes one configuration of any other strategy. The ids name what differs between them, and what was taken away of the first one.
 *
 * @throws FuxiError `usage` where two would be the same
 */
export function configurationsOf(sweep: Sweep, { embedding, ...shared }: Shared): readonly Configuration[] {
  const all = sweep.strategies.flatMap((strategy) =>
    sweep.models.flatMap((model) =>
      (strategy === ROWS ? sweep.sampleRows : [0]).flatMap((sampleRows) =>
        (strategy === TRIPLES ? sweep.triples : sweep.triples.slice(0, 1)).flatMap((triples) =>
          (strategy === ROWS || strategy === TRIPLES ? sweep.steps.slice(0, 1) : sweep.steps).flatMap(
            (steps) =>
              sweep.shots.flatMap((shots) =>
                sweep.asking.map((asking) => ({
                  strategy,
                  ...(model === undefined ? {} : { model }),
                  sampleRows,
                  triples,
                  ...(strategy === TRIPLES && embedding !== undefined ? { embedding } : {}),
                  steps,
                  shots,
                  ...shared,
                  ...asking,
                })),
              ),
          ),
        ),
      ),
    ),
  );
  const named = all.map((each): Configuration => ({ id: idOf(each, sweep), ...each }));
  const twice = named.find(({ id }, at) => named.findIndex((other) => other.id === id) !== at);
  if (twice === undefined) return named;
  throw new FuxiError("usage", `The configuration ${twice.id} would be run twice.`, {
    hint: "Name each strategy, model and number once.",
  });
}

function idOf(each: Omit<Configuration, "id">, sweep: Sweep): string {
  const parts = [
    each.strategy,
    ...(sweep.models.length > 1 && each.model !== undefined ? [each.model] : []),
    ...(each.strategy === ROWS && (sweep.sampleRows.length > 1 || each.sampleRows > 0)
      ? [`rows=${each.sampleRows}`]
      : []),
    ...(each.strategy === TRIPLES ? [`triples=${each.triples}`] : []),
    ...(sweep.steps.length > 1 ? [`steps=${each.steps}`] : []),
    ...(sweep.shots.length > 1 || each.shots > 0 ? [`shots=${each.shots}`] : []),
    ...(each.withoutTools.length > 0 ? [`without ${each.withoutTools.join(" and ")}`] : []),
    ...(each.without.length > 0 ? [`without ${each.without.join(" and ")}`] : []),
    ...(each.errorFeedback ? [] : ["without error feedback"]),
    ...(each.ask ? ["asking"] : []),
  ];
  // An item's name is made of it with strokes between.
  return parts.join(" ").replaceAll("/", ":");
}
