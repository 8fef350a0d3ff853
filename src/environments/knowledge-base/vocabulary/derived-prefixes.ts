import { createNames } from "./names.ts";
import { NAMESPACES } from "./namespaces.ts";
import type { Vocabulary } from "./vocabulary.ts";

const MOST = 40;

/**
 * The vocabulary with a prefix for every namespace of these IRIs that has none yet, so that models need not read full IRIs: named after the
 * last words of the namespace (`http://example.org/films/` is `films:`). The same IRIs, in whatever order, give the same prefixes; the 40 most
 * frequent namespaces are taken.
 */
export function withDerivedPrefixes(vocabulary: Vocabulary, iris: Iterable<string>): Vocabulary {
  const names = createNames(vocabulary);
  const counts = new Map<string, number>();
  for (const iri of iris) {
    if (!names.short(iri).startsWith("<")) continue;
    const namespace = /^(.*[/#:])[^/#:]+$/u.exec(iri)?.[1];
    if (
      namespace !== undefined &&
      /^[a-z][a-z0-9+.-]*:/iu.test(namespace) &&
      !/^[a-z]+:\/*$/iu.test(namespace)
    )
      counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  const frequent = [...counts]
    .sort(([a, more], [b, most]) => most - more || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([namespace]) => namespace);
  const prefixes: Record<string, string> = { ...vocabulary.prefixes };
  const taken = new Set(Object.values(prefixes));
  for (const namespace of frequent) {
    if (taken.has(namespace)) continue;
    const customary = Object.entries(NAMESPACES).find(([, each]) => each === namespace)?.[0];
    prefixes[free(customary ?? wordOf(namespace), prefixes)] = namespace;
  }
  return { ...vocabulary, prefixes };
}

/** The last part of the path that is a word and not a version or an empty end, else the host's name. */
function wordOf(namespace: string): string {
  const [, host = "", path = ""] = /^[a-z][a-z0-9+.-]*:(?:\/\/)?([^/#:]*)[:/]?(.*)$/iu.exec(namespace) ?? [];
  const parts = path
    .split(/[/#:]/u)
    .filter((part) => /^[a-z][a-z0-9_-]*$/iu.test(part) && !/^v\d/iu.test(part));
  const site = host
    .split(".")
    .slice(0, -1)
    .filter((part) => part !== "www")
    .at(-1);
  const word = (parts.at(-1) ?? site ?? host).toLowerCase().replace(/[^a-z0-9]+/gu, "");
  return /^[a-z]/u.test(word) ? word.slice(0, 20) : "ns";
}

/** URL schemes are no prefixes: `http:…` is read as a full IRI. */
function free(word: string, taken: Readonly<Record<string, string>>): string {
  const reserved = (name: string) =>
    Object.hasOwn(taken, name) || /^(?:https?|urn|file|mailto|data|_)$/u.test(name);
  if (!reserved(word)) return word;
  for (let number = 2; ; number++) if (!reserved(`${word}${number}`)) return `${word}${number}`;
}
