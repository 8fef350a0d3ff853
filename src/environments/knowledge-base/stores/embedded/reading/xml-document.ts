import { RdfXmlParser } from "rdfxml-streaming-parser";
import type { DocumentOptions, DocumentParser, TakeQuad } from "./read-document.ts";
import { type ParsedQuad, TermFactory } from "./term-factory.ts";

/** RDF/XML in the encoding of its declaration. */
export class XmlDocument extends RdfXmlParser implements DocumentParser {
  readonly encoding: string;
  failure: DocumentParser["failure"];
  readonly #take: TakeQuad;
  #open = 0;

  constructor({ base, head }: DocumentOptions, take: TakeQuad) {
    super({ baseIRI: base, dataFactory: new TermFactory() as never, trackPosition: true });
    this.encoding = encodingOf(head);
    this.#take = take;
    this.on("error", ({ message }: Error) => {
      // The first form is of this parser, the second of the XML parser under it.
      const [, line, reason = message] = /^(?:Line )?(\d+)(?: column |:)\d+: (.*)$/su.exec(message) ?? [];
      this.failure ??= { message: reason, ...(line === undefined ? {} : { line: Number(line) }) };
    });
    this.resume();
  }

  feed(text: string): Promise<void> {
    return new Promise((done) => this.write(text, () => done()));
  }

  async finish(): Promise<void> {
    await new Promise<void>((done) => {
      this.on("end", () => done());
      this.on("error", () => done());
      this.end();
    });
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
