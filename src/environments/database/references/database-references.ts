import type { ActContext, ReferencedKind } from "../../../environment/act-context.ts";
import { keepLines } from "../../../environment/artifact-content.ts";
import { ownText, say, written } from "../../../environment/egress/marks.ts";
import { readState } from "../../../environment/read-state.ts";
import type { ReferenceName, References } from "../../../environment/references.ts";
import type { MarkedFailure } from "../../../environment/tool-failure.ts";
import type { Workspace } from "../../../environment/workspace.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { DatabaseServices } from "../database-services.ts";
import { stateSchema } from "../database-state.ts";
import { assembleDraft } from "../draft/assemble.ts";
import { isEmptyDraft } from "../draft/draft.ts";
import { incompleteDraft } from "../draft/place-of-from.ts";
import type { ResultColumn, StatementResult } from "../driver/sql-driver.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { missingValues } from "../relations/relation.ts";
import { withRelations } from "../relations/services-with-relations.ts";
import { cellJson, shownName } from "../tools/cell.ts";
import { runQuery } from "../tools/run-query.ts";

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/u;

/** The distinct values of a result's column in the order of the rows, without NULL, and their kind. */
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

/** Most rows of the draft's result whose values can be referenced. */
export const MOST_REFERENCED_ROWS = 100_000;

/**
 * The columns of the draft's result for other environments: `draft.title`, by position `draft.1`, or `draft` for an only column. Their distinct
 * values without NULL, of the whole result or not at all. Results of search_by_SQL are not in the workspace and cannot be referenced:
 * check_query makes a query the draft.
 */
export function databaseReferences(environment: string, known: DatabaseServices): References {
  return {
    examples: ["draft.<column>"],
    async list(workspace, context) {
      const opened = openDraft(workspace, { environment, known }, context);
      if (opened.sql === undefined) return [];
      const columns = await unlessRefused(
        opened.services.driver.compile(opened.sql, context.signal),
        () => [],
      );
      return columns.map((column, at): ReferenceName => {
        const first = columns.findIndex(({ name }) => name === column.name) === at;
        return { name: `draft.${first ? column.name : at + 1}`, kind: kindOfColumn(column) };
      });
    },
    async read(workspace, name, context) {
      const opened = openDraft(workspace, { environment, known }, context);
      if (opened.sql === undefined) return { failure: opened.failure };
      try {
        const run = await runQuery(
          opened.sql,
          { maxRows: MOST_REFERENCED_ROWS },
          { services: opened.services, context: { ...context } },
        );
        if (run.failure) return { failure: run.failure };
        const { result } = run;
        const at = placeOf(name, result.columns, known);
        if (at === undefined) return { failure: unknownColumn(name, result.columns) };
        if (result.truncated || result.cutCells?.some(({ column }) => column === at))
          return { failure: tooLarge(name, result.truncated) };
        const { kind, values } = columnValues(result, at);
        return { values: { kind, total: values.length, values: await keepLines(values, context) } };
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
  | { readonly sql: string; readonly services: DatabaseServices; readonly failure?: never }
  | { readonly failure: MarkedFailure; readonly sql?: never };

function openDraft(
  workspace: Workspace,
  { environment, known }: { readonly environment: string; readonly known: DatabaseServices },
  context: ActContext,
): Opened {
  const { draft, relations } = readState(stateSchema, workspace, environment);
  const sql = assembleDraft(draft, known.driver.dialect)?.sql;
  if (sql !== undefined) return { sql, services: withRelations(known, relations, context) };
  if (!isEmptyDraft(draft)) return { failure: incompleteDraft(draft) };
  return {
    failure: {
      code: "unknown-reference",
      message: say`The draft is empty, so that it has no columns.`,
      suggestions: [{ text: say`check_query`, reason: say`makes a query the draft` }],
    },
  };
}

/** Index of the column by its name, else by its 1-based position. */
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

function unknownColumn(given: string, columns: readonly ResultColumn[]): MarkedFailure {
  const names = columns.map(({ name }) => `draft.${name}`);
  // An engine may name a column after a cell.
  const shown = (name: string) => say`draft.${shownName(name.slice("draft.".length))}`;
  const near = nearestNames(given, names, { limit: 3 }).map(({ name }) => name);
  const listed = names.slice(0, 20).map(shown);
  return {
    code: "unknown-reference",
    message: say`There is no "${written(given)}". The draft's result has: ${listed}.`,
    part: { text: given },
    suggestions: (near.length > 0 ? near : names.slice(0, 3)).map((name) => ({
      text: shown(name),
      replaces: given,
    })),
  };
}

function tooLarge(name: string, rows: boolean): MarkedFailure {
  const message = rows
    ? say`The draft's result has more than ${ownText(MOST_REFERENCED_ROWS.toLocaleString("en"))} rows, or they are too large to be kept.`
    : say`${written(name)} has a cell that is too long to be handed over.`;
  return {
    code: "too-large",
    message,
    part: { text: name },
    suggestions: [{ text: say`narrow it`, reason: say`a condition, DISTINCT, or fewer columns` }],
  };
}

/** Kind of the values of a result's column, by the engine's name of the type. */
function kindOfColumn({ type = "" }: ResultColumn): ReferencedKind {
  if (/date|timestamp/iu.test(type)) return "dates";
  if (/int(?!erval)|serial|num|dec|real|float|double/iu.test(type)) return "numbers";
  return "texts";
}
