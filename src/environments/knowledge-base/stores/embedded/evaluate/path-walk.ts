import type { Step } from "../../../program/program.ts";
import { hiddenPredicates, type Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { adjacencyOf, endsOf, runEnd } from "./edges.ts";
import type { Predicates, TermSpace } from "./term-space.ts";
import type { IdSet, Work } from "./work.ts";

/** One entry per path, by the path's number; made on first access. */
export class ByPath<Entry> {
  readonly entries = new Map<number, Entry>();
  readonly #make: () => Entry;

  constructor(make: () => Entry) {
    this.#make = make;
  }

  at(path: number): Entry {
    let entry = this.entries.get(path);
    if (entry === undefined) {
      entry = this.#make();
      this.entries.set(path, entry);
    }
    return entry;
  }
}

/**
 * Called with the neighbours of one member along one path: `ends[from]` to `ends[to]`, the last excluded, ascending. The same member and path may
 * come several times; for a path of one step these calls are consecutive.
 */
export type PathVisitor = (path: number, member: number, ends: Uint32Array, from: number, to: number) => void;

const PIECE = 512;
const FEW_MEMBERS = 8;
const FEW_EDGES = 500;

/**
 * Walks the relations of members: single visible edges that do not end in a mediator, and pairs of visible edges with a
 * mediator between, unless the second leads back to the member. Paths are numbered: an edge is its predicate's number times two, plus one
 * for inverse; pairs get the numbers after these in the order of discovery.
 */
export class PathWalk {
  readonly #space: TermSpace;
  readonly #mediators: Mediators;
  readonly #hidden: Uint8Array;
  /** First and second edge of each pair, by the number of the pair. */
  readonly #pairs: (readonly [first: number, second: number])[] = [];
  readonly #pairNumbers = new Map<number, number>();

  constructor(space: TermSpace, mediators: Mediators, hidden: Uint8Array) {
    this.#space = space;
    this.#mediators = mediators;
    this.#hidden = hidden;
  }

  /** Walks synchronously if there are few members and edges; otherwise returns false. */
  walkFew(members: IdSet, visit: PathVisitor): boolean {
    if (members.length > FEW_MEMBERS) return false;
    const { bySubject, byObject } = this.#space.table;
    let edges = 0;
    for (const id of members) {
      for (const { offsets } of [bySubject, byObject])
        edges += (offsets[id + 1] as number) - (offsets[id] as number);
    }
    if (edges > FEW_EDGES) return false;
    for (const member of members) {
      this.#edges(member, false, visit);
      this.#edges(member, true, visit);
    }
    return true;
  }

  async walk(members: IdSet, visit: PathVisitor, work: Work): Promise<void> {
    await work.inPieces(members.length, PIECE, (low, high) => {
      for (let i = low; i < high; i++) {
        const member = members[i] as number;
        this.#edges(member, false, visit);
        this.#edges(member, true, visit);
      }
    });
  }

  steps(path: number): readonly Step[] {
    const single = this.#hidden.length * 2;
    const { predicates } = this.#space;
    return path < single
      ? predicates.path(path)
      : (this.#pairs[path - single] ?? []).flatMap((edge) => predicates.path(edge));
  }

  #edges(member: number, inverse: boolean, visit: PathVisitor): void {
    const { offsets, predicates, ends } = adjacencyOf(this.#space.table, inverse);
    const hidden = this.#hidden;
    const { leadThere } = this.#mediators;
    const direction = Number(inverse);
    const last = offsets[member + 1] as number;
    for (let at = offsets[member] as number; at < last; ) {
      const predicate = predicates[at] as number;
      let end = at + 1;
      if (end < last && predicates[end] === predicate) end = runEnd(predicates, at, last);
      if (hidden[predicate] === 0) {
        const edge = predicate * 2 + direction;
        if (leadThere[edge] === 0) visit(edge, member, ends, at, end);
        else this.#through(member, edge, ends, at, end, visit);
      }
      at = end;
    }
  }

  #through(
    member: number,
    edge: number,
    ends: Uint32Array,
    from: number,
    to: number,
    visit: PathVisitor,
  ): void {
    const seen = this.#mediators.seenFrom(member);
    let plain = from;
    for (let at = from; at < to; at++) {
      const node = ends[at] as number;
      if (!this.#mediators.is(node, seen)) continue;
      if (plain < at) visit(edge, member, ends, plain, at);
      plain = at + 1;
      this.#onward(member, edge, node, false, visit);
      this.#onward(member, edge, node, true, visit);
    }
    if (plain < to) visit(edge, member, ends, plain, to);
  }

  #onward(member: number, first: number, node: number, inverse: boolean, visit: PathVisitor): void {
    const { offsets, predicates, ends } = adjacencyOf(this.#space.table, inverse);
    const last = offsets[node + 1] as number;
    for (let at = offsets[node] as number; at < last; ) {
      const end = runEnd(predicates, at, last);
      const predicate = predicates[at] as number;
      if (this.#hidden[predicate] === 0) {
        const path = this.#pair(first, predicate * 2 + Number(inverse));
        let plain = at;
        for (let back = at; back < end; back++) {
          if (ends[back] !== member) continue;
          if (plain < back) visit(path, member, ends, plain, back);
          plain = back + 1;
          break;
        }
        if (plain < end) visit(path, member, ends, plain, end);
      }
      at = end;
    }
  }

  #pair(first: number, second: number): number {
    const single = this.#hidden.length * 2;
    const key = first * single + second;
    const known = this.#pairNumbers.get(key);
    if (known !== undefined) return known;
    this.#pairs.push([first, second]);
    this.#pairNumbers.set(key, single + this.#pairs.length - 1);
    return single + this.#pairs.length - 1;
  }
}

/** By predicate number: 1 if the vocabulary hides the predicate. */
export function hiddenNumbers({ names }: Predicates, vocabulary: Vocabulary): Uint8Array {
  const hidden = hiddenPredicates(vocabulary);
  return Uint8Array.from(names, (name) => Number(hidden(name)));
}

const SCAN_PIECE = 32_768;
const LABELLED = 1;
const EXPLICIT = 2;
const UNLABELLED = 4;

/** The mediators of a table: nodes that only connect others. Found once for all nodes, one byte each. */
export class Mediators {
  readonly #marks: Uint8Array;
  readonly #any: boolean;
  /** By predicate number times two, plus one for inverse: whether any such edge ends in a mediator. */
  readonly leadThere: Uint8Array;

  private constructor(marks: Uint8Array, leadThere: Uint8Array) {
    this.#marks = marks;
    this.leadThere = leadThere;
    this.#any = leadThere.includes(1);
  }

  static async find(space: TermSpace, vocabulary: Vocabulary, work: Work): Promise<Mediators> {
    const { table } = space;
    const marks = new Uint8Array(table.dictionary.nodes);
    const leadThere = new Uint8Array(table.predicates.length * 2);
    const { classes, prefixes, unlabelled } = vocabulary.mediators;
    if (unlabelled) await markLabels(space, vocabulary, marks, work);
    if (unlabelled) markUnlabelled(space, marks);
    markClasses(space, vocabulary, classes, marks);
    if (prefixes.length > 0) {
      await work.inPieces(marks.length, SCAN_PIECE, (low, high) => {
        for (let id = low; id < high; id++) {
          const text = table.dictionary.textOf(id);
          if (prefixes.some((prefix) => text.startsWith(prefix)))
            marks[id] = (marks[id] as number) | EXPLICIT;
        }
      });
    }
    const { offsets, subjects, objects } = table.byPredicate;
    for (let predicate = 0; predicate < table.predicates.length; predicate++) {
      const start = offsets[predicate] as number;
      await work.inPieces((offsets[predicate + 1] as number) - start, SCAN_PIECE, (low, high) => {
        let [forward, inverse] = [0, 0];
        for (let at = start + low; at < start + high; at++) {
          forward |= marks[objects[at] as number] ?? 0;
          inverse |= marks[subjects[at] as number] ?? 0;
        }
        if (forward > LABELLED) leadThere[predicate * 2] = 1;
        if (inverse > LABELLED) leadThere[predicate * 2 + 1] = 1;
      });
    }
    return new Mediators(marks, leadThere);
  }

  /** The marks that make a node a mediator as seen from `id`: a node without a label sees only explicit mediators. */
  seenFrom(id: number): number {
    if (!this.#any) return 0;
    const mark = this.#marks[id];
    return mark === undefined || (mark & LABELLED) !== 0 ? EXPLICIT | UNLABELLED : EXPLICIT;
  }

  is(node: number, seen: number): boolean {
    return ((this.#marks[node] ?? 0) & seen) !== 0;
  }
}

async function markLabels(
  { table, predicates }: TermSpace,
  vocabulary: Vocabulary,
  marks: Uint8Array,
  work: Work,
): Promise<void> {
  const { offsets, subjects, objects } = table.byPredicate;
  const { nodes } = table.dictionary;
  for (const label of vocabulary.label) {
    const predicate = predicates.number(label);
    if (predicate === undefined) continue;
    const start = offsets[predicate] as number;
    await work.inPieces((offsets[predicate + 1] as number) - start, SCAN_PIECE, (low, high) => {
      for (let at = start + low; at < start + high; at++) {
        const object = objects[at] as number;
        if (object >= nodes && table.dictionary.textOf(object) !== "")
          marks[subjects[at] as number] = LABELLED;
      }
    });
  }
}

function markUnlabelled({ table }: TermSpace, marks: Uint8Array): void {
  const { offsets } = table.bySubject;
  for (let id = 0; id < marks.length; id++) {
    if (marks[id] === 0 && offsets[id] !== offsets[id + 1]) marks[id] = UNLABELLED;
  }
}

function markClasses(
  { table, predicates }: TermSpace,
  vocabulary: Vocabulary,
  classes: readonly string[],
  marks: Uint8Array,
): void {
  for (const type of vocabulary.type) {
    const predicate = predicates.number(type);
    if (predicate === undefined) continue;
    for (const value of classes) {
      const id = table.dictionary.idOf({ kind: "iri", value });
      if (id === undefined) continue;
      for (const node of endsOf(table, id, { predicate, inverse: true })) {
        if (node < marks.length) marks[node] = (marks[node] as number) | EXPLICIT;
      }
    }
  }
}
