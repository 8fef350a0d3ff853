import type { ScopeSource } from "../../sql/scope.ts";

const SHOWN = 30;

/** `u (users) has id, name, …` */
export function columnsShown({
  name,
  table,
  columns,
}: Pick<ScopeSource, "name" | "table" | "columns">): string {
  const names = columns.map((column) => column.name);
  const shown = names.length > SHOWN ? `${names.slice(0, SHOWN).join(", ")}, …` : names.join(", ");
  const alias = table && name !== table.name ? ` (${table.name})` : "";
  return `${name ?? "the subquery"}${alias} has ${shown}`;
}
