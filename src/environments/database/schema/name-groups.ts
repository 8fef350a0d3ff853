import { type Marked, ownText } from "../../../environment/egress/marks.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "./database-schema.ts";
import { qualifiedTable } from "./find-table.ts";
import { type TableGroup, tableGroups } from "./table-groups.ts";

/** Tokens for a schema that does not fit its budget: half of it for all that a prompt shows of it, and at most half of these for names. */
export function largeBudget(schemaTokens: number): { readonly all: number; readonly names: number } {
  return { all: schemaTokens / 2, names: schemaTokens / 4 };
}

/** Names with underscores take more tokens than other text: about one for three characters. */
export const tokensOfNames = (text: string): number => Math.ceil(text.length / 3);

/** Names of tables as text, grouped. */
export interface NameList {
  readonly text: Marked;
  /** Names left out for which a prefix or schema stands. */
  readonly implied: number;
  /** Names left out for which nothing stands. */
  readonly missing: number;
}

/**
 * The names of all tables: whole, by prefix (`college_: course, student`); where these do not fit, groups as patterns (`college_*`), then
 * whole schemas (`sales.*`). Where not even these fit, the list is cut.
 */
export function namesWithin(services: DatabaseServices, tokens: number): NameList {
  const groups = tableGroups(services.schema);
  const whole = groups.map((group) => groupLine(group, services)).join("\n");
  if (tokensOfNames(whole) <= tokens) return { text: ownText(whole), implied: 0, missing: 0 };
  const byPrefix = groups.flatMap((group) => entries(group, services));
  const bySchema = [...Map.groupBy(groups, ({ schema }) => schema)].flatMap(([schema, inside]) => {
    const count = inside.reduce((sum, { tables }) => sum + tables.length, 0);
    return schema === undefined
      ? inside.flatMap((group) => entries(group, services))
      : [{ name: `${visibleText(schema)}.*`, count }];
  });
  const textOf = (list: readonly Entry[]) => list.map(({ name }) => name).join(", ");
  const list = [byPrefix, bySchema].find((each) => tokensOfNames(textOf(each)) <= tokens) ?? bySchema;
  let size = 0;
  const shown = list.filter(({ name }) => {
    size += tokensOfNames(`${name}, `);
    return size <= tokens;
  });
  const named = shown.reduce((sum, { count }) => sum + count, 0);
  const text = ownText(textOf(shown));
  return { text, implied: named - shown.length, missing: services.schema.tables.length - named };
}

/** `college_: course, student`. */
export function groupLine({ schema, prefix, tables }: TableGroup, services: DatabaseServices): string {
  const title = titleOf({ schema, prefix });
  if (title === "") return tables.map((table) => nameOf(table, services)).join(", ");
  const names = tables.map(({ name }) => visibleText(name.slice(prefix.length)));
  return `${title}: ${names.join(", ")}`;
}

interface Entry {
  readonly name: string;
  readonly count: number;
}

function entries(group: TableGroup, services: DatabaseServices): readonly Entry[] {
  return group.prefix === ""
    ? group.tables.map((table) => ({ name: nameOf(table, services), count: 1 }))
    : [{ name: `${titleOf(group)}*`, count: group.tables.length }];
}

const titleOf = ({ schema, prefix }: Pick<TableGroup, "prefix"> & { readonly schema?: string | undefined }) =>
  visibleText(schema === undefined ? prefix : `${schema}.${prefix}`);

const nameOf = (table: TableSchema, services: DatabaseServices) =>
  visibleText(qualifiedTable(services, table));
