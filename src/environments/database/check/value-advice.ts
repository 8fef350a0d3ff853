import { editDistance } from "../../../util/edit-distance.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { ValueMatch } from "../index/value-index.ts";
import type { Comparison } from "./comparisons.ts";
import { dateAdvice } from "./date-advice.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { conditionWith, withOf } from "./literal-existence.ts";
import type { WrittenLiteral } from "./literal-text.ts";
import { otherColumnAdvice } from "./other-column-advice.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";
import { rowCount } from "./row-count.ts";
import { cellText } from "./sample-cells.ts";
import type { ScoredSuggestion } from "./scored-suggestion.ts";
import { valuesMeaning } from "./value-meanings.ts";

const SHOWN = 5;
/** Nearness below which a value is no help. */
const LEAST = 0.4;

/** What could be meant by a literal that its column does not hold, best first. */
export async function adviseOnValue(
  run: InspectionRun,
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
  run: InspectionRun,
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
  run: InspectionRun,
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
  run: InspectionRun,
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
  run: InspectionRun,
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
  run: InspectionRun,
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
  run: InspectionRun,
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
