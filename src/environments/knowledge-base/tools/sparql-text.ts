import type { Vocabulary } from "../vocabulary/vocabulary.ts";

export interface SparqlText {
  readonly query: string;
  /** Letters that were put before it. */
  readonly added: number;
}

/** The query alone, out of a fence of backticks and without "SPARQL:" before it. */
export function bareQuery(given: string): string {
  const fenced = /```[a-z]*\s*\n?([\s\S]*?)```/iu.exec(given)?.[1] ?? given;
  return fenced.replace(/^\s*(?:sparql|query|final answer)\s*:\s*/iu, "").trim();
}

/** With PREFIX lines for the vocabulary's prefixes that it uses and does not declare, all on one line so that line numbers stay. */
export function withPrefixes(query: string, { prefixes }: Pick<Vocabulary, "prefixes">): SparqlText {
  const bare = query.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>\s]*>/gu, " ");
  const used = new Set(
    [...bare.matchAll(/(?<![\p{L}\p{N}_?$:-])([\p{L}][\p{L}\p{N}_-]*)?:(?=[\p{L}\p{N}_])/gu)].map(
      (match) => match[1] ?? "",
    ),
  );
  const declared = new Set(
    [...bare.matchAll(/\bPREFIX\s+([\p{L}\p{N}_-]*):/giu)].map((match) => match[1] ?? ""),
  );
  const head = Object.entries(prefixes)
    .filter(([prefix]) => used.has(prefix) && !declared.has(prefix))
    .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}> `)
    .join("");
  return { query: head + query, added: head.length };
}
