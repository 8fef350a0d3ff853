import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { TableBuilder } from "../table/table-builder.ts";
import { decodedText } from "./decoded-text.ts";
import { type JsonElement, JsonElements } from "./json-elements.ts";
import { JsonLdDocument } from "./json-ld-document.ts";
import type { LoadFaults } from "./load-faults.ts";
import { type ParsedQuad, TermFactory } from "./term-factory.ts";

/** Elements are read so many UTF-16 units at a time, or four times the context, which is read again each time. */
const BATCH = 1 << 15;

/**
 * Reads JSON-LD, the members of the outermost graph or list by themselves, so that a faulty one can be left out; what is not closed at the end of
 * the file ends reading. The slowest of all formats, some 15,000 triples a second.
 *
 * @throws FuxiError `target-not-supported` where a context would have to be fetched
 * @returns the number of named graphs
 */
export async function readJsonLd(
  chunks: AsyncIterable<Uint8Array>,
  builder: TableBuilder,
  faults: LoadFaults,
  options: { readonly base: string },
): Promise<{ readonly graphs: number }> {
  const graphs = new Set<string>();
  const factory = new TermFactory();
  let waiting: JsonElement[] = [];
  let length = 0;
  const elements = new JsonElements((element) => {
    waiting.push(element);
    length += element.text.length;
  });

  const parse = (some: readonly JsonElement[]): Promise<readonly ParsedQuad[]> => {
    const texts = some.map(({ text }) => text).join(",\n");
    const { context } = elements;
    const document = new JsonLdDocument({ base: options.base, factory });
    return document.parse(
      context === undefined ? `[${texts}]` : `{"@context":${context},"@graph":[${texts}]}`,
    );
  };
  const keep = (quads: readonly ParsedQuad[]) => {
    for (const { subject, predicate, object, graph } of quads) {
      if (graph.termType !== "DefaultGraph") graphs.add(graph.value);
      builder.addTerms(subject, predicate, object);
    }
  };
  const flush = async () => {
    const some = waiting;
    waiting = [];
    length = 0;
    try {
      keep(await parse(some));
    } catch (error) {
      if (FuxiError.isInstance(error)) throw error;
      for (const element of some) {
        try {
          keep(await parse([element]));
        } catch (fault) {
          faults.skip(element.line, reasonOf(fault), element.text);
        }
      }
    }
  };

  for await (const { text, fault } of decodedText(chunks, "utf-8")) {
    elements.push(text);
    if (length > Math.max(BATCH, 4 * (elements.context?.length ?? 0))) await flush();
    if (fault) {
      await flush();
      const rest = elements.end();
      faults.stop(rest?.line ?? 1, "not valid UTF-8", rest?.text ?? "");
      return { graphs: graphs.size };
    }
  }
  const rest = elements.end();
  await flush();
  if (rest !== undefined)
    faults.stop(rest.line, "the document ends before it is closed, or goes on behind its end", rest.text);
  return { graphs: graphs.size };
}

/** The parser's places count from the beginning of what it was given. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/ at position \d+ in state \w+$/u, "");
}
