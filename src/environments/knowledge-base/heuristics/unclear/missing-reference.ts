import type { Unclear } from "../../../../environment/capabilities.ts";
import type { Reference } from "./find-reference.ts";

/** What is asked where words point to something that was never named. */
export function missingReference({ words, points, noun }: Reference): Unclear {
  const question =
    points === "person"
      ? `Who is meant by "${words}"?`
      : noun === undefined || points === "several"
        ? `What is meant by "${words}"?`
        : `Which ${noun} is meant by "${words}"?`;
  return {
    understood: false,
    reason: `The question does not say what "${words}" points to.`,
    words: [words],
    unclear: { kind: "missing", question, readings: [] },
  };
}
