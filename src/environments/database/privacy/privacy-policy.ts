import { createHash } from "node:crypto";

/**
 * Which parts of a database may be seen. Patterns: `table`, `table.column`, `schema.table`, `schema.table.column`; `*` stands for any
 * characters of one part, and a part in double quotes may hold dots. They are found in any case of their letters.
 */
export interface PrivacyPolicy {
  /** Everything else does not exist. A name without `*` also lets a view show what it takes from denied or masked columns. */
  readonly allow?: readonly string[];
  /** Does not exist. Wins over `allow`. */
  readonly deny?: readonly string[];
  /** Exists, with `***` in place of every value. */
  readonly mask?: readonly string[];
}

export function isEmptyPolicy({ allow, deny, mask }: PrivacyPolicy): boolean {
  return allow === undefined && (deny ?? []).length === 0 && (mask ?? []).length === 0;
}

/** The same for policies that say the same in another order. */
export function policyKey({ allow, deny = [], mask = [] }: PrivacyPolicy): string {
  const lists = [allow?.toSorted() ?? null, deny.toSorted(), mask.toSorted()];
  return createHash("sha256").update(JSON.stringify(lists)).digest("hex").slice(0, 32);
}
