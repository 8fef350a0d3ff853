import { setImmediate } from "node:timers/promises";
import { readableLocalNames } from "../../../labels/local-name.ts";
import { type CollectedNames, NameCollector } from "../../../labels/name-collector.ts";
import { nameMark } from "../../../labels/name-mark.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { TripleTable } from "../triple-table.ts";
import { weightOf, writtenNames } from "./written-names.ts";

/** After so many names other work gets its turn. */
const TURN = 20_000;

/**
 * Labels and aliases of all entities; of those without a label the readable end of their IRI. Predicates, and classes that are nothing else, are
 * no entities; nor are blank nodes and mediators without a name.
 */
export async function collectEntityNames(
  table: TripleTable,
  vocabulary: Vocabulary,
  pureClasses: ReadonlySet<number>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CollectedNames> {
  const { dictionary } = table;
  const weight = (node: number) => weightOf(table, node);
  const names = new NameCollector();
  const settled = new Uint8Array(dictionary.nodes);
  for (const predicate of table.predicates) settled[predicate] = SKIPPED;
  for (const node of pureClasses) settled[node] = SKIPPED;
  let turn = 0;
  const pause = async (share: number) => {
    if (++turn % TURN !== 0) return;
    await setImmediate();
    signal.throwIfAborted();
    onProgress(share);
  };
  for (const { node, text, alias, mark } of writtenNames(table, vocabulary)) {
    await pause(0);
    if (settled[node] === SKIPPED) continue;
    names.add(text, node, mark, weight(node));
    if (!alias) settled[node] = NAMED;
  }
  const local = nameMark("local", 0);
  for (let node = 0; node < dictionary.nodes; node++) {
    await pause(node / dictionary.nodes);
    if (settled[node] !== 0 || weight(node) === 0) continue;
    const iri = dictionary.textOf(node);
    if (vocabulary.mediators.prefixes.some((prefix) => iri.startsWith(prefix))) continue;
    if (dictionary.term(node).kind !== "iri") continue;
    for (const name of readableLocalNames(iri)) names.add(name, node, local, weight(node));
  }
  return names.finish(weight);
}

const SKIPPED = 1;
const NAMED = 2;
