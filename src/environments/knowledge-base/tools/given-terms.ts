import { keepTerms } from "../access/imported-terms.ts";
import type { Program } from "../program/program.ts";
import type { Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

/** So many terms stand in the workspace itself; more are kept in the artifact store. */
const MOST_INLINE = 40;
const MOST_INLINE_CHARACTERS = 4000;

/** Terms as a set: in the program where they are few, else as an artifact that it refers to. */
export async function programOfTerms(
  given: readonly Term[],
  { context }: Pick<ToolCall, "context">,
): Promise<Program> {
  const terms = [...new Map(given.map((term) => [termText(term), term])).values()];
  if (terms.length <= MOST_INLINE && JSON.stringify(terms).length <= MOST_INLINE_CHARACTERS) {
    return { op: "terms", terms };
  }
  return { op: "imported", terms: await keepTerms(terms, context), size: terms.length };
}
