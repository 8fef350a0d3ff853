import { FuxiError } from "../../../errors/fuxi-error.ts";
import { NO_USAGE } from "../../../model/usage.ts";
import type { FigureVerdict, LongFormAnswer } from "../../../trajectory/long-form-answer.ts";
import type { Answered, Judged, Measure, ScoreContext, Scored, Scores } from "../../benchmark/benchmark.ts";
import type { QuestionType, ReferenceJudge, ReferenceVerdict } from "../../judges/judge.ts";
import { isWithheld } from "../../judges/judged-material.ts";

const SEGMENTER = new Intl.Segmenter("en", { granularity: "word" });

/** Number of words by Unicode's rules (UAX 29): "1,234.5" is one, Markdown marks are none, and texts without spaces have words, too. */
export function wordCount(text: string): number {
  let count = 0;
  for (const { isWordLike } of SEGMENTER.segment(text)) if (isWordLike === true) count++;
  return count;
}

/** The reference of a long-form answer. */
interface LongFormGold {
  readonly type: QuestionType;
  readonly reference: string;
}

/** The lowest grade. */
const LOWEST = 1;

/**
 * Scores a long-form answer by the judge, if there is one, and by counts. An answer that could not be judged has counts only, and is in no mean of the
 * judge's measures.
 * @throws FuxiError `cancelled`
 */
export async function scoreLongForm(
  answered: Answered,
  gold: LongFormGold,
  context: ScoreContext,
): Promise<Scored> {
  const { run } = answered;
  const report = run.outcome.type === "answered" ? run.outcome.report : undefined;
  const text = run.outcome.type === "answered" ? run.outcome.answer.text : undefined;
  const { queries, valid } = queriesOfRun(run);
  const counted: Scores = {
    [PLAN_LENGTH.id]: wordCount(report?.plan.join("\n") ?? ""),
    [QUERIES.id]: queries,
    [VALID_QUERIES.id]: valid,
    [ANSWER_LENGTH.id]: wordCount(text ?? ""),
    ...figureShares(report),
  };
  if (text === undefined) {
    const why = run.outcome.type === "unanswerable" ? `: ${run.outcome.reason}` : ".";
    const remark = `There is no answer: the run ended as ${run.outcome.type}${why}`;
    // Without a judge, match and grade are not measured.
    return { scores: { ...(context.judge === undefined ? {} : withoutAnswer(gold)), ...counted }, remark };
  }
  if (context.judge === undefined) return { scores: counted, predicted: text };
  const { scores, judged } = await judge(text, answered, gold, context, context.judge);
  return {
    scores: { ...scores, ...counted },
    predicted: text,
    remark: `${judged.by}: ${judged.verdict ?? "no verdict"}. ${judged.rationale}`,
    judged,
  };
}

const withoutAnswer = ({ type }: LongFormGold): Scores =>
  type === "conclusive" ? { [MATCH.id]: 0 } : { [GRADE.id]: LOWEST };

/** Shares of figures by verdict. Empty without a report or without figures. */
function figureShares(report: LongFormAnswer | undefined): Scores {
  if (report === undefined) return {};
  const { summary, findings, notFound } = report;
  const figures = [summary, ...findings.map(({ text }) => text), ...notFound]
    .flat()
    .filter((piece) => typeof piece !== "string")
    .filter((piece) => "verdict" in piece);
  if (figures.length === 0) return {};
  const share = (...verdicts: readonly FigureVerdict[]): number =>
    figures.filter(({ verdict }) => verdicts.includes(verdict)).length / figures.length;
  return {
    [HOLDING.id]: share("holds", "filled"),
    [CORRECTED.id]: share("corrected"),
    [UNSUPPORTED.id]: share("unsupported"),
  };
}

async function judge(
  answer: string,
  { task: { question }, run: { events } }: Answered,
  { type, reference }: LongFormGold,
  { signal }: ScoreContext,
  by: ReferenceJudge,
): Promise<{ readonly scores: Scores; readonly judged: Judged }> {
  if (isWithheld(events)) {
    const rationale =
      "Not judged: the run was made below --egress all, so that its values may not reach a judge.";
    return { scores: {}, judged: { by: by.id, rationale, usage: NO_USAGE } };
  }
  try {
    return readVerdict(by.id, await by.judge({ type, question, reference, answer }, signal));
  } catch (error) {
    if (signal.aborted || !FuxiError.isInstance(error)) throw error;
    const rationale = `The judge could not be asked (${error.code}): ${error.message}`;
    return { scores: {}, judged: { by: by.id, rationale, usage: NO_USAGE } };
  }
}

