import { type Marked, ownText, say, written } from "../../../../environment/egress/marks.ts";
import type { MarkedSuggestion } from "../../../../environment/tool-failure.ts";
import { nameWords } from "../../../../util/name-words.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import {
  areLinked,
  linkCondition,
  linksBetween,
  namesRelate,
  singleKey,
  type TableLink,
  tableLinks,
} from "../../schema/table-links.ts";
import { columnsOf } from "../../sql/column-references.ts";
import { type ColumnNode, conjunctsOf, type ExpressionNode, type Span } from "../../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../../sql/scope.ts";
import type { Check, CheckedClause } from "../checked-clause.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { type BaseColumn, columnAt, columnTitle, type ResolvedColumn } from "../query-scope.ts";

/** `a.x = b.y` between two sources of a FROM clause. */
interface KeyPair {
  readonly span: Span;
  readonly left: ResolvedColumn;
  readonly right: ResolvedColumn;
  readonly leftSpan: Span;
  readonly rightSpan: Span;
}

/** The equalities between columns of two different sources among the conditions that AND joins. */
export function keyPairs(condition: ExpressionNode, scope: Scope): readonly KeyPair[] {
  return conjunctsOf(condition).flatMap((node) => keyPair(node, scope) ?? []);
}

function keyPair(node: ExpressionNode, scope: Scope): KeyPair | undefined {
  if (node.type !== "binary" || (node.operator !== "=" && node.operator !== "==")) return undefined;
  const { left: a, right: b } = node;
  const left = a.type === "column" ? columnAt(scope, a) : undefined;
  const right = b.type === "column" ? columnAt(scope, b) : undefined;
  if (!left || !right || left.outer || right.outer || left.source === right.source) return undefined;
  return { span: node, left, right, leftSpan: a, rightSpan: b };
}

/** Sources that a condition refers to, without those that only its subqueries name. */
export function sourcesIn(condition: ExpressionNode, scope: Scope): ReadonlySet<ScopeSource> {
  const found = new Set<ScopeSource>();
  for (const node of columnsOf(condition)) {
    const column = columnAt(scope, node);
    if (column && !column.outer) found.add(column.source);
    // Columns of functions and unknown tables are found only by their qualifier or the source's own name.
    const named = column ? undefined : scope.sources.find(({ name }) => isNamed(name, node, scope));
    if (named) found.add(named);
  }
  return found;
}

function isNamed(source: string | undefined, { name, qualifier = name }: ColumnNode, scope: Scope): boolean {
  return source !== undefined && scope.context.dialect.sameIdentifier(source, qualifier);
}

/** Sources that no condition connects with the first one. `conditions` are the parts of WHERE that AND joins. */
export function unconnectedSources(
  scope: Scope,
  conditions: readonly ExpressionNode[],
): readonly ScopeSource[] {
  const groups = new Map<ScopeSource, ScopeSource>();
  const root = (source: ScopeSource): ScopeSource => {
    const next = groups.get(source);
    return next === undefined || next === source ? source : root(next);
  };
  const tie = (sources: Iterable<ScopeSource>) => {
    const [first, ...others] = sources;
    if (first) for (const other of others) groups.set(root(other), root(first));
  };
  scope.sources.forEach((source, i) => {
    const { join } = source.source;
    const before = scope.sources[i - 1];
    const isTied = join?.natural || join?.using || join?.kind === "cross";
    if (before && (isTied || source.source.lateral || source.source.kind === "function"))
      tie([before, source]);
    if (join?.on) for (const part of conjunctsOf(join.on)) tie(sourcesIn(part, scope));
  });
  for (const condition of conditions) for (const part of conjunctsOf(condition)) tie(sourcesIn(part, scope));
  const [first] = scope.sources;
  // A subquery without a condition often gives one row on purpose.
  return scope.sources.filter(
    (source) => first && root(source) !== root(first) && source.source.kind !== "subquery",
  );
}

/** Conditions along the keys between two sources, best first. */
function keyConditions(
  check: ClauseCheck,
  a: ScopeSource,
  b: ScopeSource,
): readonly { readonly text: Marked; readonly link: TableLink }[] {
  if (!a.table || !b.table || a.name === undefined || b.name === undefined) return [];
  return linksBetween(check.services, a.table, b.table).map((link) => {
    // In a self-join both sides are the same table.
    const [from, to] = link.from === a.table ? [a, b] : [b, a];
    const text = linkCondition(
      link,
      (_, column, side) => `${side === "from" ? from.name : to.name}.${check.dialect.identifier(column)}`,
    );
    return { text: ownText(text), link };
  });
}

