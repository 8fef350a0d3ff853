import type { Step } from "../../../program/program.ts";
import { attributeValue, type ComparableValue, NODE, NUMBER, TEXT } from "../../../term/comparable-value.ts";
import { declaredKind, type Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { Adjacency, TripleTable } from "../triple-table.ts";
import type { Predicates, TermSpace } from "./term-space.ts";
import { IdBits, IdGatherer, type IdSet, NO_IDS, type Work } from "./work.ts";

/** An attribute of one or more steps (or none: the members themselves), prepared for reading it from many members. */
export class Attribute {
  readonly #space: TermSpace;
  /** Undefined if the data lack one of the predicates, so that no member has a value. */
  readonly steps: readonly NumberedStep[] | undefined;
  readonly #declared: "number" | "date" | undefined;

  constructor(space: TermSpace, vocabulary: Vocabulary, path: readonly Step[]) {
    this.#space = space;
    const steps = path.map((step) => numberedStep(space.predicates, step));
    this.steps = steps.every((step) => step !== undefined) ? steps : undefined;
    this.#declared = declaredKind(path.at(-1), vocabulary);
  }

  /** Calls `visit` with every end, perhaps repeatedly, until it returns true. */
  some(id: number, visit: (end: number) => boolean, at = 0): boolean {
    if (this.steps === undefined) return false;
    const step = this.steps[at];
    if (step === undefined) return visit(id);
    const adjacency = adjacencyOf(this.#space.table, step.inverse);
    if (id >= this.#space.table.dictionary.count) return false;
    const last = adjacency.offsets[id + 1] as number;
    for (let edge = edgesStart(adjacency, id, step.predicate); edge < last; edge++) {
      if (adjacency.predicates[edge] !== step.predicate) break;
      const end = adjacency.ends[edge] as number;
      if (at + 1 === this.steps.length ? visit(end) : this.some(end, visit, at + 1)) return true;
    }
    return false;
  }

  value(end: number): ComparableValue | undefined {
    return comparedBy(this.#space, end, this.#declared);
  }
}

/** The value by which an end is compared; `declared` is the kind that plain text is read as. */
export function comparedBy(
  space: TermSpace,
  end: number,
  declared: "number" | "date" | undefined,
): ComparableValue | undefined {
  const kind = space.kind(end);
  if (kind === NUMBER) return { kind: "number", number: space.number(end) };
  const says = kind !== NODE && (kind !== TEXT || declared !== undefined);
  return says ? attributeValue(space.term(end), declared) : undefined;
}

/** A step by the number of its predicate; undefined if the data have no such predicate. */
export interface NumberedStep {
  readonly predicate: number;
  readonly inverse: boolean;
}

export function numberedStep(names: Predicates, { predicate, inverse }: Step): NumberedStep | undefined {
  const number = names.number(predicate);
  return number === undefined ? undefined : { predicate: number, inverse };
}

export function adjacencyOf(table: TripleTable, inverse: boolean): Adjacency {
  return inverse ? table.byObject : table.bySubject;
}

/** Index of the first edge of `id` by `predicate`; if it has none, the index where such an edge would be. */
function edgesStart({ offsets, predicates }: Adjacency, id: number, predicate: number): number {
  let low = offsets[id] as number;
  let high = offsets[id + 1] as number;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((predicates[middle] as number) < predicate) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index after the last edge with the predicate of the edge at `start`. Searches in growing strides, because most runs are short. */
export function runEnd(predicates: Adjacency["predicates"], start: number, end: number): number {
  const predicate = predicates[start] as number;
  let stride = 1;
  while (start + stride < end && predicates[start + stride] === predicate) stride *= 2;
  let low = start + (stride >>> 1) + 1;
  let high = Math.min(end, start + stride);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (predicates[middle] === predicate) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ends of one term's edges by one step, ascending; a view of the table, not a copy. */
export function endsOf(table: TripleTable, id: number, step: NumberedStep): Uint32Array {
  const { ends } = adjacencyOf(table, step.inverse);
  const start = firstEdge(table, id, step);
  return start < 0 ? NO_IDS : ends.subarray(start, lastEdge(table, id, step, start));
}

/** Like `endsOf`, but copied. */
export function copiedEnds(table: TripleTable, id: number, step: NumberedStep): IdSet {
  const { ends } = adjacencyOf(table, step.inverse);
  const start = firstEdge(table, id, step);
  return start < 0 ? NO_IDS : (ends.slice(start, lastEdge(table, id, step, start)) as IdSet);
}

function firstEdge(table: TripleTable, id: number, step: NumberedStep): number {
  if (id >= table.dictionary.count) return -1;
  const adjacency = adjacencyOf(table, step.inverse);
  const start = edgesStart(adjacency, id, step.predicate);
  const end = adjacency.offsets[id + 1] as number;
  return start < end && adjacency.predicates[start] === step.predicate ? start : -1;
}

function lastEdge(table: TripleTable, id: number, step: NumberedStep, start: number): number {
  const { offsets, predicates } = adjacencyOf(table, step.inverse);
  return runEnd(predicates, start, offsets[id + 1] as number);
}

/** Members per piece of work. */
const PIECE = 2_048;
/** Cost of scanning one pair of a predicate, relative to looking up one member's edges. */
const PAIR_COST = 1 / 6;

/** All ends of a step from any member of `from`, whose members must be in the table. */
export async function followStep(
  table: TripleTable,
  from: IdSet,
  step: NumberedStep,
  work: Work,
): Promise<IdSet> {
  if (from.length === 1) return copiedEnds(table, from[0] as number, step);
  const { offsets, subjects, objects } = table.byPredicate;
  const start = offsets[step.predicate] as number;
  const pairs = (offsets[step.predicate + 1] as number) - start;
  const gathered = new IdGatherer(table.dictionary.count);
  if (pairs * PAIR_COST < from.length) {
    const members = IdBits.of(from, table.dictionary.count);
    const [near, far] = step.inverse ? [objects, subjects] : [subjects, objects];
    await work.inPieces(pairs, PIECE * 8, (low, high) => {
      for (let at = start + low; at < start + high; at++) {
        if (members.has(near[at] as number)) gathered.add(far[at] as number);
      }
    });
    return gathered.ids();
  }
  const adjacency = adjacencyOf(table, step.inverse);
  const { offsets: places, predicates, ends } = adjacency;
  await work.inPieces(from.length, PIECE, (low, high) => {
    for (let i = low; i < high; i++) {
      const id = from[i] as number;
      const last = places[id + 1] as number;
      for (let at = edgesStart(adjacency, id, step.predicate); at < last; at++) {
        if (predicates[at] !== step.predicate) break;
        gathered.add(ends[at] as number);
      }
    }
  });
  return gathered.ids();
}
