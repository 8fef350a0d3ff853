import { basename } from "node:path";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { RdfFormat } from "../load-report.ts";
import type { Delimiter } from "./delimited-line.ts";
import { formatName, formatOfName, KNOWN_FORMATS } from "./format-names.ts";
import { lookAtLines } from "./look-at-lines.ts";

export interface RecognisedFormat {
  readonly format: RdfFormat;
  /** For delimited triples. */
  readonly delimiter?: Delimiter;
  /** What the name promises and the content does not keep, as a sentence. */
  readonly remark?: string;
}

/**
 * Which format a file is in, by its first bytes (unpacked, some kB) and its name. Where they contradict each other the content counts, and a
 * remark says so; where the content says nothing, the name counts.
 *
 * @param whole whether `firstBytes` are all there are; otherwise the last line is not looked at
 * @throws FuxiError `target-not-supported` with what was seen and which formats there are
 */
export function recogniseFormat(path: string, firstBytes: Uint8Array, whole = false): RecognisedFormat {
  const named = formatOfName(path);
  const strange = strangeContent(firstBytes);
  if (strange !== undefined) throw notSupported(path, strange);
  const text = Buffer.from(firstBytes)
    .toString()
    .replace(/^\ufeff/u, "");
  const seen = seenFormat(whole ? text : text.slice(0, text.lastIndexOf("\n") + 1) || text);
  if (typeof seen === "string") throw notSupported(path, seen);
  if (seen === undefined) {
    // Any text may stand in a .txt, .xml or .json.
    if (named === undefined || /\.(?:txt|json|xml)(?:\.gz)?$/iu.test(path)) {
      throw notSupported(path, text.trim() === "" ? "no content" : `text that begins ${beginning(text)}`);
    }
    return named === "delimited"
      ? { format: named, delimiter: /\.psv/iu.test(path) ? "|" : "\t" }
      : { format: named };
  }
  if (named === undefined || named === seen.format) return seen;
  const wider = WIDER[named];
  if (wider?.includes(seen.format)) return { format: named };
  if (/\.(?:txt|xml|json|owl)(?:\.gz)?$/iu.test(path)) return seen;
  return {
    ...seen,
    remark: `${basename(path)} is read as ${formatName(seen.format)}, which it holds, and not as ${formatName(named)}, as its name says.`,
  };
}

/** Formats that a format takes in: what is seen at the beginning need not be all there is. */
const WIDER: Readonly<Partial<Record<RdfFormat, readonly RdfFormat[]>>> = {
  "n-quads": ["n-triples"],
  turtle: ["n-triples"],
  trig: ["turtle", "n-triples"],
};

/** A format, what else it is, or nothing. */
function seenFormat(text: string): Omit<RecognisedFormat, "remark"> | string | undefined {
  const start = text.replace(/^(?:\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)+/u, "");
  if (/^<!DOCTYPE\s+html|^<html[\s>]/iu.test(start)) return "an HTML page";
  if (
    /^(?:<!DOCTYPE|<[A-Za-z_][\w.-]*:RDF[\s>])/u.test(start) ||
    start.slice(0, 4096).includes(RDF_NAMESPACE_USE)
  ) {
    return { format: "rdf-xml" };
  }
  if (/^<sparql[\s>]/u.test(start)) return "results of a SPARQL query";
  if (/^<Ontology[\s>]/u.test(start)) return "an ontology in OWL/XML";
  if (/^(?:Prefix|Ontology)\s*\(/u.test(start)) return "an ontology in OWL functional syntax";
  if (/^(?:\{\s*["}]|\[\s*[{\]])/u.test(start)) {
    return /"@(?:context|id|graph|type|value)"\s*:/u.test(start)
      ? { format: "json-ld" }
      : "JSON without @context and @id";
  }
  if (text !== start && /^\s*<\?xml/u.test(text)) return `XML that begins ${beginning(start)}`;
  return lookAtLines(text);
}

const RDF_NAMESPACE_USE = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';

const SIGNATURES: readonly (readonly [readonly number[], string])[] = [
  [[...Buffer.from("SQLite format 3")], "an SQLite database"],
  [[...Buffer.from("PK\u0003\u0004")], "a ZIP archive"],
  [[...Buffer.from("BZh")], "a bzip2 archive"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "an xz archive"],
  [[0x28, 0xb5, 0x2f, 0xfd], "a zstd archive"],
  [[0x37, 0x7a, 0xbc, 0xaf], "a 7z archive"],
  [[...Buffer.from("$HDT")], "an HDT file"],
  [[...Buffer.from("PAR1")], "a Parquet file"],
  [[...Buffer.from("%PDF")], "a PDF document"],
  [[0xff, 0xfe], "UTF-16 text"],
  [[0xfe, 0xff], "UTF-16 text"],
];

function strangeContent(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return "an empty file";
  const known = SIGNATURES.find(([signature]) => signature.every((byte, i) => bytes[i] === byte));
  if (known !== undefined) return known[1];
  const zeros = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  return zeros > bytes.length / 100 ? "binary data" : undefined;
}

function beginning(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}

function notSupported(path: string, seen: string): FuxiError {
  const archive = / archive$/u.test(seen);
  return new FuxiError(
    "target-not-supported",
    `${basename(path)} holds ${seen}, and no triples in a format that can be read.`,
    {
      hint: archive
        ? "Unpack it first; only gzip is unpacked by itself."
        : seen === "UTF-16 text"
          ? "Turn it into UTF-8 first (iconv -f UTF-16 -t UTF-8)."
          : `Formats: ${KNOWN_FORMATS}.`,
    },
  );
}
