import { createHash } from "node:crypto";

/** Visibility rules of an environment, as patterns over names. Each kind of environment defines its names. */
export interface PrivacyRules {
  /** If given, all other names are treated as non-existent. */
  readonly allow?: readonly string[];
  /** Names treated as non-existent. Wins over `allow`. */
  readonly deny?: readonly string[];
  /** Names shown with `***` in place of every value. */
  readonly mask?: readonly string[];
}

/** Replaces masked values. */
export const MASKED_TEXT = "***";

export function hasNoRules({ allow, deny = [], mask = [] }: PrivacyRules): boolean {
  return allow === undefined && deny.length === 0 && mask.length === 0;
}

/** A hash that does not reveal the rules; independent of their order. */
export function privacyKey({ allow, deny = [], mask = [] }: PrivacyRules): string {
  const lists = [allow?.toSorted() ?? null, deny.toSorted(), mask.toSorted()];
  return createHash("sha256").update(JSON.stringify(lists)).digest("hex").slice(0, 32);
}

/** A matcher for a pattern in which `*` stands for any characters; case-insensitive. */
export function starPattern(text: string): (name: string) => boolean {
  const pieces = text.toLowerCase().split("*");
  const [first = "", ...rest] = pieces;
  if (rest.length === 0) return (name) => name.toLowerCase() === first;
  const last = rest.pop() ?? "";
  return (given) => {
    const name = given.toLowerCase();
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
      return false;
    // Not a regular expression: many stars could backtrack for ever.
    let at = first.length;
    for (const piece of rest) {
      const found = name.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= name.length - last.length;
  };
}
