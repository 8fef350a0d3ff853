import { nodesOf, operandsOf, type Program, programKey, withOperands } from "../../program/program.ts";
import { QueryScope, type Superlative, type ValueKind } from "../../sparql/program-pattern.ts";
import {
  leadingRows,
  membersRows,
  numberedRows,
  numberIn,
  sizeRows,
  subclassRows,
  valueRows,
} from "../../sparql/queries/set-queries.ts";
import type { SparqlDialect } from "../../sparql/sparql-dialect.ts";
import { comparableValue } from "../../term/comparable-value.ts";
import { literal, type Term, termText } from "../../term/term.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { WorkLimit } from "./http/sparql-client.ts";
import { comparingMembers, extremeMembers, type MemberValue, topMembers } from "./local-selection.ts";
import { type RowReader, SmallCache } from "./row-reader.ts";

type Terms = Extract<Program, { readonly op: "terms" }>;

const isTerms = (program: Program): program is Terms => program.op === "terms";

/**
 * A node over more than `size` listed terms, in parts whose union it is; the node itself otherwise. With `apart`, blank nodes are never listed with
 * other terms.
 */
function chunksOf(node: Program, size: number, apart: boolean): readonly Program[] {
  const split = (terms: readonly Term[], make: (part: Terms) => Program): readonly Program[] => {
    const isBlank = ({ kind }: Term): boolean => kind === "blank";
    const kinds = [terms.filter(isBlank), terms.filter((term) => !isBlank(term))].filter(
      (each) => each.length > 0,
    );
    return (apart && kinds.length > 0 ? kinds : [terms]).flatMap((kind) =>
      Array.from({ length: Math.max(1, Math.ceil(kind.length / size)) }, (_, at) =>
        make({ op: "terms", terms: kind.slice(at * size, (at + 1) * size) }),
      ),
    );
  };
  if (isTerms(node)) return split(node.terms, (part) => part);
  if (node.op === "follow" && isTerms(node.from))
    return split(node.from.terms, (from) => ({ ...node, from }));
  if ((node.op === "intersection" || node.op === "difference") && isTerms(node.left))
    return split(node.left.terms, (left) => ({ ...node, left }));
  if (node.op === "intersection" && isTerms(node.right))
    return split(node.right.terms, (right) => ({ ...node, right }));
  return [node];
}

/** Over a union of a list and another set, the two apart: some engines lose listed values that are joined after a union. */
function distributed(node: Program): readonly [Program, Program] | undefined {
  const over = (of: Program, make: (part: Program) => Program): readonly [Program, Program] | undefined =>
    of.op === "union" && (isTerms(of.left) || isTerms(of.right))
      ? [make(of.left), make(of.right)]
      : undefined;
  switch (node.op) {
    case "follow":
      return over(node.from, (from) => ({ ...node, from }));
    case "filter":
      return over(node.of, (of) => ({ ...node, of }));
    case "intersection":
      return (
        over(node.left, (left) => ({ ...node, left })) ?? over(node.right, (right) => ({ ...node, right }))
      );
    case "difference":
      return over(node.left, (left) => ({ ...node, left }));
    default:
      return undefined;
  }
}

/** Sets of at most so many members are fetched once and listed in the queries that build on them. */
const SMALL = 500;
/** Values of a small set that are fetched to select by. */
const MOST_VALUES = 5_000;
const MOST_SUBCLASSES = 500;
const MOST_MEMBERS = 100_000;
/** Terms that one query lists. */
const LISTED = 2_000;
/** Sets that are joined here where an engine joins sub-selects badly. */
const MOST_JOINED = 20_000;
const XSD_INTEGER = "http://www.w3.org/2001/XMLSchema#integer";

/**
 * Programs in which small sets stand as lists of terms, so that every query stays shallow: engines plan nested sub-selects badly, and some answer
 * them wrongly. What is fetched is kept by content; sets with nodes that cannot be asked about by name stay as they are.
 */
export class KnownSets {
  readonly #rows: RowReader;
  readonly #vocabulary: Vocabulary;
  readonly #dialect: SparqlDialect;
  readonly #sets = new SmallCache<Program>(500);
  readonly #subclasses = new SmallCache<readonly string[] | undefined>(500);
  readonly #long = new SmallCache<readonly Term[] | undefined>(8);
  readonly #deciding = new SmallCache<ValueKind>(500);

  constructor(rows: RowReader, vocabulary: Vocabulary, dialect: SparqlDialect) {
    this.#rows = rows;
    this.#vocabulary = vocabulary;
    this.#dialect = dialect;
  }

