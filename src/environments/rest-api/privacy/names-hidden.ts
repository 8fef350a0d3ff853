import type { FieldRule } from "./field-matcher.ts";

/** What stands between the names in `filter[email]`, `email__contains`, `user.email:desc` and `-email`. */
const BETWEEN = /[^\p{L}\p{N}_$@-]+|__/u;
/** What says how it is compared or ordered by: `-email`, `email_desc`, `emailContains`. */
const AROUND =
  /^[-+_]+|[-_]?(?:asc|desc|eq|ne|neq|not|gt|gte|lt|lte|like|ilike|contains|in|startswith|endswith|from|to|min|max)$/giu;

/** Whether a text has the name of a hidden field as a word: whoever sorts or filters by it is told of its values. */
export function namesHidden(text: string, rules: readonly FieldRule[]): boolean {
  const words = text.split(BETWEEN).flatMap((word) => [word, word.replace(AROUND, ""), ...word.split("-")]);
  return rules.some(({ pattern }) => {
    const last = pattern.parts.at(-1);
    return last !== undefined && !last.any && words.some((word) => word !== "" && last.matches(word));
  });
}
