import type { Action } from "../../environment/action.ts";
import { wordsOf } from "../../environment/egress/words-of.ts";
import type { LongFormAnswer, ReportQuery } from "../../trajectory/long-form-answer.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { startOf } from "../../util/clipped-text.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import { boundedText, type JudgedText, MATERIAL_BOUNDS } from "./judge.ts";

/** What a judge may see of a run; which part it sees is a matter of the sub-task. Every text is bounded, and says what was cut. */
export interface JudgedMaterial {
  readonly question: string;
  /** What was given with the question or said by the person, one statement each. */
  readonly known: readonly string[];
  /** Of the data that were asked; absent where it is not at hand. */
  readonly description?: JudgedText;
  /** Absent where the agent wrote none. */
  readonly plan?: JudgedText;
  /** Queries, programs and calls, in order. */
  readonly steps: readonly JudgedStep[];
  /** What was left out of `steps`, in words. */
  readonly stepsCut?: string;
  /** Absent where the run ended without one, and where values may not be told to a model. */
  readonly answer?: JudgedText;
  /** Results are told without their values: the run was made under an egress level below `all`. */
  readonly withheld: boolean;
}

/** What the events do not say themselves. */
export interface JudgedMaterialOptions {
  /** Of the environments, whole: it is bounded here. */
  readonly description?: string;
}

/**
 * What is judged of a run, of whatever strategy and however it ended. A long-form answer brings its plan and its queries; of other runs the thoughts
 * are the plan, and what was handed in and built on the way are the queries.
 */
export function judgedMaterial(
  events: readonly RunEvent[],
  { description }: JudgedMaterialOptions = {},
): JudgedMaterial {
  const started = events.find((event) => event.type === "run-started");
  const outcome = events.findLast((event) => event.type === "run-finished")?.outcome;
  const withheld = started?.environments.some(({ egress }) => egress !== undefined) ?? false;
  const report = outcome?.type === "answered" ? outcome.report : undefined;
  const plan = planOf(events, report);
  const { steps, cut } = stepsOf(events, {
    withheld,
    ...(report === undefined ? {} : { report }),
  });
  const answer = withheld ? undefined : answerOf(outcome);
  return {
    question: started?.task.question ?? "",
    known: knownWith(events, withheld),
    ...(description === undefined
      ? {}
      : { description: boundedText(description, MATERIAL_BOUNDS.description) }),
    ...(plan === "" ? {} : { plan: boundedText(plan, MATERIAL_BOUNDS.plan) }),
    steps,
    ...(cut === undefined ? {} : { stepsCut: cut }),
    ...(answer === undefined ? {} : { answer: boundedText(answer, MATERIAL_BOUNDS.answer) }),
    withheld,
  };
}

/** To say that there is no answer, or to ask back, is what the agent made of what it found. */
function answerOf(outcome: Extract<RunEvent, { type: "run-finished" }>["outcome"] | undefined) {
  switch (outcome?.type) {
    case "answered": {
      const { answer, assumptions } = outcome;
      if (assumptions.length === 0) return answer.text;
      return `${answer.text}\n\nTaken for granted: ${assumptions.join(" ")}`;
    }
    case "unanswerable":
      return `The question cannot be answered: ${outcome.reason}`;
    case "needs-clarification":
      return `Asked the person instead of answering: ${outcome.clarification.question}`;
    default:
      return undefined;
  }
}

/** The plan of a long-form answer, else what the agent said that it would do, step by step; "" where it said nothing. */
function planOf(events: readonly RunEvent[], report: LongFormAnswer | undefined): string {
  if (report !== undefined && report.plan.length > 0) return numbered(report.plan);
  const replies = events.flatMap((event) => (event.type === "policy-replied" ? [event.reply] : []));
  const before = replies.filter(({ claim }) => claim === undefined).flatMap(saidIn);
  // A thought beside an answer is about the answer; it is the plan only where all was done in one reply.
  return numbered(before.length > 0 ? before : replies.flatMap(saidIn));
}

function saidIn({ thought, output }: PolicyReply): readonly string[] {
  const planned = [textsOf(output?.["plan"]), textsOf(output?.["step"])].flat();
  return [thought.trim(), ...planned].filter((text) => text !== "");
}

/** Roles of different strategies write a plan as a text, as texts, or as objects with texts. */
function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value.trim()];
  if (Array.isArray(value)) return value.flatMap((each: Json) => textsOf(each).join(" "));
  return isObject(value) ? [Object.values(value).flatMap(textsOf).join(" ")] : [];
}

