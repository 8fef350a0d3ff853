import { apiTeam, restGpt } from "../agent/strategies/api-team/api-team.ts";
import { decoupled } from "../agent/strategies/decoupled.ts";
import { dfsdt } from "../agent/strategies/dfsdt.ts";
import { iterative, sequential } from "../agent/strategies/long-form/long-form.ts";
import { guessing, noInteraction } from "../agent/strategies/long-form/no-interaction.ts";
import { apiDocsPrompt, triplesPrompt } from "../agent/strategies/one-round.ts";

import { react } from "../agent/strategies/react.ts";

import type { Strategy } from "../agent/strategy.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { nearestNames } from "../util/nearest-names.ts";
import type { StrategyName, Switch } from "./strategy-switches.ts";

/** What strategies of one round are made with; others take no notice of it. */
export interface RoundSettings {
  /** Rows of each table in the prompt of `api-docs-prompt` (0). */
  readonly sampleRows?: number;
  /** Triples in the prompt of `triples-prompt` (50). */
  readonly triples?: number;
  /** Entities of the question for `triples-prompt`; found in it unless given. */
  readonly entities?: readonly string[];
}

interface Known {
  readonly make: (without: ReadonlySet<Switch>, settings: RoundSettings) => Strategy;
  readonly switches: readonly Switch[];
}

const STRATEGIES: Readonly<Record<StrategyName, Known>> = {
  react: { make: (without) => react({ asking: !without.has("questions") }), switches: ["questions"] },
  decoupled: { make: (without) => decoupled({ asking: !without.has("questions") }), switches: ["questions"] },
  dfsdt: { make: (without) => dfsdt({ asking: !without.has("questions") }), switches: ["questions"] },
  "api-team": {
    make: (without) =>
      apiTeam({
        supervisor: !without.has("supervisor"),
        questions: !without.has("questions"),
        thoughts: !without.has("thoughts"),
      }),
    switches: ["supervisor", "questions", "thoughts"],
  },
  restgpt: { make: () => restGpt(), switches: [] },
  sequential: {
    make: (without) =>
      sequential({
        looking: !without.has("looking"),
        mending: !without.has("mending"),
        checking: !without.has("checking"),
        questions: !without.has("questions"),
      }),
    switches: ["questions", "looking", "mending", "checking"],
  },
  iterative: {
    make: (without) =>
      iterative({
        mending: !without.has("mending"),
        checking: !without.has("checking"),
        questions: !without.has("questions"),
      }),
    switches: ["questions", "mending", "checking"],
  },
  "no-interaction": { make: () => noInteraction(), switches: [] },
  guessing: { make: () => guessing(), switches: [] },
  "api-docs-prompt": {
    make: (_, { sampleRows = 0 }) => apiDocsPrompt({ sampleRows }),
    switches: [],
  },
  "triples-prompt": {
    make: (_, { triples, entities }) =>
      triplesPrompt({
        ...(triples === undefined ? {} : { triples }),
        ...(entities === undefined ? {} : { entities }),
      }),
    switches: [],
  },
};

const isStrategy = (name: string): name is StrategyName => Object.hasOwn(STRATEGIES, name);

/** The parts of a strategy that can be switched off; none for a name that is unknown. */
export function switchesOf(name: string): readonly Switch[] {
  return isStrategy(name) ? STRATEGIES[name].switches : [];
}

/** @throws FuxiError `usage` with the nearest name, or for a part that the strategy does not have */
export function strategyNamed(
  name: string,
  without: readonly Switch[] = [],
  settings: RoundSettings = {},
): Strategy {
  const known = isStrategy(name) ? STRATEGIES[name] : undefined;
  if (known === undefined) {
    const nearest = nearestNames(name, Object.keys(STRATEGIES), { limit: 1 })[0];
    throw new FuxiError("usage", `There is no strategy "${name}".`, {
      hint:
        nearest === undefined
          ? `Known: ${Object.keys(STRATEGIES).join(", ")}.`
          : `Did you mean ${nearest.name}?`,
    });
  }
  const lacking = without.find((each) => !known.switches.includes(each));
  if (lacking !== undefined) {
    throw new FuxiError("usage", `The strategy ${name} has no ${lacking} that could be left out.`, {
      hint: known.switches.length === 0 ? "Leave --without out." : `It has: ${known.switches.join(", ")}.`,
    });
  }
  return known.make(new Set(without), settings);
}
