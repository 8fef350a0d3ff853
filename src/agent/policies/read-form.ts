import type { z } from "zod";
import type { Json, JsonObject } from "../../util/json.ts";

/** A reply in its form, or what is wrong with it. Members that the form does not have say nothing that was asked for, and are left out. */
export function readForm(
  schema: z.ZodType,
  value: JsonObject,
): { readonly found: JsonObject; readonly problem?: never } | { readonly problem: string } {
  const read = schema.safeParse(value);
  if (read.success) return { found: read.data as JsonObject };
  const unknown = read.error.issues.filter((issue) => issue.code === "unrecognized_keys");
  if (unknown.length > 0) {
    const left = unknown.reduce<Json>((before, { path, keys }) => without(before, path, keys), value);
    const again = schema.safeParse(left);
    if (again.success) return { found: again.data as JsonObject };
    return { problem: sentenceOf(again.error) };
  }
  return { problem: sentenceOf(read.error) };
}

function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") ?? ""}: ${issue?.message}.`.replace(/^: /u, "");
}

function without(value: Json, [first, ...path]: readonly PropertyKey[], keys: readonly string[]): Json {
  if (typeof value !== "object" || value === null) return value;
  if (first === undefined)
    return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
  if (Array.isArray(value))
    return value.map((each, at) => (at === first ? without(each as Json, path, keys) : (each as Json)));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, each]) => [
      key,
      key === first ? without(each ?? null, path, keys) : (each ?? null),
    ]),
  );
}
