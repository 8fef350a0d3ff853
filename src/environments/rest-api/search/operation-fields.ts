import { nameWords } from "../../../util/name-words.ts";
import type { Operation, Schema } from "../document/api-document.ts";
import { plainText } from "../document/schema-text.ts";
import { itemsOf, propertiesOf, responseSchema, type Schemas } from "../document/schema-view.ts";
import type { PathShape } from "./path-shape.ts";

/** Weights of an operation's words by field: a word in the path says more than one in the description. */
export const FIELD_WEIGHTS = {
  focus: 5,
  path: 3,
  name: 2,
  summary: 4,
  lead: 3,
  description: 1,
  parameters: 0.6,
  properties: 0.4,
} as const;

export type FieldName = keyof typeof FIELD_WEIGHTS;

const MOST_PARAMETERS = 80;
const MOST_WORDS = 400;

/** The folded words of an operation, by field. */
export function operationFields(
  operation: Operation,
  shape: PathShape,
  schemas: Schemas,
): Readonly<Record<FieldName, readonly string[]>> {
  const text = withoutAddresses(operation.description);
  const [lead = ""] = /^.*?(?:[.!?](?=\s|$)|$)/su.exec(text) ?? [];
  return {
    focus: shape.segments.at(-1) ?? [],
    path: [...shape.segments.slice(0, -1).flat(), ...shape.variables.flatMap(({ nouns }) => nouns)],
    name: nameWords(operation.operationId ?? ""),
    summary: nameWords(withoutAddresses(operation.summary)),
    lead: nameWords(lead),
    description: nameWords(text.slice(lead.length)).slice(0, MOST_WORDS),
    parameters: operation.parameters.slice(0, MOST_PARAMETERS).flatMap(({ name }) => nameWords(name)),
    properties: resultNames(responseSchema(operation), schemas).flatMap(nameWords),
  };
}

/** Removes URLs from a description. */
function withoutAddresses(text: string): string {
  return plainText(text).replace(/https?:\/\/\S+/gu, " ");
}

/** Names of the members of a response's items, and of objects in them. */
function resultNames(schema: Schema | undefined, schemas: Schemas): readonly string[] {
  const own = propertiesOf(itemsOf(schema, schemas) ?? schema, schemas);
  const inner = [...own.values()].flatMap((property) => {
    const items = itemsOf(property, schemas);
    return items === undefined ? [] : [...propertiesOf(items, schemas).keys()];
  });
  return [...new Set([...own.keys(), ...inner])];
}
