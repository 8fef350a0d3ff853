import { oraclePolicy } from "../../agent/policies/oracle-policy.ts";
import type { Shot } from "../../agent/policies/shot-messages.ts";
import type { TranscriptItem } from "../../agent/policy-request.ts";
import { runTask } from "../../agent/run-loop.ts";
import { reactSteps } from "../../agent/strategies/react.ts";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { Claim } from "../../environment/answer.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { memoryArtifactStore } from "../../store/artifacts.ts";
import { memoryTrajectoryStore } from "../../store/trajectories.ts";
import { openEnvironments } from "../open-environments.ts";
import { LOCAL_PRINCIPAL } from "../shared-store.ts";

/** A question on the bundled sample that is in none of its lists of questions, with how it is answered. */
interface Demonstration {
  readonly question: string;
  /** Taken before the answer is built, each with why. */
  readonly looks: readonly { readonly thought: string; readonly action: Omit<Action, "environment"> }[];
  /** Of the database. */
  readonly sql?: string;
  /** Of the knowledge base (KBQA-Agent format). */
  readonly program?: string;
}

const valuesOf = (table: string, column: string): Omit<Action, "environment"> => ({
  tool: "get_distinct_values",
  arguments: { table, column },
});

const DATABASE_DEMONSTRATIONS: readonly Demonstration[] = [
  {
    question: "Which cinemas in Germany have a bar?",
    looks: [
      {
        thought: "I do not know how a bar is written down, so I look at the values.",
        action: valuesOf("cinema", "has_bar"),
      },
      { thought: "Countries are codes. I look at them, too.", action: valuesOf("city", "country_code") },
    ],
    sql: "SELECT c.name FROM cinema AS c JOIN city AS t ON t.city_id = c.city_id WHERE t.country_code = 'DE' AND c.has_bar = 'Y'",
  },
  {
    question:
      "Which original languages do the most films have? The first three, with their numbers of films.",
    looks: [],
    sql: "SELECT original_language, count(*) FROM film GROUP BY original_language ORDER BY count(*) DESC LIMIT 3",
  },
  {
    question: "What are the titles of the comedies that are shorter than 80 minutes?",
    looks: [{ thought: "First I see how the genres are called.", action: valuesOf("genre", "name") }],
    sql: "SELECT f.title FROM film AS f JOIN film_genre AS fg ON fg.film_id = f.film_id JOIN genre AS g ON g.genre_id = fg.genre_id WHERE g.name = 'Comedy' AND f.runtime_min < 80",
  },
  {
    question: "Which formats can be shown on more than five screens?",
    looks: [],
    sql: "SELECT format FROM screen GROUP BY format HAVING count(*) > 5",
  },
];

const KNOWLEDGE_BASE_DEMONSTRATIONS: readonly Demonstration[] = [
  {
    question: "Who wrote the music for The Midnight Watchmaker?",
    looks: [],
    program: '(JOIN (R composer) (NAMED "The Midnight Watchmaker"))',
  },
  {
    question: "Which comedies take place in Lisbon?",
    looks: [],
    program: '(AND (JOIN genre (NAMED "Comedy")) (JOIN setIn (NAMED "Lisbon")))',
  },
  {
    question: "How many films were shot in Polish?",
    looks: [],
    program: '(COUNT (JOIN originalLanguage (NAMED "Polish")))',
  },
  {
    question: "Which of the westerns is the longest?",
    looks: [],
    program: '(ARGMAX (JOIN genre (NAMED "Western")) runtime)',
  },
];

/** Why a tool is used in building an answer. */
const TOOL_THOUGHTS: Readonly<Record<string, string>> = {
  from: "These are the tables that the question is about.",
  where: "Only the rows that the question means may count.",
  group_by: "One row for each of them is wanted.",
  having: "Only some of the groups are asked for.",
  select: "This is what is asked for.",
  order_by: "The order decides which come first.",
  limit: "No more of them are asked for.",
  get_relations: "I need to know what can be followed from here.",
  get_neighbors: "This relation leads to what the question speaks of.",
  get_attributes: "I need to know what can be compared.",
  intersection: "What is wanted is in both.",
  count: "Their number is asked for.",
  argmax: "The one with the most of it is asked for.",
};

const BY_KIND: Readonly<Record<string, { readonly sample: string; readonly all: readonly Demonstration[] }>> =
  {
    database: { sample: "sample:cinema", all: DATABASE_DEMONSTRATIONS },
    "knowledge-base": { sample: "sample:cinema-kb", all: KNOWLEDGE_BASE_DEMONSTRATIONS },
  };

/** What a demonstration needs of a long result. */
const LONGEST_RESULT = 600;
const MOST_STEPS = 40;
const LAST_THOUGHT = "That answers the question, so I hand it in.";

/**
 * Demonstrations for environments of a kind: runs of the oracle on the bundled sample, made here and now, so that every result in them is the
 * tools' own. Never of a benchmark. Those that use a tool that is not there are passed over.
 *
 * @throws FuxiError `usage` where there are not so many, or none for the kind
 */
