import { startOf } from "../../util/clipped-text.ts";

/** A text of a run as a judge sees it. */
export interface JudgedText {
  readonly text: string;
  /** What is not shown of it, in words; absent where all is. */
  readonly cut?: string;
}

/** Most that a judge sees: UTF-16 units of texts, rows of a result, units of a cell, steps. */
export const MATERIAL_BOUNDS = {
  question: 4000,
  known: 4000,
  description: 24_000,
  plan: 8000,
  asked: 3000,
  result: 4000,
  /** Of all results together. */
  results: 60_000,
  rows: 20,
  cell: 200,
  steps: 30,
  answer: 12_000,
  rationale: 2000,
} as const;

/** The beginning of a text, and how much of it that is. */
export function boundedText(text: string, most: number): JudgedText {
  const whole = text.trim();
  if (whole.length <= most) return { text: whole };
  const shown = startOf(whole, most);
  return {
    text: `${shown}…`,
    cut: `the first ${shown.length.toLocaleString("en")} of ${whole.length.toLocaleString("en")} characters are shown`,
  };
}
