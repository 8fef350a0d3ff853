import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { RecentValues } from "../../../access/read-cache.ts";
import { type Comparison, type Program, programKey } from "../../../program/program.ts";
import {
  type ComparableValue,
  comparableValue,
  compareValues,
  NODE,
} from "../../../term/comparable-value.ts";
import { integerTerm } from "../../../term/term.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Classes } from "./classes.ts";
import { Attribute, copiedEnds, followStep, numberedStep } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";
import { type IdSet, intersect, NO_IDS, sortedUnique, subtract, unite, type Work } from "./work.ts";

/** Bytes that a cache entry takes besides its numbers. */
const OVERHEAD = 256;

/** Sets by the keys of their programs, at most `bytes` in total. */
export const setCache = (bytes: number) =>
  new RecentValues<IdSet>(bytes, ({ byteLength }) => byteLength + OVERHEAD);

/** Computes the sets of programs over the table's numbers, innermost first; uses cached sets where it can. */
export class Evaluator {
  readonly #space: TermSpace;
  readonly #vocabulary: Vocabulary;
  readonly #classes: Classes;
  readonly #cache: RecentValues<IdSet>;

  constructor(parts: {
    readonly space: TermSpace;
    readonly vocabulary: Vocabulary;
    readonly classes: Classes;
    readonly cache: RecentValues<IdSet>;
  }) {
    this.#space = parts.space;
    this.#vocabulary = parts.vocabulary;
    this.#classes = parts.classes;
    this.#cache = parts.cache;
  }

