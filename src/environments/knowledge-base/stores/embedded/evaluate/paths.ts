import type { Step } from "../../../program/program.ts";
import { isNode, type Term, termText } from "../../../term/term.ts";
import type { TripleTable } from "../triple-table.ts";
import { adjacencyOf } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

const PIECE = 64;

/** Nodes around one node, by their distance from it over visible edges in either direction. Values are no nodes and are not passed. */
class Levels {
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

function forEachNeighbour(
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

type Chain = readonly { readonly step: Step; readonly node: Term }[];

const MOST_STEPS = 5;
const MOST_CHAINS = 20;

/**
 * Chains of the least length, searched from both ends; the first 20 in the order of predicate, direction and node, link by link.
 */
export async function pathsBetween(
  space: TermSpace,
  hidden: Uint8Array,
  ends: { readonly from: Term; readonly to: Term; readonly maxSteps: number },
  work: Work,
): Promise<readonly Chain[]> {
  const { dictionary } = space.table;
  const [from, to] = [ends.from, ends.to].map((term) => (isNode(term) ? dictionary.idOf(term) : undefined));
  if (from === undefined || to === undefined || from === to) return [];
  const maxSteps = Math.min(ends.maxSteps, MOST_STEPS);
  const there = new Levels(from);
  const back = new Levels(to);
  let meeting: readonly number[] = [];
  while (meeting.length === 0) {
    if (there.depth + back.depth >= maxSteps || there.exhausted || back.exhausted) return [];
    const side = there.cost(space.table) <= back.cost(space.table) ? there : back;
    await side.advance(space.table, hidden, work);
    meeting = there.meeting(back);
  }
  const onTheWay = await leadingTo(space, hidden, there, meeting, work);
  const length = there.depth + back.depth;
  const fits = (node: number, depth: number) =>
    depth < there.depth
      ? onTheWay[depth]?.has(node) === true
      : back.distance.get(node) === length - depth &&
        (depth > there.depth || onTheWay[depth]?.has(node) === true);
  return chainsFrom(space, hidden, { from, length, fits }, work);
}

/** By depth, the nodes on the near side from which a way leads on to the meeting nodes. */
async function leadingTo(
  { table }: TermSpace,
  hidden: Uint8Array,
  there: Levels,
  meeting: readonly number[],
  work: Work,
): Promise<readonly ReadonlySet<number>[]> {
  const levels: ReadonlySet<number>[] = [new Set(meeting)];
  for (let depth = there.depth - 1; depth >= 0; depth--) {
    const level = new Set<number>();
    for (const node of levels[0] ?? []) {
      await work.pause();
      forEachNeighbour(table, hidden, node, (near) => {
        if (there.distance.get(near) === depth) level.add(near);
      });
    }
    levels.unshift(level);
  }
  return levels;
}

interface Search {
  readonly from: number;
  readonly length: number;
  readonly fits: (node: number, depth: number) => boolean;
}

function chainsFrom(space: TermSpace, hidden: Uint8Array, search: Search, work: Work): readonly Chain[] {
  const chains: Chain[] = [];
  const extend = (node: number, chain: Chain): void => {
    if (chain.length === search.length) {
      chains.push(chain);
      return;
    }
    work.check();
    const links: { readonly key: string; readonly end: number; readonly step: Step; readonly node: Term }[] =
      [];
    forEachNeighbour(space.table, hidden, node, (end, edge) => {
      if (!search.fits(end, chain.length + 1)) return;
      const predicate = space.predicates.names[edge >>> 1] ?? "";
      const term = space.term(end);
      const key = `${predicate}\u0000${edge & 1}${termText(term)}`;
      links.push({ key, end, step: { predicate, inverse: (edge & 1) === 1 }, node: term });
    });
    links.sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { end, step, node: term } of links) {
      if (chains.length === MOST_CHAINS) return;
      extend(end, [...chain, { step, node: term }]);
    }
  };
  extend(search.from, []);
  return chains;
}
