import { nodesOf, operandsOf, type Program, programKey, withOperands } from "../../program/program.ts";
import { QueryScope } from "../../sparql/program-pattern.ts";
import {
  leadingRows,
  membersRows,
  numberIn,
  sizeRows,
  subclassRows,
} from "../../sparql/queries/set-queries.ts";
import type { SparqlDialect } from "../../sparql/sparql-dialect.ts";
import { comparableValue } from "../../term/comparable-value.ts";
import { literal, type Term, termText } from "../../term/term.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { WorkLimit } from "./http/sparql-client.ts";
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

/** Sets of at most so many members are fetched once and listed in the queries that build on them. */
const SMALL = 500;
/** Nodes that lead to listed values, which are looked at one by one where an engine joins by value. */
const MOST_LEADING = 5_000;
const MOST_SUBCLASSES = 500;
const MOST_MEMBERS = 100_000;
/** Terms that one query lists. */
const LISTED = 2_000;
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

  constructor(rows: RowReader, vocabulary: Vocabulary, dialect: SparqlDialect) {
    this.#rows = rows;
    this.#vocabulary = vocabulary;
    this.#dialect = dialect;
  }

  clear(): void {
    for (const cache of [this.#sets, this.#subclasses]) cache.clear();
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

  /** For a query over a reduced program: its classes are listed. */
  async scope(program: Program, limit: WorkLimit): Promise<QueryScope> {
    const classes = new Map<string, readonly string[] | undefined>();
    for (const node of nodesOf(program))
      if (node.op === "instances") classes.set(node.class, await this.subclasses(node.class, limit));
    return this.#scopeOf(classes);
  }

  #scopeOf(classes: ReadonlyMap<string, readonly string[] | undefined>): QueryScope {
    return new QueryScope(this.#vocabulary, {
      dialect: this.#dialect,
      subclasses: (name) => classes.get(name),
    });
  }

  /** The class and all below it; undefined where they are too many to list. */
  subclasses(name: string, limit: WorkLimit): Promise<readonly string[] | undefined> {
    return this.#subclasses.get(name, async () => {
      const all = new Set([name]);
      if (this.#vocabulary.subclass.length === 0) return [name];
      for (let level = [name]; level.length > 0; ) {
        const scope = this.#scopeOf(new Map());
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

  async #node(node: Program, limit: WorkLimit): Promise<Program> {
    switch (node.op) {
      case "terms":
        return { op: "terms", terms: distinct(node.terms) };
      case "union":
        return isTerms(node.left) && isTerms(node.right)
          ? { op: "terms", terms: distinct([...node.left.terms, ...node.right.terms]) }
          : this.#small(node, limit);
      case "intersection":
      case "difference":
        if (isEmpty(node.left) || isEmpty(node.right))
          return node.op === "difference" ? node.left : { op: "terms", terms: [] };
        if (isTerms(node.left) && isTerms(node.right)) {
          const there = new Set(node.right.terms.map(termText));
          const kept = node.op === "intersection";
          return { op: "terms", terms: node.left.terms.filter((term) => there.has(termText(term)) === kept) };
        }
        return this.#small(node, limit);
      case "count":
        return isTerms(node.of) ? counted(node.of.terms.length) : this.#counted(node, limit);
      case "follow":
        if (isEmpty(node.from)) return node.from;
        return node.step.inverse && this.#isJoinedByValue(node.from)
          ? this.#leading(node, node.from, limit)
          : this.#small(node, limit);
      case "argmax":
      case "argmin":
      case "filter":
        return this.#isJoinedByValue(node.of)
          ? this.#selected(node, node.of, limit)
          : this.#small(node, limit);
      default:
        return this.#small(node, limit);
    }
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

  #isJoinedByValue(set: Program): set is Terms {
    return this.#dialect.joinsByValue && isTerms(set) && set.terms.some(isValue);
  }

  /** What leads to values by the very term. */
  #leading(node: Extract<Program, { op: "follow" }>, { terms }: Terms, limit: WorkLimit): Promise<Program> {
    return this.#sets.get(programKey(node), async () => {
      const others: Program = { op: "terms", terms: terms.filter((term) => !isValue(term)) };
      const rest = await this.#node({ ...node, from: others }, limit);
      const values: Program = { op: "terms", terms: terms.filter(isValue) };
      const selection = leadingRows(values, node.step.predicate, await this.scope(values, limit));
      const rows = await this.#rows.rows(selection, limit, MOST_LEADING + 1);
      // Too many to look at one by one: the engine's own equality has to do.
      if (!isTerms(rest) || rows.length > MOST_LEADING) return this.#small(node, limit);
      const wanted = new Set(values.terms.map(termText));
      const found = rows.flatMap(([x, o]) => (x && o && wanted.has(termText(o)) ? [x] : []));
      return { op: "terms", terms: distinct([...rest.terms, ...found]) };
    });
  }

  /** Listed values by the nodes that lead to them, or by themselves: those of one value stand and fall together. */
  async #selected(
    node: Extract<Program, { op: "argmax" | "argmin" | "filter" }>,
    of: Terms,
    limit: WorkLimit,
  ): Promise<Program> {
    const [step, ...attribute] = node.attribute;
    if (step?.inverse) {
      const leading: Program = { op: "follow", from: of, step };
      const from: Program = { ...node, of: leading, attribute };
      const right: Program = { op: "follow", from, step: { ...step, inverse: false } };
      return this.reduced({ op: "intersection", left: of, right }, limit);
    }
    const set = await this.#small(node, limit);
    if (step !== undefined || !isTerms(set)) return set;
    const chosen = new Set(set.terms.map(valueText));
    return { op: "terms", terms: of.terms.filter((term) => chosen.has(valueText(term))) };
  }

  /** A node over more terms than a query takes, in parts whose union it is; the node itself otherwise. */
  chunks(node: Program): readonly Program[] {
    return chunksOf(node, Math.min(LISTED, this.#dialect.mostTerms), this.#dialect.listsApart);
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
    return this.#dialect.blankNode !== undefined || terms.every(({ kind }) => kind !== "blank");
  }
}

const isValue = (term: Term): boolean => comparableValue(term) !== undefined;
const valueText = (term: Term): string => JSON.stringify(comparableValue(term) ?? termText(term));
const isEmpty = (program: Program): boolean => isTerms(program) && program.terms.length === 0;
const counted = (size: number): Program => ({
  op: "terms",
  terms: [literal(String(size), { datatype: XSD_INTEGER })],
});
const distinct = (terms: readonly Term[]): readonly Term[] => [
  ...new Map(terms.map((term) => [termText(term), term])).values(),
];
