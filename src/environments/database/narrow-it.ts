import type { Suggestion } from "../../environment/tool-failure.ts";

/** What to do about a statement that takes too long. */
export const NARROW: Suggestion = { text: "narrow it", reason: "fewer rows, a condition, or a LIMIT" };
