import { ITOOL_CATEGORIES, type ItoolCategory } from "./itool-item.ts";
import type { ItoolScore } from "./score-itool.ts";

/** Counts over the items of one category, or over all. */
export interface ItoolSummary {
  readonly category: ItoolCategory | "all";
  /** Number of items. */
  readonly items: number;
  /** Items with the right end. */
  readonly success: number;
  /** Items whose solution was called in its order. */
  readonly correctPath: number;
  /** Questions to the user. */
  readonly asked: number;
  /** Questions that were needed, or about a misspelled name. */
  readonly needed: number;
  /** Questions that were not needed. */
  readonly unneeded: number;
  /** Questions about the right thing. */
  readonly relevant: number;
  /** Items that needed a question and got none. */
  readonly missed: number;
  /** Questions by the role that wanted to ask. */
  readonly byRole: Readonly<Record<string, { readonly relevant: number; readonly irrelevant: number }>>;
}

/** Counts per category and over all, in the form of the paper's Tables 6.1 and 6.2. */
export function summariseItool(scores: readonly ItoolScore[]): readonly ItoolSummary[] {
  const rows = ITOOL_CATEGORIES.map((category) =>
    summary(
      category,
      scores.filter((each) => each.category === category),
    ),
  );
  return [...rows.filter(({ items }) => items > 0), summary("all", scores)];
}

function summary(category: ItoolSummary["category"], scores: readonly ItoolScore[]): ItoolSummary {
  const questions = scores.flatMap((each) => each.questions);
  const byRole: Record<string, { relevant: number; irrelevant: number }> = {};
  for (const { role, relevant } of questions) {
    const counts = byRole[role] ?? { relevant: 0, irrelevant: 0 };
    byRole[role] = relevant
      ? { ...counts, relevant: counts.relevant + 1 }
      : { ...counts, irrelevant: counts.irrelevant + 1 };
  }
  return {
    category,
    items: scores.length,
    success: scores.filter(({ success }) => success).length,
    correctPath: scores.filter(({ correctPath }) => correctPath).length,
    asked: questions.length,
    needed: questions.filter(({ needed }) => needed !== "no").length,
    unneeded: questions.filter(({ needed }) => needed === "no").length,
    relevant: questions.filter(({ relevant }) => relevant).length,
    missed: scores.filter(({ missed }) => missed).length,
    byRole,
  };
}
