import { z } from "zod";
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
  input: z.strictObject({ tables: z.array(z.string()).min(1) }),
  output: z.object({
    /** `declared`: over foreign keys only. */
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
      const message = "find_join_path needs at least two different tables.";
      const near = neighboursOf(wanted[0], call.services);
      return { failure: toolFailure("invalid-arguments", message, { argument: "tables" }, near) };
    }
    const paths = waysToJoin(wanted, call.services);
    if (paths.length === 0) return unconnected(wanted);
    const texts = paths.map((path) => ({ from: fromText(path, call.services), declared: isDeclared(path) }));
    const lines = paths.map((path, at) => `FROM ${texts[at]?.from}${byName(path, call.services)}`);
    const head = texts.length > 1 ? headOf(paths) : undefined;
    return { observation: observe([head, ...lines], { paths: texts }) };
  },
});

/** Over foreign keys alone where they suffice, and then the shortest, which may need keys that only names tell. */
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

/** Which of the keys only names tell. */
function byName({ steps }: JoinPath, services: DatabaseServices): string {
  const named = steps.filter(({ link }) => !link.declared);
  if (named.length === 0) return "";
  if (named.length === steps.length) return "  (by name; no foreign key)";
  return `  (by name: ${named.map(({ link }) => condition(link, services)).join(", ")}; the others are foreign keys)`;
}

function headOf(paths: readonly JoinPath[]): string {
  const isMixed = paths.some(isDeclared) && !paths.every(isDeclared);
  return isMixed
    ? `${paths.length} ways, those over foreign keys first; which one depends on the question:`
    : `${paths.length} equally short ways; which one depends on the question:`;
}

function fromText(path: JoinPath, services: DatabaseServices): string {
  const joins = path.steps.map(
    ({ link, next }) => ` JOIN ${qualifiedTable(services, next)} ON ${condition(link, services)}`,
  );
  return `${qualifiedTable(services, path.start)}${joins.join("")}`;
}

function condition(link: TableLink, services: DatabaseServices): string {
  const { dialect } = services.driver;
  return linkCondition(
    link,
    (table, name) => `${qualifiedTable(services, table)}.${dialect.identifier(name)}`,
  );
}

function unconnected(tables: readonly TableSchema[]): ToolOutcome {
  const names = tables.map((table) => table.name).join(", ");
  const advice =
    "find_columns_containing_value_fuzzy with a value of one shows whether another holds it, and how it is spelled there.";
  return { observation: observe([`No keys connect ${names}. ${advice}`], { paths: [] }) };
}

function neighboursOf(table: TableSchema | undefined, services: DatabaseServices) {
  const near = tableLinks(services).flatMap(({ from, to }) =>
    from === table ? [to.name] : to === table ? [from.name] : [],
  );
  return [...new Set(near)].slice(0, 5).map((text) => ({ text, reason: `joins ${table?.name}` }));
}
