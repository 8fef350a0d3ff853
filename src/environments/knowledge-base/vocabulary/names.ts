import { termText } from "../term/term-text.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Short names of IRIs, both ways. */
export interface Names {
  /** `wd:Q5`, `film.film.genre` (empty prefix), or `<…>` (as N-Triples writes it) where no prefix fits. Reads back to the same IRI. */
  short(iri: string): string;
  /** The IRI of a short name, of `<…>` or of a full IRI as it stands; undefined for anything else. */
  iri(text: string): string | undefined;
}

/** What may follow a prefix without being confused with anything else in a program, an argument list or a sentence. */
const LOCAL = /^[\p{L}\p{N}_%](?:[\p{L}\p{N}_.%'-]*[\p{L}\p{N}_%'-])?$/u;

export function createNames({ prefixes }: Vocabulary): Names {
  const byLength = Object.entries(prefixes).sort(([, a], [, b]) => b.length - a.length);
  return {
    short(iri) {
      for (const [prefix, namespace] of byLength) {
        const local = iri.slice(namespace.length);
        if (iri.startsWith(namespace) && LOCAL.test(local))
          return prefix === "" ? local : `${prefix}:${local}`;
      }
      return termText({ kind: "iri", value: iri });
    },
    iri(text) {
      const written = text.trim();
      if (/^<[^<>\s]+>$/u.test(written)) return unescaped(written.slice(1, -1));
      const colon = written.indexOf(":");
      const namespace = prefixes[colon < 0 ? "" : written.slice(0, colon)];
      const local = written.slice(colon + 1);
      if (namespace !== undefined && LOCAL.test(local)) return namespace + local;
      return /^[a-z][a-z0-9+.-]*:\/\/\S+$/iu.test(written) || /^urn:\S+$/iu.test(written)
        ? written
        : undefined;
    },
  };
}

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
