import { z } from "zod";
import { type Marked, ownText, redacted } from "../../environment/egress/marks.ts";
import { newestLines, shortLine, WORKSPACE_TEXT_CHARACTERS } from "../../environment/workspace.ts";
import type { JsonObject } from "../../util/json.ts";

const LONGEST_LINE = 220;
const LONGEST_PREVIEW = 80;
/** Share of the text for extractions. Calls get the remaining characters. */
const EXTRACTIONS_SHARE = 0.5;

/** Lists the responses with their calls, and the extractions: `r1 = GET /films {"page":2} (200)`. */
export function workspaceText({ calls, extractions }: RestApiState): Marked {
  const read = newestLines(extractions.map(extractionLine), {
    most: WORKSPACE_TEXT_CHARACTERS * EXTRACTIONS_SHARE,
    what: "extractions",
  });
  const used = read.reduce((sum, line) => sum + line.length + 1, 0);
  const called = newestLines(calls.map(callLine), {
    most: WORKSPACE_TEXT_CHARACTERS - used,
    what: "responses",
  });
  // Calls and expressions were written by the model, and the values are marked.
  return ownText([...called, ...read].join("\n"));
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
  const found = `${total === undefined ? "" : `a list of ${total}, `}${redacted(shortLine(preview, LONGEST_PREVIEW))}`;
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
  /** The whole body. Several pages are joined into one array. */
  body: artifact,
  pages: z.int().min(1),
  /** False if pages or values of the call are missing. */
  complete: z.boolean(),
  /** Number of calls, if the operation was called for many values. `url` is then the operation's. */
  times: z.int().min(1).exactOptional(),
});

const extraction = z.strictObject({
  /** `e1`, `e2`, … */
  name: z.string(),
  /** Names of the responses or extractions it was read from. */
  from: z.string(),
  expression: z.string().exactOptional(),
  program: z.string().exactOptional(),
  /** The value as JSON. */
  value: artifact,
  /** Number of values of a list. */
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
