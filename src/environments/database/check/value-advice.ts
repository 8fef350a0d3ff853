import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { ValueMatch } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { columnRef, findColumn, findTable, qualifiedTable, tableTitle } from "../schema/find-table.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { conditionWith, countWhere, rowCount } from "./clause-sql.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";
import { dateAdvice, otherDateForm, type ScoredSuggestion } from "./dates.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";

const LOOKED_AT = 12;

/** A literal that no row of its column holds. */
export interface LostLiteral {
  readonly comparison: Comparison;
  readonly literal: WrittenLiteral;
}

/** Columns in which the literal really stands: of the tables at hand, or elsewhere. */
async function otherColumnAdvice(
  check: ClauseCheck,
  { comparison, literal }: LostLiteral,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  if (text.trim().length < 2 || literal.kind === "number") return [];
  const options = { limit: LOOKED_AT, signal: check.context.signal };
  const { matches } = await check.services.index.findExact(text, options);
  return matches.flatMap((match) => {
    const table = findTable(check.services, match.column.table, match.column.schema);
    const column = table && findColumn(check.services, table, match.column.column);
    const isOwn = comparison.bases.some((base) => base.table === table && base.column === column);
    return !table || !column || isOwn ? [] : adviceFor(check, { comparison, literal }, match, table);
  });
}

function adviceFor(
  check: ClauseCheck,
  { comparison, literal }: LostLiteral,
  match: ValueMatch,
  table: TableSchema,
): ScoredSuggestion {
  const { operator, scope, operand } = comparison;
  const reason = `${rowCount(match.count)} of ${tableTitle(table)}.${match.column.column}`;
  const penalty = match.tier === "exact" ? 0 : 0.02;
  const column = check.dialect.identifier(match.column.column);
  const value = check.dialect.stringLiteral(match.value);
  const whole = check.text(comparison.span);
  const source = scope.sources.find((each) => each.table === table);
  if (!source) {
    const text = `${qualifiedTable(check.services, table)}.${column} ${operator} ${value}`;
    return { text, replaces: whole, reason: `${reason}; needs a join`, score: 0.7 - penalty };
  }
  const replaces = check.text(operand);
  const isQualified = source.name !== undefined && (scope.sources.length > 1 || replaces.includes("."));
  const written = isQualified ? `${source.name}.${column}` : column;
  return match.value === literal.value || comparison.isPattern
    ? { text: written, replaces, reason, score: 0.95 }
    : { text: `${written} ${operator} ${value}`, replaces: whole, reason, score: 0.95 - penalty };
}

/** What a column's description says one of its values means. */
interface ValueMeaning {
  readonly value: string;
  readonly meaning: string;
}

const ENTRY =
  /^[\s•\-*·�]*["'“”‘’`]?([\p{L}\p{N}+_./-]{1,24})["'“”‘’`]?\s*(?::|=>?|->|→|-|–|—|\bmeans\b|\bstands for\b|\brefers to\b|\bis for\b|\bis\b|\bfor\b)\s*["'“”‘’`]?(\S[^"“”]*?)["'“”‘’`]?[\s.]*$/iu;

