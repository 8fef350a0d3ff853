import type { Marked } from "../../../environment/egress/marks.ts";
import { readTokens } from "../../../util/english/tokens.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { IRREGULAR_PAST, PREPOSITIONS, SCALES } from "../../../util/english/words.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { aggregatesIn, statementContents } from "../check/clause-expressions.ts";
import { columnAt, type ResolvedColumn, scopeContext } from "../check/query-scope.ts";
import type { DatabaseServices } from "../database-services.ts";
import { singleKey, tableLinks } from "../schema/table-links.ts";
import { columnsOf, coreContents, type PlacedExpression, tailExpressions } from "../sql/column-references.ts";
import { editStatement } from "../sql/edit-statement.ts";
import {
  type CallNode,
  conjunctsOf,
  type ExpressionNode,
  type QueryTree,
  type SelectCore,
  type Span,
} from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import { readExpressionList } from "../sql/read-items.ts";
import { readQuery } from "../sql/read-query.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { Variant, VariantKind } from "./variant.ts";

/** Proposes the variants of one kind, the likeliest first. It reads only the text and the schema: whether a result changes is seen by running. */
export type Proposer = (query: DraftedQuery) => readonly Variant[];

/** A replacement in the text of a statement. */
export interface Replacement {
  readonly span: Span;
  readonly text: string;
}

const DO = wordKey("do");
const PREDICATES: ReadonlySet<string> = new Set(["have", "are", "cost"].map(wordKey));
const EVENT =
  /\b(?!need|speed|seed)\p{L}{2,}ed\b|\b(?:pay|buy|sell|die|dead|alive|old|older|oldest|young|younger|youngest|ages?)\b/u;
const DONE: ReadonlySet<string> = new Set(
  [...IRREGULAR_PAST]
    .filter((word) => !/^(?:had|did|got|took|made|gave|came|put|set|let)$/u.test(word))
    .map(wordKey),
);

/** The question's words by their keys, to compare them with names and values. */
export class QuestionWords {
  readonly text: string;
  readonly #tokens: readonly string[];
  readonly #keys: ReadonlySet<string>;
  /** Quantities that an adjective of the question may be about, with the number of its scale. */
  readonly #scales = new Map<string, number>();

