import { say, schemaName, written } from "../../../environment/egress/marks.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import { columnRef, type ValueMatch } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { findColumn, findTable, qualifiedTable, tableTitle } from "../schema/find-table.ts";
import { singleKey, targets } from "../schema/table-links.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { conditionWith, countWhere, rowCount } from "./clause-sql.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";
import { dateAdvice, otherDateForm, type ScoredSuggestion } from "./findings/dates.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";

const LOOKED_AT = 12;

/** A literal that no row of its column holds. */
export interface LostLiteral {
  readonly comparison: Comparison;
  readonly literal: WrittenLiteral;
}

/** Suggests other columns that contain the literal: of the query's tables, or of others. */
async function otherColumnAdvice(
  check: ClauseCheck,
  { comparison, literal }: LostLiteral,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  if (text.trim().length < 2 || literal.kind === "number") return [];
  const options = { limit: LOOKED_AT, signal: check.context.signal };
  const { matches } = await check.services.index.findExact(text, options);
  const found: ScoredSuggestion[] = [];
  for (const match of matches) {
    const table = findTable(check.services, match.column.table, match.column.schema);
    const column = table && findColumn(check.services, table, match.column.column);
    const isOwn = comparison.bases.some((base) => base.table === table && base.column === column);
    if (!table || !column || isOwn) continue;
    found.push(
      (await keyAdvice(check, { comparison, literal }, match, table)) ??
        adviceFor(check, { comparison, literal }, match, table),
    );
  }
  return found;
}

/** The key of the only row with that name, if the column references its table: `publisher_id = 'Acme'`. */
async function keyAdvice(
  check: ClauseCheck,
  { comparison: { base, isPattern }, literal }: LostLiteral,
  match: ValueMatch,
  table: TableSchema,
): Promise<ScoredSuggestion | undefined> {
  if (!base || isPattern) return undefined;
  const { services, dialect } = check;
  const own = singleKey(base.table) === base.column;
  const target = targets(services, { table: base.table, column: base.column.name }).find(
    (each) =>
      each.table === table && each.column !== match.column.column && (own || each.table !== base.table),
  );
  if (!target) return undefined;
  const from = `${qualifiedTable(services, table)} WHERE ${dialect.identifier(match.column.column)} = ${dialect.stringLiteral(match.value)}`;
  const result = await check.ask(`SELECT ${dialect.identifier(target.column)} FROM ${from}`, [], 2);
  const [key, ...others] = result?.rows.map(([cell = null]) => cell) ?? [];
  if (others.length > 0 || key === null || key === undefined || key instanceof Uint8Array) return undefined;
  const text = typeof key === "string" ? dialect.stringLiteral(key) : String(key);
  const reason = say`key of ${rowCount(match.count)} of ${tableTitle(table)}.${schemaName(match.column.column)}`;
  return {
    text,
    replaces: check.text(literal),
    holdsValue: true,
    reason,
    score: match.tier === "exact" ? 0.955 : 0.935,
  };
}

function adviceFor(
  check: ClauseCheck,
  { comparison, literal }: LostLiteral,
  match: ValueMatch,
  table: TableSchema,
): ScoredSuggestion {
  const { operator, scope, operand } = comparison;
  const reason = say`${rowCount(match.count)} of ${tableTitle(table)}.${schemaName(match.column.column)}`;
  const penalty = match.tier === "exact" ? 0 : 0.02;
  const column = check.dialect.identifier(match.column.column);
  const value = check.dialect.stringLiteral(match.value);
  const whole = check.text(comparison.span);
  const source = scope.sources.find((each) => each.table === table);
  if (!source) {
    const text = `${qualifiedTable(check.services, table)}.${column} ${operator} ${value}`;
    return {
      text,
      replaces: whole,
      reason: say`${reason}; needs a join`,
      score: 0.7 - penalty,
      holdsValue: true,
    };
  }
  const replaces = check.text(operand);
  const isQualified = source.name !== undefined && (scope.sources.length > 1 || replaces.includes("."));
  const written = isQualified ? `${source.name}.${column}` : column;
  return match.value === literal.value || comparison.isPattern
    ? { text: written, replaces, reason, score: 0.95 }
    : {
        text: `${written} ${operator} ${value}`,
        replaces: whole,
        reason,
        score: 0.95 - penalty,
        holdsValue: true,
      };
}

/** Meaning of a value, according to the column's description. */
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
/** Least score of a suggested value, 0 to 1. */
const LEAST = 0.4;