/** Pairs such as `V: Virtual`, `'F' = female`, `0 - no` in the texts that describe a column. */
export function valueMeanings(column: ColumnSchema): readonly ValueMeaning[] {
  const texts = [column.description?.values, column.description?.text, column.comment];
  const found: ValueMeaning[] = [];
  for (const text of texts) {
    for (const line of (text ?? "").split(/[\n;|]|,(?=\s*["']?[\p{L}\p{N}+_./-]{1,24}["']?\s*(?::|=|-))/u)) {
      const inner = line.replace(/^.*\((?=[^)]*[:=])/u, "").replace(/\)\s*\.?\s*$/u, "");
      const match = ENTRY.exec(inner);
      const [, value, meaning] = match ?? [];
      if (value !== undefined && meaning !== undefined) found.push({ value, meaning });
    }
  }
  return found;
}

/** Values whose described meaning is the given text, nearest first. */
export function valuesMeaning(column: ColumnSchema, text: string): readonly string[] {
  const wanted = foldText(text);
  const words = nameWords(text);
  if (words.length === 0) return [];
  const ranked = valueMeanings(column)
    .filter(({ value }) => foldText(value) !== wanted)
    .map(({ value, meaning }) => ({ value, score: likeness(wanted, words, meaning) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return [...new Set(ranked.map(({ value }) => value))];
}

function likeness(wanted: string, words: readonly string[], meaning: string): number {
  const folded = foldText(meaning);
  if (folded === wanted || sameButForNumber(folded, wanted)) return 1;
  const own = nameWords(meaning);
  const held = words.filter((word) => own.some((other) => sameButForNumber(word, other))).length;
  return held === words.length ? 0.5 + held / (2 * own.length) : 0;
}

const SHOWN = 5;
/** Nearness below which a value is no help. */
const LEAST = 0.4;

/** What could be meant by a literal that its column does not hold, best first. */
export async function adviseOnValue(
  check: ClauseCheck,
  lost: LostLiteral,
): Promise<readonly ScoredSuggestion[]> {
  const { comparison, literal } = lost;
  const text = literalCore(lost);
  const { base } = comparison;
  const gathered: ScoredSuggestion[] = [];
  if (base) {
    const written = await otherDateForm(check, literal, base);
    const dated = written ? await dateAdvice(check, comparison, literal, written) : [];
    gathered.push(
      ...dated,
      ...(await otherSpelling(check, lost, base)),
      ...(await meaningOf(check, lost, base)),
    );
    // A part of a date is near to every day that has it, and none of them is meant.
    const isPart = dated.length > 0 && comparison.isPattern;
    if (!isPart && text.trim() !== "") gathered.push(...(await nearInColumn(check, lost, base, text)));
  }
  // A value that is the literal but for case and space leaves nothing to guess.
  const same = gathered.filter((each) => each.isSpelling);
  if (same.length > 0) return same.slice(0, SHOWN);
  gathered.push(...(await otherColumnAdvice(check, lost, text)));
  const best = gathered.sort((a, b) => b.score - a.score);
  return best
    .filter((each, at) => best.findIndex((other) => other.text === each.text) === at)
    .slice(0, SHOWN);
}

/** The text that a pattern looks for, without its wildcards. */
function literalCore({ comparison, literal: { value } }: LostLiteral): string {
  return comparison.isPattern ? value.replace(/^[%*^]+|[%*$]+$/gu, "").replace(/[%*]+/gu, " ") : value;
}

/** A value in the place of a literal, in the pattern's wildcards where there are some. */
function suggestion(
  check: ClauseCheck,
  { comparison, literal }: LostLiteral,
  value: string,
  more: Pick<ScoredSuggestion, "reason" | "score" | "isSpelling">,
): ScoredSuggestion {
  const [before = "", after = ""] = comparison.isPattern
    ? [/^[%*^]+/u.exec(literal.value)?.[0], /[%*$]+$/u.exec(literal.value)?.[0]]
    : [];
  const isNumeric = /^(integer|real|decimal)$/u.test(comparison.base?.column.affinity ?? "");
  const isPlain = !comparison.isPattern && isNumeric && /^-?\d+(\.\d+)?$/u.test(value);
  const text = isPlain ? value : check.dialect.stringLiteral(`${before}${value}${after}`);
  return { text, replaces: check.text(literal), ...more };
}

async function nearInColumn(
  check: ClauseCheck,
  lost: LostLiteral,
  base: BaseColumn,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  const column = columnRef(base.table, base.column);
  const options = { limit: SHOWN, column, signal: check.context.signal };
  const { index } = check.services;
  const exact = await index.findExact(text, options);
  const near = await index.findFuzzy(text, options);
  return [...exact.matches, ...near.matches]
    .filter((match) => match.value !== lost.literal.value && nearScore(match) >= LEAST)
    .map((match) =>
      suggestion(check, lost, match.value, {
        reason: `${rowCount(match.count)} of ${columnTitle(base)}`,
        score: nearScore(match),
        ...(isSameButForCase(match.value, text) ? { isSpelling: true as const } : {}),
      }),
    );
}

/** Accents tell words apart, case and space do not. */
function isSameButForCase(a: string, b: string): boolean {
  const plain = (text: string) => text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
  return plain(a) === plain(b);
}

function nearScore(match: ValueMatch): number {
  return match.tier === "folded" || match.tier === "exact" ? 1 : Math.min(0.96, match.score);
}

/** Codes whose description is the literal, or that abbreviate it where the column holds few short codes. */
async function meaningOf(
  check: ClauseCheck,
  lost: LostLiteral,
  base: BaseColumn,
): Promise<readonly ScoredSuggestion[]> {
  const { value: word } = lost.literal;
  const profile = await check.profile(base);
  const values = profile?.sample.complete ? profile.sample.cells.map((cell) => cell.text) : undefined;
  const reason = `stands for "${word}" in the description`;
  const described = valuesMeaning(base.column, word)
    .filter((value) => !values || values.includes(value))
    .map((value, i) => suggestion(check, lost, value, { reason, score: 0.99 - i / 100 }));
  if (described.length > 0 || !values || values.length > 60) return described;
  const coded = codeFor(word, values);
  return coded === undefined
    ? []
    : [suggestion(check, lost, coded, { reason: "the only code that fits", score: 0.9 })];
}

const TRUE_WORDS = ["true", "yes", "y", "t", "1"];
const FALSE_WORDS = ["false", "no", "n", "f", "0"];

/** The one short code among a column's few values that can stand for a word: its initial, or the same truth value. */
function codeFor(word: string, values: readonly string[]): string | undefined {
  const folded = foldText(word);
  for (const words of [TRUE_WORDS, FALSE_WORDS]) {
    if (!words.includes(folded)) continue;
    const opposite = words === TRUE_WORDS ? FALSE_WORDS : TRUE_WORDS;
    const isTruth = values.every((value) => [...words, ...opposite, ""].includes(foldText(value)));
    const same = values.filter((value) => words.includes(foldText(value)));
    if (isTruth && same.length === 1) return same[0];
  }
  const codes = values.filter((value) => value.trim() !== "");
  if (!codes.every((value) => value.length <= 4) || folded.length <= 2) return undefined;
  const fits = codes.filter((value) => folded.startsWith(foldText(value)));
  return fits.length === 1 ? fits[0] : undefined;
}

/** Numbers in another form: `'1,200'` for 1200, `501` for `'00501'`, and text with other spaces around; each is asked of the engine. */
async function otherSpelling(
  check: ClauseCheck,
  lost: LostLiteral,
  base: BaseColumn,
): Promise<readonly ScoredSuggestion[]> {
  const { comparison, literal } = lost;
  if (!/\d/u.test(literal.value) || comparison.kind === "pattern") return [];
  const bare = (text: string) => text.replace(/[\s,'$€£¥%]/gu, "");
  const digits = bare(literal.value);
  const forms = new Set([digits, digits.replace(/\.0+$/u, ""), digits.replace(/^0+(?=\d)/u, "")]);
  const profile = await check.profile(base);
  for (const { text } of profile?.sample.cells ?? [])
    if (digits !== "" && text.trim() !== "" && Number(bare(text)) === Number(digits)) forms.add(text);
  const found: ScoredSuggestion[] = [];
  for (const form of forms) {
    if (form === literal.value || form === "") continue;
    const written = suggestion(check, lost, form, { score: 0.985 });
    const rows = (await countWhere(check, comparison, conditionWith(check, comparison, written.text))) ?? 0;
    if (rows > 0) found.push({ ...written, reason: rowCount(rows) });
  }
  return found;
}
