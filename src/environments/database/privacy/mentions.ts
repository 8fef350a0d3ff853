import type { LexicalRules } from "../sql/lexical-rules.ts";
import { cut } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";

/** The names that a definition uses, in lower case, and whether it takes columns without naming them. */
export interface Mentions {
  readonly names: ReadonlySet<string>;
  readonly unnamedColumns: boolean;
}

/** Strings count as names, too: full-text tables name what they index in one. */
export function mentionsOf(definition: string, lexical: LexicalRules): Mentions {
  const text = tokenize(definition, lexical);
  const names = new Set<string>();
  let unnamedColumns = !text.complete;
  for (const [at, token] of text.tokens.entries()) {
    if (token.kind === "word") names.add(cut(text, token).toLowerCase());
    if (token.kind === "identifier" || token.kind === "string") names.add(token.value.toLowerCase());
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
