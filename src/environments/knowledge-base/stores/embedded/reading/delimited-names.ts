import { ByteDictionary } from "../table/byte-dictionary.ts";

/** Prefixes for the vocabulary of a delimited file: relations read as they are written, entities as `e:William_Dieterle`. */
export function delimitedPrefixes(fileName: string): Readonly<Record<string, string>> {
  const { entities, relations } = delimitedNamespaces(fileName);
  return { "": relations, e: entities };
}

export function delimitedNamespaces(fileName: string): {
  readonly entities: string;
  readonly relations: string;
} {
  const stem = fileName.replace(/\.gz$/iu, "").replace(/\.(?:tsv|txt|psv|tab|csv|dat)$/iu, "");
  const name = stem.replace(/[^A-Za-z0-9_-]+/gu, "-").replace(/^-+|-+$/gu, "") || "file";
  return { entities: `urn:fuxi:${name}:e:`, relations: `urn:fuxi:${name}:r:` };
}

/**
 * Names for texts, so that different texts have different names and the names read like the texts: a space becomes `_`, a path like
 * `/location/country/capital` becomes `location.country.capital` as Freebase writes it, and what may not stand in a short name is
 * percent-encoded. Where two texts would get the same name, both are percent-encoded in full.
 */
export class DelimitedNames {
  readonly #names = new ByteDictionary();
  readonly #clashes = new Set<string>();

  /** Every text has to be told once before any is named. */
  add(text: string): void {
    const name = readable(text);
    const size = this.#names.size;
    const id = this.#names.internBytes(Buffer.from(name));
    if (id < size) this.#clashes.add(name);
  }

  nameOf(text: string): string {
    const name = readable(text);
    return this.#clashes.has(name) ? encoded(text, PLAIN) : name;
  }
}

const PATH = /^\/?[\p{L}\p{N}_-]+(?:\.?\/[\p{L}\p{N}_-]+)+$/u;
const PLAIN = /[^\p{L}\p{N}.'-]/gu;
const READABLE = /[^\p{L}\p{N}_.'-]/gu;

function readable(text: string): string {
  if (PATH.test(text)) return text.replace(/^\//u, "").replaceAll("/", ".");
  return encoded(text.replaceAll(" ", "_"), READABLE);
}

/** Letters and digits at the ends, so that the name is told from what stands beside it. */
function encoded(text: string, pattern: RegExp): string {
  return text
    .replace(pattern, percent)
    .replace(/^[.'-]/u, percent)
    .replace(/[.]$/u, percent);
}

function percent(letters: string): string {
  return [...Buffer.from(letters)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}
