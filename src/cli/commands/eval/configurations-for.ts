import type { Configuration } from "../../../evaluation/run/configuration.ts";
import { configurationsOf } from "../../../evaluation/run/configurations-of.ts";
import type { EvalOptions } from "./eval-options.ts";
import type { Deciders } from "./models-of.ts";

/** Middleware, Section 5. */
const STEPS = 15;
/** A gold query has more clauses than models take steps. */
const ORACLE_STEPS = 60;

/** What the flags ask for: each combination of what they list. */
export function configurationsFor(
  options: EvalOptions,
  { decider, models }: Deciders,
): readonly Configuration[] {
  const { strategy, sampleRows, triples, shots, format, temperature, embeddingModel } = options;
  return configurationsOf(
    {
      strategies: strategy,
      models: models.size === 0 ? [undefined] : [...models.keys()],
      sampleRows,
      triples,
      steps: options.maxSteps ?? [decider === "oracle" ? ORACLE_STEPS : STEPS],
      shots,
      asking: askingOf(options),
    },
    {
      decider,
      ...(embeddingModel === undefined ? {} : { embedding: embeddingModel }),
      ...(format === undefined ? {} : { format }),
      withoutTools: options.withoutTool ?? [],
      without: options.without ?? [],
      errorFeedback: options.errorFeedback === "on",
      entities: options.entities,
      oracleKnowledge: options.oracleKnowledge,
      sampling: decider === "model" ? { temperature: temperature ?? 0 } : {},
    },
  );
}

function askingOf({
  ask,
  askBoth,
  userModel,
}: EvalOptions): readonly Pick<Configuration, "ask" | "userModel">[] {
  const silent = { ask: false };
  if (ask !== true && askBoth !== true) return [silent];
  const asking = { ask: true, ...(userModel === undefined ? {} : { userModel }) };
  return askBoth === true ? [silent, asking] : [asking];
}
