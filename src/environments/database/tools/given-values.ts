import type { ReferencedValues } from "../../../environment/referenced-values.ts";
import { splitReference } from "../../../environment/references.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Json } from "../../../util/json.ts";
import type { ToolCall } from "./database-tool.ts";

/** What is bound to a statement at most. */
const MOST_VALUES = 1_000_000;
const MOST_BYTES = 50_000_000;

/** Values that were written out live as long as the workspace is likely to. */
const LIFETIME_SECONDS = 7 * 24 * 3600;

export type GivenValues =
  | { readonly values: ReferencedValues; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly values?: never };

/** What the argument stands for: a reference that was resolved before, or a JSON list that was written out. */
export async function givenValues(written: string, call: ToolCall): Promise<GivenValues> {
  const text = written.trim();
  const { references } = call.context;
  const values = references?.get(written) ?? references?.get(text) ?? (await writtenOut(text, call));
  if (values === undefined) return { failure: unknownReference(text, [...(references?.keys() ?? [])]) };
  if (values.total <= MOST_VALUES && values.values.bytes <= MOST_BYTES) return { values };
  const size = `${values.total.toLocaleString("en")} values of ${Math.ceil(values.values.bytes / 1e6)} MB`;
  return {
    failure: {
      code: "too-large",
      message: `${text} has ${size}; at most ${MOST_VALUES.toLocaleString("en")} of ${MOST_BYTES / 1e6} MB can be used here.`,
      part: { argument: "values", text },
      suggestions: [{ text: "narrow it", reason: "in the environment that holds it" }],
    },
  };
}

async function writtenOut(text: string, { context }: ToolCall): Promise<ReferencedValues | undefined> {
  const list = listOf(text);
  if (list === undefined) return undefined;
  const distinct = [...new Set(list)];
  const lines = distinct.map((value) => `${JSON.stringify(value)}\n`).join("");
  const values = await context.artifacts.put(new TextEncoder().encode(lines), {
    principal: context.principal,
    mediaType: "application/x-ndjson",
    lifetimeSeconds: LIFETIME_SECONDS,
  });
  const numbers =
    distinct.length > 0 && distinct.every((value) => value === null || typeof value === "number");
  return { reference: "a list", kind: numbers ? "numbers" : "texts", total: distinct.length, values };
}

function listOf(text: string): readonly Json[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const parsed = JSON.parse(text) as readonly Json[];
    return parsed.every((value) => value === null || typeof value !== "object") ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function unknownReference(text: string, known: readonly string[]): ToolFailure {
  const what =
    splitReference(text) === undefined ? "is no reference" : "names nothing that another environment holds";
  return {
    code: "unknown-reference",
    message: `"${text.slice(0, 80)}" ${what}. A reference has the form environment:name, such as kb:#3.labels.`,
    part: { argument: "values", text },
    suggestions: known.slice(0, 3).map((each) => ({ text: each, replaces: text })),
  };
}
