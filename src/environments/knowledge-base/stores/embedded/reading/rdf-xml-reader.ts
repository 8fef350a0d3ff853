import { RdfXmlParser } from "rdfxml-streaming-parser";
import type { TableBuilder } from "../table/table-builder.ts";
import { type DocumentParser, readDocument } from "./document-reader.ts";
import type { LoadFaults } from "./load-faults.ts";
import { type ParsedQuad, TermFactory } from "./term-factory.ts";

/**
 * Reads RDF/XML. Entities of the document type are known; nothing is ever fetched. The encoding is that of the XML declaration.
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
  await readDocument(chunks, parser as unknown as DocumentParser, faults, encodingOf(options.head));
}

class XmlParser extends RdfXmlParser {
  readonly #take: (quad: ParsedQuad) => void;
  #open = 0;
  #failed = false;

  constructor(base: string, take: (quad: ParsedQuad) => void) {
    super({ baseIRI: base, dataFactory: new TermFactory() as never, trackPosition: true });
    this.#take = take;
    this.on("error", () => {
      this.#failed = true;
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
    if (!this.#failed) this.#take(quad as ParsedQuad);
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
