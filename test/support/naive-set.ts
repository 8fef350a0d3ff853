import type { Program, Step } from "../../src/environments/knowledge-base/program/program.ts";
import {
  attributeValue,
  type ComparableValue,
  comparableValue,
  compareValues,
} from "../../src/environments/knowledge-base/term/comparable-value.ts";

import { iri, literal, type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";

import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { FuxiError } from "../../src/errors/fuxi-error.ts";

export type Triple = readonly [subject: Term, predicate: Term, object: Term];
/** By `termText`. */
export type TermSet = ReadonlyMap<string, Term>;

const XSD_INTEGER = "http://www.w3.org/2001/XMLSchema#integer";

/** What programs and steps mean over an array of triples, by scanning it. */
export class NaiveGraph {
  readonly triples: readonly Triple[];
  readonly vocabulary: Vocabulary;
  readonly #forward = new Map<string, readonly Term[]>();
  readonly #backward = new Map<string, readonly Term[]>();

  constructor(triples: readonly Triple[], vocabulary: Vocabulary) {
    this.triples = [...new Map(triples.map((triple) => [triple.map(termText).join(" "), triple])).values()];
    this.vocabulary = vocabulary;
    const push = (map: Map<string, readonly Term[]>, term: Term, predicate: Term, end: Term) => {
      const key = `${termText(term)} ${termText(predicate)}`;
      map.set(key, [...(map.get(key) ?? []), end]);
    };
    for (const [subject, predicate, object] of this.triples) {
      push(this.#forward, subject, predicate, object);
      push(this.#backward, object, predicate, subject);
    }
  }

  /** Ends of one step from one term; from a quoted triple as from any other term, but never into its parts. */
  ends(term: Term, { predicate, inverse }: Step): readonly Term[] {
    const map = inverse ? this.#backward : this.#forward;
    return map.get(`${termText(term)} ${termText(iri(predicate))}`) ?? [];
  }

  /** Distinct ends of a chain of steps; the term itself where there are no steps. */
  pathEnds(term: Term, path: readonly Step[]): TermSet {
    return path.reduce((ends, step) => this.#follow(ends, step), setOf([term]));
  }

  /** The class itself and all below it, by all subclass predicates. */
  subclasses(name: string): TermSet {
    let all = setOf([iri(name)]);
    for (;;) {
      const below = this.vocabulary.subclass.flatMap((predicate) => [
        ...this.#follow(all, { predicate, inverse: true }).values(),
      ]);
      const more = setOf([...all.values(), ...below]);
      if (more.size === all.size) return all;
      all = more;
    }
  }

  /** IRIs of the classes that are stated of a term; no superclasses, no blank nodes. */
  classes(term: Term): readonly string[] {
    const ends = this.vocabulary.type.flatMap((predicate) => this.ends(term, { predicate, inverse: false }));
    return [...setOf(ends).values()].flatMap((end) => (end.kind === "iri" ? [end.value] : []));
  }

  /** A value of an attribute, with the plain text that the vocabulary declares to be numbers or dates. */
  value(end: Term, path: readonly Step[]): ComparableValue | undefined {
    const last = path.at(-1);
    const declared =
      last === undefined || last.inverse ? undefined : this.vocabulary.attributes[last.predicate];
    return attributeValue(end, declared);
  }

  evaluate(program: Program): TermSet {
    switch (program.op) {
      case "terms":
        return setOf(program.terms);
      case "instances":
        return setOf(
          [...this.subclasses(program.class).values()].flatMap((each) =>
            this.vocabulary.type.flatMap((predicate) => this.ends(each, { predicate, inverse: true })),
          ),
        );
      case "follow":
        return this.#follow(this.evaluate(program.from), program.step);
      case "union":
        return new Map([...this.evaluate(program.left), ...this.evaluate(program.right)]);
      case "intersection":
      case "difference": {
        const right = this.evaluate(program.right);
        const wanted = program.op === "intersection";
        return new Map([...this.evaluate(program.left)].filter(([key]) => right.has(key) === wanted));
      }
      case "argmax":
      case "argmin":
        return this.#extreme(this.evaluate(program.of), program.attribute, program.op === "argmax" ? 1 : -1);
      case "filter":
        return new Map(
          [...this.evaluate(program.of)].filter(([, term]) =>
            [...this.pathEnds(term, program.attribute).values()].some((end) => this.#compares(end, program)),
          ),
        );
      case "count":
        return setOf([literal(String(this.evaluate(program.of).size), { datatype: XSD_INTEGER })]);
      case "variable":
      case "imported":
        throw new FuxiError("internal", `A store was given a program with "${program.op}".`);
    }
  }

  #follow(from: TermSet, step: Step): TermSet {
    return setOf([...from.values()].flatMap((term) => this.ends(term, step)));
  }

  /** A member with several values counts with its most extreme one. */
  #extreme(members: TermSet, path: readonly Step[], sign: 1 | -1): TermSet {
    const all = [...members].flatMap(([key, term]) =>
      [...this.pathEnds(term, path).values()].flatMap((end) => {
        const value = this.value(end, path);
        return value === undefined ? [] : [{ key, term, value }];
      }),
    );
    const numbers = all.filter(({ value }) => value.kind === "number");
    const candidates = numbers.length > 0 ? numbers : all;
    const best = candidates.filter(({ value }) =>
      candidates.every((other) => sign * (compareValues(value, other.value) ?? 0) >= 0),
    );
    return new Map(best.map(({ key, term }) => [key, term]));
  }

  /**
   * Two values of one kind compare by value; `=` and `!=` compare terms where one of them is no value or they are of two kinds. Plain text that is
   * declared to be a number is a number on the attribute's side only.
   */
  #compares(end: Term, { attribute, comparison, value }: Extract<Program, { op: "filter" }>): boolean {
    if (comparison === "contains") {
      const text = value.kind === "literal" ? value.value.toLowerCase() : undefined;
      return text !== undefined && end.kind === "literal" && end.value.toLowerCase().includes(text);
    }
    const [left, right] = [this.value(end, attribute), comparableValue(value)];
    const order = left === undefined || right === undefined ? undefined : compareValues(left, right);
    const equal = order === undefined ? termText(end) === termText(value) : order === 0;
    if (comparison === "=") return equal;
    if (comparison === "!=") return !equal;
    if (order === undefined) return false;
    return { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[comparison];
  }
}

export function setOf(terms: Iterable<Term>): TermSet {
  return new Map([...terms].map((term) => [termText(term), term]));
}

/** In the order of results: by `termText`, UTF-16 code units. */
export function sorted(set: TermSet): readonly Term[] {
  return [...set.keys()].sort().map((key) => set.get(key) as Term);
}
