import type { EgressWords } from "../../environment/egress/egress-level.ts";
import { wordsOf } from "../../environment/egress/words-of.ts";
import { readState } from "../../environment/read-state.ts";
import type { Json } from "../../util/json.ts";
import type { DatabaseServices } from "./database-services.ts";
import { stateSchema } from "./database-state.ts";
import type { DatabaseSchema } from "./schema/database-schema.ts";

/** The words of tables, columns and types, with what their descriptions call them; the question and the draft. */
export function egressWords(
  environment: string,
  services: Pick<DatabaseServices, "schema" | "driver">,
): EgressWords {
  const kept = new WeakMap<DatabaseSchema, ReadonlySet<string>>();
  return {
    names() {
      const { schema, driver } = services;
      const known =
        kept.get(schema) ?? wordsOf([...namesIn(schema), driver.dialect.name, ...namedTarget(driver)]);
      kept.set(schema, known);
      return known;
    },
    written(workspace) {
      const { question = "", draft, relations = [] } = readState(stateSchema, workspace, environment);
      return [
        question,
        ...textsIn(draft as unknown as Json),
        ...relations.flatMap((each) => [each.name, each.reference]),
      ];
    },
  };
}

const namedTarget = ({ target }: DatabaseServices["driver"]): readonly string[] => [
  target.engine,
  target.name,
];

function namesIn(schema: DatabaseSchema): readonly string[] {
  return schema.tables.flatMap((table) => [
    table.schema ?? "",
    table.name,
    ...table.columns.flatMap(({ name, declaredType, description }) => [
      name,
      withoutQuoted(declaredType),
      description?.name ?? "",
      description?.text ?? "",
    ]),
  ]);
}

/** The values of an enumeration stand in its type, and are values all the same. */
function withoutQuoted(type: string): string {
  return type.replace(/'(?:[^']|'')*'/gu, " ");
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return value === null || typeof value !== "object"
    ? []
    : Object.values(value).flatMap((each) => textsIn(each as Json));
}
