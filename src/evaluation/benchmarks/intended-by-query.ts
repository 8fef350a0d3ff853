import type { IntendedReading } from "../benchmark/benchmark.ts";

const PIECES =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?<text>(?:[^']|'')*)'|(?<quote>["`])(?<quoted>[^"`]+)\k<quote>|\[(?<bracket>[^\]\n]+)\]|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<=[=<>]\s*|\b(?:between|and)\s+)(?<number>\d+(?:\.\d+)?)/giu;

/** Words of queries themselves that stand in nearly every one. */
const KEYWORDS = new Set(
  `all and as asc between by case cast count desc distinct else end except exists from group having in inner intersect is join left like limit not null
  on or order outer select sum then union when where with`.split(/\s+/u),
);

/**
 * What was meant, as far as a gold query tells it: its tables, columns and values by name, each once, in the order of the text. Names that the query makes up
 * itself are among them; which table a column is of is not told.
 */
export function intendedByQuery(sql: string): IntendedReading {
  const names = new Set<string>();
  const values = new Set<string>();
  for (const { groups } of sql.matchAll(PIECES)) {
    const { text, quoted, bracket, word, number } = groups ?? {};
    const value = text?.replaceAll("''", "'") ?? number;
    if (value) values.add(value);
    const name = value ?? quoted ?? bracket ?? word ?? "";
    if (name !== "" && !(word !== undefined && KEYWORDS.has(word.toLowerCase()))) names.add(name);
  }
  return { names: [...names], values: [...values] };
}
