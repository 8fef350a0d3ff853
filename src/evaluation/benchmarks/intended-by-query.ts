import type { IntendedReading } from "../benchmark/benchmark.ts";

const PIECES =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?<text>(?:[^']|'')*)'|(?<quote>["`])(?<quoted>[^"`]+)\k<quote>|\[(?<bracket>[^\]\n]+)\]|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<=[=<>]\s*|\b(?:between|and)\s+)(?<number>\d+(?:\.\d+)?)/giu;

/** Keywords, which name nothing of the database. */
const KEYWORDS = new Set(
  `all and as asc between by case cast count desc distinct else end except exists from group having in inner intersect is join left like limit not null
  on or order outer select sum then union when where with`.split(/\s+/u),
);

/**
 * The meaning of a question, as far as its gold query shows it: names of tables, columns and values, each once, in the order of the text. Aliases are
 * among the names. The table of a column is not determined.
 */
export function intendedByQuery(sql: string): IntendedReading {
  const names = new Set<string>();
  const values = new Set<string>();
  for (const { groups, index } of sql.matchAll(PIECES)) {
    const { text, quoted, bracket, word, number } = groups ?? {};
    const written = text?.replaceAll("''", "'") ?? number;
    // People say the words of a pattern.
    const isPattern = /\blike\s*$/iu.test(sql.slice(0, index));
    const value = isPattern ? written?.replaceAll("%", " ").trim() : written;
    if (value) values.add(value);
    const name = value ?? quoted ?? bracket ?? word ?? "";
    if (name !== "" && !(word !== undefined && KEYWORDS.has(word.toLowerCase()))) names.add(name);
  }
  return { names: [...names], values: [...values] };
}
