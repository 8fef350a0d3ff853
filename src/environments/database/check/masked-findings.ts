import type { FindingCode } from "../../../environment/finding-codes.ts";
import type { Finding } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import { MASK } from "../privacy/shadow-table.ts";
import type { Span } from "../sql/query-tree.ts";
import { readQuery } from "../sql/read-query.ts";
import { tokenize } from "../sql/tokenize.ts";
import { clauseOfSpan } from "./clause-subject.ts";
import { FindingList } from "./inspection-run.ts";
import { type ClauseUses, usesByClause } from "./masked-clauses.ts";
import { CONDITION, type MaskedEffect, type MaskedUse } from "./masked-uses.ts";
import { type BaseColumn, columnTitle, scopeContext } from "./query-scope.ts";

/** Takers of one column that a message names. */
const MOST_NAMED = 3;
const LONGEST_NAMED = 80;
/** Findings of one code that are told of a statement. */
const MOST_TOLD = 10;

/** That a statement takes the values of masked columns: of one clause and one column once. */
export interface MaskedFinding {
  readonly code: FindingCode;
  readonly span: Span;
  /** The clause in which it is, or the whole set operation. */
  readonly clause: Span;
  readonly message: string;
}

/**
 * What masked columns do in a statement, where they are more than shown, counted or tested for NULL: they read `***` in each row, and the engine
 * computes, compares, groups and orders that. Needs no question to the engine. Empty where nothing is masked; of a statement that
 * cannot be read (QUALIFY, FROM before SELECT) each masked column that it names is told.
 */
export function maskedFindings(services: DatabaseServices, sql: string): readonly MaskedFinding[] {
  if (!hasMasked(services)) return [];
  const tree = readQuery(sql, services.driver.dialect.lexical);
  if (!tree) return unreadFindings(services, sql);
  return usesByClause(tree, scopeContext(services)).flatMap((each) => findingsOf(each, sql));
}

/** The same as findings with the clause of the statement in which they are. */
export function maskedWarnings(services: DatabaseServices, sql: string): readonly Finding[] {
  const found = maskedFindings(services, sql);
  const tree = found.length > 0 ? readQuery(sql, services.driver.dialect.lexical) : undefined;
  const list = new FindingList(MOST_TOLD);
  for (const { code, span, message } of found) {
    const clause = tree && clauseOfSpan(tree, span)?.clause;
    const text = sql.slice(span.start, span.end);
    const part = { ...(clause ? { clause } : {}), text, start: span.start, end: span.end };
    list.add({ code, message, part, suggestions: [] });
  }
  // Places are counted from the clause's beginning elsewhere.
  return list
    .told()
    .map(({ part: { start: _, end: __, ...part } = {}, ...finding }) => ({ ...finding, part }));
}

function unreadFindings({ schema, driver }: DatabaseServices, sql: string): readonly MaskedFinding[] {
  const { lexical, sameIdentifier } = driver.dialect;
  const names = tokenize(sql, lexical).tokens.filter(({ kind }) => kind === "word" || kind === "identifier");
  const written = (name: string) =>
    names.find(({ kind, start, end, value }) =>
      sameIdentifier(kind === "word" ? sql.slice(start, end) : value, name),
    );
  return schema.tables.flatMap((table) =>
    table.columns.flatMap((column): readonly MaskedFinding[] => {
      const place = column.masked === true && written(table.name) ? written(column.name) : undefined;
      if (!place) return [];
      const span = { start: place.start, end: place.end };
      const message = `${areMasked([{ table, column }])}: it reads ${MASK} in place of each value, so that what the query computes, compares or orders by it says nothing.`;
      return [{ code: "masked-value", span, clause: { start: 0, end: sql.length }, message }];
    }),
  );
}

export function hasMasked({ schema }: Pick<DatabaseServices, "schema">): boolean {
  return schema.tables.some(({ columns }) => columns.some(({ masked }) => masked === true));
}

/** `a.b is masked`, `a.b and c.d are masked`. */
export function areMasked(masked: readonly BaseColumn[]): string {
  const names = [...new Set(masked.map(columnTitle))];
  return `${inWords(names)} ${names.length === 1 ? "is" : "are"} masked`;
}

interface Group {
  readonly masked: readonly BaseColumn[];
  readonly uses: readonly MaskedUse[];
  readonly effects: string;
}

function findingsOf({ clause, uses }: ClauseUses, sql: string): readonly MaskedFinding[] {
  const columns = [...new Set(uses.flatMap(({ masked }) => masked.map(({ column }) => column)))];
  const groups = new Map<string, Group>();
  for (const column of columns) {
    const own = uses.filter(({ masked }) => masked.some((each) => each.column === column));
    const base = own.flatMap(({ masked }) => masked).find((each) => each.column === column);
    const [first] = own;
    if (!first || !base) continue;
    const effects = effectsOf(own, sql);
    // Columns of which the same is said at the same place are told together.
    const key = `${first.span.start} ${effects}`;
    const kept = groups.get(key);
    groups.set(key, { masked: [...(kept?.masked ?? []), base], uses: kept?.uses ?? own, effects });
  }
  const byPlace = new Map<number, MaskedFinding>();
  for (const { masked, uses: own, effects } of groups.values()) {
    const span = own[0]?.span ?? clause;
    const message = `${areMasked(masked)}: ${effects}.`;
    const before = byPlace.get(span.start);
    const isCondition = own.every(({ effect }) => effect === "condition" || effect === "join");
    byPlace.set(span.start, {
      code: isCondition && before?.code !== "masked-value" ? "masked-condition" : "masked-value",
      span,
      clause,
      message: before ? `${before.message} ${message}` : message,
    });
  }
  return [...byPlace.values()];
}

/** What follows, said of one taker and of several. */
const CONSEQUENCES: Readonly<Record<MaskedEffect, readonly [one: string, several: string]>> = {
  value: ["so that its result says nothing", "so that their results say nothing"],
  condition: ["so that its result says nothing", "so that their results say nothing"],
  join: [
    "so that every row with a value meets every other",
    "so that every row with a value meets every other",
  ],
  same: ["so that all values count as one", "so that all values count as one"],
  order: ["so that it puts no value before another", "so that they put no value before another"],
  window: ["so that it neither parts nor orders rows", "so that they neither part nor order rows"],
};

function effectsOf(uses: readonly MaskedUse[], sql: string): string {
  const effects = [...new Set(uses.map(({ effect }) => effect))];
  return effects
    .map((effect) => {
      const own = uses.filter((each) => each.effect === effect);
      const takers = [...new Set(own.map(({ taker }) => named(taker, sql)))];
      const [one, several] = CONSEQUENCES[effect];
      const isOne = takers.length === 1;
      const isUnnamed = own.every(({ taker }) => taker === CONDITION || typeof taker !== "string");
      const conditions = isOne ? "the condition" : "the conditions";
      const subject = effect === "condition" && isUnnamed ? conditions : listed(takers);
      return `${subject} ${isOne ? "sees" : "see"} ${MASK} in place of each value, ${isOne ? one : several}`;
    })
    .join("; ");
}

function named(taker: MaskedUse["taker"], sql: string): string {
  const text = typeof taker === "string" ? taker : sql.slice(taker.start, taker.end);
  return text.length > LONGEST_NAMED
    ? `${text.slice(0, LONGEST_NAMED).replace(/[\uD800-\uDBFF]$/u, "")}…`
    : text;
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED;
  return inWords(more > 0 ? [...texts.slice(0, MOST_NAMED), `${more} more`] : texts);
}

function inWords(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} and ${last}`;
}
