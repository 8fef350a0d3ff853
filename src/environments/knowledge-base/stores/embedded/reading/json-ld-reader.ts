import { JsonLdParser } from "jsonld-streaming-parser";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { TableBuilder } from "../table/table-builder.ts";
import { type DocumentParser, readDocument } from "./document-reader.ts";
import type { LoadFaults } from "./load-faults.ts";
import { type ParsedQuad, TermFactory } from "./term-factory.ts";

/**
 * Reads JSON-LD. Where the context stands first, values are read as they come; otherwise all of the document is kept in memory until its end.
 *
 * @param streaming see `contextFirst`
 * @throws FuxiError `target-not-supported` where a context would have to be fetched
 * @returns the number of named graphs; `outOfOrder` says that it has to be read again, not streaming, into an empty builder
 */
export async function readJsonLd(
  chunks: AsyncIterable<Uint8Array>,
  builder: TableBuilder,
  faults: LoadFaults,
  options: { readonly base: string; readonly streaming: boolean },
): Promise<{ readonly graphs: number; readonly outOfOrder: boolean }> {
  const graphs = new Set<string>();
  const parser = new JsonParser(options.base, options.streaming, (quad) => {
    if (quad.graph.termType !== "DefaultGraph") graphs.add(quad.graph.value);
    builder.addTerms(quad.subject, quad.predicate, quad.object);
  });
  const error = await readDocument(chunks, parser as unknown as DocumentParser, faults, "utf-8");
  const outOfOrder = (error as { code?: unknown } | undefined)?.code === "invalid streaming key order";
  return { graphs: graphs.size, outOfOrder };
}

/** Whether the document begins with its context, so that it can be read as it comes. */
export function contextFirst(head: Uint8Array): boolean {
  return /^\ufeff?\s*\{\s*"@context"/u.test(Buffer.from(head).toString());
}

class JsonParser extends JsonLdParser {
  readonly #take: (quad: ParsedQuad) => void;

  constructor(base: string, streaming: boolean, take: (quad: ParsedQuad) => void) {
    super({
      baseIRI: base,
      dataFactory: new TermFactory() as never,
      streamingProfile: streaming,
      streamingProfileAllowOutOfOrderPlainType: true,
      documentLoader: { load: refuse },
    });
    this.#take = take;
  }

  override push(quad: unknown): boolean {
    if (quad === null) return super.push(null);
    this.#take(quad as ParsedQuad);
    return true;
  }
}

async function refuse(address: string): Promise<never> {
  throw new FuxiError(
    "target-not-supported",
    `The file takes its names from another document, ${address}, and nothing is ever fetched.`,
    {
      hint: `Write the context itself in place of its address ("@context": { … }), or turn the file into N-Triples or Turtle.`,
    },
  );
}
