import { setImmediate } from "node:timers/promises";
import type { LoadFaults } from "../load-report.ts";
import type { TableBuilder } from "../table/table-builder.ts";
import type { ParsedQuad } from "./term-factory.ts";

/** UTF-16 units that are parsed at once; then the event loop gets its turn. */
const PIECE = 1 << 16;
/** Units of the text that are kept for messages. */
const KEPT = 1 << 16;

/** A parser of one format over a document that comes in pieces. It gives quads to `take`. */
export interface DocumentParser {
  readonly encoding: string;
  /** The first fault: the document is not read beyond it. */
  failure: { readonly message: string; readonly line?: number } | undefined;
  feed(text: string): Promise<void>;
  finish(): Promise<void>;
}

export type DocumentFormat = "turtle" | "trig" | "rdf-xml" | "json-ld";

export interface DocumentOptions {
  /** Resolves relative IRIs where the file has no base of its own. */
  readonly base: string;
  /** The beginning of the file. */
  readonly head: Uint8Array;
}

/**
 * Reads Turtle, TriG, RDF/XML or JSON-LD, and nothing but the file: entities and contexts are never fetched. Reading ends at the first fault: what
 * came before is kept, and the report says that the rest is not loaded.
 *
 * @throws FuxiError `target-not-supported` where a JSON-LD context would have to be fetched
 * @returns the number of named graphs
 */
export async function readDocument(
  format: DocumentFormat,
  chunks: AsyncIterable<Uint8Array>,
  builder: TableBuilder,
  faults: LoadFaults,
  options: DocumentOptions,
): Promise<number> {
  const graphs = new Set<string>();
  const take = ({ subject, predicate, object, graph }: ParsedQuad): void => {
    if (graph.termType !== "DefaultGraph") graphs.add(graph.value);
    builder.addTerms(subject, predicate, object);
  };
  const parser = await parserFor(format, options, take);
  let line = 1;
  let recent = "";
  let invalid = false;
  for await (const { text, fault } of decodedText(chunks, parser.encoding)) {
    const start = line;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) line++;
    recent = (recent + text).slice(-KEPT);
    await parser.feed(text);
    invalid = fault;
    if (parser.failure !== undefined) parser.failure = { line: start, ...parser.failure };
    if (parser.failure !== undefined || invalid) break;
  }
  if (parser.failure === undefined && !invalid) await parser.finish();
  if (parser.failure !== undefined) {
    const at = parser.failure.line ?? line;
    faults.stop(at, parser.failure.message, recent.split("\n").at(at - line - 1) ?? "");
  } else if (invalid) faults.stop(line, "not valid UTF-8", recent.slice(recent.lastIndexOf("\n") + 1));
  return graphs.size;
}

/** Bytes as text in pieces, no character cut in two. `fault`: bytes that are no UTF-8 follow, and nothing comes after it. */
async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<{ readonly text: string; readonly fault: boolean }> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true });
    const replaced = encoding === "utf-8" ? decoded.indexOf("\ufffd") : -1;
    const isFault =
      replaced >= 0 && !Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).includes("\ufffd");
    const text = isFault ? decoded.slice(0, replaced) : decoded;
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = at + PIECE;
      const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
      if (isHalf) end++;
      yield { text: text.slice(at, end), fault: false };
      // Parsers that work in promises would never let anything else have its turn.
      await setImmediate();
    }
    if (isFault) {
      yield { text: "", fault: true };
      return;
    }
  }
  if (decoder.decode() !== "") yield { text: "", fault: true };
}

export type TakeQuad = (quad: ParsedQuad) => void;

/** Loads only the parser of this format: each takes a while. */
async function parserFor(
  format: DocumentFormat,
  options: DocumentOptions,
  take: TakeQuad,
): Promise<DocumentParser> {
  switch (format) {
    case "rdf-xml":
      return new (await import("./xml-document.ts")).XmlDocument(options, take);
    case "json-ld":
      return new (await import("./json-document.ts")).JsonDocument(options, take);
    default:
      return new (await import("./turtle-document.ts")).TurtleDocument(format, options, take);
  }
}
