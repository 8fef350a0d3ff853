import type { Comparison, Program, Step } from "../../src/environments/knowledge-base/program/program.ts";
import { stepKey } from "../../src/environments/knowledge-base/program/program.ts";
import { comparableValue } from "../../src/environments/knowledge-base/term/comparable-value.ts";
import { isNode, literal, type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";
import { mulberry32 } from "../../src/util/mulberry32.ts";

/** A stream of pseudo-random numbers that is the same for the same seed (mulberry32). */
export class Seeded {
  /** At least 0, less than 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = mulberry32(seed);
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  shuffle<T>(list: readonly T[]): T[] {
    const mixed = [...list];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
    }
    return mixed;
  }
}

export interface RandomProgramOptions {
  readonly seed: number;
  readonly count: number;
  readonly graph: SampledGraph;
  /** Operations above one another at most; 6 unless told. */
  readonly depth?: number;
  /** False for engines in which a blank node of the data cannot be named. True unless told. */
  readonly blankNodes?: boolean;
}

/**
 * Programs over data that are there: each is made backwards from a term that it is to hold, along triples that exist, so that most are not
 * empty; the rest go along predicates taken at random. All operations, both directions, values, classes, ties and empty sets occur.
 * The same seed over the same graph gives the same programs.
 */
export function randomPrograms(options: RandomProgramOptions): readonly Program[] {
  const { seed, count, depth = 6 } = options;
  const maker = new ProgramMaker(options, new Seeded(seed));
  return Array.from({ length: count }, (_, at) => maker.whole(1 + (at % depth)));
}

const COMPARISONS: readonly Comparison[] = ["=", "!=", "<", "<=", ">", ">="];
/** Values of one member by a path of two steps. */
const MOST_PAIRS = 500;
const DECIMAL = "http://www.w3.org/2001/XMLSchema#decimal";

class ProgramMaker {
  readonly #graph: SampledGraph;
  readonly #terms: readonly Term[];
  readonly #random: Seeded;

  constructor({ graph, blankNodes = true }: RandomProgramOptions, random: Seeded) {
    this.#graph = graph;
    this.#random = random;
    this.#terms = graph.terms.filter((term) => blankNodes || term.kind !== "blank");
  }

  whole(depth: number): Program {
    const set = this.#holding(this.#term(), depth);
    return this.#random.next() < 0.06 ? { op: "count", of: set } : set;
  }

  /** Most probably the result holds the term. */
  #holding(term: Term, depth: number): Program {
    if (depth <= 0) return this.#start(term);
    const below = (of = term) => this.#holding(of, depth - 1);
    const other = () => this.#holding(this.#term(), depth - 1);
    const dice = this.#random.next();
    if (dice < 0.5) return this.#reaching(term, depth);
    if (dice < 0.62) return { op: "intersection", left: below(), right: below() };
    if (dice < 0.67) return { op: "intersection", left: below(), right: this.#class(term) ?? other() };
    if (dice < 0.74) return { op: "union", left: below(), right: other() };
    if (dice < 0.81) return { op: "difference", left: below(), right: other() };
    if (dice < 0.9)
      return {
        op: this.#random.next() < 0.5 ? "argmax" : "argmin",
        of: below(),
        attribute: this.#attribute(term).path,
      };
    if (dice < 0.99) return this.#filter(below(), term);
    return { op: "union", left: { op: "count", of: below() }, right: below() };
  }

  #start(term: Term): Program {
    const dice = this.#random.next();
    const named = (each: Term) => this.#nameable(each);
    if (dice < 0.2) return this.#class(term) ?? { op: "terms", terms: [named(term)] };
    if (dice < 0.22) return { op: "terms", terms: [] };
    const more = dice < 0.35 ? [this.#term(), this.#term(), term] : [];
    return { op: "terms", terms: [term, ...more].map(named) };
  }

  /** One step, from a term from which it really leads here. */
  #reaching(term: Term, depth: number): Program {
    const edges = this.#graph.edges(term).filter(({ end }) => isNode(end) || depth === 1);
    const edge = this.#random.next() < 0.06 ? undefined : this.#random.pick(edges);
    if (edge === undefined) {
      const predicate = this.#random.pick(this.#graph.predicates) ?? "urn:none";
      const step = { predicate, inverse: this.#random.next() < 0.5 };
      return { op: "follow", from: this.#holding(this.#term(), depth - 1), step };
    }
    const step = { predicate: edge.predicate, inverse: !edge.inverse };
    return { op: "follow", from: this.#holding(edge.end, depth - 1), step };
  }

  /** A path of one or two steps from the term, and a value at its end. */
  #attribute(term: Term): { readonly path: readonly Step[]; readonly value: Term | undefined } {
    const edges = this.#graph.edges(term);
    const first = this.#random.pick(this.#preferring(edges)) ?? this.#anyEdge();
    const step = { predicate: first.predicate, inverse: first.inverse };
    if (!isNode(first.end) || this.#random.next() < 0.4) return { path: [step], value: first.end };
    const second = this.#random.pick(this.#preferring(this.#secondEdges(first)));
    if (second === undefined) return { path: [step], value: first.end };
    return { path: [step, { predicate: second.predicate, inverse: second.inverse }], value: second.end };
  }

  /**
   * Edges that can be walked after a first one. From a hub and back again (all instances of the class of each of its instances) every pair is a
   * value, which no engine can do.
   */
  #secondEdges(first: GraphEdge): readonly GraphEdge[] {
    const most = MOST_PAIRS / this.#graph.mostEnds(first);
    return this.#graph.edges(first.end).filter((edge) => this.#graph.mostEnds(edge) <= most);
  }

  #filter(of: Program, term: Term): Program {
    const { path, value = literal("") } = this.#attribute(term);
    if (comparableValue(value) !== undefined && this.#random.next() < 0.9)
      return {
        op: "filter",
        of,
        attribute: path,
        comparison: this.#random.pick(COMPARISONS) ?? "=",
        value: this.#near(value),
      };
    if (value.kind === "literal" && this.#random.next() < 0.7)
      return { op: "filter", of, attribute: path, comparison: "contains", value: this.#part(value.value) };
    const comparison = this.#random.next() < 0.6 ? "=" : "!=";
    return { op: "filter", of, attribute: path, comparison, value: this.#nameable(value) };
  }

  /** The value itself mostly, so that equality and ties are met; sometimes a number in another spelling or datatype, a date cut short. */
  #near(value: Term): Term {
    const comparable = comparableValue(value);
    if (value.kind !== "literal" || comparable === undefined || this.#random.next() < 0.6) return value;
    if (comparable.kind === "number")
      return literal(String(Math.round(comparable.number) + this.#random.below(3) - 1), {
        datatype: DECIMAL,
      });
    const year = /^-?\d{4,}/u.exec(value.value)?.[0] ?? "2000";
    return literal(year, { datatype: DECIMAL.replace("decimal", "gYear") });
  }

  /** A part of the text, in other case. */
  #part(text: string): Term {
    const letters = [...text];
    const from = this.#random.below(Math.max(1, letters.length - 3));
    const part = letters.slice(from, from + 1 + this.#random.below(4)).join("");
    return literal(/^[\x20-\x7e]*$/u.test(part) && this.#random.next() < 0.5 ? part.toUpperCase() : part);
  }

  #class(term: Term): Program | undefined {
    const own = this.#random.pick(this.#graph.classesOf(term));
    const chosen = this.#random.next() < 0.85 ? own : this.#random.pick(this.#graph.classes);
    return chosen === undefined ? undefined : { op: "instances", class: chosen };
  }

  #preferring(edges: readonly GraphEdge[]): readonly GraphEdge[] {
    const values = edges.filter(({ end }) => comparableValue(end) !== undefined);
    return values.length > 0 && this.#random.next() < 0.8 ? values : edges;
  }

  #anyEdge(): GraphEdge {
    const predicate = this.#random.pick(this.#graph.predicates) ?? "urn:none";
    return { predicate, inverse: this.#random.next() < 0.5, end: this.#term() };
  }

  #nameable(term: Term): Term {
    return this.#terms.length === this.#graph.terms.length || term.kind !== "blank" ? term : this.#term();
  }

  #term(): Term {
    return this.#random.pick(this.#terms) ?? literal("");
  }
}

interface GraphEdge extends Step {
  /** Where the edge leads from the term it is listed under. */
  readonly end: Term;
}

/** The triples that random programs are made from: the data themselves, or a part of them. */
interface SampledGraph {
  readonly terms: readonly Term[];
  readonly predicates: readonly string[];
  readonly classes: readonly string[];
  /** Both directions. */
  edges(term: Term): readonly GraphEdge[];
  classesOf(term: Term): readonly string[];
  /** Ends of the predicate in this direction that one term has at most. */
  mostEnds(step: Step): number;
}

export function sampledGraph(
  triples: Iterable<readonly [subject: Term, predicate: Term, object: Term]>,
  { type }: { readonly type: readonly string[] },
): SampledGraph {
  const terms = new Map<string, Term>();
  const edges = new Map<string, GraphEdge[]>();
  const classes = new Map<string, string[]>();
  const predicates = new Set<string>();
  const add = (from: Term, edge: GraphEdge): void => {
    const key = termText(from);
    const listed = edges.get(key);
    if (listed) listed.push(edge);
    else {
      edges.set(key, [edge]);
      terms.set(key, from);
    }
  };
  for (const [subject, predicate, object] of triples) {
    if (!isNode(subject) || predicate.kind !== "iri") continue;
    predicates.add(predicate.value);
    add(subject, { predicate: predicate.value, inverse: false, end: object });
    add(object, { predicate: predicate.value, inverse: true, end: subject });
    if (type.includes(predicate.value) && object.kind === "iri") {
      const key = termText(subject);
      classes.set(key, [...(classes.get(key) ?? []), object.value]);
    }
  }
  const most = widestOf(edges.values());
  return {
    terms: [...terms.values()],
    predicates: [...predicates],
    classes: [...new Set([...classes.values()].flat())],
    edges: (term) => edges.get(termText(term)) ?? [],
    classesOf: (term) => classes.get(termText(term)) ?? [],
    mostEnds: (step) => most.get(stepKey(step)) ?? 0,
  };
}

function widestOf(edges: Iterable<readonly GraphEdge[]>): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const ofTerm of edges) {
    const counts = new Map<string, number>();
    for (const edge of ofTerm) counts.set(stepKey(edge), (counts.get(stepKey(edge)) ?? 0) + 1);
    for (const [step, count] of counts) most.set(step, Math.max(most.get(step) ?? 0, count));
  }
  return most;
}