export async function cinemaShots(
  { id, kind, tools }: Pick<Environment, "id" | "kind" | "tools">,
  count: number,
  { cacheFolder, signal }: { readonly cacheFolder: string; readonly signal: AbortSignal },
): Promise<readonly Shot[]> {
  const demonstrated = Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined;
  if (demonstrated === undefined)
    throw new FuxiError("usage", `There are no demonstrations for environments of the kind ${kind}.`, {
      hint: `Leave --shots out: demonstrations are runs on the sample, and there are some for ${Object.keys(BY_KIND).join(" and ")} alone.`,
    });
  const { sample, all } = demonstrated;
  if (count > all.length) throw tooMany(count, all.length, kind);
  const folders = { cache: cacheFolder, data: cacheFolder };
  const environments = await openEnvironments([sample], { folders, env: {}, signal, onWarning: () => {} });
  try {
    const [cinema] = environments;
    if (cinema === undefined) throw tooMany(count, 0, kind);
    await cinema.capabilities.preparation?.prepare({ signal });
    const known = new Set(tools.map(({ name }) => name));
    const shots: Shot[] = [];
    for (const each of all) {
      if (shots.length === count) break;
      const shot = await shotOf(each, cinema, signal);
      const used = shot.transcript.flatMap((item) => (item.type === "step" ? item.actions : []));
      if (used.every(({ action }) => known.has(action.tool))) shots.push(movedTo(shot, id));
    }
    if (shots.length < count) throw tooMany(count, shots.length, kind);
    return shots;
  } finally {
    await Promise.all(environments.map((environment) => environment.close()));
  }
}

function tooMany(count: number, there: number, kind: string): FuxiError {
  const message = `${count} demonstrations were asked for, and for a ${kind} with these tools there ${there === 1 ? "is 1" : `are ${there}`}.`;
  return new FuxiError("usage", message, { hint: "Ask for fewer (--shots)." });
}

async function shotOf(demonstration: Demonstration, cinema: Environment, signal: AbortSignal): Promise<Shot> {
  const { question, looks } = demonstration;
  const artifacts = memoryArtifactStore();
  const context = { principal: LOCAL_PRINCIPAL, signal, limits: DEFAULT_ACT_LIMITS, artifacts };
  const { actions, claim } = await builtBy(demonstration, cinema, context);
  const before = looks.map(({ action }) => ({ environment: cinema.id, ...action }));
  const strategy = reactSteps({ asking: false });
  const task = { question };
  const { outcome, events } = await runTask({
    environments: [cinema],
    task,
    strategy,
    policy: oraclePolicy({ actions: [...before, ...actions], claim }),
    store: memoryTrajectoryStore(),
    artifacts,
    principal: LOCAL_PRINCIPAL,
    limits: { steps: MOST_STEPS },
    signal,
  });
  if (outcome.type !== "answered") {
    throw new FuxiError("internal", `The demonstration "${question}" has no answer: ${outcome.type}.`);
  }
  const state = events
    .filter(({ type }) => type !== "run-finished")
    .reduce((before, event) => strategy.next(before, event).state, strategy.start(task));
  return {
    question,
    transcript: withThoughts(
      state.transcript.filter((item) => item.type !== "step" || item.claim === undefined),
      looks.map(({ thought }) => thought),
    ),
    thought: LAST_THOUGHT,
    answer: claim.text ?? "draft",
  };
}

async function builtBy(
  { sql, program }: Demonstration,
  { capabilities }: Environment,
  context: ActContext,
): Promise<{ readonly actions: readonly Action[]; readonly claim: Claim }> {
  const actions = sql === undefined ? undefined : capabilities.sql?.takeApart(sql);
  if (actions !== undefined) return { actions, claim: {} };
  const built = program === undefined ? undefined : await capabilities.graph?.takeApart(program, context);
  if (built !== undefined) return built;
  throw new FuxiError("internal", "A demonstration cannot be built with the tools.");
}

function withThoughts(
  transcript: readonly TranscriptItem[],
  first: readonly string[],
): readonly TranscriptItem[] {
  let step = 0;
  return transcript.map((item): TranscriptItem => {
    if (item.type === "result") return { ...item, text: clipped(item.text) };
    if (item.type !== "step") return item;
    const tool = item.actions[0]?.action.tool ?? "";
    return { ...item, thought: first[step++] ?? TOOL_THOUGHTS[tool] ?? "" };
  });
}

function clipped(text: string): string {
  if (text.length <= LONGEST_RESULT) return text;
  const end = text.lastIndexOf("\n", LONGEST_RESULT);
  return `${text.slice(0, end > 0 ? end : LONGEST_RESULT)}\n…`;
}

/** As if it had been answered in that environment. */
function movedTo(shot: Shot, environment: string): Shot {
  const moved = (action: Action): Action => ({ ...action, environment });
  return {
    ...shot,
    transcript: shot.transcript.map((item): TranscriptItem => {
      if (item.type === "result") return { ...item, action: moved(item.action) };
      if (item.type !== "step") return item;
      return { ...item, actions: item.actions.map(({ id, action }) => ({ id, action: moved(action) })) };
    }),
  };
}
