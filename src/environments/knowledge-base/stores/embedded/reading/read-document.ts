import type { Transform } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { type RdfJsTerm, termOf } from "../../../term/term.ts";
import type { LoadFaults } from "../load-report.ts";
import type { TableBuilder } from "../table/table-builder.ts";

/** Bytes parsed at once, before yielding to the event loop. */
const PIECE = 1 << 16;

export type DocumentFormat = "turtle" | "trig" | "rdf-xml" | "json-ld";

interface DocumentOptions {
  /** Resolves relative IRIs if the file has no base of its own. */
  readonly base: string;
  /** The beginning of the file. */
  readonly head: Uint8Array;
}

interface ParsedQuad {
  readonly subject: RdfJsTerm;
  readonly predicate: RdfJsTerm;
  readonly object: RdfJsTerm;
  readonly graph: RdfJsTerm;
}

/**
 * Reads Turtle, TriG, RDF/XML or JSON-LD from the file alone: XML entities and contexts are never fetched. Reading ends at the first fault:
 * earlier triples are kept, and the report says that the rest is not loaded.
 *
 * @throws FuxiError `target-not-supported` if a JSON-LD context would have to be fetched
 * @returns the number of named graphs
 */
export async function readDocument(
  format: DocumentFormat,
  chunks: AsyncIterable<Uint8Array>,
  builder: TableBuilder,
  faults: LoadFaults,
  { base, head }: DocumentOptions,
): Promise<number> {
  const graphs = new Set<string>();
  let nested = 0;
  let failure: string | undefined;
  let refused: FuxiError | undefined;
  const parser = await parserFor(format, base, (address) => {
    refused = notFetched(address);
    throw refused;
  });
  parser.on("error", ({ message }: Error) => {
    failure ??= message;
  });
  // Parsers continue after an error, but their reading of the rest is guesswork.
  parser.push = (quad: ParsedQuad | null): boolean => {
    if (quad === null || failure !== undefined) return true;
    const [subject, predicate, object] = [quad.subject, quad.predicate, quad.object].map(termOf);
    if (quad.graph.termType !== "DefaultGraph") graphs.add(quad.graph.value);
    if (subject === undefined || predicate?.kind !== "iri" || object === undefined) nested++;
    else builder.addTerms(subject, predicate, object);
    return true;
  };
  let [line, lines] = [1, 1];
  try {
    for await (const text of decoded(chunks, format === "rdf-xml" ? xmlEncoding(head) : "utf-8")) {
      line = lines;
      lines += text.split("\n").length - 1;
      await new Promise<void>((done) => parser.write(text, () => done()));
      if (failure !== undefined) break;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error;
    [failure, line] = ["not valid UTF-8", lines];
  }
  if (failure === undefined) {
    line = lines;
    await ended(parser);
  }
  if (refused !== undefined) throw refused;
  if (failure !== undefined) {
    const { at = line, reason } = placeOf(failure);
    faults.stop(at, reason, "");
  }
  if (nested > 0)
    faults.remark(
      `Statements about statements (RDF-star) are not read: ${nested.toLocaleString("en")} were left out.`,
    );
  return graphs.size;
}

/** Imports only the parser of this format, because importing is slow. Parsers take text and push quads. */
async function parserFor(
  format: DocumentFormat,
  baseIRI: string,
  load: (address: string) => never,
): Promise<Transform> {
  switch (format) {
    case "rdf-xml": {
      const { RdfXmlParser } = await import("rdfxml-streaming-parser");
      return new RdfXmlParser({ baseIRI, trackPosition: true }) as unknown as Transform;
    }
    case "json-ld": {
      const { JsonLdParser } = await import("jsonld-streaming-parser");
      const documentLoader = { load: async (address: string) => load(address) };
      return new JsonLdParser({ baseIRI, documentLoader }) as unknown as Transform;
    }
    default: {
      const { StreamParser } = await import("n3");
      const type = format === "trig" ? "application/trig" : "text/turtle";
      return new StreamParser({ format: type, baseIRI, blankNodePrefix: "_:" }) as unknown as Transform;
    }
  }
}

/** Detects documents that are cut off, which the parsers of XML and JSON do not report. */
async function ended(parser: Transform): Promise<void> {
  const { saxParser, jsonParser } = parser as Transform & {
    readonly saxParser?: { close(): void };
    readonly jsonParser?: { readonly stack: readonly unknown[] };
  };
  saxParser?.close();
  if (jsonParser !== undefined && jsonParser.stack.length > 0)
    parser.emit("error", new Error("the document ends before it is closed"));
  else await new Promise<void>((done) => parser.end(() => done()));
}

/** Decodes bytes in pieces, without splitting characters. @throws TypeError with the code `ERR_ENCODING_INVALID_ENCODED_DATA` */
async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      yield decoder.decode(chunk.subarray(at, at + PIECE), { stream: true });
      await setImmediate();
    }
  }
  yield decoder.decode();
}

/** The encoding that an XML declaration names. */
function xmlEncoding(head: Uint8Array): string {
  const beginning = Buffer.from(head.subarray(0, 200)).toString("latin1");
  const named = /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/iu.exec(beginning)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return "utf-8";
  }
}

/** The line number in a message of `n3`, of the RDF/XML parser, or of the XML parser below it. */
function placeOf(message: string): { readonly at?: number; readonly reason: string } {
  const turtle = /^([\s\S]*) on line (\d+)\.$/u.exec(message);
  if (turtle !== null) return { at: Number(turtle[2]), reason: turtle[1] ?? "" };
  const xml = /^(?:Line )?(\d+)(?: column |:)\d+: (.*)$/su.exec(message);
  if (xml !== null) return { at: Number(xml[1]), reason: xml[2] ?? "" };
  return { reason: message.replace(/ at position \d+ in state \w+$/u, "") };
}

function notFetched(address: string): FuxiError {
  return new FuxiError(
    "target-not-supported",
    `The file takes its names from another document, ${address}, and nothing is ever fetched.`,
    {
      hint: 'Write the context itself in place of its address ("@context": { … }), or turn the file into N-Triples or Turtle.',
    },
  );
}
