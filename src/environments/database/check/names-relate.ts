import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { BaseColumn } from "./query-scope.ts";

/** Words that say "key" and nothing about what it is the key of. */
const KEY_WORDS = new Set([
  "id",
  "key",
  "code",
  "no",
  "nr",
  "num",
  "number",
  "nummer",
  "uid",
  "pk",
  "fk",
  "ref",
]);
/** Such words at the end of one that is written together, as German does and names without capitals do. */
const ENDS_AS_KEY = /^\p{L}{3,}(?:id|nr|no|number|nummer|code|key)$/u;

/** True for a name that says what it is the key of: `customer_no`, `Kundennummer`; not for `id` or `code` alone. */
export function isNamedAsKey(words: readonly string[]): boolean {
  const [first = "", ...others] = words;
  return others.length > 0 ? KEY_WORDS.has(others.at(-1) ?? "") : ENDS_AS_KEY.test(first);
}

/** True when one column's name, without the words for "key", is near the other's name or its table's. */
export function namesRelate(left: BaseColumn, right: BaseColumn): boolean {
  return isNamedAfter(left, right) || isNamedAfter(right, left);
}

/** True for a plural beside a table in the singular (`trophies` and `trophy`): such a number counts, and refers to nothing. */
export function isCountOf(column: string, table: string): boolean {
  const [word = "", other = ""] = [nameWords(column).at(-1), nameWords(table).at(-1)];
  return word.length > other.length && sameButForNumber(word, other);
}

/** True when the first column's name, without the words for "key", is near the other's name or its table's. */
export function isNamedAfter(a: BaseColumn, b: BaseColumn): boolean {
  const stem = nameWords(a.column.name).filter((word) => !KEY_WORDS.has(word));
  if (stem.length === 0) return false;
  const other = nameWords(b.column.name).filter((word) => !KEY_WORDS.has(word));
  const names = [b.table.name, ...(other.length > 0 ? [b.column.name] : [])];
  return (nearestNames(stem.join(" "), names, { limit: 1 })[0]?.score ?? 0) >= 0.65;
}
