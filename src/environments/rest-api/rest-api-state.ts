import { z } from "zod";
import type { JsonObject } from "../../util/json.ts";

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
