import { told } from "../../environment/egress/egress-scope.ts";
import { newestLines, shortLine, WORKSPACE_TEXT_CHARACTERS } from "../../environment/workspace.ts";
import type { Extraction, MadeCall, RestApiState } from "./rest-api-state.ts";

const LONGEST_LINE = 220;
const LONGEST_PREVIEW = 80;
/** Of the whole text, for extractions; calls have what these leave. */
const EXTRACTIONS_SHARE = 0.5;

/** The responses with the calls that they came from, and what was read from them: `r1 = GET /films {"page":2} (200)`. */
export function workspaceText({ calls, extractions }: RestApiState): string {
  const read = newestLines(extractions.map(extractionLine), {
    most: WORKSPACE_TEXT_CHARACTERS * EXTRACTIONS_SHARE,
    what: "extractions",
  });
  const used = read.reduce((sum, line) => sum + line.length + 1, 0);
  const called = newestLines(calls.map(callLine), {
    most: WORKSPACE_TEXT_CHARACTERS - used,
    what: "responses",
  });
  return [...called, ...read].join("\n");
}

function callLine({ name, operation, arguments: given, status, pages, complete, times }: MadeCall): string {
  const written = Object.keys(given).length === 0 ? "" : ` ${JSON.stringify(given)}`;
  const more = [
    times === undefined ? "" : `, ${times} ${times === 1 ? "call" : "calls"}`,
    pages > 1 ? `, ${pages} pages` : "",
    complete ? "" : times === undefined ? ", more pages left" : ", not all",
  ].join("");
  return `${shortLine(`${name} = ${operation}${written}`, LONGEST_LINE)} (${status}${more})`;
}

function extractionLine({ name, from, expression, program, total, preview }: Extraction): string {
  const found = `${total === undefined ? "" : `a list of ${total}, `}${told(shortLine(preview, LONGEST_PREVIEW))}`;
  return `${shortLine(`${name} of ${from} by ${expression ?? program ?? ""}`, LONGEST_LINE)}: ${found}`;
}
