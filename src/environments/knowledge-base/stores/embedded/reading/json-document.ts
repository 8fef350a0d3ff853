import { JsonLdParser } from "jsonld-streaming-parser";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { DocumentOptions, DocumentParser, TakeQuad } from "./read-document.ts";
import { type ParsedQuad, TermFactory } from "./term-factory.ts";

/** JSON-LD with the contexts that stand in the file. */
export class JsonDocument extends JsonLdParser implements DocumentParser {
  readonly encoding = "utf-8";
  failure: DocumentParser["failure"];
  readonly #take: TakeQuad;
  readonly #refused: { address?: string };

  constructor({ base }: DocumentOptions, take: TakeQuad) {
    const refused: { address?: string } = {};
    super({
      baseIRI: base,
      dataFactory: new TermFactory() as never,
      documentLoader: {
        load: async (address) => {
          refused.address = address;
          throw notFetched(address);
        },
      },
    });
    this.#refused = refused;
    this.#take = take;
    this.on("error", ({ message }: Error) => {
      // The parser's positions count from the beginning of what it was given last.
      this.failure ??= { message: message.replace(/ at position \d+ in state \w+$/u, "") };
    });
    this.resume();
  }

  async feed(text: string): Promise<void> {
    await new Promise<void>((done) => this.write(text, () => done()));
    this.#throwRefused();
  }

  async finish(): Promise<void> {
    const { stack } = (this as unknown as { readonly jsonParser: { readonly stack: readonly unknown[] } })
      .jsonParser;
    if (stack.length > 0) this.failure = { message: "the document ends before it is closed" };
    else {
      await new Promise<void>((done) => {
        this.on("end", () => done());
        this.on("error", () => done());
        this.end();
      });
    }
    this.#throwRefused();
  }

  override push(quad: unknown): boolean {
    if (quad === null) return super.push(null);
    if (this.failure === undefined) this.#take(quad as ParsedQuad);
    return true;
  }

  #throwRefused(): void {
    if (this.#refused.address !== undefined) throw notFetched(this.#refused.address);
  }
}

function notFetched(address: string): FuxiError {
  return new FuxiError(
    "target-not-supported",
    `The file takes its names from another document, ${address}, and nothing is ever fetched.`,
    {
      hint: `Write the context itself in place of its address ("@context": { … }), or turn the file into N-Triples or Turtle.`,
    },
  );
}
