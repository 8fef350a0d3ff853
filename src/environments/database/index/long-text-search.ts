import { foldText } from "../../../util/fold-text.ts";
import { FOLDED_SCORE, idsWithKey } from "../../../value-index/exact-search.ts";
import type { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { nearQuery } from "../../../value-index/near-score.ts";
import { wordsOf } from "../../../value-index/words-of.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import type { ColumnRef, ValueMatch } from "./value-index.ts";
import type { ColumnSegment } from "./value-matches.ts";

/** Words of the query that are looked for; the longest tell the most. */
const MOST_WORDS = 6;
/** A word of the column nearer than this is taken for the query's. */
const SAME_WORD = 0.79;
/** Cells that are fetched to choose from. */
const FETCHED = 200;
/** Score of a cell that holds all words; much else stands in it too. */
const HOLDS_ALL = 0.62;

/** Longer runs of letters are no words but codes and encodings. UTF-16 units. */
const LONGEST_WORD = 60;

/** The distinct folded words of a long cell that one can search by: two characters or more. */
export function cellWords(text: string): ReadonlySet<string> {
  return new Set(wordsOf(foldText(text)).filter((word) => word.length >= 2 && word.length <= LONGEST_WORD));
}

/** True when every word of the text is a word of the long text column: only then can the text be one of its cells. */
export function mayHoldWords(segment: ColumnSegment, text: string): boolean {
  return [...cellWords(text)].every((word) => idsWithKey(segment, word).length > 0);
}

/**
 * Cells of a long text column that hold all words of the query, or words a typo away from them. The words are found in the index, the cells
 * are then fetched from the engine.
 *
 * @throws SqlEngineError where the engine does not answer in time; the reason of `signal`.
 */
export async function longTextMatches(
  driver: SqlDriver,
  column: IndexedColumn,
  segment: ColumnSegment,
  text: string,
  search: FuzzySearch<ColumnRef>,
  bounds: { readonly milliseconds: number; readonly signal: AbortSignal },
): Promise<readonly ValueMatch[]> {
  const found = nearestWords(segment, text, search);
  if (found === undefined) return [];
  const { dialect } = driver;
  const name = dialect.identifier(column.ref.column);
  const value = dialect.toText(name);
  const like = (pattern: (word: string) => string) =>
    found.words
      .map((word) => dialect.likeIgnoringCase(value, dialect.stringLiteral(`%${pattern(word)}%`)))
      .join(" AND ");
  const folded = foldText(text);
  // Accents are folded in the index but not on the engine, so a second try lets every other letter than those of plain words pass.
  for (const pattern of [(word: string) => word, (word: string) => word.replace(ACCENTED, "_")]) {
    const { rows } = await driver.query(
      `SELECT ${name}, COUNT(*) FROM ${qualifiedTable({ driver }, column.table)} WHERE ${like(pattern)} GROUP BY ${name}`,
      [],
      { maxRows: FETCHED, ...bounds },
    );
    const matches: ValueMatch[] = [];
    for (const [cell, count] of rows) {
      const content = String(cell);
      const words = cellWords(content);
      if (!found.words.every((word) => words.has(word))) continue;
      const key = foldText(content);
      const share = Math.min(1, folded.length / key.length);
      matches.push({
        column: column.ref,
        value: content,
        count: Number(count),
        tier: content === text ? "exact" : key === folded ? "folded" : found.near === 1 ? "words" : "typo",
        score: content === text ? 1 : key === folded ? FOLDED_SCORE : (HOLDS_ALL + 0.3 * share) * found.near,
      });
    }
    if (matches.length > 0) return matches;
  }
  return [];
}

const ACCENTED = /[aceilnosuyzdg]/gu;

function nearestWords(segment: ColumnSegment, text: string, search: FuzzySearch<ColumnRef>) {
  const wanted = [...cellWords(text)].sort((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  if (wanted.length === 0 || (wanted[0] as string).length < 3) return undefined;
  const words: string[] = [];
  let near = 1;
  for (const word of wanted) {
    if (idsWithKey(segment, word).length > 0) {
      words.push(word);
      continue;
    }
    const [best] = search.inOne(segment, nearQuery(word), 1);
    if (best === undefined || best.score < SAME_WORD) return undefined;
    words.push(best.value);
    near = Math.min(near, best.score);
  }
  return { words, near };
}
