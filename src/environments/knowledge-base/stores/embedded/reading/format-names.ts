import type { RdfFormat } from "../load-report.ts";

const BY_EXTENSION: Readonly<Record<string, RdfFormat>> = {
  nt: "n-triples",
  ntriples: "n-triples",
  nq: "n-quads",
  nquads: "n-quads",
  ttl: "turtle",
  turtle: "turtle",
  n3: "turtle",
  trig: "trig",
  rdf: "rdf-xml",
  rdfxml: "rdf-xml",
  owl: "rdf-xml",
  xml: "rdf-xml",
  jsonld: "json-ld",
  json: "json-ld",
  tsv: "delimited",
  psv: "delimited",
  tab: "delimited",
  txt: "delimited",
};

const NAMES: Readonly<Record<RdfFormat, string>> = {
  "n-triples": "N-Triples",
  "n-quads": "N-Quads",
  turtle: "Turtle",
  trig: "TriG",
  "rdf-xml": "RDF/XML",
  "json-ld": "JSON-LD",
  delimited: "triples in three columns",
};

export function formatName(format: RdfFormat): string {
  return NAMES[format];
}

/** The format that a file's name promises, also before `.gz`. */
export function formatOfName(path: string): RdfFormat | undefined {
  const extension = /\.([a-z0-9]+)(?:\.gz)?$/iu.exec(path)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : BY_EXTENSION[extension];
}

/** For messages. */
export const KNOWN_FORMATS =
  "N-Triples, N-Quads, Turtle, TriG, RDF/XML, JSON-LD, and three columns separated by tabs or |, plain or gzip";
