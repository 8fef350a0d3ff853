import type { Action } from "../../environment/action.ts";
import type { LongFormAnswer, ReportQuery } from "../../trajectory/long-form-answer.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { boundedText, type JudgedText, MATERIAL_BOUNDS } from "./judged-text.ts";
import { type ShownTable, tableAsText } from "./table-as-text.ts";

/** Something that was asked of the data, with what came of it. */
export interface JudgedStep {
  /** `Q1`, `Q2`, …, or `1`, `2`, …. */
  readonly name: string;
  /** What it was to find out, where the agent said so. */
  readonly purpose?: string;
  /** The SQL, the program, or the tool with its arguments. */
  readonly asked: JudgedText;
  readonly result: JudgedText;
}

export interface StepsOptions {
  readonly report?: LongFormAnswer;
  readonly isFunctional?: (action: Action) => boolean;
  readonly withheld: boolean;
}

/** A step before its texts are bounded. */
interface WholeStep {
  readonly name?: string;
  readonly purpose?: string;
  readonly asked: string;
  readonly result: string | ShownTable;
}

/**
 * The queries of a long-form answer; else what was handed in and accepted, and the actions that built it. What was refused was mended or given up on the
 * way, so it counts only where nothing was accepted: then the last refusal stands for the rest.
 */
export function stepsOf(
  events: readonly RunEvent[],
  { report, isFunctional, withheld }: StepsOptions,
): { readonly steps: readonly JudgedStep[]; readonly cut?: string } {
  const whole =
    report === undefined ? takenSteps(events, isFunctional, withheld) : report.queries.map(queryStep);
  const all = whole.length > 0 ? whole : lastRefused(events);
  const kept = all.slice(-MATERIAL_BOUNDS.steps);
  const most = Math.min(
    MATERIAL_BOUNDS.result,
    Math.floor(MATERIAL_BOUNDS.results / Math.max(1, kept.length)),
  );
  const left = all.length - kept.length;
  const steps = kept.map(({ name, purpose, asked, result }, at) => ({
    name: name ?? String(left + at + 1),
    ...(purpose === undefined ? {} : { purpose: boundedText(purpose, MATERIAL_BOUNDS.cell).text }),
    asked: boundedText(asked, MATERIAL_BOUNDS.asked),
    result: resultText(result, asked, { most, withheld }),
  }));
  return { steps, ...(left === 0 ? {} : { cut: `the last ${kept.length} of ${all.length} are shown` }) };
}

function queryStep({ name, purpose, sql, outcome, columns, rows, total, remark }: ReportQuery): WholeStep {
  if (outcome !== "failed") return { name, purpose, asked: sql, result: { columns, rows, total } };
  return { name, purpose, asked: sql, result: `failed: ${remark ?? "it was given up"}` };
}

function takenSteps(
  events: readonly RunEvent[],
  isFunctional: StepsOptions["isFunctional"],
  withheld: boolean,
): readonly WholeStep[] {
  const steps: WholeStep[] = [];
  for (const event of events) {
    if (event.type === "action-observed") {
      const counts = isFunctional?.(event.action) ?? event.workspace !== undefined;
      if (counts) steps.push({ asked: actionText(event.action), result: event.observation.text });
    }
    if (event.type !== "claim-accepted") continue;
    const { answer, evidence } = event;
    const query = evidence.sql ?? evidence.program;
    if (query !== undefined) {
      const said = evidence.sentence === undefined || withheld ? {} : { purpose: evidence.sentence };
      steps.push({ ...said, asked: query, result: answer.rows ?? answer.text });
    } else if (steps.length === 0 && !withheld) {
      // Calls that were made on the way stand there as actions; their result is no more than the answer.
      const calls = (evidence.calls ?? []).map((call) => JSON.stringify(call)).join("\n");
      if (calls !== "") steps.push({ asked: calls, result: JSON.stringify(evidence.preview ?? null) });
    }
  }
  return steps;
}

function lastRefused(events: readonly RunEvent[]): readonly WholeStep[] {
  const refused = events.findLast((event) => event.type === "claim-refused");
  const asked = refused?.claim.text?.trim() ?? "";
  return refused === undefined || asked === ""
    ? []
    : [{ asked, result: `refused: ${refused.failure.message}` }];
}

function actionText({ tool, arguments: given }: Action): string {
  return `${tool}(${JSON.stringify(given)})`;
}

function resultText(
  result: string | ShownTable,
  asked: string,
  { most, withheld }: { readonly most: number; readonly withheld: boolean },
): JudgedText {
  if (typeof result !== "string") return tableAsText(result, { most, withheld, asked });
  if (withheld) return { text: "", cut: "values of this run may not be told to a model" };
  return boundedText(result, most);
}
