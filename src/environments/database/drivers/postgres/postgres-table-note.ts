import type { TableName } from "../../schema/database-schema.ts";
import type { PostgresRelation } from "./postgres-relation.ts";

/** What whoever reads a table must know of it, in one line. */
export function tableNote(relation: PostgresRelation, inheritors: readonly TableName[]): string | undefined {
  const { kind, populated, filtered, allColumns, server, partOf } = relation;
  const notes = [
    kind === "m" &&
      (populated
        ? "materialised: as of its last refresh"
        : "not populated: cannot be read until it is refreshed"),
    filtered && "row security: this role may see only some of the rows",
    !allColumns && "only these columns may be read, so name them in place of *",
    server !== null && `on another server (${server})`,
    partOf !== null && `partition of ${partOf}`,
    inheritors.length > 0 && `shows the rows of ${namesOf(inheritors)}, too`,
  ].filter((note) => note !== false);
  return notes.length === 0 ? undefined : notes.join("; ");
}

const NAMED = 5;

function namesOf(tables: readonly TableName[]): string {
  const names = tables
    .slice(0, NAMED)
    .map(({ schema, name }) => (schema === undefined ? name : `${schema}.${name}`));
  const more = tables.length > NAMED ? ` and ${tables.length - NAMED} more` : "";
  return names.join(", ") + more;
}