/** Suggestions for a literal that its column does not hold, best first. */
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
    // A part of a date is similar to every date that contains it, and none of these is meant.
    const isPart = dated.length > 0 && comparison.isPattern;
    if (!isPart && text.trim() !== "") gathered.push(...(await nearInColumn(check, lost, base, text)));
  }
  // A value that differs only in case and space is surely meant.
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
  if (!comparison.isPattern) return value;
  const core = value.replace(/^[%*^]+|[%*$]+$/gu, "");
  const mark = escapeOf(comparison);
  if (mark === undefined) return core.replace(/[%*]+/gu, " ");
  const plain = core.split(mark);
  // After an escape character a wildcard is itself, and so is a second escape character.
  return plain.map((part, i) => (i > 0 ? part.slice(0, 1) + spaced(part.slice(1)) : spaced(part))).join("");
}

const spaced = (text: string): string => text.replace(/%+/gu, " ");

/** The character of ESCAPE. */
function escapeOf({ escapedBy }: Comparison): string | undefined {
  return escapedBy?.type === "literal" && escapedBy.value !== "" ? escapedBy.value : undefined;
}

/** Suggests a value in place of a literal, with the literal's wildcards where it is a pattern. */
function suggestion(
  check: ClauseCheck,
  { comparison, literal }: LostLiteral,
  found: string,
  more: Pick<ScoredSuggestion, "reason" | "score" | "isSpelling">,
): ScoredSuggestion {
  const mark = escapeOf(comparison);
  const isWild = (each: string) => each === mark || each === "%" || each === "_";
  const value =
    mark === undefined ? found : [...found].map((each) => (isWild(each) ? mark + each : each)).join("");
  const [before = "", after = ""] = comparison.isPattern
    ? [/^[%*^]+/u.exec(literal.value)?.[0], /[%*$]+$/u.exec(literal.value)?.[0]]
    : [];
  const isNumeric = /^(integer|real|decimal)$/u.test(comparison.base?.column.affinity ?? "");
  const isPlain = !comparison.isPattern && isNumeric && /^-?\d+(\.\d+)?$/u.test(value);
  const text = isPlain ? value : check.dialect.stringLiteral(`${before}${value}${after}`);
  return { text, replaces: check.text(literal), holdsValue: true, ...more };
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
        reason: say`${rowCount(match.count)} of ${columnTitle(base)}`,
        score: nearScore(match),
        ...(isSameButForCase(match.value, text) ? { isSpelling: true as const } : {}),
      }),
    );
}

/** Compares two texts without case and outer or repeated space; accents count. */
function isSameButForCase(a: string, b: string): boolean {
  const plain = (text: string) => text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
  return plain(a) === plain(b);
}

function nearScore(match: ValueMatch): number {
  return match.tier === "folded" || match.tier === "exact" ? 1 : Math.min(0.96, match.score);
}

/** Suggests codes whose description is the literal, or that abbreviate it where the column holds few short codes. */
async function meaningOf(
  check: ClauseCheck,
  lost: LostLiteral,
  base: BaseColumn,
): Promise<readonly ScoredSuggestion[]> {
  const { value: word } = lost.literal;
  const profile = await check.profile(base);
  const values = profile?.sample.complete ? profile.sample.cells.map((cell) => cell.text) : undefined;
  const reason = say`stands for "${written(word)}" in the description`;
  const described = valuesMeaning(base.column, word)
    .filter((value) => !values || values.includes(value))
    .map((value, i) => suggestion(check, lost, value, { reason, score: 0.99 - i / 100 }));
  if (described.length > 0 || !values || values.length > 60) return described;
  const coded = codeFor(word, values);
  return coded === undefined
    ? []
    : [suggestion(check, lost, coded, { reason: say`the only code that fits`, score: 0.9 })];
}

/** The only code among a column's few short ones that begins a word: `F` for "female". */
function codeFor(word: string, values: readonly string[]): string | undefined {
  const codes = values.filter((value) => value.trim() !== "");
  const folded = foldText(word);
  if (!codes.every((value) => value.length <= 4) || folded.length <= 2) return undefined;
  const fits = codes.filter((value) => folded.startsWith(foldText(value)));
  return fits.length === 1 ? fits[0] : undefined;
}

/** Suggests other forms of a number that the engine finds: `'1,200'` for 1200, `501` for `'00501'`, or with other outer spaces. */
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
