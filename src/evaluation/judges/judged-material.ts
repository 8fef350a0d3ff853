import type { Action } from "../../environment/action.ts";
import type { LongFormAnswer, ReportQuery } from "../../trajectory/long-form-answer.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { startOf } from "../../util/clipped-text.ts";
import { given } from "../../util/given.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import { boundedText, type JudgedText, MATERIAL_BOUNDS } from "./judge.ts";

/** The material of a run for judges, who see the parts of their sub-task. Long texts are cut, with a description of the cut. */
export interface JudgedMaterial {
  readonly question: string;
  /** Statements given with the question or made by the person. */
  readonly known: readonly string[];
  /** Description of the data. Absent if it is not available. */
  readonly description?: JudgedText;
  /** Absent where the agent wrote none. */
  readonly plan?: JudgedText;
  /** Queries, programs and calls, in order. */
  readonly steps: readonly JudgedStep[];
  /** A description of the omitted steps. */
  readonly stepsCut?: string;
  /** Absent where the run ended without one. */
  readonly answer?: JudgedText;
}

/** Whether a run was made below the egress level `all`: then its values must not reach a judge either. */
export function isWithheld(events: readonly RunEvent[]): boolean {
  const started = events.find((event) => event.type === "run-started");
  return started?.environments.some(({ egress }) => egress !== undefined) === true;
}

/** Material that is not in the events. */
export interface JudgedMaterialOptions {
  /** Description of the environments, uncut. */
  readonly description?: string;
}

/**
 * The material of a run, for any strategy and outcome. A long-form answer has a plan and queries; for other runs, the thoughts are the plan, and
 * accepted claims and the actions that built them are the queries.
 */
export function judgedMaterial(
  events: readonly RunEvent[],
  { description }: JudgedMaterialOptions = {},
): JudgedMaterial {
  const started = events.find((event) => event.type === "run-started");
  const outcome = events.findLast((event) => event.type === "run-finished")?.outcome;
  const report = outcome?.type === "answered" ? outcome.report : undefined;
  const plan = planOf(events, report);
  const answer = answerOf(outcome);
  return {
    question: started?.task.question ?? "",
    known: knownWith(events),
    ...stepsOf(events, report),
    ...given({
      description:
        description === undefined ? undefined : boundedText(description, MATERIAL_BOUNDS.description),
      plan: plan === "" ? undefined : boundedText(plan, MATERIAL_BOUNDS.plan),
      answer: answer === undefined ? undefined : boundedText(answer, MATERIAL_BOUNDS.answer),
    }),
  };
}

/** The answer. Declining, or asking back, counts as one. */
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

/** The plan of a long-form answer, else the agent's thoughts, step by step. Empty if there are none. */
function planOf(events: readonly RunEvent[], report: LongFormAnswer | undefined): string {
  if (report !== undefined && report.plan.length > 0) return numbered(report.plan);
  const replies = events.flatMap((event) => (event.type === "policy-replied" ? [event.reply] : []));
  const before = replies.filter(({ claim }) => claim === undefined).flatMap(saidIn);
  // A thought beside an answer is about the answer. It is the plan only if everything was done in one reply.
  return numbered(before.length > 0 ? before : replies.flatMap(saidIn));
}

function saidIn({ thought, output }: PolicyReply): readonly string[] {
  const planned = [textsOf(output?.["plan"]), textsOf(output?.["step"])].flat();
  return [thought.trim(), ...planned].filter((text) => text !== "");
}

/** The texts of a plan, which roles of strategies write as a text, a list of texts, or objects with texts. */
function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value.trim()];
  if (Array.isArray(value)) return value.flatMap((each: Json) => textsOf(each).join(" "));
  return isObject(value) ? [Object.values(value).flatMap(textsOf).join(" ")] : [];
}

function numbered(lines: readonly string[]): string {
  return lines.map((line, at) => `${at + 1}. ${line}`).join("\n");
}

