import type { Span } from "../../sql/query-tree.ts";
import type { InspectionRun } from "../inspection-run.ts";
import type { Ranked } from "./explanation.ts";

/** A construct of another dialect, in this one's spelling where there is one. */
export interface ForeignSyntax {
  readonly span: Span;
  readonly message: string;
  readonly suggestion?: Ranked;
}

export function inOwnWords(
  run: InspectionRun,
  span: Span,
  text: string,
  message: string,
  reason: string,
): ForeignSyntax {
  return { span, message, suggestion: { text, replaces: run.text(span), reason, score: 0.97 } };
}
