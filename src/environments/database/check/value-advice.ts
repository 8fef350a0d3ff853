import { editDistance } from "../../../util/edit-distance.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { ValueMatch } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { findColumn, findTable, qualifiedTable } from "../schema/find-table.ts";
import { linksBetween, singleKey, targets } from "../schema/table-links.ts";
import type { ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";
import { dateAdvice } from "./date-advice.ts";
import { conditionWith, rowCount, withOf } from "./literal-existence.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";
import { cellText } from "./sample-cells.ts";
import type { ScoredSuggestion } from "./scored-suggestion.ts";

const LOOKED_AT = 12;

/** Columns in which the literal really stands: of the tables at hand, behind the foreign key it is compared with, or elsewhere. */
async function otherColumnAdvice(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  if (text.trim().length < 2 || literal.kind === "number") return [];
  const { matches } = await run.services.index.findExact(text, {
    limit: LOOKED_AT,
    signal: run.context.signal,
  });
  const found: ScoredSuggestion[] = [];
  for (const match of matches) {
    const table = findTable(run.services, match.column.table, match.column.schema);
    const column = table && findColumn(run.services, table, match.column.column);
    const own = comparison.bases.some((base) => base.table === table && base.column === column);
    if (!table || !column || own) continue;
    found.push(...(await adviceFor(run, comparison, literal, match, table)));
  }
  return found;
}

async function adviceFor(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  match: ValueMatch,
  table: TableSchema,
): Promise<readonly ScoredSuggestion[]> {
  const { dialect } = run.services.driver;
  const place = `${table.schema === undefined ? "" : `${table.schema}.`}${table.name}.${match.column.column}`;
  const rows = `${rowCount(match.count)} of ${place}`;
  const penalty = match.tier === "exact" ? 0 : 0.02;
  const same = match.value === literal.value || comparison.kind.includes("pattern");
  const column = dialect.identifier(match.column.column);
  const value = dialect.stringLiteral(match.value);
  const [atHand] = comparison.scope.sources.filter((source) => source.table === table);
  const key = await keyOf(run, comparison, literal, match, table);
  // A key to rows of its own table (`manager_id`) is compared with the key of the row that is named.
  if (atHand && !(key && atHand === comparison.source)) {
    const name = qualifier(run, comparison, atHand);
    const written = name === undefined ? column : `${name}.${column}`;
    return same
      ? [{ text: written, replaces: run.text(comparison.operand), reason: rows, score: 0.95 }]
      : [
          {
            text: `${written} ${comparison.operator} ${value}`,
            replaces: run.text(comparison.span),
            reason: rows,
            score: 0.95 - penalty,
          },
        ];
  }
  if (key) return [{ ...key, reason: `key of ${rows}`, score: 0.955 - penalty }];
  const linked = behindKey(run, comparison, table, `${column} ${comparison.operator} ${value}`);
  if (linked) return [{ ...linked, reason: rows, score: 0.8 - penalty }];
  const text = `${qualifiedTable(run.services, table)}.${column} ${comparison.operator} ${value}`;
  return [
    {
      text,
      replaces: run.text(comparison.span),
      reason: `${rows}; needs a join`,
      score: 0.7 - penalty,
      needsJoin: true,
    },
  ];
}

function qualifier(run: ClauseCheck, comparison: Comparison, source: ScopeSource): string | undefined {
  if (source.name === undefined) return undefined;
  const needed = comparison.scope.sources.length > 1 || run.text(comparison.operand).includes(".");
  return needed ? source.name : undefined;
}

/** The key that stands for the value, when the column compared refers to the table in which the value is the only one of its kind. */
async function keyOf(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  match: ValueMatch,
  table: TableSchema,
): Promise<Omit<ScoredSuggestion, "score"> | undefined> {
  const { base } = comparison;
  if (!base || comparison.kind.includes("pattern")) return undefined;
  const target = targets(run.services, { table: base.table, column: base.column.name }).find(
    (each) =>
      each.table === table &&
      each.column !== match.column.column &&
      // Beside what it refers to there is the column itself, in which another text is no less of a guess unless it is a key.
      (each.table !== base.table ||
        each.column !== base.column.name ||
        singleKey(table)?.name === each.column),
  );
  const { dialect } = run.services.driver;
  if (!target) return undefined;
  const result = await run.ask(
    `SELECT ${dialect.identifier(target.column)} FROM ${qualifiedTable(run.services, table)} WHERE ${dialect.identifier(match.column.column)} = ${dialect.stringLiteral(match.value)}`,
    [],
    2,
  );
  const [key] = result?.rows[0] ?? [];
  if (result?.rows.length !== 1 || key === null || key === undefined || key instanceof Uint8Array)
    return undefined;
  const text = typeof key === "string" ? dialect.stringLiteral(key) : String(key);
  return { text, replaces: run.text(literal) };
}

/** A condition on a key of a table at hand that leads to the value's table in one step. */
function behindKey(
  run: ClauseCheck,
  comparison: Comparison,
  table: TableSchema,
  condition: string,
): Omit<ScoredSuggestion, "score"> | undefined {
  const { dialect } = run.services.driver;
  for (const source of comparison.scope.sources) {
    if (!source.table || source.name === undefined) continue;
    const [link] = linksBetween(run.services, source.table, table);
    const [here] = (link?.from === source.table ? link.fromColumns : link?.toColumns) ?? [];
    const [there] = (link?.from === source.table ? link.toColumns : link?.fromColumns) ?? [];
    if (!link || here === undefined || there === undefined || link.fromColumns.length > 1) continue;
    return {
      text: `${source.name}.${dialect.identifier(here)} IN (SELECT ${dialect.identifier(there)} FROM ${qualifiedTable(run.services, table)} WHERE ${condition})`,
      replaces: run.text(comparison.span),
    };
  }
  return undefined;
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
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
): Promise<readonly ScoredSuggestion[]> {
  const text = literalCore(comparison, literal);
  const { base } = comparison;
  const gathered: ScoredSuggestion[] = [];
  if (!base) gathered.push(...(await nearInExpression(run, comparison, literal, text)));
  else {
    const dated = await dateAdvice(run, comparison, literal, base);
    // A part of a date is near to every day that has it, and none of them is meant.
    const isPart = dated.length > 0 && (comparison.kind === "pattern" || comparison.kind === "no-pattern");
    gathered.push(
      ...dated,
      ...(await otherSpelling(run, comparison, literal, base)),
      ...(await meaningOf(run, comparison, literal, base)),
      ...(isPart ? [] : await nearInColumn(run, comparison, literal, base, text)),
    );
  }
  // A value that is the literal but for case and space leaves nothing to guess.
  const same = gathered.filter((each) => each.code === "case-differs");
  if (same.length > 0) return same.slice(0, SHOWN);
  gathered.push(...(await otherColumnAdvice(run, comparison, literal, text)));
  const kept: ScoredSuggestion[] = [];
  for (const each of gathered.sort((a, b) => b.score - a.score)) {
    if (kept.length === SHOWN) break;
    if (kept.some((other) => other.text === each.text)) continue;
    if (await keepsRows(run, comparison, each)) kept.push(each);
  }
  return kept;
}

/** False for a whole condition that keeps no row of the tables at hand. Where the engine has no answer, the suggestion stays. */
async function keepsRows(
  run: ClauseCheck,
  { scope, span }: Comparison,
  { text, replaces, needsJoin }: ScoredSuggestion,
): Promise<boolean> {
  if (needsJoin || (replaces !== run.text(span) && !/\bSELECT\b/iu.test(text))) return true;
  for (const each of scope.sources) {
    const answer = await run.ask(
      `${withOf(run, scope)}SELECT 1 FROM ${run.text(each.source)} WHERE ${text} LIMIT 1`,
    );
    if (answer) return answer.rows.length > 0;
  }
  return true;
}

/** The text that a pattern looks for, without its wildcards. */
function literalCore(comparison: Comparison, literal: WrittenLiteral): string {
  if (comparison.kind !== "pattern" && comparison.kind !== "no-pattern") return literal.value;
  return literal.value.replace(/^[%*^]+|[%*$]+$/gu, "").replace(/[%*]+/gu, " ");
}

/** Writes a value in the place of a literal, in the pattern's wildcards where there are some. */
export function writeValue(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  value: string,
): string {
  const { dialect } = run.services.driver;
  if (comparison.kind === "pattern" || comparison.kind === "no-pattern") {
    const before = /^[%*^]+/u.exec(literal.value)?.[0] ?? "";
    const after = /[%*$]+$/u.exec(literal.value)?.[0] ?? "";
    return dialect.stringLiteral(`${before}${value}${after}`);
  }
  const numeric = ["integer", "real", "decimal"].includes(comparison.base?.column.affinity ?? "");
  return numeric && /^-?\d+(\.\d+)?$/u.test(value) ? value : dialect.stringLiteral(value);
}

async function nearInColumn(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  base: BaseColumn,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  if (text.trim() === "") return [];
  const column = columnRef(base);
  const options = { limit: SHOWN, column, signal: run.context.signal };
  const { index } = run.services;
  const exact = await index.findExact(text, options);
  const near = await index.findFuzzy(text, options);
  const matches = [...exact.matches, ...near.matches];
  return matches
    .filter((match) => match.value !== literal.value && nearScore(match) >= LEAST)
    .map((match) => ({
      text: writeValue(run, comparison, literal, match.value),
      replaces: run.text(literal),
      reason: `${rowCount(match.count)} of ${columnTitle(base)}`,
      score: nearScore(match),
      ...(isSameButForCase(match.value, text) ? { code: "case-differs" as const } : {}),
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
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  base: BaseColumn,
): Promise<readonly ScoredSuggestion[]> {
  const profile = await run.profile(base);
  const values = profile?.sample.complete ? profile.sample.cells.map((cell) => cell.text) : undefined;
  const suggest = (value: string, score: number, reason: string) => ({
    text: writeValue(run, comparison, literal, value),
    replaces: run.text(literal),
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
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  base: BaseColumn,
): Promise<readonly ScoredSuggestion[]> {
  const { value } = literal;
  if (!/\d/u.test(value) || comparison.kind === "pattern") return [];
  const digits = value.replace(/[\s,'$€£¥%]/gu, "");
  const forms = new Set([digits, digits.replace(/\.0+$/u, ""), digits.replace(/^0+(?=\d)/u, "")]);
  const profile = await run.profile(base);
  const wanted = Number(digits);
  for (const cell of profile?.sample.cells ?? []) {
    const cellNumber = Number(cell.text.replace(/[\s,'$€£¥%]/gu, ""));
    if (digits !== "" && cell.text.trim() !== "" && cellNumber === wanted) forms.add(cell.text);
  }
  forms.delete(value);
  forms.delete("");
  const found: ScoredSuggestion[] = [];
  for (const form of forms) {
    const written = writeValue(run, comparison, literal, form);
    const probe = `${withOf(run, comparison.scope)}SELECT COUNT(*) FROM ${run.text(comparison.source.source)} WHERE ${conditionWith(run, comparison, written)}`;
    const [rows = 0] = (await run.askNumbers(probe)) ?? [];
    if (rows > 0) {
      found.push({ text: written, replaces: run.text(literal), reason: rowCount(rows), score: 0.985 });
    }
  }
  return found;
}

/** The nearest of the values that an expression takes, where they are few. */
async function nearInExpression(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  const sql = `${withOf(run, comparison.scope)}SELECT ${run.text(comparison.operand)}, COUNT(*) FROM ${run.text(comparison.source.source)} GROUP BY 1 ORDER BY 2 DESC LIMIT 2000`;
  const result = await run.ask(sql, [], 2000);
  const wanted = foldText(text);
  const near: ScoredSuggestion[] = [];
  for (const [cell = null, rows] of result?.rows ?? []) {
    const value = cellText(cell);
    if (value === undefined || value === literal.value) continue;
    const folded = foldText(value);
    const distance = editDistance(folded, wanted, 3);
    const score = folded === wanted ? 1 : 1 - (distance * 1.1) / Math.max(folded.length, wanted.length);
    if (score < 0.6 || distance > 3) continue;
    const written = typeof cell === "number" ? value : writeValue(run, comparison, literal, value);
    near.push({
      text: written,
      replaces: run.text(literal),
      reason: rowCount(Number(rows)),
      score,
      ...(isSameButForCase(value, text) ? { code: "case-differs" as const } : {}),
    });
  }
  return near;
}
