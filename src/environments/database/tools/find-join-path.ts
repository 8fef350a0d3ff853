import { z } from "zod";
import { joined, type Marked, ownText, say, schemaName } from "../../../environment/egress/marks.ts";
import { toolFailure } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type JoinPath, joinPaths } from "../schema/join-paths.ts";
import { linkCondition, type TableLink, tableLinks } from "../schema/table-links.ts";
import { defineTool, observe, type ToolOutcome } from "./database-tool.ts";
import { namedTable } from "./named-column.ts";

export const findJoinPath = defineTool({
  name: "find_join_path",
  description: "Ready FROM clauses that join tables over their keys, through link tables where needed.",
  group: "navigational",
  onDemand: true,
  input: z.strictObject({ tables: z.array(z.string()).min(1) }),
  output: z.object({
    /** `declared`: true for a path that uses only foreign keys. */
    paths: z.array(z.object({ from: z.string(), declared: z.boolean() })),
  }),
  async run({ tables }, call): Promise<ToolOutcome> {
    const wanted: TableSchema[] = [];
    for (const name of tables) {
      const found = namedTable(call.services, name);
      if (found.failure) return { failure: { ...found.failure, part: { argument: "tables", text: name } } };
      if (!wanted.includes(found.table)) wanted.push(found.table);
    }
    if (wanted.length < 2) {
      const message = say`find_join_path needs at least two different tables.`;
      return { failure: toolFailure("invalid-arguments", message, { argument: "tables" }) };
    }
    const paths = waysToJoin(wanted, call.services);
    if (paths.length === 0) return unconnected(wanted);
    const texts = paths.map((path) => ({ from: fromText(path, call.services), declared: isDeclared(path) }));
    const lines = paths.map((path, at) => say`FROM ${texts[at]?.from ?? ""}${byName(path, call.services)}`);
    const head =
      texts.length > 1
        ? say`${paths.length} ways, those over foreign keys first; which one depends on the question:`
        : undefined;
    return { observation: observe([head, ...lines], { paths: texts }) };
  },
});

/** Paths over foreign keys alone if there are any, then the shortest paths, which may use links inferred from names. */
function waysToJoin(wanted: readonly TableSchema[], services: DatabaseServices): readonly JoinPath[] {
  const links = tableLinks(services);
  const declared = joinPaths(
    wanted,
    links.filter((link) => link.declared),
  );
  const known = new Set(declared.map((path) => fromText(path, services)));
  const others = joinPaths(wanted, links).filter((path) => !known.has(fromText(path, services)));
  return [...declared, ...others.sort((a, b) => Number(isDeclared(b)) - Number(isDeclared(a)))];
}

function isDeclared({ steps }: JoinPath): boolean {
  return steps.every(({ link }) => link.declared);
}

/** Lists the links of a path that are inferred from names. */
function byName({ steps }: JoinPath, services: DatabaseServices): Marked {
  const named = steps.filter(({ link }) => !link.declared).map(({ link }) => condition(link, services));
  return named.length === 0 ? say`` : say`  (by name, without a foreign key: ${named})`;
}

function fromText(path: JoinPath, services: DatabaseServices): Marked {
  const joins = path.steps.map(
    ({ link, next }) => say` JOIN ${qualifiedTable(services, next)} ON ${condition(link, services)}`,
  );
  return say`${qualifiedTable(services, path.start)}${joined(joins, "")}`;
}

function condition(link: TableLink, services: DatabaseServices): Marked {
  const { dialect } = services.driver;
  return ownText(
    linkCondition(link, (table, name) => `${qualifiedTable(services, table)}.${dialect.identifier(name)}`),
  );
}

function unconnected(tables: readonly TableSchema[]): ToolOutcome {
  const names = tables.map((table) => schemaName(table.name));
  const advice =
    "find_columns_containing_value_fuzzy with a value of one shows whether another holds it, and how it is spelled there.";
  return { observation: observe([say`No keys connect ${names}. ${advice}`], { paths: [] }) };
}
