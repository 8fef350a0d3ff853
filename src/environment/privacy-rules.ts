import { createHash } from "node:crypto";

/** What may be seen of an environment, as patterns over its names. Which names there are, each kind of environment says itself. */
export interface PrivacyRules {
  /** Everything else does not exist. */
  readonly allow?: readonly string[];
  /** Does not exist. Wins over `allow`. */
  readonly deny?: readonly string[];
  /** Exists, with `***` in place of every value. */
  readonly mask?: readonly string[];
}

/** What stands in place of a masked value. */
export const MASKED_TEXT = "***";

export function hasNoRules({ allow, deny = [], mask = [] }: PrivacyRules): boolean {
  return allow === undefined && deny.length === 0 && mask.length === 0;
}

/** A key that nothing can be read from; the same for rules that say the same in another order. */
export function privacyKey({ allow, deny = [], mask = [] }: PrivacyRules): string {
  const lists = [allow?.toSorted() ?? null, deny.toSorted(), mask.toSorted()];
  return createHash("sha256").update(JSON.stringify(lists)).digest("hex").slice(0, 32);
}

/** A pattern in which `*` stands for any characters, found in any case of its letters. */
export function starPattern(text: string): (name: string) => boolean {
  const pieces = text.toLowerCase().split("*");
  const [first = "", ...rest] = pieces;
  if (rest.length === 0) return (name) => name.toLowerCase() === first;
  const last = rest.pop() ?? "";
  return (given) => {
    const name = given.toLowerCase();
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
      return false;
    // A regular expression of many stars can take for ever.
    let at = first.length;
    for (const piece of rest) {
      const found = name.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= name.length - last.length;
  };
}
