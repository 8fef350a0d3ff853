import type { ValueMatch } from "../index/value-index.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import type { ScopeSource } from "../sql/scope.ts";
import type { Comparison } from "./comparisons.ts";
import { findColumn, findTable, qualifiedTable } from "./find-table.ts";
import type { InspectionRun } from "./inspection-run.ts";
import type { WrittenLiteral } from "./literal-text.ts";
import { rowCount } from "./row-count.ts";
import type { ScoredSuggestion } from "./scored-suggestion.ts";
import { linksBetween, singleKey, targets } from "./table-links.ts";

const LOOKED_AT = 12;

/** Columns in which the literal really stands: of the tables at hand, behind the foreign key it is compared with, or elsewhere. */
export async function otherColumnAdvice(
  run: InspectionRun,
  comparison: Comparison,
  literal: WrittenLiteral,
  text: string,
): Promise<readonly ScoredSuggestion[]> {
  if (text.trim().length < 2 || literal.kind === "number") return [];
  const { matches } = await run.services.index.findExact(text, {
    limit: LOOKED_AT,
    signal: run.context.signal,
  });
  const found: ScoredSuggestion[] = [];
  for (const match of matches) {
    const table = findTable(run.services, match.column.table, match.column.schema);
    const column = table && findColumn(run.services, table, match.column.column);
    const own = comparison.bases.some((base) => base.table === table && base.column === column);
    if (!table || !column || own) continue;
    found.push(...(await adviceFor(run, comparison, literal, match, table)));
  }
  return found;
}

async function adviceFor(
  run: InspectionRun,
  comparison: Comparison,
  literal: WrittenLiteral,
  match: ValueMatch,
  table: TableSchema,
): Promise<readonly ScoredSuggestion[]> {
  const { dialect } = run.services.driver;
  const place = `${table.schema === undefined ? "" : `${table.schema}.`}${table.name}.${match.column.column}`;
  const rows = `${rowCount(match.count)} of ${place}`;
  const penalty = match.tier === "exact" ? 0 : 0.02;
  const same = match.value === literal.value || comparison.kind.includes("pattern");
  const column = dialect.identifier(match.column.column);
  const value = dialect.stringLiteral(match.value);
  const [atHand] = comparison.scope.sources.filter((source) => source.table === table);
  const key = await keyOf(run, comparison, literal, match, table);
  // A key to rows of its own table (`manager_id`) is compared with the key of the row that is named.
  if (atHand && !(key && atHand === comparison.source)) {
    const name = qualifier(run, comparison, atHand);
    const written = name === undefined ? column : `${name}.${column}`;
    return same
      ? [{ text: written, replaces: run.text(comparison.operand), reason: rows, score: 0.95 }]
      : [
          {
            text: `${written} ${comparison.operator} ${value}`,
            replaces: run.text(comparison.span),
            reason: rows,
            score: 0.95 - penalty,
          },
        ];
  }
  if (key) return [{ ...key, reason: `key of ${rows}`, score: 0.955 - penalty }];
  const linked = behindKey(run, comparison, table, `${column} ${comparison.operator} ${value}`);
  if (linked) return [{ ...linked, reason: rows, score: 0.8 - penalty }];
  const text = `${qualifiedTable(run.services, table)}.${column} ${comparison.operator} ${value}`;
  return [
    {
      text,
      replaces: run.text(comparison.span),
      reason: `${rows}; needs a join`,
      score: 0.7 - penalty,
      needsJoin: true,
    },
  ];
}

function qualifier(run: InspectionRun, comparison: Comparison, source: ScopeSource): string | undefined {
  if (source.name === undefined) return undefined;
  const needed = comparison.scope.sources.length > 1 || run.text(comparison.operand).includes(".");
  return needed ? source.name : undefined;
}

/** The key that stands for the value, when the column compared refers to the table in which the value is the only one of its kind. */
async function keyOf(
  run: InspectionRun,
  comparison: Comparison,
  literal: WrittenLiteral,
  match: ValueMatch,
  table: TableSchema,
): Promise<Omit<ScoredSuggestion, "score"> | undefined> {
  const { base } = comparison;
  if (!base || comparison.kind.includes("pattern")) return undefined;
  const target = targets(run.services, { table: base.table, column: base.column.name }).find(
    (each) =>
      each.table === table &&
      each.column !== match.column.column &&
      // Beside what it refers to there is the column itself, in which another text is no less of a guess unless it is a key.
      (each.table !== base.table ||
        each.column !== base.column.name ||
        singleKey(table)?.name === each.column),
  );
  const { dialect } = run.services.driver;
  if (!target) return undefined;
  const result = await run.ask(
    `SELECT ${dialect.identifier(target.column)} FROM ${qualifiedTable(run.services, table)} WHERE ${dialect.identifier(match.column.column)} = ${dialect.stringLiteral(match.value)}`,
    [],
    2,
  );
  const [key] = result?.rows[0] ?? [];
  if (result?.rows.length !== 1 || key === null || key === undefined || key instanceof Uint8Array)
    return undefined;
  const text = typeof key === "string" ? dialect.stringLiteral(key) : String(key);
  return { text, replaces: run.text(literal) };
}

/** A condition on a key of a table at hand that leads to the value's table in one step. */
function behindKey(
  run: InspectionRun,
  comparison: Comparison,
  table: TableSchema,
  condition: string,
): Omit<ScoredSuggestion, "score"> | undefined {
  const { dialect } = run.services.driver;
  for (const source of comparison.scope.sources) {
    if (!source.table || source.name === undefined) continue;
    const [link] = linksBetween(run.services, source.table, table);
    const [here] = (link?.from === source.table ? link.fromColumns : link?.toColumns) ?? [];
    const [there] = (link?.from === source.table ? link.toColumns : link?.fromColumns) ?? [];
    if (!link || here === undefined || there === undefined || link.fromColumns.length > 1) continue;
    return {
      text: `${source.name}.${dialect.identifier(here)} IN (SELECT ${dialect.identifier(there)} FROM ${qualifiedTable(run.services, table)} WHERE ${condition})`,
      replaces: run.text(comparison.span),
    };
  }
  return undefined;
}
