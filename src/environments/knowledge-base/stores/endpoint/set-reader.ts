import type { RecentValues } from "../../access/read-cache.ts";
import { nodesOf, operandsOf, type Program, programKey, withOperands } from "../../program/program.ts";
import { QueryScope } from "../../sparql/program-pattern.ts";
import {
  leadingRows,
  membersRows,
  numberIn,
  type Selection,
  sizeRows,
  subclassRows,
} from "../../sparql/queries/set-queries.ts";
import type { SparqlDialect } from "../../sparql/sparql-dialect.ts";
import { comparableValue } from "../../term/comparable-value.ts";
import { integerTerm, type Term, termText, uniqueTerms } from "../../term/term.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { WorkLimit } from "./http/sparql-client.ts";
import type { Row, RowReader } from "./row-reader.ts";

type Terms = Extract<Program, { readonly op: "terms" }>;

const isTerms = (program: Program): program is Terms => program.op === "terms";

/**
 * Splits a node over more than `size` listed terms into parts whose union equals the node; returns other nodes unchanged. With `apart`,
 * blank nodes are never listed with other terms.
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

/** Sets of at most this size are fetched once and listed in the queries that build on them. */
const SMALL = 500;
/** Limit of nodes that lead to listed values. They are compared one by one if the engine joins by value. */
const MOST_LEADING = 5_000;
const MOST_SUBCLASSES = 500;
const MOST_MEMBERS = 100_000;
/** Terms that one query lists. */
const LISTED = 2_000;

/** Reader, dialect and caches of one endpoint. */
export interface Endpoint {
  readonly reader: RowReader;
  readonly vocabulary: Vocabulary;
  readonly dialect: SparqlDialect;
  /** Small sets by the keys of their programs. */
  readonly sets: RecentValues<Program>;
  readonly subclasses: RecentValues<readonly string[] | undefined>;
}

/**
 * Reads sets for one call of the store. Small sets become lists of terms, so that every query stays shallow: engines plan nested sub-selects badly,
 * and some answer them wrongly. Fetched sets are cached by their programs. Sets with nodes that a query cannot name stay as they are.
 */
export class SetReader {
  readonly vocabulary: Vocabulary;
  readonly limit: WorkLimit;
  readonly #endpoint: Endpoint;

  constructor(endpoint: Endpoint, limit: WorkLimit) {
    this.vocabulary = endpoint.vocabulary;
    this.#endpoint = endpoint;
    this.limit = limit;
  }

  /** For one query; `subclasses` returns the class itself and all its subclasses, if known. */
  newScope(subclasses?: (name: string) => readonly string[] | undefined): QueryScope {
    const { vocabulary, dialect } = this.#endpoint;
    return new QueryScope(vocabulary, { dialect, ...(subclasses && { subclasses }) });
  }

  /** All rows, or `most` of them, within this call's time or a share of it. */
  rows(selection: Selection, most?: number, limit: WorkLimit = this.limit): Promise<readonly Row[]> {
    return this.#endpoint.reader.rows(selection, limit, most);
  }