  constructor(question: string) {
    this.text = foldText(question);
    this.#tokens = readTokens(question).flatMap(({ folded, kind }) =>
      kind === "mark" ? [folded] : nameWords(folded).map(wordKey),
    );
    this.#keys = new Set(this.#tokens);
    for (const [at, { more, less, of }] of SCALES.entries())
      if ([...more, ...less].some((word) => this.#keys.has(wordKey(word))))
        for (const name of of) this.#scales.set(wordKey(name.replace(/^-/u, "")), at);
  }

  /** True where both words may stand for the quantity of an adjective: price and cost for "cheapest". */
  onOneScale(one: string, other: string): boolean {
    const scale = this.#scales.get(one);
    return scale !== undefined && scale === this.#scales.get(other);
  }

  /** Index of the first word of a text whose words stand in the question one behind the other, in whatever form; -1 for none. */
  positionOf(text: string): number {
    const keys = nameWords(text).map(wordKey);
    if (keys.length === 0) return -1;
    return this.#tokens.findIndex((_, at) => keys.every((key, i) => this.#tokens[at + i] === key));
  }

  lastPositionOf(key: string): number {
    return this.#tokens.lastIndexOf(key);
  }

  /** True where what stands at `to` is behind a comma, or behind the verb whose subject ends at `from`: "A and B have …", "did A and B …". */
  isSaidOfAll(from: number, to: number): boolean {
    const between = this.#tokens.slice(from + 1, to);
    const verb = between.findIndex((token, i) => PREDICATES.has(token) && between[i - 1] !== "and");
    const relative = between.findIndex((token) => /^(?:who|that|which)$/u.test(token));
    if (verb >= 0 && (relative < 0 || verb < relative)) return true;
    return between.some((token) => /^[,;:]$/u.test(token)) || this.#tokens.slice(0, from).includes(DO);
  }

  /** True where the question names all of the values, the last behind an "and". */
  joinsByAnd(values: readonly ExpressionNode[]): boolean {
    const at = values.map((value) => (value.type === "literal" ? this.positionOf(value.value) : -1));
    const [before = -1, last = -1] = at.toSorted((a, b) => a - b).slice(-2);
    return !at.includes(-1) && values.length > 1 && this.#tokens.slice(before, last).includes("and");
  }

  has(pattern: RegExp): boolean {
    return pattern.test(this.text);
  }

  /** True where the keys of the words have the phrase. */
  hasPhrase(pattern: RegExp): boolean {
    return pattern.test(this.#tokens.join(" "));
  }

  /** True where a verb says which event a date is of: "borrowed in 2024", "did doctors write". "Were", "have" and "get" say nothing of the kind. */
  get saysWhatWasDone(): boolean {
    return EVENT.test(this.text) || this.#tokens.some((key) => DONE.has(key));
  }

  hasKey(key: string): boolean {
    return this.#keys.has(key) || this.#scales.has(key);
  }

  /** True where the question has all words of the name. */
  names(name: string): boolean {
    const keys = contentKeys(name);
    return keys.length > 0 && keys.every((key) => this.#keys.has(key));
  }

  /** How many words behind a phrase such as "how many" the name's last word stands, counted from 0; undefined if not among the first `reach`. */
  distanceAfter(phrase: RegExp, name: string, reach: number): number | undefined {
    const after = this.text.split(phrase).slice(1).join(" ");
    const last = contentKeys(name).at(-1);
    const at = nameWords(after)
      .slice(0, reach)
      .findIndex((word) => wordKey(word) === last);
    return last === undefined || at < 0 ? undefined : at;
  }
}

const LITTLE_WORDS: ReadonlySet<string> = new Set([
  ...PREPOSITIONS,
  "a",
  "an",
  "the",
  "and",
  "or",
  "is",
  "has",
]);

const NAME_WORDS: ReadonlySet<string> = new Set(["name", "title", "label", "caption", "surname"]);

/** True for a column that holds what a row is called. */
export function isNameColumn(column = ""): boolean {
  return nameWords(column).some((word) => NAME_WORDS.has(word));
}

/** The ON of a source that is a table and joined by INNER JOIN. */
export function joinCondition({ source: { join, kind } }: ScopeSource): ExpressionNode | undefined {
  return kind === "table" && join?.kind === "inner" ? join.on : undefined;
}

/** The keys of a name's words without articles and prepositions. */
export function contentKeys(name: string): readonly string[] {
  return nameWords(name)
    .filter((word) => !LITTLE_WORDS.has(word))
    .map(wordKey);
}

/** One SELECT of a drafted statement, as those who propose variants read it. Edits are always of the whole statement. */
export class DraftedQuery {
  readonly sql: string;
  /** The query that the SELECT belongs to. */
  readonly tree: QueryTree;
  readonly core: SelectCore;
  readonly scope: Scope;
  readonly services: DatabaseServices;
  readonly question: QuestionWords;
  /** All SELECTs of the statement, this one among them: first those of the query itself, then those of subqueries and CTEs. */
  readonly parts: readonly DraftedQuery[];
  #conditions: readonly ExpressionNode[] | undefined;

  private constructor(
    read: Pick<DraftedQuery, "sql" | "tree" | "core" | "scope" | "services" | "question" | "parts">,
  ) {
    this.sql = read.sql;
    this.tree = read.tree;
    this.core = read.core;
    this.scope = read.scope;
    this.services = read.services;
    this.question = read.question;
    this.parts = read.parts;
  }

  /** The first SELECT. Undefined for VALUES, and for statements that the reader cannot parse: they have no variants. */
  static of(sql: string, services: DatabaseServices, question: string): DraftedQuery | undefined {
    const contents = statementContents(
      readQuery(sql, services.driver.dialect.lexical),
      scopeContext(services),
    );
    const parts: DraftedQuery[] = [];
    const asked = new QuestionWords(question);
    for (const tree of contents.queries) {
      for (const core of tree.cores) {
        const scope = contents.scopes.get(core);
        if (scope && core.select)
          parts.push(new DraftedQuery({ sql, tree, core, scope, services, question: asked, parts }));
      }
    }
    const [first] = parts;
    return first?.tree === contents.queries[0] ? first : undefined;
  }

  /** True where the statement's outermost query is this SELECT alone. */
  get isWhole(): boolean {
    return this.parts[0] === this && this.tree.cores.length === 1;
  }

  get dialect() {
    return this.services.driver.dialect;
  }

  text({ start, end }: Span): string {
    return this.sql.slice(start, end);
  }

  /** The statement with some spans replaced. */
  edited(replacements: readonly Replacement[]): string {
    const edits = replacements.map(({ span: { start, end }, text }) => ({
      at: start,
      removed: end - start,
      text,
    }));
    return editStatement(this.sql, edits).sql;
  }

  /** The only variant of a rule: a statement, or edits of this one. */
  variant(kind: VariantKind, reading: Marked, to: string | readonly Replacement[]): readonly Variant[] {
    return [{ kind, query: typeof to === "string" ? to : this.edited(to), reading }];
  }

  /** The edit of the keywords that end at an offset; nothing where others do. */
  keywords(end: number, keywords: RegExp, text: string): readonly Replacement[] {
    const before = keywords.exec(this.sql.slice(0, end));
    return before ? [{ span: { start: before.index, end }, text }] : [];
  }

  /** The edits that take a clause and its keywords out. */
  without(clause: Span, keywords: RegExp): readonly Replacement[] {
    const edits = this.keywords(clause.start, keywords, "");
    return edits.length === 0 ? [] : [...edits, { span: clause, text: "" }];
  }

  /** The statement with other items in SELECT, and without ORDER BY, which may name those before. */
  withSelect(items: string, edits: readonly Replacement[]): string {
    const { select } = this.core;
    const { orderBy } = this.tree;
    const ordering = orderBy ? this.without(orderBy, /\border\s+by\s+$/iu) : [];
    return this.edited([...(select ? [{ span: select, text: items }] : []), ...ordering, ...edits]);
  }

  /** Where GROUP BY goes. */
  get endOfConditions(): Span | undefined {
    const end = this.core.where?.end ?? this.core.from?.end;
    return end === undefined ? undefined : { start: end, end };
  }

  /** The expressions of SELECT. */
  get selected(): readonly ExpressionNode[] {
    return this.scope.items.flatMap(({ expression }) => expression ?? []);
  }

  /** Calls of aggregates in SELECT. */
  get aggregates(): readonly CallNode[] {
    return this.selected.flatMap((node) => aggregatesIn(node, this.dialect));
  }

  /** The conditions that AND joins in WHERE: the same nodes each time. */
  get conditions(): readonly ExpressionNode[] {
    const { where } = this.core;
    this.#conditions ??= where ? conjunctsOf(readExpression(where, this.dialect.lexical)) : [];
    return this.#conditions;
  }

  get groupKeys(): readonly ExpressionNode[] {
    const { groupBy } = this.core;
    return groupBy ? readExpressionList(groupBy, this.dialect.lexical) : [];
  }

  /** All expressions of the SELECT by their clauses, with those of ON and ORDER BY. */
  get expressions(): readonly PlacedExpression[] {
    const { lexical } = this.dialect;
    return [...coreContents(this.core, lexical).expressions, ...tailExpressions(this.tree, lexical)];
  }

  /** The column of this SELECT's own sources that a node names. */
  column(node: ExpressionNode): ResolvedColumn | undefined {
    const found = node.type === "column" ? columnAt(this.scope, node) : undefined;
    return found && !found.outer ? found : undefined;
  }

  /** The sources whose columns an expression names; undefined where one of its names cannot be resolved. */
  sourcesOf(node: ExpressionNode): ReadonlySet<ScopeSource> | undefined {
    const found = columnsOf(node).map((each) => this.column(each)?.source);
    return found.includes(undefined) ? undefined : new Set(found as readonly ScopeSource[]);
  }

  /** True where an expression names columns of that source alone. */
  isOnlyOf(node: ExpressionNode, source: ScopeSource): boolean {
    const sources = this.sourcesOf(node);
    return sources?.size === 1 && sources.has(source);
  }

  /** A column of a source as SQL. */
  sqlOf(source: ScopeSource, column: string): string {
    const name = this.dialect.identifier(column);
    return source.name === undefined ? name : `${this.dialect.identifier(source.name)}.${name}`;
  }

  /** Foreign keys of one column. */
  get links() {
    return tableLinks(this.services).flatMap(({ from, fromColumns, to, toColumns }) => {
      const [column, ...more] = fromColumns;
      return column === undefined || more.length > 0 ? [] : [{ from, column, to, key: toColumns[0] ?? "" }];
    });
  }

  /** True for a column that refers to another table. */
  isReference(node: ExpressionNode): boolean {
    const origin = this.column(node)?.column.origin;
    return this.links.some(({ from, column }) => from === origin?.table && column === origin.column.name);
  }

  /** The one source that all columns are of; undefined where they are of several, and without columns. */
  soleSource(columns: readonly ExpressionNode[]): ScopeSource | undefined {
    const sources = new Set(columns.map((node) => this.column(node)?.source));
    return sources.size === 1 ? [...sources][0] : undefined;
  }

  /** The single-column key of a source that is a table, as SQL. */
  keyOf(source: ScopeSource): string | undefined {
    const key = source.table && singleKey(source.table);
    return key && this.sqlOf(source, key.name);
  }
}
