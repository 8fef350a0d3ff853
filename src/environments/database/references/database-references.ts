import type { ActContext, ReferencedKind } from "../../../environment/act-context.ts";
import { readState } from "../../../environment/read-state.ts";
import type { ReferenceName, References } from "../../../environment/references.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { Workspace } from "../../../environment/workspace.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { ClauseChecker } from "../check/create-clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import { stateSchema } from "../database-state.ts";
import { assembleDraft } from "../draft/assemble.ts";
import { isEmptyDraft } from "../draft/draft.ts";
import { incompleteDraft } from "../draft/place-of-from.ts";
import type { ResultColumn, StatementResult } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { missingValues } from "../relations/relation.ts";
import { withRelations } from "../relations/services-with-relations.ts";
import { cellJson } from "../tools/cell.ts";
import { runQuery } from "../tools/run-query.ts";

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/u;

/** The different values of a result's column in the order of the rows, without NULL, and what they are. */
function columnValues(
  { columns, rows }: StatementResult,
  at: number,
): { readonly kind: ReferencedKind; readonly values: readonly (string | number)[] } {
  const declared = columns[at] === undefined ? "texts" : kindOfColumn(columns[at]);
  const values = [...new Set(rows.flatMap((row) => plain(row[at] ?? null)))];
  const isNumber = (value: string | number) =>
    typeof value === "number" || (declared === "numbers" && NUMBER.test(value));
  if (values.length === 0) return { kind: declared, values };
  if (values.every(isNumber)) return { kind: "numbers", values };
  const texts = [...new Set(values.map(String))];
  return { kind: texts.every((text) => DATE.test(text)) ? "dates" : "texts", values: texts };
}

function plain(value: SqlValue): readonly (string | number)[] {
  const json = cellJson(value);
  if (json === null) return [];
  return [typeof json === "number" || typeof json === "string" ? json : String(json)];
}

/** Rows of the draft's result whose values are handed over at most. */
export const MOST_REFERENCED_ROWS = 100_000;

const LIFETIME_SECONDS = 7 * 24 * 3600;

interface Database {
  readonly environment: string;
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
}

/**
 * The columns of the draft's result for other environments: `draft.title`, by place `draft.1`, `draft` where it has only one. Their different
 * values without NULL, of the whole result or not at all. Results of search_by_SQL are no part of the workspace and cannot be referred to:
 * check_query makes a query the draft.
 */
export function databaseReferences(database: Database): References {
  return {
    examples: ["draft.<column>"],
    async list(workspace, context) {
      const opened = openDraft(workspace, database, context);
      if (opened.sql === undefined) return [];
      const columns = await compiled(opened.sql, opened.working.services, context);
      return columns.map((column, at): ReferenceName => {
        const first = columns.findIndex(({ name }) => name === column.name) === at;
        return { name: `draft.${first ? column.name : at + 1}`, kind: kindOfColumn(column) };
      });
    },
    async read(workspace, name, context) {
      const opened = openDraft(workspace, database, context);
      if (opened.sql === undefined) return { failure: opened.failure };
      try {
        const run = await runQuery(
          opened.sql,
          { maxRows: MOST_REFERENCED_ROWS },
          { ...opened.working, context: { ...context } },
        );
        if (run.failure) return { failure: run.failure };
        const { result } = run;
        const at = placeOf(name, result.columns, database.services);
        if (at === undefined) return { failure: unknownColumn(name, result.columns) };
        if (result.truncated || result.cutCells?.some(({ column }) => column === at))
          return { failure: tooLarge(name, result.truncated) };
        const { kind, values } = columnValues(result, at);
        const lines = values.map((value) => `${JSON.stringify(value)}\n`).join("");
        const kept = await context.artifacts.put(new TextEncoder().encode(lines), {
          principal: context.principal,
          mediaType: "application/x-ndjson",
          lifetimeSeconds: LIFETIME_SECONDS,
        });
        return { values: { kind, total: values.length, values: kept } };
      } catch (error) {
        if (FuxiError.isInstance(error) && error.code === "artifact-too-large")
          return { failure: tooLarge(name, true) };
        const missing = missingValues(error);
        if (missing) return missing;
        throw error;
      }
    },
  };
}

type Opened =
  | { readonly sql: string; readonly working: Omit<Database, "environment">; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly sql?: never };

function openDraft(workspace: Workspace, database: Database, context: ActContext): Opened {
  const { draft, relations } = readState(stateSchema, workspace, database.environment);
  const { services, checker } = database;
  const sql = assembleDraft(draft, services.driver.dialect)?.sql;
  if (sql !== undefined) return { sql, working: withRelations({ services, checker }, relations, context) };
  if (!isEmptyDraft(draft)) return { failure: incompleteDraft(draft) };
  return {
    failure: {
      code: "unknown-reference",
      message: "The draft is empty, so that it has no columns.",
      suggestions: [{ text: "check_query", reason: "makes a query the draft" }],
    },
  };
}

async function compiled(
  sql: string,
  { driver }: DatabaseServices,
  { signal }: ActContext,
): Promise<readonly ResultColumn[]> {
  try {
    return await driver.compile(sql, signal);
  } catch (error) {
    if (error instanceof SqlEngineError) return [];
    throw error;
  }
}

/** By name, then by place (from 1). */
function placeOf(
  given: string,
  columns: readonly ResultColumn[],
  { driver: { dialect } }: DatabaseServices,
): number | undefined {
  const [, name = ""] = /^draft(?:\.(.*))?$/isu.exec(given.trim()) ?? [undefined, undefined];
  if (!/^draft(?:\.|$)/iu.test(given.trim())) return undefined;
  if (name === "") return columns.length === 1 ? 0 : undefined;
  const exact = columns.findIndex((column) => column.name === name);
  const same = exact >= 0 ? exact : columns.findIndex((column) => dialect.sameIdentifier(column.name, name));
  if (same >= 0) return same;
  const place = /^\d+$/u.test(name) ? Number(name) - 1 : -1;
  return columns[place] === undefined ? undefined : place;
}

function unknownColumn(given: string, columns: readonly ResultColumn[]): ToolFailure {
  const names = columns.map(({ name }) => `draft.${name}`);
  const near = nearestNames(given, names, { limit: 3 }).map(({ name }) => name);
  return {
    code: "unknown-reference",
    message: `There is no "${given}". The draft's result has: ${names.slice(0, 20).join(", ")}.`,
    part: { text: given },
    suggestions: (near.length > 0 ? near : names.slice(0, 3)).map((text) => ({ text, replaces: given })),
  };
}

function tooLarge(name: string, rows: boolean): ToolFailure {
  const message = rows
    ? `The draft's result has more than ${MOST_REFERENCED_ROWS.toLocaleString("en")} rows, or they are too large to be kept.`
    : `${name} has a cell that is too long to be handed over.`;
  return {
    code: "too-large",
    message,
    part: { text: name },
    suggestions: [{ text: "narrow it", reason: "a condition, DISTINCT, or fewer columns" }],
  };
}

/** What the values of a result's column are, as far as the engine's name of the type tells. */
function kindOfColumn({ type = "" }: ResultColumn): ReferencedKind {
  if (/date|timestamp/iu.test(type)) return "dates";
  if (/int(?!erval)|serial|num|dec|real|float|double/iu.test(type)) return "numbers";
  return "texts";
}
