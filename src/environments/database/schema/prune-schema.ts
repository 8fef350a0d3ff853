import type { Description } from "../../../environment/environment.ts";
import { tableLinks } from "../check/table-links.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableSchema } from "./database-schema.ts";
import { joinedTables, joinPaths } from "./join-paths.ts";
import { rankTables } from "./rank-tables.ts";
import { renderTable, tokensOf } from "./render-schema.ts";

/** Tables that are ranked first get their link tables shown beside them. */
const CLOSED_OVER = 6;

/**
 * The tables that the question seems to need, in full, under a budget: the best ranked, the tables that link them, and further ones while
 * there is room. Says what was left out.
 */
export async function pruneSchema(
  services: DatabaseServices,
  question: string,
  tokens: number,
  signal: AbortSignal,
): Promise<Description> {
  const ranked = await rankTables(services, question, signal);
  const related = ranked.filter(({ score }) => score > 0).map(({ table }) => table);
  const best = related.slice(0, CLOSED_OVER);
  const chosen = new Set<TableSchema>(best);
  const links = tableLinks(services);
  for (const table of best.slice(1)) {
    const [path] = joinPaths([best[0] as TableSchema, table], links);
    // A long chain says that the two have nothing to do with each other.
    if (path && path.steps.length <= 3) for (const between of joinedTables(path)) chosen.add(between);
  }
  for (const table of related) chosen.add(table);
  const shown: string[] = [];
  let size = 0;
  for (const table of chosen) {
    const text = renderTable(table, "full", services);
    const fitting = tokensOf(text) + size <= tokens ? text : renderTable(table, "columns", services);
    if (tokensOf(fitting) + size > tokens) continue;
    shown.push(fitting);
    size += tokensOf(fitting);
  }
  const total = services.schema.tables.length;
  const howToSeeMore = "describe_tables shows any other table.";
  if (shown.length === 0) {
    return {
      text: `No table's name or values stand in the question. ${howToSeeMore}`,
      truncation: { what: "characters", shown: 0, total, howToSeeMore },
    };
  }
  const left = total - shown.length;
  return {
    text: `Tables that the question seems to be about${left > 0 ? ` (${left} others left out; ${howToSeeMore})` : ""}:\n${shown.join("\n")}`,
    ...(left > 0
      ? { truncation: { what: "characters", shown: shown.length, total, howToSeeMore } as const }
      : {}),
  };
}
