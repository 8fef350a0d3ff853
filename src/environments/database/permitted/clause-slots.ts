import { ownText, say, schemaName } from "../../../environment/egress/marks.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import { REFERENCE_FORMAT } from "../../../environment/references.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseState } from "../database-state.ts";
import { isComplete, isNamedInFrom } from "../draft/assemble.ts";
import { type DraftCore, queryAt } from "../draft/draft.ts";
import { freeName } from "../relations/relation.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { tableTitle } from "../schema/find-table.ts";
import { linkCondition, tableLinks } from "../schema/table-links.ts";
import { clauseTools } from "../tools/clause-tools.ts";

/** Most characters of the names that a slot's description lists. */
const MOST_CHARACTERS = 1000;
const MOST_JOIN_CHARACTERS = 400;

const SAYS: Readonly<Record<string, string>> = {
  from: "Tables with their joins (t JOIN u ON …), without FROM.",
  where: 'One condition or several, without WHERE; "" for none.',
  select: "Columns or expressions, without SELECT.",
  group_by: 'Columns or expressions, without GROUP BY; "" for none.',
  having: 'Conditions on aggregates, without HAVING; "" removes it.',
  order_by: 'Expressions with ASC or DESC, and LIMIT n, without ORDER BY; "" removes both.',
};

/** An empty query means the draft, which is an option of its own where there is one. */
const WHOLE = { minLength: 1 };

/** Slots for tools whose text the model writes: those of clauses whose prerequisites hold, and of the whole query. */
export function clauseSlots(
  environment: string,
  { draft, relations = [] }: DatabaseState,
  near: readonly TableSchema[],
  services: Pick<DatabaseServices, "driver" | "schema">,
): readonly (PermittedSlot | PermittedAction)[] {
  const core = queryAt(draft, -1).cores[0] ?? {};
  const used = near.filter((table) => isNamedInFrom(core, table.name, services.driver.dialect));
  const columns = `Columns: ${columnList(used.length > 0 ? used : near)}`;
  const slot = (tool: string, argument: string, description: string, bounds = {}): PermittedSlot => ({
    type: "slot",
    environment,
    tool,
    arguments: {},
    argument,
    constraint: { type: "string", ...bounds, description: ownText(description) },
    label: say`${schemaName(tool)}(…)`,
  });
  const tables = `Tables: ${columnList(near)}${joinList(near, services)}`;
  const clauses = clauseTools
    .filter(({ tool }) => tool.prerequisites.every((each) => core[each as keyof DraftCore] !== undefined))
    .map(({ tool: { name } }) => {
      const names = name === "from" ? tables : columns;
      return slot(name, `${name}_statement`, `${SAYS[name] ?? ""} ${names}`);
    });
  const whole = `One read-only query. ${tables}`;
  const action = { environment, tool: "check_query", arguments: { query: "" } };
  const check = { type: "action", action, label: say`check_query(the draft)` } as const;
  return [
    ...clauses,
    slot("check_query", "query", whole, WHOLE),
    ...(isComplete(queryAt(draft, -1).cores) ? [check] : []),
    slot("search_by_SQL", "query", whole, WHOLE),
    // Shown only where there are other environments to take values from.
    {
      type: "slot",
      environment,
      tool: "use_values",
      arguments: { name: ownText(freeName("given", { services, draft, relations }) ?? "given") },
      argument: "values",
      constraint: { type: "string", format: REFERENCE_FORMAT },
      label: say`use_values(…)`,
    },
  ];
}

/** `film(id, title), person(id, name)`, as far as there is room. */
function columnList(tables: readonly TableSchema[]): string {
  let list = "";
  for (const [at, table] of tables.entries()) {
    const full = `${tableTitle(table)}(${table.columns.map((column) => column.name).join(", ")})`;
    if (list.length + full.length > MOST_CHARACTERS && at > 0) {
      const rest = tables.slice(at).map((table) => table.name);
      return `${list}; further tables: ${shortened(rest.join(", "), MOST_CHARACTERS / 2)}`;
    }
    list += `${at === 0 ? "" : "; "}${shortened(full, MOST_CHARACTERS)}`;
  }
  return list;
}

/** `; joins: film_genre.film_id = film.film_id, …`: the keys between the nearest of the tables. */
function joinList(
  tables: readonly TableSchema[],
  services: Pick<DatabaseServices, "driver" | "schema">,
): string {
  const place = (table: TableSchema) => tables.indexOf(table);
  const links = tableLinks(services)
    .filter(({ from, to }) => place(from) >= 0 && place(to) >= 0)
    .sort((a, b) => place(a.from) + place(a.to) - place(b.from) - place(b.to))
    .map((link) => linkCondition(link, (table, column) => `${table.name}.${column}`));
  return links.length === 0 ? "" : `; joins: ${shortened(links.join(", "), MOST_JOIN_CHARACTERS)}`;
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(",", most))}, …`;
}