  clear(): void {
    for (const cache of [this.#sets, this.#subclasses, this.#long, this.#deciding]) cache.clear();
  }

  /** The same set, as `terms` where it is small. */
  async reduced(program: Program, limit: WorkLimit): Promise<Program> {
    const done = new Map<Program, Program>();
    for (const node of nodesOf(program)) {
      const operands = operandsOf(node).map((each) => done.get(each) ?? each);
      const rebuilt = withOperands(node, operands);
      done.set(node, await this.#node(rebuilt, limit));
    }
    return done.get(program) ?? program;
  }

  /** For a query over a reduced program: its superlatives are decided and its classes listed. */
  async scope(program: Program, limit: WorkLimit): Promise<QueryScope> {
    const classes = new Map<string, readonly string[] | undefined>();
    const deciding = new Map<Program, ValueKind>();
    for (const node of nodesOf(program)) {
      if (node.op === "instances") classes.set(node.class, await this.subclasses(node.class, limit));
      if (node.op === "argmax" || node.op === "argmin") {
        const inner = this.#scopeOf(classes, deciding);
        deciding.set(node, await this.#decide(node, inner, limit));
      }
    }
    return this.#scopeOf(classes, deciding);
  }

  #scopeOf(
    classes: ReadonlyMap<string, readonly string[] | undefined>,
    deciding: ReadonlyMap<Program, ValueKind>,
  ): QueryScope {
    return new QueryScope(this.#vocabulary, {
      dialect: this.#dialect,
      subclasses: (name) => classes.get(name),
      deciding: (program) => deciding.get(program),
    });
  }

  /** The class and all below it; undefined where they are too many to list. */
  subclasses(name: string, limit: WorkLimit): Promise<readonly string[] | undefined> {
    return this.#subclasses.get(name, async () => {
      const all = new Set([name]);
      if (this.#vocabulary.subclass.length === 0) return [name];
      for (let level = [name]; level.length > 0; ) {
        const scope = this.#scopeOf(new Map(), new Map());
        const rows = await this.#rows.rows(subclassRows(level, scope), limit, MOST_SUBCLASSES + 1);
        level = rows.flatMap(([below]) =>
          below?.kind === "iri" && !all.has(below.value) ? [below.value] : [],
        );
        for (const below of level) all.add(below);
        if (all.size > MOST_SUBCLASSES) return undefined;
      }
      return [...all];
    });
  }

  /** All members, or `most` of them; of a program that is reduced. */
  async some(program: Program, most: number, limit: WorkLimit): Promise<readonly Term[]> {
    const scope = await this.scope(program, limit);
    const rows = await this.#rows.rows(membersRows(program, scope), limit, most);
    return rows.flatMap(([term]) => (term === undefined ? [] : [term]));
  }

  #decide(program: Superlative, scope: QueryScope, limit: WorkLimit): Promise<ValueKind> {
    return this.#deciding.get(programKey(program), async () => {
      const some = await this.#rows.rows(numberedRows(program.of, program.attribute, scope), limit, 1);
      return some.length > 0 ? "number" : "date";
    });
  }

  async #node(node: Program, limit: WorkLimit): Promise<Program> {
    const apart = distributed(node);
    if (apart !== undefined) {
      const [left, right] = [await this.#node(apart[0], limit), await this.#node(apart[1], limit)];
      return this.#node({ op: "union", left, right }, limit);
    }
    switch (node.op) {
      case "terms":
        return { op: "terms", terms: distinct(node.terms) };
      case "union":
        return isTerms(node.left) && isTerms(node.right)
          ? { op: "terms", terms: distinct([...node.left.terms, ...node.right.terms]) }
          : this.#small(node, limit);
      case "intersection":
      case "difference":
        return this.#joined(node, limit);
      case "count":
        return isTerms(node.of) ? counted(node.of.terms.length) : this.#counted(node, limit);
      case "follow":
        if (isEmpty(node.from)) return node.from;
        return this.#dialect.joinsByValue && node.step.inverse && isTerms(node.from)
          ? this.#leading(node, node.from, limit)
          : this.#small(node, limit);
      case "argmax":
      case "argmin":
        return isTerms(node.of) ? this.#selected(node, node.of, limit) : this.#top(node, limit);
      case "filter":
        return isTerms(node.of) ? this.#selected(node, node.of, limit) : this.#small(node, limit);
      default:
        return this.#small(node, limit);
    }
  }

  async #joined(
    node: Extract<Program, { readonly op: "intersection" | "union" | "difference" }>,
    limit: WorkLimit,
  ): Promise<Program> {
    const { left, right } = node;
    const isIntersection = node.op === "intersection";
    if (isEmpty(left) || (isIntersection && isEmpty(right))) return { op: "terms", terms: [] };
    if (isEmpty(right)) return left;
    const [a, b] = [await this.#listed(left, limit), await this.#listed(right, limit)];
    if (a === undefined || b === undefined) return this.#small(node, limit);
    const there = new Set(b.map(termText));
    return { op: "terms", terms: a.filter((term) => there.has(termText(term)) === isIntersection) };
  }

  /** The members, where they are given or may be fetched to be joined here. */
  async #listed(set: Program, limit: WorkLimit): Promise<readonly Term[] | undefined> {
    if (isTerms(set)) return set.terms;
    if (!this.#dialect.listsApart) return undefined;
    return this.#long.get(programKey(set), async () => {
      const terms = await this.some(set, MOST_JOINED + 1, limit);
      return terms.length > MOST_JOINED || !this.canAsk(terms) ? undefined : distinct(terms);
    });
  }

  #small(node: Program, limit: WorkLimit): Promise<Program> {
    return this.#sets.get(programKey(node), async () => {
      const parts = this.chunks(node);
      const found: Term[] = [];
      for (const part of parts) {
        // A set that is given as more terms than a query takes can only be worked with as terms.
        const most = parts.length > 2 ? MOST_MEMBERS : SMALL;
        const terms = await this.some(part, most + 1, limit);
        if (terms.length > most || !this.canAsk(terms)) return node;
        found.push(...terms);
      }
      return { op: "terms", terms: distinct(found) };
    });
  }

  /** What leads to values by the very term, on an engine that joins them by value. */
  async #leading(
    node: Extract<Program, { readonly op: "follow" }>,
    from: Terms,
    limit: WorkLimit,
  ): Promise<Program> {
    const values = from.terms.filter((term) => comparableValue(term) !== undefined);
    if (values.length === 0) return this.#small(node, limit);
    return this.#sets.get(programKey(node), async () => {
      const others = from.terms.filter((term) => comparableValue(term) === undefined);
      const rest = await this.#node({ ...node, from: { op: "terms", terms: others } }, limit);
      const set: Program = { op: "terms", terms: values };
      const selection = leadingRows(set, node.step.predicate, await this.scope(set, limit));
      const rows = await this.#rows.rows(selection, limit, MOST_VALUES + 1);
      // Too many to look at one by one: the engine's own equality has to do.
      if (!isTerms(rest) || rows.length > MOST_VALUES) return this.#small(node, limit);
      const wanted = new Set(values.map(termText));
      const found = rows.flatMap(([x, o]) => (x && o && wanted.has(termText(o)) ? [x] : []));
      return { op: "terms", terms: distinct([...rest.terms, ...found]) };
    });
  }

  /** A node over more terms than a query takes, in parts whose union it is; the node itself otherwise. */
  chunks(node: Program): readonly Program[] {
    return chunksOf(node, Math.min(LISTED, this.#dialect.mostTerms), this.#dialect.listsApart);
  }

  async #selected(
    node: Extract<Program, { readonly op: "argmax" | "argmin" | "filter" }>,
    of: Terms,
    limit: WorkLimit,
  ): Promise<Program> {
    if (of.terms.length === 0) return of;
    return this.#sets.get(programKey(node), async () => {
      const pairs = await this.#values(of, node.attribute, limit);
      if (pairs === undefined) return this.#small(node, limit);
      const terms =
        node.op === "filter"
          ? comparingMembers(pairs, node, this.#vocabulary)
          : extremeMembers(pairs, node, this.#vocabulary);
      return { op: "terms", terms: distinct(terms) };
    });
  }

  async #values(
    of: Terms,
    path: Parameters<typeof valueRows>[1],
    limit: WorkLimit,
  ): Promise<readonly MemberValue[] | undefined> {
    if (path.length === 0) return of.terms.map((term) => [term, term]);
    // An engine that joins values by value gives back another term than it was asked about.
    const given = new Set(of.terms.map(termText));
    const parts = this.chunks(of);
    const pairs: MemberValue[] = [];
    for (const part of parts) {
      const scope = await this.scope(part, limit);
      const most = parts.length > 2 ? undefined : MOST_VALUES + 1;
      const rows = await this.#rows.rows(valueRows(part, path, scope), limit, most);
      if (rows.length === most) return undefined;
      for (const [member, value] of rows)
        if (member && value && given.has(termText(member))) pairs.push([member, value]);
    }
    return pairs;
  }

  #top(node: Superlative, limit: WorkLimit): Promise<Program> {
    return this.#sets.get(programKey(node), async () => {
      const scope = await this.scope(node, limit);
      const best = await topMembers(node, scope, this.#rows, limit);
      if (best === undefined) return this.#small(node, limit);
      return this.canAsk(best) ? { op: "terms", terms: distinct(best) } : node;
    });
  }

  #counted(node: Extract<Program, { readonly op: "count" }>, limit: WorkLimit): Promise<Program> {
    return this.#sets.get(programKey(node), async () => {
      const scope = await this.scope(node.of, limit);
      const [row] = await this.#rows.rows(sizeRows(node.of, scope), limit);
      return counted(numberIn(row?.[0]));
    });
  }

  /** Whether all of the terms can stand in a query. */
  canAsk(terms: readonly Term[]): boolean {
    return terms.every(
      ({ kind }) => kind !== "triple" && (kind !== "blank" || this.#dialect.blankNode !== undefined),
    );
  }
}

const isEmpty = (program: Program): boolean => isTerms(program) && program.terms.length === 0;
const counted = (size: number): Program => ({
  op: "terms",
  terms: [literal(String(size), { datatype: XSD_INTEGER })],
});
const distinct = (terms: readonly Term[]): readonly Term[] => [
  ...new Map(terms.map((term) => [termText(term), term])).values(),
];
