import { programKey } from "../program/program.ts";
import { irisOf, programSentence } from "../program/program-sentence.ts";
import { programText } from "../program/program-text.ts";
import { isNode, termText } from "../term/term.ts";

import type { Edge } from "./grammar/chart.ts";
import type { Phrase } from "./grammar/phrase.ts";
import type { Node } from "./resolve/node.ts";
import type { ResolveContext, Resolved } from "./resolve/resolve-context.ts";
import { resolvePhrase } from "./resolve/resolve-phrase.ts";

/** Readings this much dearer than the cheapest are not considered. */
const MARGIN = 0.05;
const MOST_PARSES = 24;
const MOST_COMPARED = 12;
const MOST_MEMBERS = 5000;
/** Readings that stretch the question further are not taken. */
const MOST_COST = 0.75;

export type Choice =
  | { readonly chosen: Resolved; readonly problem?: never; readonly rivals?: never }
  | { readonly chosen?: never; readonly problem?: string; readonly rivals?: readonly Resolved[] };

/**
 * The one set to take: the cheapest that has members, where all that are nearly as cheap are the same set. Where they are not, all that differ
 * are `rivals`, cheapest first. What `admitted` refuses is not considered.
 */
export async function chooseReading(
  parses: readonly Edge<Phrase>[],
  context: ResolveContext,
  admitted: (node: Node) => boolean = () => true,
): Promise<Choice> {
  const found = new Map<string, Resolved>();
  let least = MOST_COST - MARGIN;
  let empty: Resolved | undefined;
  for (const { value, cost, rules = [] } of parses.slice(0, MOST_PARSES)) {
    if (cost > least + MARGIN) break;
    for (const each of await resolvePhrase(value, context)) {
      if (!admitted(each.node)) continue;
      const whole = { ...each, cost: cost + each.cost, rules };
      const key = programKey(each.node.program);
      if (whole.cost > MOST_COST || (found.get(key)?.cost ?? Number.POSITIVE_INFINITY) <= whole.cost)
        continue;
      if (!(await hasMembers(each, context))) {
        empty ??= whole;
        continue;
      }
      found.set(key, whole);
      least = Math.min(least, whole.cost);
    }
  }
  const [best, ...others] = [...found.values()].sort((a, b) => a.cost - b.cost);
  if (!best) return empty ? { problem: `Nothing fits: ${await told(empty, context)} is empty.` } : {};
  const near = others.filter(({ cost }) => cost <= best.cost + MARGIN);
  const rivals = [best];
  for (const other of near.slice(0, MOST_COMPARED)) {
    if (!(await same(best, other, context))) rivals.push(other);
  }
  const [, second] = rivals;
  if (near.length > MOST_COMPARED) return { problem: "It can be read in too many ways.", rivals };
  if (second === undefined) return { chosen: best };
  const [one, two] = await toldApart(best, second, context);
  return { problem: `It can be read in two ways that give different answers: ${one}; or ${two}.`, rivals };
}

/** A count of nothing is as likely a reading gone wrong as the truth. */
async function hasMembers({ node }: Resolved, { graph, spend }: ResolveContext): Promise<boolean> {
  if (!spend()) return false;
  const { size, sample } = await graph.summarize(node.kind === "count" ? node.of.program : node.program);
  // Nodes that nothing names only hold others together; nobody asks for them.
  const labels = await graph.labels(sample);
  return (
    size > 0 &&
    (node.kind === "count" || sample.some((term, at) => !isNode(term) || labels[at] !== undefined))
  );
}

async function same(a: Resolved, b: Resolved, { graph }: ResolveContext): Promise<boolean> {
  const [left, right] = await Promise.all(
    [a, b].map(({ node }) => graph.members(node.program, MOST_MEMBERS)),
  );
  if (!left?.complete || !right?.complete || left.terms.length !== right.terms.length) return false;
  const own = new Set(left.terms.map(termText));
  return right.terms.every((term) => own.has(termText(term)));
}

/** As sentences; as programs where entities of one name make the difference. */
async function toldApart(
  a: Resolved,
  b: Resolved,
  context: ResolveContext,
): Promise<readonly [string, string]> {
  const [one, two] = [await told(a, context), await told(b, context)];
  if (one !== two) return [one, two];
  const { names } = context.services;
  return [programText(a.node.program, names), programText(b.node.program, names)];
}

async function told({ node }: Resolved, { graph, services }: ResolveContext): Promise<string> {
  const iris = irisOf(node.program);
  const labels = await graph.labels(iris.map((value) => ({ kind: "iri", value })));
  const byIri = new Map(iris.map((each, at) => [each, labels[at]]));
  return programSentence(node.program, services.names, (each) => byIri.get(each)).replace(/\.$/u, "");
}
