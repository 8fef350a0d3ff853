/** A JSON Schema (2020-12) as plain data. */
export type Schema = Readonly<Record<string, unknown>>;

/** An object whose properties are all required, but those named in `optional`. */
export function object(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", description, properties, ...(required.length > 0 ? { required } : {}) };
}

export const integer = (description: string, more: Schema = {}): Schema => ({
  type: "integer",
  description,
  ...more,
});

export const number = (description: string, more: Schema = {}): Schema => ({
  type: "number",
  description,
  ...more,
});

export const text = (description: string, more: Schema = {}): Schema => ({
  type: "string",
  description,
  ...more,
});

export const flag = (description: string): Schema => ({ type: "boolean", description });

export const date = (description: string): Schema => text(description, { format: "date" });

export const list = (description: string, items: Schema, more: Schema = {}): Schema => ({
  type: "array",
  description,
  items,
  ...more,
});

/** The same schema, or null. */
export function nullable(schema: Schema): Schema {
  if (schema["$ref"] !== undefined) return { oneOf: [schema, { type: "null" }] };
  const values = schema["enum"] as readonly unknown[] | undefined;
  return {
    ...schema,
    type: [schema["type"], "null"],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** One page of twenty, as most lists come. */
export const pageOf = (name: string, description: string): Schema =>
  object(description, {
    page: integer("Number of this page, from 1."),
    results: list("The entries of this page, at most 20.", ref(name)),
    total_pages: integer("How many pages there are."),
    total_results: integer("How many entries there are on all pages."),
  });
