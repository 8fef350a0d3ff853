import { nameWords } from "../../../util/name-words.ts";
import type { Operation, Schema } from "../document/api-document.ts";
import { plainText } from "../document/schema-text.ts";
import {
  descriptionOf,
  itemsOf,
  propertiesOf,
  resolved,
  responseSchema,
  type Schemas,
} from "../document/schema-view.ts";
import type { OperationKind, PathShape } from "./path-shape.ts";

/** Where words of an operation stand, and what they count: a word of the path says more than one of a parameter's description. */
export const FIELD_WEIGHTS = {
  focus: 5,
  deed: 1,
  path: 3,
  name: 2,
  summary: 4,
  lead: 3,
  description: 1,
  tags: 1,
  parameters: 0.6,
  body: 0.8,
  result: 1,
  properties: 0.4,
  parameterText: 0.15,
} as const;

export type FieldName = keyof typeof FIELD_WEIGHTS;

/** What people say of operations of a kind, however short the document is about them. */
const DEEDS: Readonly<Record<OperationKind, readonly string[]>> = {
  list: ["list"],
  search: ["search"],
  item: ["get", "details"],
  create: ["create"],
  update: ["update"],
  delete: ["delete"],
  action: [],
};

const MOST_PARAMETERS = 80;
const MOST_WORDS = 400;

/** The folded words of an operation by where they stand. */
export function operationFields(
  operation: Operation,
  shape: PathShape,
  kind: OperationKind,
  schemas: Schemas,
): Readonly<Record<FieldName, readonly string[]>> {
  const text = withoutAddresses(operation.description);
  const [lead = ""] = /^.*?(?:[.!?](?=\s|$)|$)/su.exec(text) ?? [];
  const shown = operation.parameters.slice(0, MOST_PARAMETERS);
  const bodies = (operation.body?.contents ?? []).slice(0, 1);
  const result = resultNames(responseSchema(operation), schemas);
  return {
    deed: DEEDS[kind],
    focus: shape.segments.at(-1) ?? [],
    path: [...shape.segments.slice(0, -1).flat(), ...shape.variables.flatMap(({ nouns }) => nouns)],
    name: nameWords(operation.operationId ?? ""),
    summary: nameWords(withoutAddresses(operation.summary)),
    lead: nameWords(lead),
    description: nameWords(text.slice(lead.length)).slice(0, MOST_WORDS),
    tags: operation.tags.flatMap(nameWords),
    parameters: shown.flatMap(({ name }) => nameWords(name)),
    body: bodies.flatMap(({ schema }) => [...propertiesOf(schema, schemas).keys()].flatMap(nameWords)),
    result: result.kinds.flatMap(nameWords),
    properties: result.properties.flatMap(nameWords),
    parameterText: shown
      .flatMap(({ description, schema }) =>
        nameWords(withoutAddresses(description === "" ? descriptionOf(schema, schemas) : description)),
      )
      .slice(0, MOST_WORDS),
  };
}

/** Addresses are no words of a description. */
function withoutAddresses(text: string): string {
  return plainText(text).replace(/https?:\/\/\S+/gu, " ");
}

/** Names of what a response holds: of things and of their members. */
function resultNames(
  schema: Schema | undefined,
  schemas: Schemas,
): { readonly kinds: readonly string[]; readonly properties: readonly string[] } {
  const kinds = new Set<string>();
  const properties = new Set<string>();
  const add = (each: Parameters<typeof resolved>[0]): readonly Parameters<typeof resolved>[0][] => {
    const name = resolved(each, schemas)?.name;
    if (name !== undefined) kinds.add(name);
    const own = propertiesOf(each, schemas);
    for (const property of own.keys()) properties.add(property);
    return [...own.values()];
  };
  const items = itemsOf(schema, schemas);
  for (const property of add(items ?? schema)) {
    const inner = itemsOf(property, schemas);
    if (inner !== undefined) add(inner);
  }
  return { kinds: [...kinds], properties: [...properties] };
}
