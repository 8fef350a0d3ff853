import { FuxiError } from "../../../errors/fuxi-error.ts";
import { NO_USAGE } from "../../../model/usage.ts";
import {
  FIGURE_VERDICTS,
  type FigureVerdict,
  type LongFormAnswer,
} from "../../../trajectory/long-form-answer.ts";
import type { Answered, Judged, ScoreContext, Scored, Scores } from "../../benchmark/benchmark.ts";

import type { QuestionType, ReferenceJudge, ReferenceVerdict } from "../../judges/reference-judge.ts";
import {
  ANSWER_LENGTH,
  CORRECTED,
  GRADE,
  HOLDING,
  MATCH,
  PLAN_LENGTH,
  QUERIES,
  UNSUPPORTED,
  VALID_QUERIES,
} from "./long-form-measures.ts";

const SEGMENTER = new Intl.Segmenter("en", { granularity: "word" });

/** Words as Unicode bounds them (UAX 29): "1,234.5" is one, marks of Markdown are none, and a text without spaces has some, too. */
export function wordCount(text: string): number {
  let count = 0;
  for (const { isWordLike } of SEGMENTER.segment(text)) if (isWordLike === true) count++;
  return count;
}

/** What a long-form answer is held against. */
export interface LongFormGold {
  readonly type: QuestionType;
  readonly reference: string;
}

/** The least that a grade can be. */
const LOWEST = 1;

/**
 * Scores a long-form answer: by the judge, where there is one, and by what can be counted. An answer that could not be judged keeps what was
 * counted, and is in no mean of what the judge measures.
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
    // Without a judge the measure has no mean that this would be part of.
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

/** None of a report without figures, and of a run without a report. */
function figureShares(report: LongFormAnswer | undefined): Scores {
  if (report === undefined) return {};
  const { holds, filled, corrected, unsupported } = figuresOfReport(report);
  const all = holds + filled + corrected + unsupported;
  if (all === 0) return {};
  return {
    [HOLDING.id]: (holds + filled) / all,
    [CORRECTED.id]: corrected / all,
    [UNSUPPORTED.id]: unsupported / all,
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

/** What no model may be told is not told to a judge either. */
function isWithheld(events: Answered["run"]["events"]): boolean {
  const started = events.find((event) => event.type === "run-started");
  return started?.environments.some(({ egress }) => egress !== undefined) === true;
}

function readVerdict(
  by: string,
  verdict: ReferenceVerdict,
): { readonly scores: Scores; readonly judged: Judged } {
  const { usage } = verdict;
  switch (verdict.type) {
    case "match":
      return {
        scores: { [MATCH.id]: Number(verdict.match) },
        judged: {
          by,
          verdict: verdict.match ? "match" : "no match",
          rationale: verdict.rationale,
          usage,
        },
      };
    case "grade":
      return {
        scores: { [GRADE.id]: verdict.grade },
        judged: { by, verdict: String(verdict.grade), rationale: verdict.rationale, usage },
      };
    case "malformed":
      return {
        scores: {},
        judged: { by, rationale: `The judge's verdict could not be read: ${verdict.problem}`, usage },
      };
  }
}

/** How many queries an answer was to rest on, and how many of them had a result that is not empty. */
interface QueryCounts {
  readonly queries: number;
  readonly valid: number;
}

/**
 * Of a report, its queries as they stand in the end. Of any other run, those that were handed in as claims, each once: accepted ones with rows
 * are valid, refused ones are not.
 */
function queriesOfRun({ outcome, events }: Answered["run"]): QueryCounts {
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
    // Words that rest on nothing are refused, too, and are no query.
    if (event.type === "claim-refused" && event.failure.code !== "no-answer")
      note(event.environment, event.claim.text ?? "", false);
  }
  return { queries: found.size, valid: [...found.values()].filter(Boolean).length };
}

/** How many figures of a report have each verdict. */
function figuresOfReport({
  summary,
  findings,
  notFound,
}: LongFormAnswer): Readonly<Record<FigureVerdict, number>> {
  const texts = [summary, ...findings.map(({ text }) => text), ...notFound];
  const figures = texts
    .flat()
    .filter((piece) => typeof piece !== "string")
    .filter((piece) => "verdict" in piece);
  const countOf = (verdict: FigureVerdict): number =>
    figures.filter((figure) => figure.verdict === verdict).length;
  const [holds, filled, corrected, unsupported] = FIGURE_VERDICTS;
  return {
    [holds]: countOf(holds),
    [filled]: countOf(filled),
    [corrected]: countOf(corrected),
    [unsupported]: countOf(unsupported),
  };
}