function numbered(lines: readonly string[]): string {
  return lines.map((line, at) => `${at + 1}. ${line}`).join("\n");
}

/**
 * What the agent was told beside the question, in sentences: a judge that does not know it would fault what follows from it. `withheld`: what was found or
 * chosen among the data is left out.
 */
function knownWith(events: readonly RunEvent[], withheld: boolean): readonly string[] {
  const known: string[] = [];
  const asked = new Map<string, string>();
  for (const event of events) {
    if (event.type === "run-started") {
      const { previous, oracleKnowledge, settled = [] } = event.task;
      if (previous !== undefined)
        known.push(
          `The question follows up on an earlier one: ${previous.question}`,
          ...(previous.answer === undefined || withheld
            ? []
            : [`That was answered with: ${previous.answer}`]),
        );
      if (oracleKnowledge !== undefined) known.push(`Given with the question: ${oracleKnowledge}`);
      if (!withheld)
        known.push(...settled.map(({ words, meaning }) => `By "${words}" the person means: ${meaning}`));
    }
    if (withheld) continue;
    if (event.type === "question-asked") asked.set(event.command, event.clarification.question);
    if (event.type === "question-answered" && event.reply.type === "answered")
      known.push(`Asked "${asked.get(event.command) ?? ""}", the person said: ${event.reply.text}`);
  }
  return known;
}

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

interface StepsOptions {
  readonly report?: LongFormAnswer;
  readonly withheld: boolean;
}

/** A step before its texts are bounded. */
interface WholeStep {
  readonly name?: string;
  readonly purpose?: string;
  readonly asked: string;
  readonly result: string | ShownTable;
}

/** The queries of a long-form answer; else what was handed in and accepted, and the actions that built it. What was refused was mended or given up on the way. */
function stepsOf(
  events: readonly RunEvent[],
  { report, withheld }: StepsOptions,
): { readonly steps: readonly JudgedStep[]; readonly cut?: string } {
  const all = report === undefined ? takenSteps(events, withheld) : report.queries.map(queryStep);
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

function takenSteps(events: readonly RunEvent[], withheld: boolean): readonly WholeStep[] {
  const steps: WholeStep[] = [];
  for (const event of events) {
    // What left the workspace as it was merely looked around.
    if (event.type === "action-observed" && event.workspace !== undefined)
      steps.push({ asked: actionText(event.action), result: event.observation.text });
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

/** Rows of a result, as far as they are at hand. */
interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows. */
  readonly total: number;
}

/**
 * The first rows as lines, the names of the columns first. `withheld`: no values, only how many rows there are and the names of columns that stand
 * in what was asked.
 */
function tableAsText(
  { columns, rows, total }: ShownTable,
  { most, withheld, asked }: { readonly most: number; readonly withheld: boolean; readonly asked: string },
): JudgedText {
  const size = `${total.toLocaleString("en")} ${total === 1 ? "row" : "rows"}`;
  if (withheld)
    return {
      text: `${size} of ${toldNames(columns, asked).join(" | ")}`,
      cut: "values of this run may not be told to a model",
    };
  const shown = rows.slice(0, MATERIAL_BOUNDS.rows);
  const lines = [
    size,
    columns.map(visibleText).join(" | "),
    ...shown.map((row) => row.map(cellText).join(" | ")),
  ];
  const { text, cut } = boundedText(lines.join("\n"), most);
  const cuts = [
    ...(shown.length < total
      ? [`the first ${shown.length} of ${total.toLocaleString("en")} rows are shown`]
      : []),
    ...(cut === undefined ? [] : [cut]),
  ];
  return { text, ...(cuts.length === 0 ? {} : { cut: cuts.join("; ") }) };
}

/** An engine may make the name of a column out of a cell. */
function toldNames(columns: readonly string[], asked: string): readonly string[] {
  const known = wordsOf([asked]);
  return columns.map((name, at) =>
    [...wordsOf([name])].every((word) => known.has(word)) ? visibleText(name) : `(column ${at + 1})`,
  );
}

function cellText(value: Json): string {
  if (value === null) return "NULL";
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/gu, " ");
  return text.length > MATERIAL_BOUNDS.cell ? `${startOf(text, MATERIAL_BOUNDS.cell)}…` : text;
}
