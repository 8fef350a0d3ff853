import type { Answer, Evidence } from "../../environment/answer.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { JsonObject } from "../../util/json.ts";
import type { RoundData } from "../policy-request.ts";
import { renderFailure } from "../render-result.ts";
import type { Command, Strategy } from "../strategy.ts";

type RoundState = {
  readonly environment: { readonly id: string; readonly kind: string };
  readonly assumptions: readonly string[];
};

type RoundStep = { readonly state: RoundState; readonly commands: readonly Command[] };
type Outcome = Extract<Command, { type: "finish" }>["outcome"];

const ROLE = "agent";
const NO_ANSWER = "The only reply had no answer in it.";

/** One request, one reply, one answer: nothing is corrected, and what the reply claims is final whether it holds or not. */
function oneRound(name: string, options: JsonObject, data: RoundData): Strategy<RoundState> {
  return {
    name,
    options,
    start: () => ({ environment: { id: "", kind: "" }, assumptions: [] }),
    next: (state, event) => next(state, event, data),
  };
}

function next(state: RoundState, event: RunEvent, data: RoundData): RoundStep {
  switch (event.type) {
    case "run-started": {
      const { id = "", kind = "" } = event.environments[0] ?? {};
      const request = { kind: "round" as const, transcript: [], mustConclude: true, data };
      return {
        state: { ...state, environment: { id, kind } },
        commands: [{ type: "model", id: "model-1", role: ROLE, request }],
      };
    }
    case "policy-replied":
      return onReply(state, event.reply);
    case "claim-accepted": {
      const { answer, evidence } = event;
      const { assumptions } = state;
      return finish(state, { type: "answered", answer, evidence: [evidence], assumptions });
    }
    case "claim-refused": {
      const reason = `The answer of the only round was not accepted. ${renderFailure(event.failure)}`;
      return finish(state, { type: "unanswerable", reason, words: [] });
    }
    default:
      return { state, commands: [] };
  }
}

function onReply(
  state: RoundState,
  {
    claim,
    output,
    unanswerable,
    problem,
    assumptions = [],
  }: Extract<RunEvent, { type: "policy-replied" }>["reply"],
): RoundStep {
  if (unanswerable !== undefined) return finish(state, { type: "unanswerable", ...unanswerable });
  if (claim !== undefined) {
    const environment = claim.environment ?? state.environment.id;
    const command = {
      type: "conclude" as const,
      id: "conclude-1",
      role: ROLE,
      environment,
      claim: claim.claim,
    };
    return { state: { ...state, assumptions }, commands: [command] };
  }
  const answer = problem === undefined ? answerOf(output) : undefined;
  if (answer === undefined) {
    return finish(state, { type: "stopped", reason: "no-action", message: problem?.message ?? NO_ANSWER });
  }
  const { id, kind } = state.environment;
  const preview = output?.["rests_on"];
  const evidence: Evidence = { environment: id, kind, ...(preview === undefined ? {} : { preview }) };
  return finish(state, { type: "answered", answer, evidence: [evidence], assumptions });
}

const finish = (state: RoundState, outcome: Outcome): RoundStep => ({
  state,
  commands: [{ type: "finish", outcome }],
});

/** Names that were read from the reply, which rest on nothing but what it was shown. */
function answerOf(output: JsonObject | undefined): Answer | undefined {
  const answers = output?.["answers"];
  if (!Array.isArray(answers)) return undefined;
  return namedMembers(answers as readonly JsonObject[]);
}

/** Members with a `label` or a `value` as an answer. */
export function namedMembers(members: readonly JsonObject[]): Answer {
  const text = members.map(({ label, value }) => String(label ?? value)).join(", ");
  return { text: text === "" ? "nothing (an empty set)" : text, members };
}

/** How much of the data the prompt shows. */
export interface ApiDocsPromptOptions {
  /** Rows of each table in the prompt: 0 (the default), and 1, 5, 10 or 20 in studies. */
  readonly sampleRows?: number;
}

/**
 * The baseline of one round: the schema as CREATE statements and the question, and the reply's query is the answer (Rajkumar et al. 2022;
 * Middleware, Sections 4 and 5.4). No tools, no error feedback, no second try. A query that does not run ends the run as `unanswerable`, with
 * what the engine said; a reply without a query as `stopped` (`no-action`).
 */
export function apiDocsPrompt({ sampleRows = 0 }: ApiDocsPromptOptions = {}): Strategy {
  return oneRound("api-docs-prompt", { sampleRows }, { type: "tables", sampleRows });
}

/** How many triples the prompt shows, and around what. */
export interface TriplesPromptOptions {
  /** Triples in the prompt: 50 unless given; 10, 50, 100 and 200 in the paper. */
  readonly triples?: number;
  /** Identifiers or names of the question's entities; found in the question unless given. */
  readonly entities?: readonly string[];
}

/**
 * The baseline of one round for knowledge bases: of the triples within three steps of the question's entities those that are most like the
 * question, and the names in the reply are the answer (Middleware, Section 5.4 and Figure C.4). No tools, no second try.
 */
export function triplesPrompt({ triples = 50, entities }: TriplesPromptOptions = {}): Strategy {
  const given = entities === undefined ? {} : { entities };
  return oneRound("triples-prompt", { triples, ...given }, { type: "triples", triples, ...given });
}
