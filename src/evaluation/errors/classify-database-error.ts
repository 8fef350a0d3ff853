import type { Action } from "../../environment/action.ts";
import type { SqlCapability } from "../../environment/capabilities.ts";
import type { Answered } from "../benchmark/benchmark.ts";
import type { ItemRecord } from "../run/configuration.ts";
import type { WithPlace } from "../run/run-item.ts";
import { runSql } from "../scores/sql/run-sql.ts";
import { compareResults } from "./compare-results.ts";
import { isWithin } from "./is-within.ts";
import { RUN_ERRORS, runError } from "./run-errors.ts";

/**
 * What kinds of error an answer from a database can be: a closed table of our own. Of several that hold, the first of this order is told, so that a
 * kind further down says that nothing above it was seen.
 */
export const DATABASE_ERRORS = {
  ...RUN_ERRORS,
  "no-query": "There is an answer, and it rests on no query.",
  "invalid-query": "The query does not run, or not within the time of the score.",
  "gold-fails": "The gold query does not run, so that nothing was compared.",
  "row-order": "The rows are the gold's, in another order.",
  "repeated-rows": "The rows are the gold's, but not equally often.",
  "column-order": "The rows are the gold's, with their columns in another order.",
  "cell-form":
    "The rows are the gold's, but for how a value is written: its type, its rounding, letter case or blanks around it.",
  "extra-columns": "The gold's columns are there with the gold's values, and more beside them.",
  "missing-columns": "All columns are the gold's with its values, and some of the gold's are not there.",
  "missing-join": "A table that the gold reads is not read, and no other is.",
  "extra-join": "All tables of the gold are read, and another as well.",
  "wrong-table": "A table is read in the place of another.",
  "set-operation": "UNION, INTERSECT or EXCEPT stand elsewhere than in the gold.",
  "wrong-column": "Another column is selected, or it is computed in another way.",
  "wrong-filter": "The conditions are others.",
  "wrong-join": "The tables are joined by other columns, or in another way.",
  "wrong-grouping": "The rows are grouped by something else.",
  "wrong-order": "The rows are sorted or limited in another way.",
  "wrong-expression":
    "None of the above: the clauses read alike but for the tables that their columns are of, or cannot be read.",
} as const;

/** A key of `DATABASE_ERRORS`. */
export type DatabaseError = keyof typeof DATABASE_ERRORS;

/** Clauses that are compared as texts, with the kind of error where they differ. */
const CLAUSES: readonly (readonly [tool: string, error: DatabaseError])[] = [
  ["select", "wrong-column"],
  ["where", "wrong-filter"],
  ["having", "wrong-filter"],
  ["from", "wrong-join"],
  ["group_by", "wrong-grouping"],
  ["order_by", "wrong-order"],
];

/** In which clause a query that gave other values differs from the gold: the first that does, in the order of the table of kinds. */
function compareQueries(predicted: string, gold: string, { takeApart }: SqlCapability): DatabaseError {
  const [own, other] = [takeApart(predicted), takeApart(gold)];
  if (own === undefined || other === undefined) return "wrong-expression";
  const [tables, wanted] = [tablesOf(own), tablesOf(other)];
  const [isLess, isMore] = [isWithin(tables, wanted), isWithin(wanted, tables)];
  if (!isLess || !isMore) return isLess ? "missing-join" : isMore ? "extra-join" : "wrong-table";
  if (operatorsOf(own) !== operatorsOf(other)) return "set-operation";
  const differs = CLAUSES.find(([tool]) => textsOf(own, tool).join("\n") !== textsOf(other, tool).join("\n"));
  return differs?.[1] ?? "wrong-expression";
}

/** The texts of a clause in all SELECTs, without what names alone make different: letter case, quotes, qualifiers, aliases of tables. */
function textsOf(actions: readonly Action[], clause: string): readonly string[] {
  return actions
    .filter(({ tool }) => tool === clause)
    .map(({ arguments: given }) =>
      String(given[`${clause}_statement`]).replace(/'[^']*'|[^']+/gu, (part) =>
        part.startsWith("'") ? part : levelled(part, clause),
      ),
    )
    .sort();
}

function levelled(text: string, clause: string): string {
  const bare = text
    .toLowerCase()
    .replace(/["`[\]]/gu, "")
    .replace(/\b[a-z_]\w*\s*\.\s*/gu, "")
    .replace(/\s+/gu, " ");
  return clause === "from" ? bare.replace(/ as \w+/gu, "").replace(/ inner join /gu, " join ") : bare;
}

function tablesOf(actions: readonly Action[]): ReadonlySet<string> {
  const names = textsOf(actions, "from").flatMap((text) =>
    [...text.matchAll(/(?:^|\bjoin|,)\s*\(?\s*(\w+)/gu)].map(([, name = ""]) => name),
  );
  return new Set(names.filter((name) => name !== "select"));
}

function operatorsOf(actions: readonly Action[]): string {
  return actions
    .flatMap(({ arguments: given }) => (given["operator"] === undefined ? [] : [String(given["operator"])]))
    .sort()
    .join();
}

/**
 * What kind of error an answer from a database is, of `DATABASE_ERRORS`; undefined where it is right by execution match (`ex`). Decided from the
 * record; where there are two results, from them and from the clauses of the two queries, for which both are run once more.
 * @throws FuxiError of the engine
 */
export async function classifyDatabaseError(
  { task, run: { outcome } }: Answered,
  record: ItemRecord,
  withPlace: WithPlace,
): Promise<DatabaseError | undefined> {
  const { scores, predicted } = record;
  if (scores.ex === 1) return undefined;
  const ended = runError(record);
  if (ended !== undefined) return ended;
  if (predicted === undefined) return "no-query";
  if (scores.va === 0) return "invalid-query";
  if (scores.ex === undefined) return "gold-fails";
  const used =
    outcome.type === "answered" ? outcome.evidence.findLast(({ sql }) => sql !== undefined) : undefined;
  return await withPlace(async (context) => {
    const environment =
      context.environments.find(({ id }) => id === used?.environment) ??
      context.environments.find(({ capabilities }) => capabilities.sql !== undefined);
    if (environment === undefined) return "wrong-expression";
    const sql = String(task.gold.sql);
    const own = await runSql(predicted, environment, context);
    const gold = await runSql(sql, environment, context);
    if (own.failure !== undefined) return "invalid-query";
    if (gold.failure !== undefined) return "gold-fails";
    const capability = environment.capabilities.sql;
    return (
      compareResults(own.rows, gold.rows) ??
      (capability === undefined ? "wrong-expression" : compareQueries(predicted, sql, capability))
    );
  });
}
