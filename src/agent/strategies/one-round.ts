import type { Answer, Evidence } from "../../environment/answer.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { JsonObject } from "../../util/json.ts";
import type { RoundData } from "../policy-request.ts";
import { renderFailure } from "../render-result.ts";
import type { Command, Strategy } from "../strategy.ts";

export type RoundState = {
  readonly environment: { readonly id: string; readonly kind: string };
  readonly assumptions: readonly string[];
};

type RoundStep = { readonly state: RoundState; readonly commands: readonly Command[] };
type Outcome = Extract<Command, { type: "finish" }>["outcome"];

const ROLE = "agent";
const NO_ANSWER = "The only reply had no answer in it.";

/** One request, one reply, one answer: nothing is corrected, and what the reply claims is final whether it holds or not. */
export function oneRound(name: string, options: JsonObject, data: RoundData): Strategy<RoundState> {
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
  const members = answers as readonly JsonObject[];
  const text = members.map(({ label, value }) => String(label ?? value)).join(", ");
  return { text: text === "" ? "nothing (an empty set)" : text, members };
}
