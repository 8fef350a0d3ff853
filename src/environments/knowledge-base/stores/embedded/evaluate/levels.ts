import type { TripleTable } from "../triple-table.ts";
import { adjacencyOf } from "./edges.ts";
import type { Work } from "./work.ts";

const PIECE = 64;

/** Nodes around one node, by their distance from it over visible edges in either direction. Values are no nodes and are not passed. */
export class Levels {
  readonly distance: Map<number, number>;
  #frontier: Uint32Array;
  #depth = 0;

  constructor(start: number) {
    this.distance = new Map([[start, 0]]);
    this.#frontier = Uint32Array.of(start);
  }

  get depth(): number {
    return this.#depth;
  }

  /** Edges that the next step has to look at. */
  cost({ bySubject, byObject }: TripleTable): number {
    let edges = 0;
    for (const id of this.#frontier) {
      for (const { offsets } of [bySubject, byObject])
        edges += (offsets[id + 1] as number) - (offsets[id] as number);
    }
    return edges;
  }

  get exhausted(): boolean {
    return this.#frontier.length === 0;
  }

  async advance(table: TripleTable, hidden: Uint8Array, work: Work): Promise<void> {
    const next: number[] = [];
    const frontier = this.#frontier;
    const depth = this.#depth + 1;
    await work.inPieces(frontier.length, PIECE, (low, high) => {
      for (let i = low; i < high; i++) {
        forEachNeighbour(table, hidden, frontier[i] as number, (node) => {
          if (this.distance.has(node)) return;
          this.distance.set(node, depth);
          next.push(node);
        });
      }
    });
    this.#depth = depth;
    this.#frontier = Uint32Array.from(next);
  }

  /** Nodes at both sides' ends of a way, where the two have met. */
  meeting(other: Levels): readonly number[] {
    const [small, large] = this.#frontier.length < other.#frontier.length ? [this, other] : [other, this];
    return [...small.#frontier].filter((node) => large.distance.get(node) === large.#depth);
  }
}

export function forEachNeighbour(
  table: TripleTable,
  hidden: Uint8Array,
  node: number,
  visit: (node: number, edge: number) => void,
): void {
  const { nodes } = table.dictionary;
  for (const inverse of [false, true]) {
    const { offsets, predicates, ends } = adjacencyOf(table, inverse);
    const last = offsets[node + 1] as number;
    for (let at = offsets[node] as number; at < last; at++) {
      const predicate = predicates[at] as number;
      const end = ends[at] as number;
      if (hidden[predicate] === 0 && end < nodes) visit(end, predicate * 2 + Number(inverse));
    }
  }
}