/** Statements that the agent knew beside the question. Without them, a judge would fault their consequences. */
function knownWith(events: readonly RunEvent[]): readonly string[] {
  const known: string[] = [];
  const asked = new Map<string, string>();
  for (const event of events) {
    if (event.type === "run-started") {
      const { previous, oracleKnowledge, settled = [] } = event.task;
      if (previous !== undefined)
        known.push(
          `The question follows up on an earlier one: ${previous.question}`,
          ...(previous.answer === undefined ? [] : [`That was answered with: ${previous.answer}`]),
        );
      if (oracleKnowledge !== undefined) known.push(`Given with the question: ${oracleKnowledge}`);
      known.push(...settled.map(({ words, meaning }) => `By "${words}" the person means: ${meaning}`));
    }
    if (event.type === "question-asked") asked.set(event.command, event.clarification.question);
    if (event.type === "question-answered" && event.reply.type === "answered")
      known.push(`Asked "${asked.get(event.command) ?? ""}", the person said: ${event.reply.text}`);
  }
  return known;
}

/** A query, program or call, with its result. */
export interface JudgedStep {
  /** `Q1`, `Q2`, …, or `1`, `2`, …. */
  readonly name: string;
  /** Its purpose, if the agent stated one. */
  readonly purpose?: string;
  /** The SQL, the program, or the tool with its arguments. */
  readonly asked: JudgedText;
  readonly result: JudgedText;
}

/** A step before its texts are bounded. */
interface WholeStep {
  readonly name?: string;
  readonly purpose?: string;
  readonly asked: string;
  readonly result: string | ShownTable;
}

/** The queries of a long-form answer; else accepted claims and the actions that built them. Refused ones are left out. */
function stepsOf(
  events: readonly RunEvent[],
  report: LongFormAnswer | undefined,
): Pick<JudgedMaterial, "steps" | "stepsCut"> {
  const all = report === undefined ? takenSteps(events) : report.queries.map(queryStep);
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
    result: typeof result === "string" ? boundedText(result, most) : tableAsText(result, most),
  }));
  return { steps, ...(left === 0 ? {} : { stepsCut: `the last ${kept.length} of ${all.length} are shown` }) };
}

function queryStep({ name, purpose, sql, outcome, columns, rows, total, remark }: ReportQuery): WholeStep {
  if (outcome !== "failed") return { name, purpose, asked: sql, result: { columns, rows, total } };
  return { name, purpose, asked: sql, result: `failed: ${remark ?? "it was given up"}` };
}

function takenSteps(events: readonly RunEvent[]): readonly WholeStep[] {
  const steps: WholeStep[] = [];
  for (const event of events) {
    // Actions that did not change the workspace only explored.
    if (event.type === "action-observed" && event.workspace !== undefined)
      steps.push({ asked: actionText(event.action), result: event.observation.text });
    if (event.type !== "claim-accepted") continue;
    const { answer, evidence } = event;
    const query = evidence.sql ?? evidence.program;
    if (query !== undefined) {
      const purpose = evidence.sentence;
      steps.push({ ...given({ purpose }), asked: query, result: answer.rows ?? answer.text });
    } else if (steps.length === 0) {
      // Calls of earlier steps are listed as actions already.
      const calls = (evidence.calls ?? []).map((call) => JSON.stringify(call)).join("\n");
      if (calls !== "") steps.push({ asked: calls, result: JSON.stringify(evidence.preview ?? null) });
    }
  }
  return steps;
}

function actionText({ tool, arguments: given }: Action): string {
  return `${tool}(${JSON.stringify(given)})`;
}

/** Rows of a result, as far as they are at hand. */
interface ShownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows. */
  readonly total: number;
}

/** The first rows as lines, the names of the columns first. */
function tableAsText({ columns, rows, total }: ShownTable, most: number): JudgedText {
  const size = `${total.toLocaleString("en")} ${total === 1 ? "row" : "rows"}`;
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

function cellText(value: Json): string {
  if (value === null) return "NULL";
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/gu, " ");
  return text.length > MATERIAL_BOUNDS.cell ? `${startOf(text, MATERIAL_BOUNDS.cell)}…` : text;
}
