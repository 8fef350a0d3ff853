import { z } from "zod";
import { qualifiedTable } from "../check/find-table.ts";
import { type TableLink, tableLinks } from "../check/table-links.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import type { JoinPath } from "../schema/join-paths.ts";
import { defineTool, observe, type ToolOutcome } from "./database-tool.ts";
import { joinsThatHold } from "./joins-that-hold.ts";
import { namedTable } from "./named-column.ts";
import { sharedColumns } from "./shared-columns.ts";

export const findJoinPath = defineTool({
  name: "find_join_path",
  description: "How to join tables over their keys, through link tables where needed, as ready FROM clauses.",
  group: "navigational",
  input: z.strictObject({ tables: z.array(z.string()).min(1) }),
  output: z.object({
    /** `declared`: over foreign keys only. */
    paths: z.array(z.object({ from: z.string(), declared: z.boolean() })),
    /** Where nothing connects them: columns with values in common. */
    shared: z.array(z.string()).optional(),
  }),
  async run({ tables }, call): Promise<ToolOutcome> {
    const wanted: TableSchema[] = [];
    for (const name of tables) {
      const found = namedTable(call.services, name);
      if (found.failure) return { failure: { ...found.failure, part: { argument: "tables", text: name } } };
      if (!wanted.includes(found.table)) wanted.push(found.table);
    }
    if (wanted.length < 2) {
      return {
        failure: {
          code: "invalid-arguments",
          message: "find_join_path needs at least two different tables.",
          part: { argument: "tables" },
          suggestions: neighboursOf(wanted[0], call.services),
        },
      };
    }
    const paths = await joinsThatHold(wanted, call);
    if (paths.length === 0) return unconnected(wanted, await sharedColumns(wanted, call));
    const texts = paths.map((path) => ({
      from: fromText(path, call.services),
      declared: path.steps.every(({ link }) => link.declared),
    }));
    const head =
      texts.length > 1 ? `${texts.length} equally short ways; which one depends on the question:` : undefined;
    return {
      observation: observe(
        [
          head,
          ...texts.map(
            ({ from, declared }) => `FROM ${from}${declared ? "" : "  (by name; no foreign key)"}`,
          ),
        ],
        { paths: texts },
      ),
    };
  },
});

function fromText(path: JoinPath, services: DatabaseServices): string {
  const joins = path.steps.map(
    ({ link, next }) => ` JOIN ${qualifiedTable(services, next)} ON ${condition(link, services)}`,
  );
  return `${qualifiedTable(services, path.start)}${joins.join("")}`;
}

function condition(link: TableLink, services: DatabaseServices): string {
  const { dialect } = services.driver;
  const column = (table: TableSchema, name = "") =>
    `${qualifiedTable(services, table)}.${dialect.identifier(name)}`;
  return link.fromColumns
    .map((name, at) => `${column(link.from, name)} = ${column(link.to, link.toColumns[at])}`)
    .join(" AND ");
}

function unconnected(tables: readonly TableSchema[], shared: readonly string[]): ToolOutcome {
  const names = tables.map((table) => table.name).join(", ");
  const advice =
    shared.length > 0
      ? `Columns with values in common: ${shared.join("; ")}.`
      : "No columns with values in common were found. Texts may be spelled differently on the two sides: find_columns_containing_value_fuzzy with a value of one shows how.";
  return { observation: observe([`No keys connect ${names}. ${advice}`], { paths: [], shared }) };
}

function neighboursOf(table: TableSchema | undefined, services: DatabaseServices) {
  const near = tableLinks(services).flatMap(({ from, to }) =>
    from === table ? [to.name] : to === table ? [from.name] : [],
  );
  return [...new Set(near)].slice(0, 5).map((text) => ({ text, reason: `joins ${table?.name}` }));
}
