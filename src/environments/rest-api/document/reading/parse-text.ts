import { CORE_SCHEMA, loadAll, mergeTag, YAMLException } from "js-yaml";
import type { Json } from "../../../../util/json.ts";

/** The parsed value, or the reason why the text cannot be read: `line 3, column 7: …`. */
type ParsedText =
  | { readonly value: Json; readonly problem?: never }
  | { readonly problem: string; readonly value?: never };

/** YAML with JSON's values and merge keys (`<<`). Dates and `yes` stay text, as in YAML 1.2. */
const DOCUMENT_YAML = CORE_SCHEMA.withTags(mergeTag);
const DEEPEST = 400;

/** Maximum number of lines to repair in one text. Each repair parses the text again. */
const MOST_MENDED = 200;
const INDENT = " ".repeat(200);

/** Parses JSON or YAML, whatever the file's name. Accepts a byte-order mark and comments in JSON. Of several YAML documents, reads the first. */
export function parseText(text: string): ParsedText {
  const json = asJson(text);
  if (json !== undefined) return bounded(json);
  let yaml = withoutMark(text);
  for (let mended = 0; ; mended++) {
    try {
      const documents = loadAll(yaml, { schema: DOCUMENT_YAML, json: true, maxDepth: DEEPEST });
      return bounded((documents.find((each) => each !== null) ?? null) as Json);
    } catch (error) {
      const isIndent = error instanceof YAMLException && error.reason === "deficient indentation";
      if (!isIndent || mended >= MOST_MENDED) return { problem: yamlProblem(error) };
      // YAML 1.2 requires indentation within brackets and quotes. Most parsers do not, and neither do many documents.
      const start = yaml.lastIndexOf("\n", (error.mark?.position ?? 0) - 1) + 1;
      yaml = `${yaml.slice(0, start)}${INDENT}${yaml.slice(start).replace(/^\t+/u, "")}`;
    }
  }
}

function asJson(text: string): Json | undefined {
  // Comments become blanks, so that lines and columns in errors stay correct.
  const start = withoutMark(text).replace(/^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*)+/u, blanks);
  const first = start.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  try {
    return JSON.parse(start) as Json;
  } catch {
    return undefined;
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function blanks(text: string): string {
  return text.replace(/\S/gu, " ");
}

function bounded(value: Json): ParsedText {
  const excess = excessOf(value);
  return excess === undefined ? { value } : { problem: excess };
}

function yamlProblem(error: unknown): string {
  if (!(error instanceof YAMLException)) return "It is neither JSON nor YAML";
  const { reason, mark } = error;
  return mark === undefined ? reason : `line ${mark.line + 1}, column ${mark.column + 1}: ${reason}`;
}

/** Maximum number of values. GitHub's document has about 700,000. */
const MOST_VALUES = 5_000_000;
const DEEPEST_VALUE = 400;

/**
 * The reason why a parsed value is too large, if it is: a few YAML anchors can expand to billions of values, or to a circle. Shared values are
 * visited once, but counted at each occurrence.
 */
export function excessOf(value: Json): string | undefined {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  let excess: string | undefined;
  const sizeOf = (each: unknown, depth: number): number => {
    if (typeof each !== "object" || each === null || excess !== undefined) return 1;
    const known = sizes.get(each);
    if (known !== undefined) return known;
    if (open.has(each)) excess = "It contains itself by way of an anchor";
    else if (depth > DEEPEST_VALUE) excess = `It is nested deeper than ${DEEPEST_VALUE} levels`;
    if (excess !== undefined) return 1;
    open.add(each);
    let size = 1;
    for (const key in each) size += sizeOf((each as Record<string, unknown>)[key], depth + 1);
    open.delete(each);
    sizes.set(each, size);
    if (size > MOST_VALUES) excess = `It stands for more than ${MOST_VALUES.toLocaleString("en")} values`;
    return size;
  };
  sizeOf(value, 0);
  return excess;
}
