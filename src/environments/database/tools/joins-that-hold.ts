import { qualifiedTable } from "../check/find-table.ts";
import { type TableLink, tableLinks } from "../check/table-links.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { type JoinPath, joinPaths } from "../schema/join-paths.ts";
import type { ToolCall } from "./database-tool.ts";
import { previewRows } from "./preview-rows.ts";

const SAMPLE = 200;
/** Share of a key's values that the other table must have. */
const LEAST_SHARE = 0.5;
const MOST_ROUNDS = 8;

/** The shortest ways to join the tables of which every link that only names suggest is borne out by the data. */
export async function joinsThatHold(
  tables: readonly TableSchema[],
  call: ToolCall,
): Promise<readonly JoinPath[]> {
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
