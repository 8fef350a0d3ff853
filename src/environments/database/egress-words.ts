import type { EgressWords } from "../../environment/egress/egress-level.ts";
import { readState } from "../../environment/read-state.ts";
import type { Json } from "../../util/json.ts";
import type { DatabaseServices } from "./database-services.ts";
import { stateSchema } from "./database-state.ts";
import type { DatabaseSchema } from "./schema/database-schema.ts";
import { tableTitle } from "./schema/find-table.ts";

/** Words that egress rules let pass: names of tables and columns, and the texts of the question and the draft. */
export function egressWords(environment: string, services: Pick<DatabaseServices, "schema">): EgressWords {
  const kept = new WeakMap<DatabaseSchema, ReadonlySet<string>>();
  return {
    names() {
      const { schema } = services;
      const known = kept.get(schema) ?? new Set(namesIn(schema).map((name) => name.toLowerCase()));
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

function namesIn(schema: DatabaseSchema): readonly string[] {
  return schema.tables.flatMap((table) => [
    table.name,
    tableTitle(table),
    ...table.columns.flatMap(({ name }) => [name, `${table.name}.${name}`]),
  ]);
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return value === null || typeof value !== "object"
    ? []
    : Object.values(value).flatMap((each) => textsIn(each as Json));
}
