import { ownText, say, schemaName, written } from "../../../../environment/egress/marks.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import { pathsTo } from "../../schema/join-paths.ts";
import { linkCondition, type TableLink } from "../../schema/table-links.ts";
import type { ClauseCheck } from "../clause-check.ts";
import type { ScopedReference } from "../clause-expressions.ts";
import { type Ranked, sourceNamed } from "./explanation.ts";

const MOST_TABLES = 4;
/** Least score of a suggested table, and the bonus for a table with the qualifier's name. */
const ENOUGH = 0.9;
const CALLED_SO = 0.05;

/** Suggests FROM clauses that add a table with the missing column, joined along its keys. */
export function joiningSuggestions(check: ClauseCheck, reference: ScopedReference): readonly Ranked[] {
  const { scope, node } = reference;
  const { from } = reference.core;
  if (!from) return [];
  const atHand = scope.sources.flatMap((source) => (source.table ? [source.table] : []));
  const unknown =
    node.qualifier !== undefined && !sourceNamed(scope, node.qualifier) ? node.qualifier : undefined;
  const ranked: Ranked[] = [];
  for (const { table, score } of owningTables(check, reference, unknown).slice(0, MOST_TABLES)) {
    if (atHand.includes(table) && unknown === undefined) continue;
    for (const [i, path] of pathsFor(check, atHand, table, from.text).entries()) {
      const joins = writeJoins(check, reference, path, table, unknown);
      if (joins === undefined) continue;
      const column = check.dialect.identifier(node.name);
      const alsoQualified = node.qualifier !== undefined && unknown === undefined;
      const title = schemaName(table.name);
      const because = say`${title} has ${written(node.name)}${path.length > 1 ? say`, ${path.length} joins away` : ""}`;
      ranked.push({
        text: ownText(`${from.text} ${joins}`),
        replaces: from.text,
        reason: alsoQualified ? say`${because}; then write ${title}.${ownText(column)}` : because,
        score: score * (0.95 - 0.03 * (path.length - 1)) - i / 100,
      });
    }
  }
  return ranked;
}

/** The shortest join paths to a table; to one already joined, those over keys that FROM does not use yet come first. */
function pathsFor(
  check: ClauseCheck,
  atHand: readonly TableSchema[],
  wanted: TableSchema,
  from: string,
): readonly (readonly TableLink[])[] {
  const others = atHand.filter((table) => table !== wanted);
  const paths = pathsTo(check.services, others.length > 0 ? others : atHand, wanted, 6);
  const isUsed = (path: readonly TableLink[]) =>
    path.some((link) => {
      const names = link.from === wanted ? link.toColumns : link.fromColumns;
      return atHand.includes(wanted) && names.some((name) => from.toLowerCase().includes(name.toLowerCase()));
    });
  return paths.toSorted((a, b) => Number(isUsed(a)) - Number(isUsed(b))).slice(0, 3);
}

/** Tables with a column of that name, and with all other columns that the statement takes from the same unknown table; best first. */
function owningTables(
  check: ClauseCheck,
  { node }: ScopedReference,
  unknown: string | undefined,
): readonly { readonly table: TableSchema; readonly score: number }[] {
  const wanted = new Set([node.name]);
  if (unknown !== undefined) {
    for (const other of check.references) {
      if (other.node.qualifier !== undefined && check.dialect.sameIdentifier(other.node.qualifier, unknown)) {
        wanted.add(other.node.name);
      }
    }
  }
  return check.services.schema.tables
    .map((table) => {
      const names = table.columns.map((column) => column.name);
      let least = 1;
      for (const name of wanted) {
        least = Math.min(least, nearestNames(name, names, { limit: 1 })[0]?.score ?? 0);
        if (least + CALLED_SO < ENOUGH) break;
      }
      const isNamed = unknown !== undefined && check.dialect.sameIdentifier(table.name, unknown);
      return { table, score: least + (isNamed ? CALLED_SO : 0) };
    })
    .filter(({ score }) => score >= ENOUGH)
    .sort((a, b) => b.score - a.score);
}

function writeJoins(
  check: ClauseCheck,
  { scope }: ScopedReference,
  path: readonly TableLink[],
  wanted: TableSchema,
  alias: string | undefined,
): string | undefined {
  const names = new Map<TableSchema, string>();
  for (const source of scope.sources) {
    if (source.table && source.name !== undefined && !names.has(source.table))
      names.set(source.table, source.name);
  }
  const joins: string[] = [];
  for (const [i, link] of path.entries()) {
    const here =
      names.has(link.from) && !(i === path.length - 1 && link.from === wanted) ? link.from : link.to;
    const next = here === link.from ? link.to : link.from;
    const hereName = names.get(here);
    if (hereName === undefined) return undefined;
    const written = qualifiedTable(check.services, next);
    const own = check.dialect.identifier(next.name);
    const nextName = next === wanted && i === path.length - 1 && alias !== undefined ? alias : own;
    const shown = nextName === own ? written : `${written} AS ${nextName}`;
    const on = linkCondition(
      link,
      (table, column) => `${table === here ? hereName : nextName}.${check.dialect.identifier(column)}`,
    );
    joins.push(`JOIN ${shown} ON ${on}`);
    names.set(next, nextName);
  }
  return joins.join(" ");
}
