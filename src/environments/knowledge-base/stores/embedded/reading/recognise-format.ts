import { basename } from "node:path";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { RdfFormat } from "../load-report.ts";
import { type Delimiter, splitLine } from "./delimited-reader.ts";

/** The formats by name, and the extensions that promise them. */
const FORMATS: Readonly<Record<RdfFormat, { readonly name: string; readonly extensions: string }>> = {
  "n-triples": { name: "N-Triples", extensions: "nt ntriples" },
  "n-quads": { name: "N-Quads", extensions: "nq nquads" },
  turtle: { name: "Turtle", extensions: "ttl turtle n3" },
  trig: { name: "TriG", extensions: "trig" },
  "rdf-xml": { name: "RDF/XML", extensions: "rdf rdfxml owl xml" },
  "json-ld": { name: "JSON-LD", extensions: "jsonld json" },
  delimited: { name: "triples in three columns", extensions: "tsv psv tab txt" },
};
const KNOWN_FORMATS =
  "N-Triples, N-Quads, Turtle, TriG, RDF/XML, JSON-LD, and three columns separated by tabs or |, in UTF-8, plain or gzip";
/** Extensions that other content has just as often. */
const ANY_TEXT = /\.(?:txt|json|xml)(?:\.gz)?$/iu;
/** Formats that include others: the beginning of a file need not show all that it has. */
const WIDER: Readonly<Partial<Record<RdfFormat, readonly RdfFormat[]>>> = {
  "n-quads": ["n-triples"],
  turtle: ["n-triples"],
  trig: ["turtle", "n-triples"],
};

export interface RecognisedFormat {
  readonly format: RdfFormat;
  /** For delimited triples. */
  readonly delimiter?: Delimiter;
  /** Says that the content is not what the name promises. */
  readonly remark?: string;
}

/**
 * The format of a file by its first bytes (unpacked, some kB) and its name. Content wins over the name, with a remark; the name decides where the
 * content could be anything.
 *
 * @param whole whether `firstBytes` are the whole file; otherwise the last line is ignored
 * @throws FuxiError `target-not-supported` with what was seen and which formats there are
 */
export function recogniseFormat(path: string, firstBytes: Uint8Array, whole = false): RecognisedFormat {
  const named = formatOfName(path);
  if (firstBytes.length === 0) throw notSupported(path, "an empty file");
  const zeros = firstBytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  if (zeros > firstBytes.length / 100) throw notSupported(path, "binary data or UTF-16 text");
  const text = Buffer.from(firstBytes)
    .toString()
    .replace(/^\ufeff/u, "");
  const seen = formatOfText(whole ? text : text.slice(0, text.lastIndexOf("\n") + 1) || text);
  if (seen === undefined) {
    if (named === undefined || ANY_TEXT.test(path)) {
      throw notSupported(path, text.trim() === "" ? "no content" : `text that begins ${beginning(text)}`);
    }
    return named === "delimited"
      ? { format: named, delimiter: /\.psv/iu.test(path) ? "|" : "\t" }
      : { format: named };
  }
  if (named === undefined || named === seen.format) return seen;
  if (WIDER[named]?.includes(seen.format)) return { format: named };
  if (ANY_TEXT.test(path) || /\.owl(?:\.gz)?$/iu.test(path)) return seen;
  return {
    ...seen,
    remark: `${basename(path)} is read as ${FORMATS[seen.format].name}, which it holds, and not as ${FORMATS[named].name}, as its name says.`,
  };
}

/** The format that a file's name promises, also before `.gz`. */
function formatOfName(path: string): RdfFormat | undefined {
  const extension = /\.([a-z0-9]+)(?:\.gz)?$/iu.exec(path)?.[1]?.toLowerCase() ?? "";
  const formats = Object.keys(FORMATS) as RdfFormat[];
  return formats.find((format) => FORMATS[format].extensions.split(" ").includes(extension));
}

function formatOfText(text: string): Omit<RecognisedFormat, "remark"> | undefined {
  const start = text.replace(/^(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)+/u, "");
  if (
    /^(?:<!DOCTYPE\s+(?!html)|<[A-Za-z_][\w.-]*:RDF[\s>])/iu.test(start) ||
    start.slice(0, 4096).includes('xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"')
  ) {
    return { format: "rdf-xml" };
  }
  if (/^(?:\{\s*["}]|\[\s*[{\]])/u.test(start)) {
    return /"@(?:context|id|graph|type|value)"\s*:/u.test(start) ? { format: "json-ld" } : undefined;
  }
  return /^\s*<\?xml|^<(?:!DOCTYPE|html)/iu.test(text) ? undefined : formatOfLines(text);
}

const TERM = String.raw`(?:<[^<>\s]*>|_:\S+|<<.*>>)`;
const OBJECT = String.raw`(?:${TERM}|"(?:[^"\\]|\\.)*"(?:@[A-Za-z0-9-]+|\^\^<[^<>\s]*>)?)`;
const TRIPLE = new RegExp(String.raw`^\s*${TERM}\s*<[^<>\s]*>\s*${OBJECT}\s*\.\s*(?:#.*)?$`, "u");
const QUAD = new RegExp(String.raw`^\s*${TERM}\s*<[^<>\s]*>\s*${OBJECT}\s*${TERM}\s*\.\s*(?:#.*)?$`, "u");
const TURTLE_LINE = /^\s*(?:@prefix\s|@base\s|prefix\s+[^\s:]*:\s*<|base\s+<|@version\s|version\s+["'])/iu;
const TURTLE_STATEMENT =
  /^\s*(?:<[^<>\s]*>|_:\S+|[^\s<>"'|]*:[^\s<>"'|]*|\[)[\s\S]*?[\s>"\]\w]\s*[.;,]\s*(?:#.*)?$/u;
const GRAPH = /^\s*(?:graph\s+)?(?:<[^<>\s]*>|[^\s<>"']*:[^\s<>"']*)?\s*\{(?!\|)/iu;
/** Share of the lines that must be of one kind. */
const MOST = 0.8;

/** Formats that are told by their lines; undefined where the lines are nothing that holds triples. */
function formatOfLines(text: string): Omit<RecognisedFormat, "remark"> | undefined {
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== "" && !/^\s*#/u.test(line));
  if (lines.length === 0) return undefined;
  const share = (holds: (line: string) => boolean) => lines.filter(holds).length / lines.length;
  const hasGraph = lines.some((line) => GRAPH.test(line));
  if (lines.some((line) => TURTLE_LINE.test(line))) return { format: hasGraph ? "trig" : "turtle" };
  const quads = share((line) => QUAD.test(line));
  const statements = quads + share((line) => TRIPLE.test(line));
  const lineFormat = { format: quads > 0 ? "n-quads" : "n-triples" } as const;
  if (statements >= MOST) return lineFormat;
  for (const delimiter of ["\t", "|"] as const) {
    if (share((line) => !("reason" in splitLine(line, delimiter))) >= MOST)
      return { format: "delimited", delimiter };
  }
  if (statements > 0) return lineFormat;
  if (hasGraph) return { format: "trig" };
  return share((line) => TURTLE_STATEMENT.test(line)) >= 0.5 ? { format: "turtle" } : undefined;
}

function beginning(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}

function notSupported(path: string, seen: string): FuxiError {
  return new FuxiError(
    "target-not-supported",
    `${basename(path)} holds ${seen}, and no triples in a format that can be read.`,
    { hint: `Formats: ${KNOWN_FORMATS}.` },
  );
}
