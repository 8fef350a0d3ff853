import type { FailureCode } from "../../../../environment/failure-codes.ts";
import type { FailingPart, Suggestion, ToolFailure } from "../../../../environment/tool-failure.ts";
import type { EngineErrorFacts } from "../../driver/sql-engine-error.ts";
import type { Span } from "../../sql/query-tree.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { shortened } from "../shortened.ts";

/** What explainers have to work with. */
export interface Complaint {
  readonly run: InspectionRun;
  readonly facts: EngineErrorFacts;
}

/** A suggestion that still carries how sure it is, 0 to 1. */
export interface Ranked extends Suggestion {
  readonly score: number;
}

const MOST = 5;

/** Best first, each text once, without the scores. */
export function bestOf(ranked: readonly Ranked[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return [...ranked]
    .sort((a, b) => b.score - a.score)
    .filter((each) => {
      const isNew = !seen.has(each.text) && each.text !== each.replaces;
      seen.add(each.text);
      return isNew;
    })
    .slice(0, MOST)
    .map(({ score: _, ...suggestion }) => suggestion);
}

export function failure(
  { run }: Complaint,
  code: FailureCode,
  message: string,
  place: Span | string | undefined,
  ranked: readonly Ranked[] = [],
): ToolFailure {
  const part = partAt(run, place);
  return { code, message: shortened(message, part.text), part, suggestions: bestOf(ranked) };
}

/** The failing part: a span of the statement, or a word that is looked for in the clause. */
function partAt(run: InspectionRun, place: Span | string | undefined): FailingPart {
  if (place === undefined) return { clause: run.subject.clause };
  if (typeof place !== "string") return run.part(place);
  const { clause, text } = run.subject;
  const start = text.toLowerCase().indexOf(place.toLowerCase());
  if (start < 0) return { clause, text: place };
  return { clause, text: text.slice(start, start + place.length), start, end: start + place.length };
}
