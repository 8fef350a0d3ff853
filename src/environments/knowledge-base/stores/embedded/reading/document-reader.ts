import { setImmediate } from "node:timers/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { LineCounter } from "./line-counter.ts";
import type { LoadFaults } from "./load-faults.ts";

/** A parser that is fed text, hands out what it reads in a way of its own, and is of no use after its first error. */
export interface DocumentParser {
  write(text: string, done: (error?: Error | null) => void): unknown;
  end(): unknown;
  resume(): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
}

/**
 * Feeds a document (RDF/XML, JSON-LD) to a parser. At the first fault reading ends: what came before is kept, and the report says that the rest is
 * not loaded.
 *
 * @param encoding a name that `TextDecoder` knows
 * @throws a FuxiError that the parser ended with
 * @returns the error that the parser ended with
 */
export async function readDocument(
  chunks: AsyncIterable<Uint8Array>,
  parser: DocumentParser,
  faults: LoadFaults,
  encoding: string,
): Promise<Error | undefined> {
  const errors: Error[] = [];
  const lines = new LineCounter();
  const ended = Promise.withResolvers<void>();
  parser.on("error", (error) => {
    errors.push(error);
    ended.resolve();
  });
  parser.on("end", ended.resolve);
  parser.on("close", ended.resolve);
  parser.resume();

  for await (const { text, fault } of decoded(chunks, encoding)) {
    lines.count(text);
    const error = await new Promise<Error | null | undefined>((done) => parser.write(text, done));
    if (error) errors.push(error);
    if (errors.length > 0) break;
    if (fault) {
      faults.stop(lines.line, "not valid UTF-8", lines.text);
      return undefined;
    }
  }
  if (errors.length === 0) {
    parser.end();
    await ended.promise;
  }
  const [first] = errors;
  if (first === undefined) return undefined;
  const own = [first, first.cause].find((error) => FuxiError.isInstance(error));
  if (own !== undefined) throw own;
  // rdfxml-streaming-parser, and the XML parser under it.
  const [, line = lines.line, , reason = first.message] =
    /^(?:Line )?(\d+)(?: column |:)(\d+): (.*)$/su.exec(first.message) ?? [];
  faults.stop(Number(line), reason, lines.lineText(Number(line)));
  return first;
}

/** UTF-16 units that are read before the event loop gets its turn. */
const PIECE = 1 << 16;

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<{ readonly text: string; readonly fault: boolean }> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    const wrong = encoding === "utf-8" ? replacedAt(text, chunk) : -1;
    if (wrong >= 0) {
      yield { text: text.slice(0, wrong), fault: true };
      return;
    }
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = at + PIECE;
      // Both halves of a character outside the basic plane stay together.
      if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
      yield { text: text.slice(at, end), fault: false };
      // Parsers that work in promises would never let anything else have its turn.
      await setImmediate();
    }
  }
  const rest = decoder.decode();
  if (rest !== "") yield { text: "", fault: true };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Where the decoder had to put U+FFFD in place of something, or -1. */
function replacedAt(text: string, chunk: Uint8Array): number {
  const at = text.indexOf("\ufffd");
  if (at < 0) return -1;
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).includes("\ufffd") ? -1 : at;
}
