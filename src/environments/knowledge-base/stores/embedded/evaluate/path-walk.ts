import type { Step } from "../../../program/program.ts";
import { hiddenPredicates, type Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { adjacencyOf, runEnd } from "./edges.ts";
import type { Mediators } from "./mediators.ts";
import type { Predicates, TermSpace } from "./term-space.ts";
import type { IdSet, Work } from "./work.ts";

/** Below so many members, few of the paths that there could be occur, and a place for each would cost more than the walk. */
const BY_PATH_FEW_MEMBERS = 48;

/** One entry for each path that is met, by the path's number. */
export class ByPath<Entry> {
  readonly entries: { readonly path: number; readonly entry: Entry }[] = [];
  readonly #make: () => Entry;
  readonly #singles: (Entry | undefined)[];
  readonly #others = new Map<number, Entry>();

  /** `edges` is the number of single edges there could be; pairs are numbered from there on. */
  constructor(members: number, edges: number, make: () => Entry) {
    this.#make = make;
    this.#singles = members < BY_PATH_FEW_MEMBERS ? [] : new Array<Entry | undefined>(edges).fill(undefined);
  }

  at(path: number): Entry {
    const single = path < this.#singles.length;
    const known = single ? this.#singles[path] : this.#others.get(path);
    if (known !== undefined) return known;
    const entry = this.#make();
    this.entries.push({ path, entry });
    if (single) this.#singles[path] = entry;
    else this.#others.set(path, entry);
    return entry;
  }
}

/**
 * Told of ends of one member by one path: `ends[from]` to `ends[to]`, ascending. The same member and path may come several times, one
 * behind the other for a path of one step, with other members' never between.
 */
export type PathVisitor = (path: number, member: number, ends: Uint32Array, from: number, to: number) => void;

const PIECE = 512;
const FEW_MEMBERS = 8;
const FEW_EDGES = 500;

/**
 * Walks the relations of members as they are listed: single visible edges that do not end in a mediator, and pairs of visible edges with a
 * mediator between, unless the second leads back to the member. A path is numbered: an edge is its predicate's number times two, plus one
 * for inverse; pairs are numbered after these as they come.
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

  /** Walks at once where there is little to walk; false otherwise. */
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

/** By predicate number: 1 where the vocabulary hides it. */
export function hiddenNumbers({ names }: Predicates, vocabulary: Vocabulary): Uint8Array {
  const hidden = hiddenPredicates(vocabulary);
  return Uint8Array.from(names, (name) => Number(hidden(name)));
}