/** The key conditions as suggestions that replace the written condition. */
function keySuggestions(
  check: ClauseCheck,
  a: ScopeSource,
  b: ScopeSource,
  replaces: string,
): readonly MarkedSuggestion[] {
  return keyConditions(check, a, b)
    .filter(({ text }) => text !== replaces)
    .map(({ text, link }) => ({
      text,
      replaces,
      reason: link.declared ? say`declared foreign key` : say`the names say so`,
    }));
}

/**
 * Tables without a join condition, with the missing condition as a suggestion. A join by comma may get its condition from WHERE: it is only a
 * note until WHERE is set.
 */
export const looseTables: Check = {
  clauses: ["from", "where", "select"],
  look(check) {
    const { clause } = check.clause;
    // The check of WHERE has reported them already.
    if (clause === "select" && check.core.where) return;
    for (const source of unconnectedSources(check.scope, clause === "from" ? [] : check.conditions())) {
      const isByComma = source.source.join?.kind === "comma";
      if (isByComma || clause === "from") tell(check, source, isByComma && clause === "from");
    }
  },
};

function tell(check: CheckedClause, source: ScopeSource, asNote: boolean): void {
  const others = check.scope.sources.filter((other) => other !== source);
  const [key] = others.flatMap((other) => keyConditions(check, other, source));
  const { join } = source.source;
  const reason = say`key between the tables`;
  const suggestion = key && {
    ...(join?.on ? { text: key.text, replaces: check.text(join.on) } : joinedOn(check, source, key.text)),
    reason,
  };
  const meant = key ? say`; the key is ${key.text}` : "";
  const message = say`Nothing ties ${source.name === undefined ? "the subquery" : written(source.name)} to the other tables, so every row meets every other${meant}.`;
  const span = join?.on ?? source.source;
  const suggestions = suggestion ? [suggestion] : [];
  if (asNote) check.note("join-missing-condition", span, message, suggestions);
  else check.warn("join-missing-condition", span, message, suggestions);
}

/** Adds ON to a join. A comma takes no ON, so it is replaced too. */
function joinedOn(check: CheckedClause, source: ScopeSource, condition: Marked): MarkedSuggestion {
  const { start, end } = source.source;
  const table = check.shown(source.source);
  const comma = /\s*,\s*$/u.exec(check.clause.sql.slice(0, start))?.[0];
  if (comma === undefined) return { text: say`${table} ON ${condition}`, replaces: table };
  const replaces = check.text({ start: start - comma.length, end });
  return { text: say` JOIN ${table} ON ${condition}`, replaces };
}

/** Numbers of distinct values of two joined columns, and of values in both. */
interface Overlap {
  readonly left: number;
  readonly right: number;
  readonly common: number;
}

/** Most distinct values of a column that are compared. */
const MOST_COMPARED = 20_000;

/** Each `a.x = b.y` of the joins (and of WHERE, for joins by comma), judged by keys first, then by names, then by the values themselves. */
export const joinKeys: Check = {
  clauses: ["from", "where"],
  async look(check) {
    const { sources } = check.scope;
    const isWhere = check.clause.clause === "where";
    const conditions = isWhere ? check.conditions() : sources.flatMap(({ source }) => source.join?.on ?? []);
    for (const condition of conditions)
      for (const pair of keyPairs(condition, check.scope)) await checkPair(check, pair);
  },
};

async function checkPair(check: ClauseCheck, pair: KeyPair): Promise<void> {
  const left = pair.left.column.origin;
  const right = pair.right.column.origin;
  if (!left || !right || left.column === right.column) return;
  // Masked columns have only the mask in common.
  if (left.column.masked === true || right.column.masked === true) return;
  const linked = areLinked(check.services, at(left), at(right));
  const overlap = await overlapOf(check, left, right);
  if (!overlap || overlap.left === 0 || overlap.right === 0) return;
  const titles = say`${columnTitle(left)} and ${columnTitle(right)}`;
  // A declared key is right whatever the data, so it gets no other key as a suggestion.
  const keys =
    linked === "declared"
      ? []
      : keySuggestions(check, pair.left.source, pair.right.source, check.text(pair.span));
  const better = keys[0] === undefined ? say`` : say`; the key is ${keys[0].text}`;
  if (overlap.common === 0) {
    const spelling = await otherSpelling(check, pair);
    const why = linked === "declared" ? say`, although the key is declared` : better;
    const message = spelling
      ? say`${titles} match only without regard to case and outer space: ${spelling.text}.`
      : say`${titles} have no value in common${why}.`;
    check.warn("join-no-overlap", pair.span, message, spelling ? [spelling] : keys);
    return;
  }
  // A table of given values has no keys; it is joined with any column that holds such values.
  if (linked || left.table.kind === "values" || right.table.kind === "values") return;
  if (isSupported(check, pair, left, right, overlap)) return;
  check.warn(
    "join-without-key",
    pair.span,
    say`${titles} are no keys of each other, and that ${overlap.common} values occur in both is no sign that they mean the same${better}.`,
    keys,
  );
}

