import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { ValueMatch } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { findColumn, findTable, qualifiedTable } from "../schema/find-table.ts";
import type { ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { conditionWith, countWhere, rowCount } from "./clause-sql.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";
import { dateAdvice, otherDateForm, type ScoredSuggestion } from "./dates.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";

const LOOKED_AT = 12;

/** Columns in which the literal really stands: of the tables at hand, or elsewhere. */
async function otherColumnAdvice(
  check: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  if (text.trim().length < 2 || literal.kind === "number") return [];
  const { matches } = await check.services.index.findExact(text, {
    limit: LOOKED_AT,
    signal: check.context.signal,
  });
  const found: ScoredSuggestion[] = [];
  for (const match of matches) {
    const table = findTable(check.services, match.column.table, match.column.schema);
    const column = table && findColumn(check.services, table, match.column.column);
    const own = comparison.bases.some((base) => base.table === table && base.column === column);
    if (!table || !column || own) continue;
    found.push(...adviceFor(check, comparison, literal, match, table));
  }
  return found;
}

function adviceFor(
  check: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  match: ValueMatch,
  table: TableSchema,
): readonly ScoredSuggestion[] {
  const place = `${table.schema === undefined ? "" : `${table.schema}.`}${table.name}.${match.column.column}`;
  const rows = `${rowCount(match.count)} of ${place}`;
  const penalty = match.tier === "exact" ? 0 : 0.02;
  const same = match.value === literal.value || comparison.kind.includes("pattern");
  const column = check.dialect.identifier(match.column.column);
  const value = check.dialect.stringLiteral(match.value);
  const [atHand] = comparison.scope.sources.filter((source) => source.table === table);
  if (atHand) {
    const name = qualifier(check, comparison, atHand);
    const written = name === undefined ? column : `${name}.${column}`;
    return same
      ? [{ text: written, replaces: check.text(comparison.operand), reason: rows, score: 0.95 }]
      : [
          {
            text: `${written} ${comparison.operator} ${value}`,
            replaces: check.text(comparison.span),
            reason: rows,
            score: 0.95 - penalty,
          },
        ];
  }
  const text = `${qualifiedTable(check.services, table)}.${column} ${comparison.operator} ${value}`;
  return [
    {
      text,
      replaces: check.text(comparison.span),
      reason: `${rows}; needs a join`,
      score: 0.7 - penalty,
    },
  ];
}

function qualifier(check: ClauseCheck, comparison: Comparison, source: ScopeSource): string | undefined {
  if (source.name === undefined) return undefined;
  const needed = comparison.scope.sources.length > 1 || check.text(comparison.operand).includes(".");
  return needed ? source.name : undefined;
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
  comparison: Comparison,
  literal: WrittenLiteral,
): Promise<readonly ScoredSuggestion[]> {
  const text = literalCore(comparison, literal);
  const { base } = comparison;
  const gathered: ScoredSuggestion[] = [];
  if (base) {
    const written = await otherDateForm(check, literal, base);
    const dated = written ? await dateAdvice(check, comparison, literal, written) : [];
    // A part of a date is near to every day that has it, and none of them is meant.
    const isPart = dated.length > 0 && comparison.isPattern;
    gathered.push(
      ...dated,
      ...(await otherSpelling(check, comparison, literal, base)),
      ...(await meaningOf(check, comparison, literal, base)),
      ...(isPart ? [] : await nearInColumn(check, comparison, literal, base, text)),
    );
  }
  // A value that is the literal but for case and space leaves nothing to guess.
  const same = gathered.filter((each) => each.isSpelling);
  if (same.length > 0) return same.slice(0, SHOWN);
  gathered.push(...(await otherColumnAdvice(check, comparison, literal, text)));
  const kept: ScoredSuggestion[] = [];
  for (const each of gathered.sort((a, b) => b.score - a.score)) {
    if (kept.length === SHOWN) break;
    if (!kept.some((other) => other.text === each.text)) kept.push(each);
  }
  return kept;
}

/** The text that a pattern looks for, without its wildcards. */
function literalCore(comparison: Comparison, literal: WrittenLiteral): string {
  if (!comparison.isPattern) return literal.value;
  return literal.value.replace(/^[%*^]+|[%*$]+$/gu, "").replace(/[%*]+/gu, " ");
}

/** Writes a value in the place of a literal, in the pattern's wildcards where there are some. */
export function writeValue(
  check: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  value: string,
): string {
  if (comparison.isPattern) {
    const before = /^[%*^]+/u.exec(literal.value)?.[0] ?? "";
    const after = /[%*$]+$/u.exec(literal.value)?.[0] ?? "";
    return check.dialect.stringLiteral(`${before}${value}${after}`);
  }
  const numeric = ["integer", "real", "decimal"].includes(comparison.base?.column.affinity ?? "");
  return numeric && /^-?\d+(\.\d+)?$/u.test(value) ? value : check.dialect.stringLiteral(value);
}

async function nearInColumn(
  check: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  base: BaseColumn,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  if (text.trim() === "") return [];
  const column = columnRef(base);
  const options = { limit: SHOWN, column, signal: check.context.signal };
  const { index } = check.services;
  const exact = await index.findExact(text, options);
  const near = await index.findFuzzy(text, options);
  const matches = [...exact.matches, ...near.matches];
  return matches
    .filter((match) => match.value !== literal.value && nearScore(match) >= LEAST)
    .map((match) => ({
      text: writeValue(check, comparison, literal, match.value),
      replaces: check.text(literal),
      reason: `${rowCount(match.count)} of ${columnTitle(base)}`,
      score: nearScore(match),
      ...(isSameButForCase(match.value, text) ? { isSpelling: true as const } : {}),
    }));
}

/** Accents tell words apart, case and space do not. */
function isSameButForCase(a: string, b: string): boolean {
  const plain = (text: string) => text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
  return plain(a) === plain(b);
}

function nearScore(match: ValueMatch): number {
  if (match.tier === "folded" || match.tier === "exact") return 1;
  return Math.min(0.96, match.score);
}

export function columnRef(base: BaseColumn) {
  const { schema, name } = base.table;
  return { ...(schema === undefined ? {} : { schema }), table: name, column: base.column.name };
}

/** Codes whose description is the literal, or that abbreviate it where the column holds few short codes. */
async function meaningOf(
  check: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  base: BaseColumn,
): Promise<readonly ScoredSuggestion[]> {
  const profile = await check.profile(base);
  const values = profile?.sample.complete ? profile.sample.cells.map((cell) => cell.text) : undefined;
  const suggest = (value: string, score: number, reason: string) => ({
    text: writeValue(check, comparison, literal, value),
    replaces: check.text(literal),
    reason,
    score,
  });
  const described = valuesMeaning(base.column, literal.value)
    .filter((value) => !values || values.includes(value))
    .map((value, i) => suggest(value, 0.99 - i / 100, `stands for "${literal.value}" in the description`));
  if (described.length > 0 || !values || values.length > 60) return described;
  const coded = codeFor(literal.value, values);
  return coded === undefined ? [] : [suggest(coded, 0.9, "the only code that fits")];
}

const TRUE_WORDS = ["true", "yes", "y", "t", "1"];
const FALSE_WORDS = ["false", "no", "n", "f", "0"];

/** The one short code among a column's few values that can stand for a word: its initial, or the same truth value. */
export function codeFor(word: string, values: readonly string[]): string | undefined {
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
  comparison: Comparison,
  literal: WrittenLiteral,
  base: BaseColumn,
): Promise<readonly ScoredSuggestion[]> {
  const { value } = literal;
  if (!/\d/u.test(value) || comparison.kind === "pattern") return [];
  const digits = value.replace(/[\s,'$€£¥%]/gu, "");
  const forms = new Set([digits, digits.replace(/\.0+$/u, ""), digits.replace(/^0+(?=\d)/u, "")]);
  const profile = await check.profile(base);
  const wanted = Number(digits);
  for (const cell of profile?.sample.cells ?? []) {
    const cellNumber = Number(cell.text.replace(/[\s,'$€£¥%]/gu, ""));
    if (digits !== "" && cell.text.trim() !== "" && cellNumber === wanted) forms.add(cell.text);
  }
  forms.delete(value);
  forms.delete("");
  const found: ScoredSuggestion[] = [];
  for (const form of forms) {
    const written = writeValue(check, comparison, literal, form);
    const rows = (await countWhere(check, comparison, conditionWith(check, comparison, written))) ?? 0;
    if (rows > 0) {
      found.push({ text: written, replaces: check.text(literal), reason: rowCount(rows), score: 0.985 });
    }
  }
  return found;
}