  /** The same set; as a list of `terms` if it is small. */
  async reduced(program: Program): Promise<Program> {
    const done = new Map<Program, Program>();
    for (const node of nodesOf(program)) {
      const operands = operandsOf(node).map((each) => done.get(each) ?? each);
      const rebuilt = withOperands(node, operands);
      done.set(node, await this.#node(rebuilt));
    }
    return done.get(program) ?? program;
  }

  /** Scope of a query over a reduced program, with the subclasses of its classes. */
  async scope(program: Program): Promise<QueryScope> {
    const classes = new Map<string, readonly string[] | undefined>();
    for (const node of nodesOf(program))
      if (node.op === "instances") classes.set(node.class, await this.subclasses(node.class));
    return this.newScope((name) => classes.get(name));
  }

  /** The class and all its subclasses; undefined if they are too many to list. */
  subclasses(name: string): Promise<readonly string[] | undefined> {
    return this.#endpoint.subclasses.through(name, async () => {
      const all = new Set([name]);
      if (this.vocabulary.subclass.length === 0) return [name];
      for (let level = [name]; level.length > 0; ) {
        const rows = await this.rows(subclassRows(level, this.newScope()), MOST_SUBCLASSES + 1);
        level = rows.flatMap(([below]) =>
          below?.kind === "iri" && !all.has(below.value) ? [below.value] : [],
        );
        for (const below of level) all.add(below);
        if (all.size > MOST_SUBCLASSES) return undefined;
      }
      return [...all];
    });
  }

  /** All members of a reduced program, or `most` of them. */
  async some(program: Program, most: number): Promise<readonly Term[]> {
    const scope = await this.scope(program);
    const rows = await this.rows(membersRows(program, scope), most);
    return rows.flatMap(([term]) => (term === undefined ? [] : [term]));
  }

  async #node(node: Program): Promise<Program> {
    switch (node.op) {
      case "terms":
        return { op: "terms", terms: uniqueTerms(node.terms) };
      case "union":
        return isTerms(node.left) && isTerms(node.right)
          ? { op: "terms", terms: uniqueTerms([...node.left.terms, ...node.right.terms]) }
          : this.#small(node);
      case "intersection":
      case "difference":
        if (isEmpty(node.left) || isEmpty(node.right))
          return node.op === "difference" ? node.left : { op: "terms", terms: [] };
        if (isTerms(node.left) && isTerms(node.right)) {
          const there = new Set(node.right.terms.map(termText));
          const kept = node.op === "intersection";
          return { op: "terms", terms: node.left.terms.filter((term) => there.has(termText(term)) === kept) };
        }
        return this.#small(node);
      case "count":
        return isTerms(node.of) ? counted(node.of.terms.length) : this.#counted(node);
      case "follow":
        if (isEmpty(node.from)) return node.from;
        return node.step.inverse && this.#isJoinedByValue(node.from)
          ? this.#leading(node, node.from)
          : this.#small(node);
      case "argmax":
      case "argmin":
      case "filter":
        return this.#isJoinedByValue(node.of) ? this.#selected(node, node.of) : this.#small(node);
      default:
        return this.#small(node);
    }
  }

  #small(node: Program): Promise<Program> {
    return this.#endpoint.sets.through(programKey(node), async () => {
      const parts = this.chunks(node);
      const found: Term[] = [];
      for (const part of parts) {
        // A set over more terms than one query can list must be reduced to terms.
        const most = parts.length > 2 ? MOST_MEMBERS : SMALL;
        const terms = await this.some(part, most + 1);
        if (terms.length > most || !this.canAsk(terms)) return node;
        found.push(...terms);
      }
      return { op: "terms", terms: uniqueTerms(found) };
    });
  }

  #isJoinedByValue(set: Program): set is Terms {
    return this.#endpoint.dialect.joinsByValue && isTerms(set) && set.terms.some(isValue);
  }

  /** Nodes that lead to the listed terms, compared as terms: the engine alone would compare values. */
  #leading(node: Extract<Program, { op: "follow" }>, { terms }: Terms): Promise<Program> {
    return this.#endpoint.sets.through(programKey(node), async () => {
      const others: Program = { op: "terms", terms: terms.filter((term) => !isValue(term)) };
      const rest = await this.#node({ ...node, from: others });
      const values: Program = { op: "terms", terms: terms.filter(isValue) };
      const selection = leadingRows(values, node.step.predicate, await this.scope(values));
      const rows = await this.rows(selection, MOST_LEADING + 1);
      // Too many to compare one by one: falls back to the engine's own equality.
      if (!isTerms(rest) || rows.length > MOST_LEADING) return this.#small(node);
      const wanted = new Set(values.terms.map(termText));
      const found = rows.flatMap(([x, o]) => (x && o && wanted.has(termText(o)) ? [x] : []));
      return { op: "terms", terms: uniqueTerms([...rest.terms, ...found]) };
    });
  }

  /** Selects among listed values, by the nodes that lead to them or by themselves. Terms of equal value are all selected, or none. */
  async #selected(
    node: Extract<Program, { op: "argmax" | "argmin" | "filter" }>,
    of: Terms,
  ): Promise<Program> {
    const [step, ...attribute] = node.attribute;
    if (step?.inverse) {
      const leading: Program = { op: "follow", from: of, step };
      const from: Program = { ...node, of: leading, attribute };
      const right: Program = { op: "follow", from, step: { ...step, inverse: false } };
      return this.reduced({ op: "intersection", left: of, right });
    }
    const set = await this.#small(node);
    if (step !== undefined || !isTerms(set)) return set;
    const chosen = new Set(set.terms.map(valueText));
    return { op: "terms", terms: of.terms.filter((term) => chosen.has(valueText(term))) };
  }

  /** Splits a node over more terms than a query can list into parts whose union equals the node; returns other nodes unchanged. */
  chunks(node: Program): readonly Program[] {
    return chunksOf(
      node,
      Math.min(LISTED, this.#endpoint.dialect.mostTerms),
      this.#endpoint.dialect.listsApart,
    );
  }

  #counted(node: Extract<Program, { readonly op: "count" }>): Promise<Program> {
    return this.#endpoint.sets.through(programKey(node), async () => {
      const scope = await this.scope(node.of);
      const [row] = await this.rows(sizeRows(node.of, scope));
      return counted(numberIn(row?.[0]));
    });
  }

  /** Whether a query can name all of the terms. */
  canAsk(terms: readonly Term[]): boolean {
    return this.#endpoint.dialect.blankNode !== undefined || terms.every(({ kind }) => kind !== "blank");
  }
}

const isValue = (term: Term): boolean => comparableValue(term) !== undefined;
const valueText = (term: Term): string => JSON.stringify(comparableValue(term) ?? termText(term));
const isEmpty = (program: Program): boolean => isTerms(program) && program.terms.length === 0;
const counted = (size: number): Program => ({
  op: "terms",
  terms: [integerTerm(size)],
});
