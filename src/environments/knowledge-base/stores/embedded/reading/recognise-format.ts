import { basename } from "node:path";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { RdfFormat } from "../load-report.ts";

/** Formats by the end of a file's name. For other names (`.txt`, `.rdf`, `.owl`) the beginning of the file decides. */
const BY_NAME: Readonly<Partial<Record<RdfFormat, string>>> = {
  "n-triples": "nt ntriples",
  "n-quads": "nq nquads",
  turtle: "ttl turtle n3",
  trig: "trig",
  "json-ld": "jsonld json",
  delimited: "tsv psv tab",
};
const BY_BEGINNING: readonly (readonly [RegExp, RdfFormat])[] = [
  [/^<(?:\?xml|!DOCTYPE\s+(?!html)|!--|[A-Za-z_][\w.-]*:RDF[\s>])/iu, "rdf-xml"],
  [/^(?:@prefix|@base|prefix\s|base\s)/iu, "turtle"],
  [/^(?:<[^<>\s]*>|_:\S+)\s*</u, "n-quads"],
  [/^[[{]/u, "json-ld"],
  [/^[^\t\n]+\t+[^\t\n]+\t+[^\t\n]+$/mu, "delimited"],
  [/^[^|\n]+\|[^|\n]+\|[^|\n]+$/mu, "delimited"],
];

/**
 * The format of a file by its extension (also before `.gz`); if that does not decide, by the beginning of its first line.
 *
 * @param head the first bytes, decompressed
 * @throws FuxiError `target-not-supported`
 */
export function recogniseFormat(path: string, head: Uint8Array): RdfFormat {
  if (head.length === 0) throw notSupported(path, "is an empty file");
  if (head.subarray(0, 8).includes(0)) throw notSupported(path, "holds binary data or UTF-16 text");
  const extension = /\.([a-z0-9]+)(?:\.gz)?$/iu.exec(path)?.[1]?.toLowerCase() ?? "";
  const formats = Object.keys(BY_NAME) as RdfFormat[];
  const named = formats.find((format) => BY_NAME[format]?.split(" ").includes(extension));
  if (named !== undefined) return named;
  const text = new TextDecoder().decode(head).replace(/^(?:\s+|#[^\n]*\n)+/u, "");
  const seen = BY_BEGINNING.find(([pattern]) => pattern.test(text))?.[1];
  if (seen !== undefined) return seen;
  throw notSupported(path, "holds no triples in a format that can be read");
}

function notSupported(path: string, what: string): FuxiError {
  return new FuxiError("target-not-supported", `${basename(path)} ${what}.`, {
    hint: "Formats: N-Triples (.nt), N-Quads (.nq), Turtle (.ttl), TriG (.trig), RDF/XML (.rdf, .owl), JSON-LD (.jsonld), and three columns separated by tabs or |, in UTF-8, plain or gzip.",
  });
}
