import type { Figure } from "../../trajectory/long-form-answer.ts";

/** A part of a text while its figures are judged. */
export type Segment =
  | { readonly type: "text"; readonly text: string }
  /** Has no source, and is judged when all others are; `place`: of its piece. */
  | { readonly type: "number"; readonly written: string; readonly place: number }
  | { readonly type: "figure"; readonly figure: Figure }
  | { readonly type: "cites"; readonly queries: readonly string[] };

/** As it is read. */
export function segmentText(segment: Segment): string {
  switch (segment.type) {
    case "text":
      return segment.text;
    case "number":
      return segment.written;
    case "figure":
      return segment.figure.shown;
    case "cites":
      return "";
  }
}

/** As it was written, for whoever is to find it again. */
export const segmentWritten = (segment: Segment): string =>
  segment.type === "figure" ? (segment.figure.written ?? segment.figure.shown) : segmentText(segment);
