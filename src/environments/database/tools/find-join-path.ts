import { z } from "zod";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type JoinPath, joinPaths } from "../schema/join-paths.ts";
import { type TableLink, tableLinks } from "../schema/table-links.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { namedTable } from "./named-column.ts";
import { previewRows } from "./preview-rows.ts";
import { sharedColumns } from "./shared-columns.ts";

const SAMPLE = 200;
/** Share of a key's values that the other table must have. */
const LEAST_SHARE = 0.5;
const MOST_ROUNDS = 8;

/** The shortest ways to join the tables of which every link that only names suggest is borne out by the data. */
async function joinsThatHold(tables: readonly TableSchema[], call: ToolCall): Promise<readonly JoinPath[]> {
  const refuted = new Set<TableLink>();
  const held = new Set<TableLink>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const links = tableLinks(call.services).filter((link) => !refuted.has(link));
    const paths = joinPaths(tables, links);
    const guessed = new Set(paths.flatMap(({ steps }) => steps.map(({ link }) => link)));
    const before = refuted.size;
    for (const link of guessed) {
      if (link.declared || held.has(link)) continue;
      if (await isRefuted(link, call)) refuted.add(link);
      else held.add(link);
    }
    if (refuted.size === before) return paths;
  }
  return [];
}

/** True when the data, or the engine for want of an operator, speak against the link. */
async function isRefuted(link: TableLink, call: ToolCall): Promise<boolean> {
  const [from, to] = [link.fromColumns[0], link.toColumns[0]];
  if (from === undefined || to === undefined || link.fromColumns.length > 1) return false;
  const { dialect } = call.services.driver;
  const column = dialect.identifier(from);
  const sample = `SELECT DISTINCT ${column} AS v FROM ${qualifiedTable(call.services, link.from)} WHERE ${column} IS NOT NULL LIMIT ${SAMPLE}`;
  const keys = `SELECT ${dialect.identifier(to)} FROM ${qualifiedTable(call.services, link.to)}`;
  const found = await previewRows(
    `SELECT COUNT(*), SUM(CASE WHEN v IN (${keys}) THEN 1 ELSE 0 END) FROM (${sample}) AS s`,
    1,
    call,
  );
  if (found?.failed) return true;
  const [all, known] = found?.result.rows[0]?.map((value) => Number(value ?? 0)) ?? [];
  return all !== undefined && known !== undefined && all > 0 && known / all < LEAST_SHARE;
}

export const findJoinPath = defineTool({
  name: "find_join_path",
  description: "Ready FROM clauses that join tables over their keys, through link tables where needed.",
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
    const paths = await waysToJoin(wanted, call);
    if (paths.length === 0) return unconnected(wanted, await sharedColumns(wanted, call));
    const texts = paths.map((path) => ({
      from: fromText(path, call.services),
      declared: isDeclared(path),
    }));
    const head = texts.length > 1 ? headOf(paths) : undefined;
    return {
      observation: observe(
        [head, ...paths.map((path) => `FROM ${fromText(path, call.services)}${byName(path, call.services)}`)],
        { paths: texts },
      ),
    };
  },
});

/** Over foreign keys alone where they suffice, and then the shortest, which may need keys that only names tell. */
async function waysToJoin(wanted: readonly TableSchema[], call: ToolCall): Promise<readonly JoinPath[]> {
  const declared = joinPaths(
    wanted,
    tableLinks(call.services).filter((link) => link.declared),
  );
  const known = new Set(declared.map((path) => fromText(path, call.services)));
  const shortest = await joinsThatHold(wanted, call);
  const others = shortest.filter((path) => !known.has(fromText(path, call.services)));
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
      ? `Columns with values in common, which is no key: ${shared.join("; ")}.`
      : "No columns with values in common were found. Texts may be spelled differently on the two sides: find_columns_containing_value_fuzzy with a value of one shows how.";
  return { observation: observe([`No keys connect ${names}. ${advice}`], { paths: [], shared }) };
}

function neighboursOf(table: TableSchema | undefined, services: DatabaseServices) {
  const near = tableLinks(services).flatMap(({ from, to }) =>
    from === table ? [to.name] : to === table ? [from.name] : [],
  );
  return [...new Set(near)].slice(0, 5).map((text) => ({ text, reason: `joins ${table?.name}` }));
}
