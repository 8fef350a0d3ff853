import type { RunEvent } from "../../../trajectory/run-event.ts";
import { asData } from "../../prompts/data-marks.ts";
import { chartFault } from "./chart-fault.ts";
import { draftProblems, draftSources } from "./draft-figures.ts";
import { LONG_FORM_LIMITS } from "./long-form-limits.ts";
import { type Draft, type LongFormState, stepsLeft } from "./long-form-state.ts";
import { ask, command, finish, type LongFormStep, settled } from "./long-form-step.ts";
import { reportOf } from "./report-of.ts";
import { reportText } from "./report-text.ts";
import { roleRequest } from "./role-request.ts";

type Computed = Extract<RunEvent, { type: "results-computed" }>;

/** Has the sources of a report computed. */
export function onDraft({ derived: _, ...state }: LongFormState, draft: Draft): LongFormStep {
  const drafted = { ...state, draft };
  const sources = draftSources(draft, state);
  if (sources.length === 0) return judged({ ...drafted, derived: [] }, draft);
  const tables = state.queries.flatMap(({ name, claim }) => (claim === undefined ? [] : [{ name, claim }]));
  return command(drafted, [{ type: "compute", role: "synthesiser", tables, profiles: [], sources }]);
}

/** What the results hold at large goes to the synthesiser; what the sources of its report come to is held against the report. */
export function onComputed(state: LongFormState, event: Computed): LongFormStep {
  if (!state.waiting.includes(event.command)) return { state, commands: [] };
  const after = settled(state, event.command);
  if (after.draft === undefined) return ask({ ...after, profiles: event.profiles }, "synthesiser");
  return judged({ ...after, derived: event.derived }, after.draft);
}

function judged(state: LongFormState, draft: Draft): LongFormStep {
  const mayRewrite =
    state.switches.checking && state.rewrites < LONG_FORM_LIMITS.rewrites && stepsLeft(state) > 0;
  const wrong = mayRewrite ? draftProblems(draft, state) : [];
  if (wrong.length === 0) return endReport(state, draft);
  const charts = draft.charts.flatMap((chart) => chartFault(chart, state) ?? []);
  const problems = [...wrong, ...charts].slice(0, LONG_FORM_LIMITS.problems);
  const told: LongFormState = {
    ...state,
    turn: "synthesiser",
    rewrites: state.rewrites + 1,
    problems: [
      `Your report so far:\n${asData(JSON.stringify(formOf(draft)))}`,
      `It cannot stay as it is:\n${problems.map((problem) => `- ${problem}`).join("\n")}`,
      "Write all of it again with these mended. Keep what was right.",
    ],
  };
  return command(told, [{ type: "model", role: "synthesiser", request: roleRequest(told) }]);
}

/** As its writer wrote it. */
function formOf({ notFound, ...draft }: Draft): object {
  return { ...draft, not_found: notFound };
}

/** Ends the run with the report as it is: figures that do not hold are corrected or marked. */
export function endReport(state: LongFormState, draft: Draft): LongFormStep {
  const report = reportOf(draft, state);
  const evidence = state.queries.flatMap((query) => query.evidence ?? []);
  return finish(state, {
    type: "answered",
    answer: { text: reportText(report) },
    evidence,
    // The writer has read what was taken for granted before, and says all of it in the end.
    assumptions: draft.assumptions.length === 0 ? state.assumptions : draft.assumptions,
    report,
  });
}
