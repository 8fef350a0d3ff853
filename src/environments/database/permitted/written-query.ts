import { FuxiError } from "../../../errors/fuxi-error.ts";
import { looksLikeQuery, queryText } from "../query-text.ts";
import { readQuery } from "../sql/read-query.ts";
import type { ToolCall } from "../tools/database-tool.ts";
import { refusal } from "../tools/run-query.ts";

const CODE = /```[a-z]*\s*([\s\S]*?)(?:```|$)|`([^`]+)`/giu;
/** In small letters these are mostly words of a sentence. */
const BEGINNING = /\b(?:SELECT|WITH)\b/u;
/** Where a query that stands among sentences may be over. */
const ENDS = [/$/u, /\n\s*\n/u, /\n/u, /[.;:]\s+(?=\p{Lu})/u, /\.\s*$/u];

/** The one query that a thought holds whole, if the engine takes it: nobody has to write it again. Undefined where there is none or several. */
export async function writtenQuery(
  thought: string,
  working: Pick<ToolCall, "services" | "checker" | "context">,
): Promise<string | undefined> {
  const { driver } = working.services;
  const { lexical } = driver.dialect;
  const texts = candidates(thought, (text) => looksLikeQuery(text, lexical));
  const queries = texts.flatMap((text) => {
    const query = queryText(text, lexical);
    return query === undefined || readQuery(query, lexical) === undefined ? [] : [query];
  });
  for (const query of new Set(queries)) {
    if (refusal(query, working) !== undefined) continue;
    if (await compiles(query, working)) return query;
  }
  return undefined;
}

/** What is marked as code, or else what follows the first keyword, the longest first. */
function candidates(thought: string, isQuery: (text: string) => boolean): readonly string[] {
  const marked = [...thought.matchAll(CODE)].map(([, block, line]) => (block ?? line ?? "").trim());
  const queries = new Set(marked.filter(isQuery));
  if (queries.size > 0) return queries.size === 1 ? [...queries] : [];
  const start = BEGINNING.exec(thought)?.index;
  if (start === undefined) return [];
  const rest = thought.slice(start);
  return ENDS.map((end) => end.exec(rest)?.index ?? rest.length)
    .toSorted((a, b) => b - a)
    .filter((end) => !BEGINNING.test(rest.slice(end)))
    .map((end) => rest.slice(0, end));
}

async function compiles(
  query: string,
  { services, context }: Pick<ToolCall, "services" | "context">,
): Promise<boolean> {
  try {
    await services.driver.compile(query, context.signal);
    return true;
  } catch (error) {
    if (FuxiError.isInstance(error) && (error.code === "engine-error" || error.code === "engine-timeout"))
      return false;
    throw error;
  }
}
