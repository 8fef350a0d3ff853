import { z } from "zod";
import { told } from "../../environment/egress/egress-scope.ts";
import { newestLines, shortLine, WORKSPACE_TEXT_CHARACTERS } from "../../environment/workspace.ts";
import type { JsonObject } from "../../util/json.ts";

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

const artifact = z.strictObject({ sha256: z.string(), bytes: z.int().min(0), mediaType: z.string() });
const json = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;

const call = z.strictObject({
  /** `r1`, `r2`, … */
  name: z.string(),
  operation: z.string(),
  arguments: json,
  /** Without credentials. */
  url: z.string(),
  status: z.int(),
  /** The whole body; several pages joined to one array where their items are known. */
  body: artifact,
  pages: z.int().min(1),
  /** False where further pages were not fetched, or not all values were called for. */
  complete: z.boolean(),
  /** Calls that it is the response of, where the operation was called for many values; `url` is then the operation's. */
  times: z.int().min(1).exactOptional(),
});

const extraction = z.strictObject({
  /** `e1`, `e2`, … */
  name: z.string(),
  /** Responses or extractions that it was read from. */
  from: z.string(),
  expression: z.string().exactOptional(),
  program: z.string().exactOptional(),
  /** The value as JSON. */
  value: artifact,
  /** Number of values, where it is a list. */
  total: z.int().min(0).exactOptional(),
  /** The value in at most 500 characters, for the evidence. */
  preview: z.string(),
});

export const restApiStateSchema = z.strictObject({
  question: z.string().exactOptional(),
  calls: z.array(call),
  extractions: z.array(extraction),
});

/** What the workspace of a REST API holds: the calls made and what was read from them. Bodies are artifacts. */
export type RestApiState = z.infer<typeof restApiStateSchema>;
export type MadeCall = RestApiState["calls"][number];
export type Extraction = RestApiState["extractions"][number];
