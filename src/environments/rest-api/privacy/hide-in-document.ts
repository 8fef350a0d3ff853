import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { ApiDocument, Operation, Schema } from "../document/api-document.ts";
import { referredName } from "../document/schema-view.ts";
import { FieldMatcher, type FieldRule, type FieldState } from "./field-matcher.ts";

/** Separators of names in `filter[email]`, `email__contains`, `user.email:desc` and `-email`. */
const BETWEEN = /[^\p{L}\p{N}_$@-]+|__/u;
/** Prefixes and suffixes for comparison or order: `-email`, `email_desc`, `emailContains`. */
const AROUND =
  /^[-+_]+|[-_]?(?:asc|desc|eq|ne|neq|not|gt|gte|lt|lte|like|ilike|contains|in|startswith|endswith|from|to|min|max)$/giu;

/** Whether a text contains the name of a hidden field as a word: sorting or filtering by the field would disclose its values. */
export function namesHidden(text: string, rules: readonly FieldRule[]): boolean {
  const words = text.split(BETWEEN).flatMap((word) => [word, word.replace(AROUND, ""), ...word.split("-")]);
  return rules.some(({ pattern }) => {
    const last = pattern.parts.at(-1);
    return words.some((word) => word !== "" && last?.(word) === true);
  });
}

/** The schema shown for a masked field. */
const MASKED_SCHEMA: Schema = { type: "string", description: "Masked: its values are not shown." };

/** Keywords whose schemas apply to members of any name. */
const OTHERS = ["additionalProperties", "unevaluatedProperties"] as const;
const IN_PLACE = [
  ...["items", "contains", "unevaluatedItems", "prefixItems", "if", "then", "else"],
  ...["allOf", "anyOf", "oneOf"],
];
/** Keywords that are dropped because they may contain values or names of hidden fields. */
const DROPPED = ["default", "const", "enum", "not", "propertyNames", "dependentRequired", "dependentSchemas"];

/** A document without hidden fields, and the rules that matched a field in it. */
interface HiddenDocument {
  readonly document: ApiDocument;
  readonly used: ReadonlySet<FieldRule>;
}

/**
 * Removes hidden fields from response schemas, and optional query parameters that name such fields and could search by them. Request bodies stay as
 * they are, although they share schemas with responses.
 */
export function hideInDocument(document: ApiDocument, rules: readonly FieldRule[]): HiddenDocument {
  const schemas = new Map(document.schemas);
  const used = new Set<FieldRule>();
  const operations = document.operations.map((operation): Operation => {
    const own = rules.filter((rule) => rule.operation === undefined || rule.operation === operation.id);
    if (own.length === 0) return operation;
    const matcher = new FieldMatcher(own);
    const rewritten = schemaWalk(document, schemas, matcher, used);
    return {
      ...operation,
      parameters: operation.parameters.filter(
        ({ name, in: place, required }) => place !== "query" || required || !namesHidden(name, own),
      ),
      responses: operation.responses.map((response) =>
        response.schema === undefined
          ? response
          : { ...response, schema: rewritten(response.schema, matcher.start) },
      ),
    };
  });
  return { document: { ...document, operations, schemas: reachable(operations, schemas) }, used };
}

/** Drops schemas that are not referenced any more. */
function reachable(
  operations: readonly Operation[],
  schemas: ReadonlyMap<string, Schema>,
): ReadonlyMap<string, Schema> {
  const namesIn = (what: unknown): readonly string[] =>
    [...JSON.stringify(what ?? {}).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/gu)].map(([, name = ""]) => name);
  const names = new Set(namesIn(operations));
  // Iterating a set also visits the names added on the way.
  for (const name of names) for (const next of namesIn(schemas.get(name))) names.add(next);
  return new Map([...schemas].filter(([name]) => names.has(name)));
}

/** Rewrites schemas by their position in a response. `schemas`: those of the new document, to which rewritten ones are added. */
function schemaWalk(
  document: ApiDocument,
  schemas: Map<string, Schema>,
  matcher: FieldMatcher,
  used: Set<FieldRule>,
): (schema: Schema, state: FieldState) => Schema {
  const named = new Map<string, string>();

  function each(value: Json | undefined, state: FieldState): Json | undefined {
    if (Array.isArray(value)) return value.map((item: Json) => each(item, state) ?? {});
    return isObject(value) ? rewritten(value, state) : value;
  }

  function rewritten(schema: Schema, state: FieldState): Schema {
    const made: Record<string, Json | undefined> = { ...schema };
    const name = referredName(schema);
    if (name !== undefined) made["$ref"] = `#/$defs/${nameUnder(name, state)}`;
    // A name that nobody knows fits `*` alone.
    const unknown = matcher.step(state, "\u0000").next;
    for (const key of OTHERS) if (key in made) made[key] = each(schema[key], unknown);
    for (const key of IN_PLACE) if (key in made) made[key] = each(schema[key], state);
    const { properties, patternProperties } = schema;
    if (isObject(patternProperties))
      made.patternProperties = Object.fromEntries(
        Object.entries(patternProperties).map(([pattern, value]) => [pattern, each(value, unknown) ?? {}]),
      );
    if (isObject(properties)) hideProperties(made, properties, state);
    if (isObject(properties) || isObject(patternProperties)) for (const key of DROPPED) delete made[key];
    return made;
  }

  function hideProperties(
    made: Record<string, Json | undefined>,
    properties: Schema,
    state: FieldState,
  ): void {
    const hidden = new Set<Json>();
    made.properties = Object.fromEntries(
      Object.entries(properties).flatMap(([name, value]): [string, Json][] => {
        const { does, by, next } = matcher.step(state, name);
        for (const rule of by) used.add(rule);
        if (does === "deny") hidden.add(name);
        if (does === "deny") return [];
        return [[name, does === "mask" ? MASKED_SCHEMA : (each(value, next) as Json)]];
      }),
    );
    const { required } = made;
    if (Array.isArray(required)) made.required = required.filter((name: Json) => !hidden.has(name));
  }

  /** Names a rewritten schema by its state: at another position it may show other fields, and requests use the original. */
  function nameUnder(name: string, state: FieldState): string {
    const key = `${state.key} ${name}`;
    const known = named.get(key);
    if (known !== undefined) return known;
    const schema = document.schemas.get(name);
    if (schema === undefined) return name;
    let free = `${name}Response`;
    for (let at = 2; schemas.has(free); at++) free = `${name}Response${at}`;
    named.set(key, free);
    schemas.set(free, {});
    schemas.set(free, rewritten(schema, state));
    return free;
  }

  return rewritten;
}
