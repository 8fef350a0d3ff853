import type { Step } from "../../src/environments/knowledge-base/program/program.ts";
import { isNode, type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";

import { edges } from "./naive-relations.ts";
import type { NaiveGraph } from "./naive-set.ts";

type Chain = readonly { readonly step: Step; readonly node: Term }[];

const MOST_STEPS = 5;
const MOST_CHAINS = 20;

/**
 * All chains of the least length over visible edges and nodes (never through values), the first 20 in the order of: predicate, forward before inverse, node,
 * link by link. None from a node to itself.
 */
export function naivePaths(graph: NaiveGraph, from: Term, to: Term, maxSteps: number): readonly Chain[] {
  if (!isNode(from) || !isNode(to) || termText(from) === termText(to)) return [];
  let chains: readonly Chain[] = [[]];
  const seen = new Set([termText(from)]);
  for (let length = 1; length <= Math.min(maxSteps, MOST_STEPS); length++) {
    chains = chains.flatMap((chain) =>
      edges(graph, chain.at(-1)?.node ?? from)
        .filter(({ end }) => isNode(end) && !seen.has(termText(end)))
        .map(({ step, end }) => [...chain, { step, node: end }]),
    );
    const found = chains.filter((chain) => termText(chain.at(-1)?.node as Term) === termText(to));
    if (found.length > 0) {
      return [...found].sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1)).slice(0, MOST_CHAINS);
    }
    for (const chain of chains) seen.add(termText(chain.at(-1)?.node as Term));
  }
  return [];
}

/** A control character keeps a predicate that begins another one before it. */
function orderKey(chain: Chain): string {
  return chain
    .map(({ step, node }) => `${step.predicate}\u0000${step.inverse ? 1 : 0}${termText(node)}\u0000`)
    .join("");
}
