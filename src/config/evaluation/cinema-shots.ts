import { oraclePolicy } from "../../agent/policies/oracle-policy.ts";
import type { Shot } from "../../agent/policies/shot-messages.ts";
import type { TranscriptItem } from "../../agent/policy-request.ts";
import { runTask } from "../../agent/run-loop.ts";
import { reactSteps } from "../../agent/strategies/react.ts";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { memoryArtifactStore } from "../../store/artifacts.ts";
import { memoryTrajectoryStore } from "../../store/trajectories.ts";
import { openEnvironments } from "../open-environments.ts";
import { LOCAL_PRINCIPAL } from "../shared-store.ts";

/** A question on the bundled sample that is in none of its lists of questions, with its program in the KBQA-Agent format. */
interface Demonstration {
  readonly question: string;
  readonly program: string;
}

const DEMONSTRATIONS: readonly Demonstration[] = [
  {
    question: "Who wrote the music for The Midnight Watchmaker?",
    program: '(JOIN (R composer) (NAMED "The Midnight Watchmaker"))',
  },
  {
    question: "Which comedies take place in Lisbon?",
    program: '(AND (JOIN genre (NAMED "Comedy")) (JOIN setIn (NAMED "Lisbon")))',
  },
  {
    question: "How many films were shot in Polish?",
    program: '(COUNT (JOIN originalLanguage (NAMED "Polish")))',
  },
  {
    question: "Which of the westerns is the longest?",
    program: '(ARGMAX (JOIN genre (NAMED "Western")) runtime)',
  },
];

/** Why a tool is used in building an answer. */
const TOOL_THOUGHTS: Readonly<Record<string, string>> = {
  get_relations: "I need to know what can be followed from here.",
  get_neighbors: "This relation leads to what the question speaks of.",
  get_attributes: "I need to know what can be compared.",
  intersection: "What is wanted is in both.",
  count: "Their number is asked for.",
  argmax: "The one with the most of it is asked for.",
};

/** What a demonstration needs of a long result. */
const LONGEST_RESULT = 600;
const MOST_STEPS = 40;
const LAST_THOUGHT = "That answers the question, so I hand it in.";

/**
 * Demonstrations for a knowledge base (Middleware, Table 2: one-shot): runs of the oracle on the bundled sample, made here and now, so that
 * every result in them is the tools' own. Never of a benchmark. Those that use a tool that is not there are passed over.
 *
 * @throws FuxiError `usage` where there are not so many, or the environment is no knowledge base
 */
export async function cinemaShots(
  { id, kind, tools, capabilities }: Environment,
  count: number,
  { cacheFolder, signal }: { readonly cacheFolder: string; readonly signal: AbortSignal },
): Promise<readonly Shot[]> {
  if (capabilities.graph === undefined)
    throw new FuxiError("usage", `There are no demonstrations for environments of the kind ${kind}.`, {
      hint: "Leave --shots out: demonstrations are runs on the sample, and there are some for knowledge bases alone.",
    });
  if (count > DEMONSTRATIONS.length) throw tooMany(count, DEMONSTRATIONS.length, kind);
  const folders = { cache: cacheFolder, data: cacheFolder };
  const environments = await openEnvironments(["sample:cinema-kb"], {
    folders,
    env: {},
    signal,
    onWarning: () => {},
  });
  try {
    const [cinema] = environments;
    if (cinema === undefined) throw tooMany(count, 0, kind);
    await cinema.capabilities.preparation?.prepare({ signal });
    const known = new Set(tools.map(({ name }) => name));
    const shots: Shot[] = [];
    for (const each of DEMONSTRATIONS) {
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

async function shotOf(
  { question, program }: Demonstration,
  cinema: Environment,
  signal: AbortSignal,
): Promise<Shot> {
  const artifacts = memoryArtifactStore();
  const context = { principal: LOCAL_PRINCIPAL, signal, limits: DEFAULT_ACT_LIMITS, artifacts };
  const built = await cinema.capabilities.graph?.takeApart(program, context);
  if (built === undefined) throw new FuxiError("internal", "A demonstration cannot be built with the tools.");
  const strategy = reactSteps({ asking: false });
  const task = { question };
  const { outcome, events } = await runTask({
    environments: [cinema],
    task,
    strategy,
    policy: oraclePolicy(built),
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
    ),
    thought: LAST_THOUGHT,
    answer: built.claim.text ?? "draft",
  };
}

function withThoughts(transcript: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return transcript.map((item): TranscriptItem => {
    if (item.type === "result") return { ...item, text: clipped(item.text) };
    if (item.type !== "step") return item;
    return { ...item, thought: TOOL_THOUGHTS[item.actions[0]?.action.tool ?? ""] ?? "" };
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
