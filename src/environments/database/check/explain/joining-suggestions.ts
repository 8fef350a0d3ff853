import { nearestNames } from "../../../../util/nearest-names.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import { pathsTo } from "../../schema/join-paths.ts";
import type { TableLink } from "../../schema/table-links.ts";
import type { ClauseCheck } from "../clause-check.ts";
import type { ScopedReference } from "../clause-expressions.ts";
import { type Ranked, sourceNamed } from "./explanation.ts";

const MOST_TABLES = 4;
/** Score from which a table is suggested, and what being called like the qualifier adds to it. */
const ENOUGH = 0.9;
const CALLED_SO = 0.05;

/** FROM clauses that also hold a table which has the column, joined along its keys. */
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
      const because = `${table.name} has ${node.name}${path.length > 1 ? `, ${path.length} joins away` : ""}`;
      ranked.push({
        text: `${from.text} ${joins}`,
        replaces: from.text,
        reason: alsoQualified ? `${because}; then write ${table.name}.${column}` : because,
        score: score * (0.95 - 0.03 * (path.length - 1)) - i / 100,
      });
    }
  }
  return ranked;
}

/** Ways to a table, those first whose keys the query names elsewhere; to a table that is at hand already, by the keys not used for it. */
function pathsFor(
  check: ClauseCheck,
  atHand: readonly TableSchema[],
  wanted: TableSchema,
  from: string,
): readonly (readonly TableLink[])[] {
  const others = atHand.filter((table) => table !== wanted);
  const paths = pathsTo(check.services, others.length > 0 ? others : atHand, wanted, 6);
  const outside = check.clause.sql.replace(from, " ").toLowerCase();
  const rank = (path: readonly TableLink[]) =>
    path.reduce((sum, link) => {
      const here = link.from === wanted ? link.toColumns : link.fromColumns;
      const names = here.map((name) => name.toLowerCase()).filter((name) => name.length > 2);
      const isUsed = atHand.includes(wanted) && names.some((name) => from.toLowerCase().includes(name));
      const isNamed = names.some((name) => outside.includes(name));
      const place = Math.max(0, atHand.indexOf(link.from === wanted ? link.to : link.from));
      return sum + (isUsed ? 10 : 0) - (isNamed ? 1 : 0) + place * 0.1;
    }, 0);
  return [...paths].sort((a, b) => a.length - b.length || rank(a) - rank(b)).slice(0, 3);
}

/** Tables with a column of that name, and with all other columns that the statement takes from the same unknown table. */
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
    const isLast = next === wanted && i === path.length - 1;
    const written = qualifiedTable(check.services, next);
    const nextName = isLast && alias !== undefined ? alias : check.dialect.identifier(next.name);
    const shown = nextName === check.dialect.identifier(next.name) ? written : `${written} AS ${nextName}`;
    const [hereColumns, nextColumns] =
      here === link.from ? [link.fromColumns, link.toColumns] : [link.toColumns, link.fromColumns];
    const on = hereColumns.map(
      (column, k) =>
        `${hereName}.${check.dialect.identifier(column)} = ${nextName}.${check.dialect.identifier(nextColumns[k] ?? "")}`,
    );
    joins.push(`JOIN ${shown} ON ${on.join(" AND ")}`);
    names.set(next, nextName);
  }
  return joins.join(" ");
}
