import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { ApiDocument, Operation, Schema } from "../document/api-document.ts";
import { referredName, subschemasOf } from "../document/schema-view.ts";
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
const ITEMS = ["items", "contains", "unevaluatedItems"] as const;
const IN_PLACE = ["if", "then", "else"] as const;
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
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
    const walk = new SchemaWalk(document, schemas, matcher, used);
    return {
      ...operation,
      parameters: operation.parameters.filter(
        ({ name, in: place, required }) => place !== "query" || required || !namesHidden(name, own),
      ),
      responses: operation.responses.map((response) =>
        response.schema === undefined
          ? response
          : { ...response, schema: walk.rewritten(response.schema, matcher.start) },
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
  const names = new Set<string>();
  const open: Schema[] = operations.flatMap(({ parameters, body, responses }) => [
    ...parameters.map(({ schema }) => schema),
    ...(body?.contents ?? []).map(({ schema }) => schema),
    ...responses.flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
  ]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const name = referredName(next);
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      open.push(schemas.get(name) ?? {});
    }
    open.push(...subschemasOf(next));
  }
  return new Map([...schemas].filter(([name]) => names.has(name)));
}

class SchemaWalk {
  readonly #document: ApiDocument;
  /** Of the document that is made. */
  readonly #schemas: Map<string, Schema>;
  readonly #matcher: FieldMatcher;
  readonly #used: Set<FieldRule>;
  readonly #named = new Map<string, string>();

  constructor(
    document: ApiDocument,
    schemas: Map<string, Schema>,
    matcher: FieldMatcher,
    used: Set<FieldRule>,
  ) {
    this.#document = document;
    this.#schemas = schemas;
    this.#matcher = matcher;
    this.#used = used;
  }

  rewritten(schema: Schema, state: FieldState): Schema {
    const made: Record<string, Json | undefined> = { ...schema };
    const name = referredName(schema);
    if (name !== undefined) made["$ref"] = `#/$defs/${this.#nameUnder(name, state)}`;
    const each = (value: Json | undefined, under: FieldState): Json | undefined =>
      isObject(value) ? this.rewritten(value, under) : value;
    const put = (key: string, value: Json | undefined): void => {
      if (value !== undefined) made[key] = value;
    };
    const { properties, patternProperties } = schema;
    if (isObject(properties)) this.#properties(made, properties, state);
    // A name that nobody knows fits `*` alone.
    const unknown = this.#matcher.step(state, "\u0000").next;
    if (isObject(patternProperties))
      made.patternProperties = Object.fromEntries(
        Object.entries(patternProperties).map(([pattern, value]) => [pattern, each(value, unknown) ?? {}]),
      );
    for (const key of OTHERS) put(key, each(schema[key], unknown));
    for (const key of [...ITEMS, ...IN_PLACE]) put(key, each(schema[key], state));
    for (const key of LISTS) {
      const list = schema[key];
      if (Array.isArray(list)) made[key] = list.map((item: Json) => each(item, state) ?? {});
    }
    if (isObject(properties) || isObject(patternProperties)) for (const key of DROPPED) delete made[key];
    return made;
  }

  #properties(made: Record<string, Json | undefined>, properties: Schema, state: FieldState): void {
    const hidden = new Set<string>();
    made.properties = Object.fromEntries(
      Object.entries(properties).flatMap(([name, value]): [string, Json][] => {
        const { does, by, next } = this.#matcher.step(state, name);
        for (const rule of by) this.#used.add(rule);
        if (does === "deny") {
          hidden.add(name);
          return [];
        }
        if (does === "mask") return [[name, MASKED_SCHEMA]];
        return [[name, isObject(value) ? this.rewritten(value, next) : (value as Json)]];
      }),
    );
    const { required } = made;
    if (Array.isArray(required))
      made.required = required.filter((name: Json) => typeof name !== "string" || !hidden.has(name));
  }

  /** The same schema at another place may show other fields, and must not change what is sent. */
  #nameUnder(name: string, state: FieldState): string {
    const key = `${state.key} ${name}`;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const schema = this.#document.schemas.get(name);
    if (schema === undefined) return name;
    let free = `${name}Response`;
    for (let at = 2; this.#schemas.has(free); at++) free = `${name}Response${at}`;
    this.#named.set(key, free);
    this.#schemas.set(free, {});
    this.#schemas.set(free, this.rewritten(schema, state));
    return free;
  }
}
