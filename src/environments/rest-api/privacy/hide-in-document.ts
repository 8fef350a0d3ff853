import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { ApiDocument, Operation, Schema } from "../document/api-document.ts";
import { referredName } from "../document/schema-view.ts";
import { FieldMatcher, type FieldRule, type FieldState } from "./field-matcher.ts";

/** What stands between the names in `filter[email]`, `email__contains`, `user.email:desc` and `-email`. */
const BETWEEN = /[^\p{L}\p{N}_$@-]+|__/u;
/** What says how it is compared or ordered by: `-email`, `email_desc`, `emailContains`. */
const AROUND =
  /^[-+_]+|[-_]?(?:asc|desc|eq|ne|neq|not|gt|gte|lt|lte|like|ilike|contains|in|startswith|endswith|from|to|min|max)$/giu;

/** Whether a text has the name of a hidden field as a word: whoever sorts or filters by it is told of its values. */
export function namesHidden(text: string, rules: readonly FieldRule[]): boolean {
  const words = text.split(BETWEEN).flatMap((word) => [word, word.replace(AROUND, ""), ...word.split("-")]);
  return rules.some(({ pattern }) => {
    const last = pattern.parts.at(-1);
    return last !== undefined && !last.any && words.some((word) => word !== "" && last.matches(word));
  });
}

/** What a schema of a masked field says. */
const MASKED_SCHEMA: Schema = { type: "string", description: "Masked: its values are not shown." };

/** Schemas that judge the members of an object, whatever their names are. */
const OTHERS = ["additionalProperties", "unevaluatedProperties"] as const;
const IN_PLACE = [
  ...["items", "contains", "unevaluatedItems", "prefixItems", "if", "then", "else"],
  ...["allOf", "anyOf", "oneOf"],
];
/** They may hold values, or names, of what is hidden. */
const DROPPED = ["default", "const", "enum", "not", "propertyNames", "dependentRequired", "dependentSchemas"];

/** A document without what the rules hide, with the rules that were about something in it. */
export interface HiddenDocument {
  readonly document: ApiDocument;
  readonly used: ReadonlySet<FieldRule>;
}

/**
 * The document as if what is denied had never been in its responses: their schemas, and the parameters of the query by which one could look for it. What
 * is sent in bodies stays as it is, though it shares schemas with what comes back.
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

/** Without those that nothing leads to any more. */
function reachable(
  operations: readonly Operation[],
  schemas: ReadonlyMap<string, Schema>,
): ReadonlyMap<string, Schema> {
  const namesIn = (what: unknown): readonly string[] =>
    [...JSON.stringify(what ?? {}).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/gu)].map(([, name = ""]) => name);
  const names = new Set(namesIn(operations));
  // A set grows while it is gone through: what is added is visited as well.
  for (const name of names) for (const next of namesIn(schemas.get(name))) names.add(next);
  return new Map([...schemas].filter(([name]) => names.has(name)));
}

/** Schemas of a document rewritten as seen from places in a response; `schemas` are those of the document that is made. */
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

  /** The same schema at another place may show other fields, and must not change what is sent. */
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
