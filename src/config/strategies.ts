import type { SolvedQuestion } from "../agent/strategies/baselines/baseline.ts";
import type { Strategy } from "../agent/strategy.ts";
import type { Environment } from "../environment/environment.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { given } from "../util/given.ts";
import { nearestNames } from "../util/nearest-names.ts";

/** Settings of baselines. Other strategies ignore them. */
export interface BaselineSettings {
  /** Rows of each table in the prompts of `api-docs-prompt` and `din-sql` (0). */
  readonly sampleRows?: number;
  /** Triples in the prompt of `triples-prompt` (50). */
  readonly triples?: number;
  /** Entities of the question for baselines over knowledge bases. Searched in the question unless given. */
  readonly entities?: readonly string[];
  /** Solved questions among which strategies that show examples choose theirs. */
  readonly examples?: readonly SolvedQuestion[];
  /** Number of examples; the published one unless given. */
  readonly shots?: number;
  /** Replies that vote on the answer; 1 unless given. */
  readonly votes?: number;
}

interface StrategyRow {
  /** A short answer; a report, which a language model writes (*Database question answering*, Section 3); or the one reply of a baseline. */
  readonly gives: "answer" | "report" | "reply";
  /** Parts that can be left out (`--without`). */
  readonly parts: readonly string[];
  /** It chooses examples for each question: `--shots` is their number. */
  readonly choosesExamples?: true;
  /** Several replies may vote on the answer (`--votes`). */
  readonly votes?: true;
  /** Loads and creates the strategy. `has` tells whether a part is wanted. */
  make(has: (part: string) => boolean, settings: BaselineSettings): Promise<Strategy>;
  /** The environment as the strategy's agent has it, where that is not the environment as it is. */
  over?(environment: Environment, settings: BaselineSettings): Promise<Environment>;
}

async function graphOnly(environment: Environment): Promise<Environment> {
  if (environment.kind === "knowledge-base") return environment;
  throw new FuxiError(
    "usage",
    `${environment.id} is no knowledge base, and this strategy works with these alone.`,
    {
      hint: "Use the strategy react, which works with everything.",
    },
  );
}

const apiTeam = () => import("../agent/strategies/api-team/api-team.ts");
const longForm = () => import("../agent/strategies/long-form/long-form.ts");
const unassisted = () => import("../agent/strategies/long-form/no-interaction.ts");
const oneRound = () => import("../agent/strategies/one-round.ts");
const baselines = () => import("../agent/strategies/baselines/load.ts");

const TEAM_PARTS = ["supervisor", "questions", "thoughts", "shortcuts"] as const;

/** The strategies by their names on the command line. Help, the schema of `fuxi.yaml` and names in errors come from this table. */
const STRATEGIES = {
  react: {
    gives: "answer",
    parts: ["questions"],
    make: async (has) => (await import("../agent/strategies/react.ts")).react({ asking: has("questions") }),
  },
  decoupled: {
    gives: "answer",
    parts: ["questions"],
    make: async (has) =>
      (await import("../agent/strategies/decoupled.ts")).decoupled({ asking: has("questions") }),
  },
  dfsdt: {
    gives: "answer",
    parts: ["questions"],
    make: async (has) => (await import("../agent/strategies/dfsdt.ts")).dfsdt({ asking: has("questions") }),
  },
  "api-team": {
    gives: "answer",
    parts: TEAM_PARTS,
    make: async (has) => (await apiTeam()).apiTeam(wanted(has, TEAM_PARTS)),
  },
  restgpt: { gives: "answer", parts: [], make: async () => (await apiTeam()).restGpt() },
  "execute-sql": {
    gives: "answer",
    parts: [],
    make: async () => (await baselines()).executeSql(),
    over: async (environment) => (await baselines()).sqlClient(environment),
  },
  pangu: {
    gives: "answer",
    parts: [],
    over: graphOnly,
    make: async (_, { entities }) => (await baselines()).pangu(given({ entities })),
  },
  "kb-binder": {
    gives: "answer",
    parts: [],
    over: graphOnly,
    choosesExamples: true,
    votes: true,
    make: async (_, { entities, examples, shots, votes }) =>
      (await baselines()).kbBinder(given({ entities, examples, shots, votes })),
  },
  structgpt: {
    gives: "answer",
    parts: [],
    make: async (_, { entities }) => (await baselines()).structGpt(given({ entities })),
    over: async (environment) => (await baselines()).structuredInterfaces(environment),
  },
  "din-sql": {
    gives: "answer",
    parts: [],
    make: async () => (await baselines()).dinSql(),
    over: async (environment, { sampleRows = 0 }) =>
      (await baselines()).sqlClient(environment, { sampleRows }),
  },
  "dail-sql": {
    gives: "answer",
    parts: [],
    choosesExamples: true,
    votes: true,
    make: async (_, { examples, shots, votes }) =>
      (await baselines()).dailSql(given({ examples, shots, votes })),
    over: async (environment) => (await baselines()).sqlClient(environment, { sampleRows: 0 }),
  },
  sequential: {
    gives: "report",
    parts: ["questions", "looking", "mending", "checking"],
    make: async (has) =>
      (await longForm()).sequential(wanted(has, ["questions", "looking", "mending", "checking"])),
  },
  iterative: {
    gives: "report",
    parts: ["questions", "mending", "checking"],
    make: async (has) => (await longForm()).iterative(wanted(has, ["questions", "mending", "checking"])),
  },
  "no-interaction": { gives: "report", parts: [], make: async () => (await unassisted()).noInteraction() },
  guessing: { gives: "report", parts: [], make: async () => (await unassisted()).guessing() },
  "api-docs-prompt": {
    gives: "reply",
    parts: [],
    make: async (_, { sampleRows = 0 }) => (await oneRound()).apiDocsPrompt({ sampleRows }),
  },
  "triples-prompt": {
    gives: "reply",
    parts: [],
    make: async (_, { triples, entities }) => (await oneRound()).triplesPrompt(given({ triples, entities })),
  },
} as const satisfies Readonly<Record<string, StrategyRow>>;

