import { afterAll } from "vitest";
import { createExtractor } from "../../../../src/environments/rest-api/extract/create-extractor.ts";
import type { ExtractResult, Selection } from "../../../../src/environments/rest-api/extract/extraction.ts";

export const FILMS = {
  page: 1,
  results: [
    { id: 680, title: "Pulp Fiction", vote: 8.5, genres: [{ name: "crime" }] },
    { id: 24, title: "Kill Bill", vote: 7.9, genres: [{ name: "crime" }, { name: "action" }] },
    { id: 273248, title: "The Hateful Eight", vote: 7.7, genres: [] },
  ],
  total_pages: 1,
};

export function asDocument(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** An extractor for one file of tests, and short ways to use it. */
export function extraction() {
  const extractor = createExtractor();
  afterAll(() => extractor.close());
  const run = (what: Selection, document: unknown = FILMS, milliseconds = 20_000): Promise<ExtractResult> =>
    extractor.run({ r1: document instanceof Uint8Array ? document : asDocument(document) }, what, {
      milliseconds,
      signal: new AbortController().signal,
    });
  return {
    extractor,
    run,
    program: (program: string, document?: unknown, milliseconds?: number) =>
      run({ program }, document, milliseconds),
    expression: (expression: string, document?: unknown, milliseconds?: number) =>
      run({ expression }, document, milliseconds),
  };
}
