import type { LexicalRules } from "../sql/lexical-rules.ts";
import { cut } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";

/** The names that a definition uses, in lower case, and whether it takes columns without naming them. */
export interface Mentions {
  readonly names: ReadonlySet<string>;
  readonly unnamedColumns: boolean;
}

/** A function's body is a string, in which the next may stand. */
const DEEPEST = 5;

/** Strings count as names, too: full-text tables name what they index in one, and functions have their statements in one. */
export function mentionsOf(definition: string, lexical: LexicalRules, depth = 0): Mentions {
  const text = tokenize(definition, lexical);
  const names = new Set<string>();
  let unnamedColumns = !text.complete;
  for (const [at, token] of text.tokens.entries()) {
    if (token.kind === "word") names.add(cut(text, token).toLowerCase());
    if (token.kind === "identifier" || token.kind === "string") names.add(token.value.toLowerCase());
    if (token.kind === "string" && /\s/u.test(token.value) && depth < DEEPEST) {
      const within = mentionsOf(token.value, lexical, depth + 1);
      for (const name of within.names) names.add(name);
      unnamedColumns ||= within.unnamedColumns;
    }
    const before = text.tokens[at - 1];
    // `count(*)` takes no columns, and a product has an operand before its star.
    if (token.value === "*" && token.kind === "symbol" && takesColumns(before?.value, before?.kind))
      unnamedColumns = true;
    if (token.kind === "word" && token.value === "NATURAL") unnamedColumns = true;
  }
  return { names, unnamedColumns };
}

function takesColumns(before: string | undefined, kind: string | undefined): boolean {
  if (kind === "word") return ["SELECT", "DISTINCT", "ALL", "RETURNING"].includes(before ?? "");
  return kind === "symbol" && (before === "." || before === ",");
}
