import { JsonLdParser } from "jsonld-streaming-parser";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { ParsedQuad, TermFactory } from "./term-factory.ts";

/** One JSON-LD document that is in memory. */
export class JsonLdDocument extends JsonLdParser {
  readonly #quads: ParsedQuad[] = [];
  readonly #refused: { address?: string };

  constructor(options: { readonly base: string; readonly factory: TermFactory }) {
    const refused: { address?: string } = {};
    super({
      baseIRI: options.base,
      dataFactory: options.factory as never,
      documentLoader: {
        load: async (address) => {
          refused.address = address;
          throw notFetched(address);
        },
      },
    });
    this.#refused = refused;
  }

  /** @throws FuxiError `target-not-supported` where a context would have to be fetched; the parser's own error for any other fault */
  async parse(text: string): Promise<readonly ParsedQuad[]> {
    const error = await new Promise<Error | undefined>((done) => {
      this.on("error", done);
      this.on("end", () => done(undefined));
      this.resume();
      this.end(text);
    });
    if (this.#refused.address !== undefined) throw notFetched(this.#refused.address);
    if (error !== undefined) throw error;
    return this.#quads;
  }

  override push(quad: unknown): boolean {
    if (quad === null) return super.push(null);
    this.#quads.push(quad as ParsedQuad);
    return true;
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
