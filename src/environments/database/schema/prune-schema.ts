import type { ActContext } from "../../../environment/act-context.ts";
import { joined, type Marked, ownText, say } from "../../../environment/egress/marks.ts";
import type { MarkedDescription } from "../../../environment/environment.ts";
import type { DatabaseServices } from "../database-services.ts";
import { withCodedValues, withFewCells } from "./coded-values.ts";
import type { TableSchema } from "./database-schema.ts";
import { joinedTables, joinPaths } from "./join-paths.ts";
import { groupLine, largeBudget, namesWithin, tokensOfNames } from "./name-groups.ts";
import { rankTables } from "./rank-tables.ts";
import { renderTable, tokensOf } from "./render-schema.ts";
import { tableGroups } from "./table-groups.ts";
import { tableLinks } from "./table-links.ts";

/** Number of top-ranked tables that are shown with the tables they refer to, and with those that link them. */
const CLOSED_OVER = 4;
/** Most tables shown: further ones are hardly ever needed. */
const MOST_TABLES = 12;

/** Tokens of the sentences around names and tables and by which the estimate of short names falls short, and most tokens of names beside the tables. */
const HEADS = 200;
const NAMES_BESIDE = 250;
/** Tokens of a table that is always shown in full where they are left; a larger one may take a third of them. */
const TABLE_TOKENS = 150;

/**
 * The tables that the question seems to need, in full, under a budget: the best ranked, the tables that they refer to or that link them, and
 * further ones while there is room. Says what was left out.
 */
export async function pruneSchema(
  services: DatabaseServices,
  question: string,
  schemaTokens: number,
  context: ActContext,
): Promise<MarkedDescription> {
  const budget = largeBudget(schemaTokens);
  const names = namesWithin(services, budget.names);
  let left = budget.all - HEADS - tokensOfNames(names.text);
  const ranked = await rankTables(services, question, context.signal);
  const related = ranked.filter(({ score }) => score > 0).map(({ table }) => table);
  const tables = closedOver(services, related).slice(0, MOST_TABLES);
  const coded = withFewCells(await withCodedValues({ ...services, schema: { tables } }, context));
  const shown: Marked[] = [];
  for (const table of coded.tables) {
    const room = Math.min(left, Math.max(left / 3, TABLE_TOKENS));
    const fitting = (["full", "short", "columns"] as const)
      .map((detail) => renderTable(table, detail, services))
      .find((text) => tokensOf(text) <= room);
    if (fitting === undefined) continue;
    shown.push(fitting);
    left -= tokensOf(fitting);
  }
  const total = services.schema.tables.length;
  const howToSeeMore = say`describe_tables shows any other table.`;
  if (shown.length === 0) {
    return {
      text: say`No table's name or values stand in the question. ${howToSeeMore}`,
      truncation: { what: "characters", shown: 0, total, howToSeeMore },
    };
  }
  const rest = total - shown.length;
  const beside =
    names.implied + names.missing > 0 ? namesBeside(tables, Math.min(left, NAMES_BESIDE), services) : [];
  return {
    text: say`Tables that the question seems to be about${rest > 0 ? say` (${rest} others left out; ${howToSeeMore})` : ""}:\n${joined([...shown, ...beside], "\n")}`,
    ...(rest > 0
      ? { truncation: { what: "characters", shown: shown.length, total, howToSeeMore } as const }
      : {}),
  };
}

/** The names of the tables that stand with the best ones under a prefix or in a schema, which the list of names only implies. */
function namesBeside(
  tables: readonly TableSchema[],
  tokens: number,
  services: DatabaseServices,
): readonly Marked[] {
  let left = tokens;
  const groups = tableGroups(services.schema);
  const near = new Set(tables.map((table) => groups.find((group) => group.tables.includes(table))));
  const lines = [...near].flatMap((group) => {
    const others = group?.tables.filter((table) => !tables.includes(table)) ?? [];
    if (group === undefined || others.length === 0) return [];
    const line = groupLine({ ...group, tables: others }, services);
    left -= tokensOfNames(line);
    return left >= 0 ? [ownText(line)] : [];
  });
  return lines.length === 0 ? [] : [say`Only the names of tables beside them:`, ...lines];
}

/** The related tables, best first: behind each of the first the tables that it refers to, then those that link the first. */
function closedOver(services: DatabaseServices, related: readonly TableSchema[]): readonly TableSchema[] {
  const links = tableLinks(services);
  const best = related.slice(0, CLOSED_OVER);
  const chosen = new Set<TableSchema>();
  for (const table of best) {
    chosen.add(table);
    for (const { from, to, declared } of links) if (from === table && declared) chosen.add(to);
  }
  for (const table of best.slice(1)) {
    const [path] = joinPaths([best[0] as TableSchema, table], links);
    // Tables at the ends of a long chain are hardly related.
    if (path && path.steps.length <= 3) for (const between of joinedTables(path)) chosen.add(between);
  }
  for (const table of related) chosen.add(table);
  return [...chosen];
}
