import type { PolicyReply } from "../../../trajectory/policy-reply.ts";
import type { JsonObject } from "../../../util/json.ts";
import { profile } from "./after-queries.ts";
import { readInvestigator } from "./investigator.ts";
import { endReport, onDraft } from "./judge-report.ts";
import { LONG_FORM_LIMITS } from "./long-form-limits.ts";
import { hasRows, type LongFormState, stepsLeft } from "./long-form-state.ts";
import { ask, finish, type LongFormStep, tell } from "./long-form-step.ts";
import { lookAround } from "./look-around.ts";
import { handIn } from "./on-query.ts";
import { weigh } from "./on-question.ts";
import { readPlanner } from "./planner.ts";
import { isToMend } from "./queries-to-mend.ts";
import { readReport, some } from "./synthesiser.ts";
import { readWriter } from "./writer.ts";

/** Replies that are kept for the synthesiser. */
const KEPT = 2;
const NO_OUTPUT = "The reply has no output in the form that was asked for.";

/** What the role whose turn it is has written: done where it can be read, told where it cannot. */
export function onReply(state: LongFormState, { output, problem }: PolicyReply): LongFormStep {
  const said = output === undefined ? [] : some(output["assumptions"], LONG_FORM_LIMITS.assumptions);
  const after: LongFormState = {
    ...state,
    steps: state.steps + 1,
    waiting: [],
    listening: false,
    assumptions: state.turn === "synthesiser" ? state.assumptions : joined(state.assumptions, said),
  };
  if (output === undefined) return unusable(after, problem?.message ?? NO_OUTPUT, problem !== undefined);
  switch (state.turn) {
    case "planner":
      return onPlanner(after, output);
    case "writer":
      return onWriter(after, output);
    case "investigator":
      return onInvestigator(after, output);
    case "synthesiser":
      return onSynthesiser(after, output);
  }
}

function onPlanner(state: LongFormState, output: JsonObject): LongFormStep {
  const read = readPlanner(output, state);
  if (read.problem !== undefined) return unusable(state, read.problem);
  const { said } = read;
  switch (said.type) {
    case "calls":
      return lookAround(state, said.calls);
    case "plan":
      return ask(
        cut({ ...state, plan: said.steps }, said.dropped, "step of the plan", "steps of the plan"),
        "writer",
      );
    case "question":
      return weigh(state, said.wish);
    case "unanswerable":
      return finish(state, { type: "unanswerable", reason: said.reason, words: [] });
  }
}

function onWriter(state: LongFormState, output: JsonObject): LongFormStep {
  const read = readWriter(output, state);
  if (read.problem !== undefined) return unusable(state, read.problem);
  const { said } = read;
  const doubted = state.queries.map((query) => (isToMend(query) ? { ...query, doubted: true } : query));
  const after = cut({ ...state, queries: doubted }, said.dropped, "query", "queries");
  return said.queries.length === 0 ? profile(after) : handIn(after, said.queries);
}

function onInvestigator(state: LongFormState, output: JsonObject): LongFormStep {
  const read = readInvestigator(output, state);
  if (read.problem !== undefined) return unusable(state, read.problem);
  const { said } = read;
  switch (said.type) {
    case "queries": {
      const plan = [...state.plan, said.missing].slice(-LONG_FORM_LIMITS.steps);
      const step = plan.length;
      const queries = said.queries.map((query) => (query.name === undefined ? { ...query, step } : query));
      return handIn({ ...state, plan }, queries);
    }
    case "enough":
      return profile(state);
    case "question":
      return weigh(state, said.wish);
    case "unanswerable":
      return finish(state, { type: "unanswerable", reason: said.reason, words: [] });
  }
}

function onSynthesiser(state: LongFormState, output: JsonObject): LongFormStep {
  const read = readReport(output);
  return read.problem === undefined ? onDraft(state, read.said) : unusable(state, read.problem);
}

/** The role is told, unless what there is already can be gone on with: a report that could be read, or results. */
function unusable(state: LongFormState, problem: string, malformed = false): LongFormStep {
  if (state.draft !== undefined) return endReport(state, state.draft);
  const patience = Math.min(LONG_FORM_LIMITS.unusable - 1 - state.problems.length, stepsLeft(state) - KEPT);
  const goesOn = state.turn !== "synthesiser" && state.queries.some(hasRows) && patience <= 0;
  return goesOn ? profile(state) : tell(state, problem, malformed);
}

function cut(state: LongFormState, dropped: number, one: string, several: string): LongFormState {
  if (dropped === 0) return state;
  const what = dropped === 1 ? `1 ${one} was` : `${dropped} ${several} were`;
  return {
    ...state,
    remarks: [...state.remarks, `${what} left out, beyond the limit of ${LONG_FORM_LIMITS.steps}.`],
  };
}

function joined(before: readonly string[], said: readonly string[]): readonly string[] {
  return [...new Set([...before, ...said])].slice(0, LONG_FORM_LIMITS.assumptions);
}
