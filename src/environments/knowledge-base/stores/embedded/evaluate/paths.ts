import type { Step } from "../../../program/program.ts";
import { isNode, type Term, termText } from "../../../term/term.ts";
import type { TripleTable } from "../triple-table.ts";
import { adjacencyOf } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

const PIECE = 64;
const MOST_STEPS = 5;
const MOST_CHAINS = 20;

type Chain = readonly { readonly step: Step; readonly node: Term }[];

/** Calls `visit` for each visible edge of a node, in either direction. Literals are skipped. */
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

/** Shortest chains: the first 20, ordered link by link by predicate, direction and node. */
export async function pathsBetween(
  space: TermSpace,
  hidden: Uint8Array,
  ends: { readonly from: Term; readonly to: Term; readonly maxSteps: number },
  work: Work,
): Promise<readonly Chain[]> {
  const { dictionary } = space.table;
  const [from, to] = [ends.from, ends.to].map((term) => (isNode(term) ? dictionary.idOf(term) : undefined));
  if (from === undefined || to === undefined || from === to) return [];
  const distance = await distancesTo(to, from, space, hidden, Math.min(ends.maxSteps, MOST_STEPS), work);
  return distance[from] === 0 ? [] : chainsFrom(space, hidden, from, distance, work);
}

/** By node: 1 + its number of steps to `goal`, or 0 if not reached. The search ends at `start` or after `most` steps. */
async function distancesTo(
  goal: number,
  start: number,
  { table }: TermSpace,
  hidden: Uint8Array,
  most: number,
  work: Work,
): Promise<Uint8Array> {
  const distance = new Uint8Array(table.dictionary.nodes);
  distance[goal] = 1;
  let frontier = [goal];
  for (let depth = 1; depth <= most && distance[start] === 0 && frontier.length > 0; depth++) {
    const [nodes, next]: [readonly number[], number[]] = [frontier, []];
    await work.inPieces(nodes.length, PIECE, (low, high) => {
      for (const near of nodes.slice(low, high)) {
        forEachNeighbour(table, hidden, near, (node) => {
          if (distance[node] !== 0) return;
          distance[node] = depth + 1;
          next.push(node);
        });
      }
    });
    frontier = next;
  }
  return distance;
}

function chainsFrom(
  space: TermSpace,
  hidden: Uint8Array,
  from: number,
  distance: Uint8Array,
  work: Work,
): readonly Chain[] {
  const chains: Chain[] = [];
  const extend = (node: number, chain: Chain): void => {
    if (distance[node] === 1) {
      chains.push(chain);
      return;
    }
    work.check();
    const links: { readonly key: string; readonly end: number; readonly step: Step; readonly node: Term }[] =
      [];
    forEachNeighbour(space.table, hidden, node, (end, edge) => {
      if (distance[end] !== (distance[node] as number) - 1) return;
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
  extend(from, []);
  return chains;
}
