import { RdfXmlParser } from "rdfxml-streaming-parser";
import type { TableBuilder } from "../table/table-builder.ts";
import { decodedText } from "./decoded-text.ts";
import { LineCounter } from "./line-counter.ts";
import type { LoadFaults } from "./load-faults.ts";
import { type ParsedQuad, TermFactory } from "./term-factory.ts";

/**
 * Reads RDF/XML. Entities of the document type are known; nothing is ever fetched. The encoding is that of the XML declaration. At the first fault
 * reading ends: what came before is kept, and the report says that the rest is not loaded.
 *
 * @param head the beginning of the file
 */
export async function readRdfXml(
  chunks: AsyncIterable<Uint8Array>,
  builder: TableBuilder,
  faults: LoadFaults,
  options: { readonly base: string; readonly head: Uint8Array },
): Promise<void> {
  const parser = new XmlParser(options.base, ({ subject, predicate, object }) =>
    builder.addTerms(subject, predicate, object),
  );
  const lines = new LineCounter();
  for await (const { text, fault } of decodedText(chunks, encodingOf(options.head))) {
    lines.count(text);
    await parser.feed(text);
    if (parser.failure !== undefined) break;
    if (fault) {
      faults.stop(lines.line, "not valid UTF-8", lines.text);
      return;
    }
  }
  if (parser.failure === undefined) await parser.finish();
  if (parser.failure === undefined) return;
  // The first form is of this parser, the second of the XML parser under it.
  const [, line = lines.line, reason = parser.failure.message] =
    /^(?:Line )?(\d+)(?: column |:)\d+: (.*)$/su.exec(parser.failure.message) ?? [];
  faults.stop(Number(line), reason, lines.lineText(Number(line)));
}

class XmlParser extends RdfXmlParser {
  readonly #take: (quad: ParsedQuad) => void;
  #open = 0;
  /** The first error; nothing is taken after it. */
  failure: Error | undefined;

  constructor(base: string, take: (quad: ParsedQuad) => void) {
    super({ baseIRI: base, dataFactory: new TermFactory() as never, trackPosition: true });
    this.#take = take;
    this.on("error", (error: Error) => {
      this.failure ??= error;
    });
    this.resume();
  }

  async feed(text: string): Promise<void> {
    await new Promise((done) => this.write(text, done));
  }

  async finish(): Promise<void> {
    await new Promise<void>((done) => {
      this.on("end", () => done());
      this.on("error", () => done());
      this.end();
    });
  }

  override newParseError(message: string): Error {
    const bare = /^Invalid IRI according to RDF Turtle: '([^\s:/]*)'$/u.exec(message)?.[1];
    return super.newParseError(
      bare === undefined ? message : `<${bare}> is in no namespace, so it says nothing in RDF/XML`,
    );
  }

  override push(quad: unknown): boolean {
    if (quad === null) return super.push(null);
    // The XML parser goes on behind an error, but what it makes of the rest is guesswork.
    if (this.failure === undefined) this.#take(quad as ParsedQuad);
    return true;
  }

  override _flush(done: (error?: Error | null) => void): void {
    done(this.#open > 0 ? this.newParseError("the document ends before its last element is closed") : null);
  }

  protected override onTag(tag: Parameters<RdfXmlParser["onTag"]>[0]): void {
    this.#open++;
    super.onTag(tag);
  }

  protected override onCloseTag(): void {
    this.#open--;
    super.onCloseTag();
  }
}

function encodingOf(head: Uint8Array): string {
  const beginning = Buffer.from(head.subarray(0, 200)).toString("latin1");
  const named = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/iu.exec(beginning);
  try {
    return new TextDecoder(named?.[1] ?? "utf-8").encoding;
  } catch {
    return "utf-8";
  }
}
