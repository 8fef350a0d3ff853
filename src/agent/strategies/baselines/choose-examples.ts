import { bySharedGrams } from "../../../util/english/most-like.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { FUNCTION_WORDS } from "../../../util/english/words.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { SolvedQuestion } from "./baseline.ts";

/** A solved question of a database. */
export type SqlExample = Pick<SolvedQuestion, "question" | "place"> & { readonly sql: string };

const TOKEN =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_$]*|<>|!=|<=|>=|\|\||\S/gu;

const KEYWORDS = new Set(
  "select distinct from where group by having order limit offset asc desc and or not in exists between like is null union all intersect except case when then else end with as join left right inner outer full cross natural on using over partition".split(
    " ",
  ),
);

/** A word before a bracket is a function; words that are neither functions nor keywords are names. */
function wordKind(tokens: readonly string[], at: number): "keyword" | "function" | "name" | "other" {
  const token = tokens[at] ?? "";
  if (KEYWORDS.has(token.toLowerCase())) return "keyword";
  if (/^["`[]/u.test(token)) return "name";
  if (!/^[\p{L}_]/u.test(token)) return "other";
  return tokens[at + 1] === "(" ? "function" : "name";
}

/**
 * A query without its names and values: what is left are keywords, functions and operators (DAIL-SQL, Section 3.2). Joins, lists of columns and
 * plain conditions count as one `_`.
 */
export function skeletonOf(sql: string): string {
  const tokens = sql.replace(/;\s*$/u, "").match(TOKEN) ?? [];
  const masked = tokens.map((token, at) => {
    const kind = wordKind(tokens, at);
    if (kind === "name" || /^['\d]/u.test(token)) return "_";
    return token.toLowerCase();
  });
  const steps: readonly (readonly [RegExp, string])[] = [
    [/_ \. (?:_|\*)/gu, "_"],
    [/ as _\b/gu, ""],
    [/_(?: _\b)+/gu, "_"],
    [
      /(?: (?:left|right|inner|outer|full|cross|natural))* join _(?: on _ = _(?: and _ = _)*| using \( _ \))?/gu,
      "",
    ],
    [/ (?:=|!=|<>|<=|>=|<|>) _/gu, ""],
    [/_(?: , _)+/gu, "_"],
    [/(?<=where )_(?: (?:and|or) _)+/gu, "_"],
    [/ asc\b/gu, ""],
  ];
  return steps.reduce((text, [pattern, put]) => text.replace(pattern, put), masked.join(" "));
}

/** Share of the tokens of two skeletons that they have in common, 0 to 1 (Jaccard, with repetitions). */
export function skeletonSimilarity(one: string, other: string): number {
  const left = new Map<string, number>();
  for (const token of one.split(" ")) left.set(token, (left.get(token) ?? 0) + 1);
  const tokens = other.split(" ");
  let common = 0;
  for (const token of tokens) {
    const count = left.get(token) ?? 0;
    if (count > 0) common++;
    left.set(token, count - 1);
  }
  return common / (one.split(" ").length + tokens.length - common);
}

/** The words of a schema's names. */
export function wordsOfNames(names: readonly string[]): ReadonlySet<string> {
  const words = names.flatMap(nameWords).filter((word) => word.length > 1 && !FUNCTION_WORDS.has(word));
  return new Set(words.map(wordKey));
}

/**
 * A question in which words of the schema are `<mask>` and values `<unk>` (DAIL-SQL, Section 3.2). Values are told by their form alone: quoted
 * texts, numbers, and names with a capital letter.
 */
export function maskedQuestion(question: string, schema: ReadonlySet<string>): readonly string[] {
  const tokens =
    question.match(/"[^"]*"|(?<!\w)'[^']*'(?!\w)|[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*/gu) ?? [];
  const masked = tokens.map((token, at) => {
    if (/^["'\p{N}]/u.test(token)) return "<unk>";
    if (nameWords(token).some((word) => schema.has(wordKey(word)))) return "<mask>";
    return at > 0 && /^\p{Lu}/u.test(token) ? "<unk>" : token.toLowerCase();
  });
  return masked.filter((token, at) => !token.startsWith("<") || token !== masked[at - 1]);
}

const gramsOf = (tokens: readonly string[]): ReadonlySet<string> =>
  new Set(
    [1, 2, 3].flatMap((size) =>
      ["^", ...tokens, "$"].flatMap((_, at, all) =>
        at + size <= all.length ? [all.slice(at, at + size).join(" ")] : [],
      ),
    ),
  );

/**
 * Pool sorted by the similarity of the masked questions, by their runs of one to three words, the most similar first. The original compares
 * embeddings.
 */
export function bySimilarity(
  question: string,
  names: readonly string[],
  pool: readonly SqlExample[],
): readonly SqlExample[] {
  const schemas = Map.groupBy(pool, ({ place }) => place);
  const words = new Map(
    [...schemas].map(([place, of]) => [place, wordsOfNames(of.flatMap(({ sql }) => namesIn(sql)))]),
  );
  const grams = pool.map((each) =>
    gramsOf(maskedQuestion(each.question, words.get(each.place) ?? new Set())),
  );
  const asked = gramsOf(maskedQuestion(question, wordsOfNames(names)));
  return bySharedGrams(asked, grams).flatMap((at) => pool[at] ?? []);
}

/** Names of tables and columns in a query, as far as its form tells. */
function namesIn(sql: string): readonly string[] {
  const tokens = sql.match(TOKEN) ?? [];
  return tokens.filter((_, at) => wordKind(tokens, at) === "name");
}

/** Skeletons at least this similar count as alike (DAIL-SQL's published code). */
const ALIKE = 0.85;

/** The first `count`, those with a skeleton like the preliminary query's before all others. */
export function firstAlike(
  sorted: readonly SqlExample[],
  count: number,
  preliminary: string | undefined,
): readonly SqlExample[] {
  if (preliminary === undefined) return sorted.slice(0, count);
  const wanted = skeletonOf(preliminary);
  const isAlike = ({ sql }: SqlExample): boolean => skeletonSimilarity(skeletonOf(sql), wanted) >= ALIKE;
  return [...sorted.filter(isAlike), ...sorted.filter((each) => !isAlike(each))].slice(0, count);
}