function wanted<Part extends string>(has: (part: string) => boolean, names: readonly Part[]) {
  return Object.fromEntries(names.map((name) => [name, has(name)])) as Record<Part, boolean>;
}

export type StrategyName = keyof typeof STRATEGIES;
export type Switch = (typeof STRATEGIES)[StrategyName]["parts"][number];

const ROWS: Readonly<Record<string, StrategyRow>> = STRATEGIES;
export const STRATEGY_NAMES = Object.keys(STRATEGIES) as readonly StrategyName[];
/** All parts that can be left out of some strategy. */
export const SWITCHES = [...new Set(Object.values(ROWS).flatMap((row) => row.parts))] as readonly Switch[];

/** Names of the strategies with this kind of output. */
export function strategiesThatGive(what: StrategyRow["gives"]): readonly StrategyName[] {
  return STRATEGY_NAMES.filter((name) => STRATEGIES[name].gives === what);
}

/** The kind of output of a strategy. Undefined for an unknown name. */
export function whatGives(name: string): StrategyRow["gives"] | undefined {
  return Object.hasOwn(ROWS, name) ? ROWS[name]?.gives : undefined;
}

/** Whether a strategy chooses examples for each question, and whether replies may vote. Neither for an unknown name. */
export function choicesOf(name: string): Pick<StrategyRow, "choosesExamples" | "votes"> {
  return (Object.hasOwn(ROWS, name) ? ROWS[name] : undefined) ?? {};
}

/** The parts of a strategy that can be left out. Empty for an unknown name. */
export function switchesOf(name: string): readonly Switch[] {
  return Object.hasOwn(ROWS, name) ? ((ROWS[name]?.parts ?? []) as readonly Switch[]) : [];
}

/** @throws FuxiError `usage` with the nearest name, or for a part that the strategy does not have */
export async function strategyNamed(
  name: string,
  without: readonly Switch[] = [],
  settings: BaselineSettings = {},
): Promise<Strategy> {
  const row = Object.hasOwn(ROWS, name) ? ROWS[name] : undefined;
  if (row === undefined) {
    const [nearest] = nearestNames(name, STRATEGY_NAMES, { limit: 1 });
    throw new FuxiError("usage", `There is no strategy "${name}".`, {
      hint: nearest === undefined ? `Known: ${STRATEGY_NAMES.join(", ")}.` : `Did you mean ${nearest.name}?`,
    });
  }
  const lacking = without.find((each) => !row.parts.includes(each));
  if (lacking !== undefined) {
    throw new FuxiError("usage", `The strategy ${name} has no ${lacking} that could be left out.`, {
      hint: row.parts.length === 0 ? "Leave --without out." : `It has: ${row.parts.join(", ")}.`,
    });
  }
  return await row.make((part) => !(without as readonly string[]).includes(part), settings);
}

/**
 * The environments as the strategy's agent has them. Closing these closes nothing.
 * @throws FuxiError `usage` for one that the strategy cannot work with
 */
export async function environmentsFor(
  name: string,
  environments: readonly Environment[],
  settings: BaselineSettings = {},
): Promise<readonly Environment[]> {
  const { over } = ROWS[name] ?? {};
  return over === undefined
    ? environments
    : await Promise.all(environments.map((environment) => over(environment, settings)));
}
