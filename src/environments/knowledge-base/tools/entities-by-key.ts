import { nameWords } from "../../../util/name-words.ts";
import { iri, type Term } from "../term/term.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

/** Values that are tried under each prefix. */
const TRIED = 12;
/** Share of them that has to be known under it. */
const KNOWN = 0.8;
/** Namespaces of vocabularies, which hold no entities. */
const VOCABULARIES = /\/\/(?:www\.w3\.org|xmlns\.com|purl\.org|schema\.org)\//u;

export type KeysRead =
  /** Under this prefix they are entities. */
  | { readonly prefix: string; readonly entity: (key: string) => Term; readonly prefixes?: never }
  /** They are entities under several. */
  | { readonly prefixes: readonly string[]; readonly prefix?: never };

/**
 * Values that a database has as keys (`11087`) and a knowledge base at the end of its identifiers (`film:11087`). Of several prefixes, the one
 * whose name stands in the reference (`cinema:draft.film_id`) is meant. Undefined where they are the end of nothing.
 */
export async function entitiesByKey(
  keys: readonly string[],
  reference: string,
  { graph, services }: ToolCall,
): Promise<KeysRead | undefined> {
  const tried = keys.slice(0, TRIED);
  if (tried.length === 0) return undefined;
  const fitting: (readonly [prefix: string, namespace: string])[] = [];
  for (const [prefix, namespace] of Object.entries(services.store.vocabulary.prefixes)) {
    if (VOCABULARIES.test(namespace)) continue;
    const labels = await graph.labels(tried.map((key) => iri(namespace + key)));
    const known = labels.filter((label) => label !== undefined).length;
    if (known >= KNOWN * tried.length) fitting.push([prefix, namespace]);
  }
  const words = new Set(nameWords(reference));
  const named = fitting.filter(([prefix]) => words.has(prefix.toLowerCase()));
  const [only, ...others] = named.length === 1 ? named : fitting;
  if (only === undefined) return undefined;
  if (others.length > 0) return { prefixes: fitting.map(([prefix]) => prefix) };
  const [prefix, namespace] = only;
  return { prefix, entity: (key) => iri(namespace + key) };
}