  /** The set of a program that can be computed synchronously; undefined for other programs. */
  cheapSet(program: Program): IdSet | undefined {
    if (program.op === "terms" && program.terms.length <= 8) {
      return sortedUnique(Uint32Array.from(program.terms, (term) => this.#space.idOf(term)));
    }
    if (program.op !== "follow" || program.from.op !== "terms") return undefined;
    const [term, ...more] = program.from.terms;
    if (term === undefined || more.length > 0) return undefined;
    const id = this.#space.table.dictionary.idOf(term);
    const step = numberedStep(this.#space.predicates, program.step);
    return id === undefined || step === undefined ? NO_IDS : copiedEnds(this.#space.table, id, step);
  }

  async set(program: Program, work: Work): Promise<IdSet> {
    const cheap = this.cheapSet(program);
    if (cheap !== undefined) return cheap;
    const key = programKey(program);
    const known = this.#cache.get(key);
    if (known !== undefined) return known.value;
    const set = await this.#compute(program, work);
    this.#cache.set(key, set);
    await work.pause();
    return set;
  }

  async #compute(program: Program, work: Work): Promise<IdSet> {
    switch (program.op) {
      case "terms":
        return sortedUnique(Uint32Array.from(program.terms, (term) => this.#space.idOf(term)));
      case "instances":
        return this.#classes.instances(program.class, work);
      case "follow": {
        const from = this.#space.known(await this.set(program.from, work));
        const step = numberedStep(this.#space.predicates, program.step);
        return step === undefined ? NO_IDS : followStep(this.#space.table, from, step, work);
      }
      case "intersection":
      case "union":
      case "difference": {
        const left = await this.set(program.left, work);
        const right = await this.set(program.right, work);
        return { intersection: intersect, union: unite, difference: subtract }[program.op](left, right);
      }
      case "argmax":
      case "argmin":
        return extremeMembers(
          await this.set(program.of, work),
          new Attribute(this.#space, this.#vocabulary, program.attribute),
          program.op === "argmax" ? 1 : -1,
          work,
        );
      case "filter":
        return this.#filter(program, await this.set(program.of, work), work);
      case "count": {
        const { length } = await this.set(program.of, work);
        return Uint32Array.of(this.#space.idOf(integerTerm(length)));
      }
      case "variable":
      case "imported":
        throw new FuxiError("internal", `A store was given a program with "${program.op}" in it.`);
    }
  }

  async #filter(program: Filter, set: IdSet, work: Work): Promise<IdSet> {
    const attribute = new Attribute(this.#space, this.#vocabulary, program.attribute);
    if (program.comparison === "=" && comparableValue(program.value) === undefined) {
      return membersWith(this.#space, set, attribute, this.#space.idOf(program.value), work);
    }
    return filterMembers(set, attribute, filterTest(this.#space, attribute, program), work);
  }
}

/** Members with the greatest (`sign` 1) or least (-1) value, read from each member; numbers take precedence over dates. */
async function extremeMembers(set: IdSet, attribute: Attribute, sign: 1 | -1, work: Work): Promise<IdSet> {
  const best = { number: new Best(sign), date: new Best(sign) };
  await work.inPieces(set.length, PIECE, (low, high) => {
    for (let i = low; i < high; i++) {
      const member = set[i] as number;
      attribute.some(member, (end) => {
        const value = attribute.value(end);
        if (value !== undefined) best[value.kind].offer(member, value);
        return false;
      });
    }
  });
  return (best.number.members.length > 0 ? best.number : best.date).ids();
}

class Best {
  readonly #sign: 1 | -1;
  #value: ComparableValue | undefined;
  members: number[] = [];

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  offer(member: number, value: ComparableValue): void {
    const order = this.#value === undefined ? 1 : this.#sign * (compareValues(value, this.#value) ?? 0);
    if (order < 0) return;
    if (order > 0) {
      this.#value = value;
      this.members = [member];
    } else if (this.members.at(-1) !== member) this.members.push(member);
  }

  ids(): IdSet {
    return sortedUnique(Uint32Array.from(this.members));
  }
}

export type Filter = Extract<Program, { op: "filter" }>;

const PIECE = 2_048;

/** Members with at least one value that passes. Reads the values of each member. */
async function filterMembers(
  set: IdSet,
  attribute: Attribute,
  passes: (end: number) => boolean,
  work: Work,
): Promise<IdSet> {
  const out = new Uint32Array(set.length);
  let size = 0;
  await work.inPieces(set.length, PIECE, (low, high) => {
    for (let i = low; i < high; i++) {
      if (attribute.some(set[i] as number, passes)) out[size++] = set[i] as number;
    }
  });
  return out.slice(0, size);
}

/** The test of a filter for one value. */
function filterTest(space: TermSpace, attribute: Attribute, filter: Filter): (end: number) => boolean {
  const { comparison, value } = filter;
  if (comparison === "contains") {
    const text = value.kind === "literal" ? value.value.toLowerCase() : undefined;
    return (end) => {
      if (text === undefined || space.kind(end) === NODE) return false;
      const term = space.term(end);
      return term.kind === "literal" && term.value.toLowerCase().includes(text);
    };
  }
  const wanted = comparableValue(value);
  const id = space.idOf(value);
  return (end) => {
    const own = wanted === undefined ? undefined : attribute.value(end);
    const order = own === undefined || wanted === undefined ? undefined : compareValues(own, wanted);
    return order === undefined ? EQUALITY[comparison]?.(end === id) === true : ORDER[comparison](order);
  };
}

const EQUALITY: Readonly<Partial<Record<Comparison, (equal: boolean) => boolean>>> = {
  "=": (equal) => equal,
  "!=": (equal) => !equal,
};
const ORDER: Readonly<Record<Exclude<Comparison, "contains">, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** Members whose attribute has this term as a value. Walks back from the term instead of scanning the members. */
async function membersWith(
  space: TermSpace,
  set: IdSet,
  attribute: Attribute,
  id: number,
  work: Work,
): Promise<IdSet> {
  let reached: IdSet = Uint32Array.of(id);
  for (const { predicate, inverse } of attribute.steps?.toReversed() ?? []) {
    reached = await followStep(space.table, space.known(reached), { predicate, inverse: !inverse }, work);
  }
  return attribute.steps === undefined ? NO_IDS : intersect(set, reached);
}
