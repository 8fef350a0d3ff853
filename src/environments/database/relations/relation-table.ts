import type { ColumnAffinity, DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { type Relation, relationTitle, VALUE_COLUMN } from "./relation.ts";

/** A relation as checks, descriptions and suggestions of names see it. */
export function relationTable(
  relation: Relation,
  dialect: Pick<SqlDialect, "comparesAcrossTypes">,
): TableSchema {
  const dated = relation.type === "date" || relation.type === "datetime";
  // An engine that lets any value stand anywhere has no dates but texts.
  const affinity: ColumnAffinity = dated && dialect.comparesAcrossTypes ? "text" : relation.type;
  return {
    name: relation.name,
    kind: "values",
    columns: [{ name: VALUE_COLUMN, declaredType: affinity, affinity, nullable: true, unique: true }],
    foreignKeys: [],
    comment: relationTitle(relation),
    rowCount: { value: relation.total, exact: true },
  };
}

const made = new WeakMap<DatabaseSchema, { readonly key: string; readonly schema: DatabaseSchema }>();

/** The schema with the relations of a workspace; the same object while they are the same, as much is kept by schema. */
export function schemaWithRelations(
  schema: DatabaseSchema,
  relations: readonly Relation[],
  dialect: Pick<SqlDialect, "comparesAcrossTypes">,
): DatabaseSchema {
  const key = JSON.stringify(relations);
  const kept = made.get(schema);
  if (kept?.key === key) return kept.schema;
  const tables = relations.map((relation) => relationTable(relation, dialect));
  const extended = { tables: [...schema.tables, ...tables] };
  made.set(schema, { key, schema: extended });
  return extended;
}
