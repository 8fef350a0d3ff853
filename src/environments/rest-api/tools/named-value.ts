import type { ActContext } from "../../../environment/act-context.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import { documentBytes } from "../response/document-bytes.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { RestApiState } from "../rest-api-state.ts";
import { extractFailure } from "./extract-failure.ts";
import { isNothing } from "./is-nothing.ts";
import { sourcesOf } from "./response-sources.ts";

/**
 * A value by the name of a response or an extraction, in braces, with a path of JSONata behind it where a part is meant: `{e1}`, `{e1[0].id}`,
 * `{r2.total_results}`. It hands on what was received without writing it out.
 */
export interface NamedValue {
  /** As it was written, with its braces. */
  readonly written: string;
  readonly source: string;
  /** `[0].id`; empty for the whole. */
  readonly path: string;
}

const NAMED = /\{([er]\d+)((?:\.|\[)[^{}\n]*)?\}/giu;

/** All that are named in a text. */
export function namedValuesIn(text: string): readonly NamedValue[] {
  return [...text.matchAll(NAMED)].map(([written, source = "", path = ""]) => ({ written, source, path }));
}

/** The text with values in the place of their names; what stands in a value is not read. */
export function withNamedValues(text: string, standingFor: (written: string) => string): string {
  return text.replace(NAMED, (written) => standingFor(written));
}

/** What a text names that is nothing but the name of a value. */
export function asNamedValue(text: string): NamedValue | undefined {
  const [named] = namedValuesIn(text);
  return named?.written === text.trim() ? named : undefined;
}

/** Reads the value; fails with `unknown-response`, also where there is nothing at the path, or as `extract` does. */
export async function readNamedValue(
  { written, source, path }: NamedValue,
  state: RestApiState,
  { extractor }: Pick<RestApiServices, "extractor">,
  { artifacts, principal, limits, signal }: ActContext,
): Promise<{ readonly value: Json; readonly failure?: never } | { readonly failure: ToolFailure }> {
  const sources = sourcesOf(source, state);
  if ("failure" in sources) return sources;
  const documents: Record<string, Uint8Array> = {};
  for (const { name, body } of sources.found) {
    documents[name] = documentBytes(await artifacts.get(body.sha256, principal), body.mediaType);
  }
  const bounds = { milliseconds: limits.milliseconds, signal };
  const read = await extractor.run(documents, { expression: `$${path}` }, bounds);
  if (read.type !== "value") {
    const failure = extractFailure(read);
    return { failure: { ...failure, message: `${written} cannot be read: ${failure.message}` } };
  }
  const { value } = read;
  return isNothing(value) ? { failure: holdsNothing(written) } : { value };
}

export function holdsNothing(written: string): ToolFailure {
  return {
    code: "unknown-response",
    message: `${written} holds nothing. Compare its path with the form of what it is read from.`,
    part: { text: written },
    suggestions: [],
  };
}