function readVerdict(
  by: string,
  said: ReferenceVerdict,
): { readonly scores: Scores; readonly judged: Judged } {
  const { usage } = said;
  if (said.type === "malformed") {
    const rationale = `The judge's verdict could not be read: ${said.problem}`;
    return { scores: {}, judged: { by, rationale, usage } };
  }
  const { rationale } = said;
  if (said.type === "grade")
    return {
      scores: { [GRADE.id]: said.grade },
      judged: { by, verdict: String(said.grade), rationale, usage },
    };
  const verdict = said.match ? "match" : "no match";
  return { scores: { [MATCH.id]: Number(said.match) }, judged: { by, verdict, rationale, usage } };
}

/**
 * Number of queries behind an answer, and of those with a non-empty result. For a report, its final queries. For other runs, the distinct queries of claims:
 * accepted ones with rows are valid, refused ones are not.
 */
function queriesOfRun({ outcome, events }: Answered["run"]) {
  if (outcome.type === "answered" && outcome.report !== undefined) {
    const { queries } = outcome.report;
    return { queries: queries.length, valid: queries.filter((query) => query.outcome === "rows").length };
  }
  const found = new Map<string, boolean>();
  const note = (environment: string | undefined, sql: string, isValid: boolean): void => {
    const key = JSON.stringify([environment, sql.trim()]);
    found.set(key, isValid || found.get(key) === true);
  };
  for (const event of events) {
    if (event.type === "claim-accepted" && event.evidence.sql !== undefined)
      note(event.environment, event.evidence.sql, (event.answer.rows?.total ?? 0) > 0);
    // A refused claim without a query is no query.
    if (event.type === "claim-refused" && event.failure.code !== "no-answer")
      note(event.environment, event.claim.text ?? "", false);
  }
  return { queries: found.size, valid: [...found.values()].filter(Boolean).length };
}

const PAPER = "Database question answering";

export const VALID_QUERIES: Measure = {
  id: "valid-queries",
  name: "Valid queries",
  description: `Queries with a result that is not empty (${PAPER}, Table 2).`,
  unit: "count",
};

export const MATCH: Measure = {
  id: "match",
  name: "Match",
  description: `Of conclusive questions: a judge finds all of the reference's critical information in the answer (${PAPER}, Section 4.2.1 and Figure 7a). Without an answer it is none.`,
  unit: "share",
  against: VALID_QUERIES.id,
};

export const GRADE: Measure = {
  id: "grade",
  name: "Grade",
  description: `Of interpretive questions: how much of the reference a judge finds in the answer, from 1 (almost nothing) to 5 (all of it, and nothing else) (${PAPER}, Section 4.2.1 and Figure 7b). Without an answer it is 1.`,
  unit: "grade",
  against: VALID_QUERIES.id,
};

/**
 * The paper's Table 2 has lengths of plans and answers without a unit. We count words: its answers of about 200 are said to be of the length of a
 * paragraph, which they are in words and not in characters, and words are the same for every model where tokens are not.
 */
export const PLAN_LENGTH: Measure = {
  id: "plan-length",
  name: "Plan length",
  description: `Words of the plan of what is to be found out; 0 where nothing was planned (${PAPER}, Table 2, which names no unit).`,
  unit: "count",
};

export const QUERIES: Measure = {
  id: "queries",
  name: "Queries",
  description: `Queries that the answer was to rest on, also those that failed; one that was mended counts once (${PAPER}, Table 2). What was tried with a tool is an action.`,
  unit: "count",
};

/** Counted in words, as `PLAN_LENGTH`. */
export const ANSWER_LENGTH: Measure = {
  id: "answer-length",
  name: "Answer length",
  description: `Words of the answer (${PAPER}, Table 2, which names no unit).`,
  unit: "count",
};

const HOLDING: Measure = {
  id: "figures-hold",
  name: "Figures that hold",
  description:
    "Of the figures of a report: those that are what their source comes to, as they were written or filled in from it (Fuxi's own).",
  unit: "share",
};

const CORRECTED: Measure = {
  id: "figures-corrected",
  name: "Figures corrected",
  description:
    "Of the figures of a report: those that were written otherwise than their source has it, and stand corrected (Fuxi's own).",
  unit: "share",
};

const UNSUPPORTED: Measure = {
  id: "figures-unsupported",
  name: "Figures unsupported",
  description:
    "Of the figures of a report: those without a source, or with one that comes to nothing; they are marked in it (Fuxi's own).",
  unit: "share",
};

/** In the order of tables. */
export const LONG_FORM_MEASURES: readonly Measure[] = [
  MATCH,
  GRADE,
  PLAN_LENGTH,
  QUERIES,
  VALID_QUERIES,
  ANSWER_LENGTH,
  HOLDING,
  CORRECTED,
  UNSUPPORTED,
];