const at = ({ table, column }: BaseColumn) => ({ table, column: column.name });

/**
 * A join without a key is legal where the values show that the columns mean the same: nearly all values of one are in the other. Small
 * whole numbers overlap by chance, so that for them either the names agree, or all of one side are among the keys of the other, no better
 * key joins the tables, and neither column refers to something else.
 */
function isSupported(
  check: ClauseCheck,
  pair: KeyPair,
  left: BaseColumn,
  right: BaseColumn,
  overlap: Overlap,
): boolean {
  const contained = overlap.common / Math.min(overlap.left, overlap.right);
  const better = keyConditions(check, pair.left.source, pair.right.source).length > 0;
  if (!isNumeric(left) && !isNumeric(right))
    return contained >= 0.5 || (contained >= 0.1 && !better) || overlap.common >= 20;
  // Both columns are keys of the same entities: an equal name of several words.
  const sameName = check.dialect.sameIdentifier(left.column.name, right.column.name);
  if (sameName && nameWords(left.column.name).length > 1 && contained >= 0.5) return true;
  const elsewhere = refersElsewhere(check, left) || refersElsewhere(check, right);
  const related = namesRelate(left, right);
  const isOfNoKey = !isKey(left) && !isKey(right);
  if (elsewhere || better) return related && !elsewhere && isOfNoKey && contained >= 0.5;
  if (related || isOfNoKey) return contained >= 0.5;
  const referring = isKey(left) ? overlap.right : overlap.left;
  return isKey(left) !== isKey(right) && overlap.common >= referring * 0.98 && referring >= 5;
}

function isKey(base: BaseColumn): boolean {
  return singleKey(base.table) === base.column;
}

function refersElsewhere(check: ClauseCheck, base: BaseColumn): boolean {
  return tableLinks(check.services).some(
    (link) =>
      link.from === base.table &&
      link.fromColumns.some((each) => check.dialect.sameIdentifier(each, base.column.name)),
  );
}

function isNumeric(base: BaseColumn): boolean {
  return ["integer", "real", "decimal", "boolean"].includes(base.column.affinity);
}

/** Distinct values of both sides and in common; undefined where the engine refuses to compare the types. */
async function overlapOf(
  check: ClauseCheck,
  left: BaseColumn,
  right: BaseColumn,
): Promise<Overlap | undefined> {
  const distinct = (base: BaseColumn, alias: string) => {
    const column = check.dialect.identifier(base.column.name);
    return `(SELECT DISTINCT ${column} AS v FROM ${qualifiedTable(check.services, base.table)} WHERE ${column} IS NOT NULL LIMIT ${MOST_COMPARED}) AS ${alias}`;
  };
  const whole = `(SELECT ${check.dialect.identifier(right.column.name)} AS w FROM ${qualifiedTable(check.services, right.table)}) AS b`;
  const counts = await check.askNumbers(
    `SELECT (SELECT COUNT(*) FROM ${distinct(left, "a")}), (SELECT COUNT(*) FROM ${distinct(right, "a")}), (SELECT COUNT(*) FROM ${distinct(left, "a")} WHERE v IN (SELECT w FROM ${whole}))`,
  );
  const [l, r, common] = counts ?? [];
  return l === undefined || r === undefined || common === undefined
    ? undefined
    : { left: l, right: r, common };
}

/** A join condition that ignores case and outer space; undefined where it would not match either. */
async function otherSpelling(check: ClauseCheck, { left, right, leftSpan, rightSpan, span }: KeyPair) {
  const [a, b] = [left.column.origin, right.column.origin];
  if (!a || !b || ![a, b].every(({ column }) => /^(text|other)$/u.test(column.affinity))) return undefined;
  const plain = (text: string) => `LOWER(TRIM(${text}))`;
  const values = ({ table, column }: BaseColumn) =>
    `SELECT DISTINCT ${plain(check.dialect.identifier(column.name))} AS v FROM ${qualifiedTable(check.services, table)} LIMIT ${MOST_COMPARED}`;
  const sql = `SELECT COUNT(*) FROM (${values(a)}) AS a WHERE v IN (SELECT v FROM (${values(b)}) AS b)`;
  const [common = 0] = (await check.askNumbers(sql)) ?? [];
  const trimmed = (side: KeyPair["leftSpan"]) => say`LOWER(TRIM(${check.shown(side)}))`;
  const text = say`${trimmed(leftSpan)} = ${trimmed(rightSpan)}`;
  const reason = say`${common} ${common === 1 ? "value" : "values"} in common`;
  return common > 0 ? { text, replaces: check.text(span), reason } : undefined;
}
