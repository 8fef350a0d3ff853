import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { type Program, programKey } from "../../../program/program.ts";

import { comparableValue } from "../../../term/comparable-value.ts";
import { literal } from "../../../term/term.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Classes } from "./classes.ts";
import { Attribute, copiedEnds, declaredKind, followStep, numberedStep } from "./edges.ts";

import {
  extremeInColumn,
  extremeMembers,
  type Filter,
  filterMembers,
  filterTest,
  membersInRange,
  membersWith,
  singleForward,
} from "./filter.ts";
import type { TermSpace } from "./term-space.ts";
import type { ValueColumns } from "./value-columns.ts";
import { type IdSet, intersect, NO_IDS, sortedUnique, subtract, unite, type Work } from "./work.ts";

/** What an entry takes besides its numbers. */
const OVERHEAD = 256;

/** Sets by the keys of their programs, the least recently used given up first. */
export class SetCache {
  readonly #sets = new Map<string, IdSet>();
  readonly #limit: number;
  #bytes = 0;

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): IdSet | undefined {
    const set = this.#sets.get(key);
    if (set === undefined) return undefined;
    this.#sets.delete(key);
    this.#sets.set(key, set);
    return set;
  }

  put(key: string, set: IdSet): void {
    const known = this.#sets.get(key);
    if (known !== undefined) this.#remove(key, known);
    const bytes = set.byteLength + OVERHEAD;
    if (bytes > this.#limit) return;
    this.#sets.set(key, set);
    this.#bytes += bytes;
    for (const [oldest, old] of this.#sets) {
      if (this.#bytes <= this.#limit) break;
      this.#remove(oldest, old);
    }
  }

  #remove(key: string, set: IdSet): void {
    this.#sets.delete(key);
    this.#bytes -= set.byteLength + OVERHEAD;
  }
}

const XSD_INTEGER = "http://www.w3.org/2001/XMLSchema#integer";

/** Computes the sets of programs over the table's numbers, from the inside out; what was computed before is taken from the cache. */
export class Evaluator {
  readonly #space: TermSpace;
  readonly #vocabulary: Vocabulary;
  readonly #classes: Classes;
  readonly #columns: ValueColumns;
  readonly #cache: SetCache;

  constructor(parts: {
    readonly space: TermSpace;
    readonly vocabulary: Vocabulary;
    readonly classes: Classes;
    readonly columns: ValueColumns;
    readonly cache: SetCache;
  }) {
    this.#space = parts.space;
    this.#vocabulary = parts.vocabulary;
    this.#classes = parts.classes;
    this.#columns = parts.columns;
    this.#cache = parts.cache;
  }

  /** The set of a program that is computed at once; undefined for others. */
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
    if (known !== undefined) return known;
    const set = await this.#compute(program, work);
    this.#cache.put(key, set);
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
        return this.#extreme(program, await this.set(program.of, work), work);
      case "filter":
        return this.#filter(program, await this.set(program.of, work), work);
      case "count": {
        const { length } = await this.set(program.of, work);
        return Uint32Array.of(this.#space.idOf(literal(String(length), { datatype: XSD_INTEGER })));
      }
      case "variable":
      case "imported":
        throw new FuxiError("internal", `A store was given a program with "${program.op}" in it.`);
    }
  }

  async #extreme(
    { op, attribute: path }: Extract<Program, { op: "argmax" | "argmin" }>,
    set: IdSet,
    work: Work,
  ): Promise<IdSet> {
    const sign = op === "argmax" ? 1 : -1;
    const attribute = new Attribute(this.#space, this.#vocabulary, path);
    const step = attribute.steps?.[0];
    if (step !== undefined && singleForward(path) && this.#columns.worthwhile(step.predicate, set.length)) {
      const declared = declaredKind(this.#vocabulary, path[0]);
      const { numbers, dates } = await this.#columns.column(step.predicate, declared, work);
      return extremeInColumn(set, [numbers, dates], sign, this.#space.table.dictionary.count, work);
    }
    return extremeMembers(set, attribute, sign, work);
  }

  async #filter(program: Filter, set: IdSet, work: Work): Promise<IdSet> {
    const attribute = new Attribute(this.#space, this.#vocabulary, program.attribute);
    const step = attribute.steps?.[0];
    if (program.comparison === "=" && comparableValue(program.value) === undefined) {
      return membersWith(this.#space, set, attribute, this.#space.idOf(program.value), work);
    }
    if (
      step !== undefined &&
      singleForward(program.attribute) &&
      this.#columns.worthwhile(step.predicate, set.length)
    ) {
      const declared = declaredKind(this.#vocabulary, program.attribute[0]);
      const column = { predicate: step.predicate, declared };
      const found = await membersInRange(set, program, this.#columns, column, work);
      if (found !== undefined) return found;
    }
    return filterMembers(set, attribute, filterTest(this.#space, attribute, program), work);
  }
}
