import type { AnswerTable, Claim, HangsOn } from "../../../environment/answer.ts";
import { keepBytes } from "../../../environment/artifact-content.ts";
import { type Marked, say, written } from "../../../environment/egress/marks.ts";
import type { ConcludeResult } from "../../../environment/environment.ts";
import { type MarkedFailure, type MarkedFinding, toolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { clippedText } from "../../../util/clipped-text.ts";
import type { Json } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { stopIfCancelled } from "../act-limits.ts";
import { findingsOnce } from "../check/clause-check.ts";
import { maskedWarnings } from "../check/masked.ts";
import { compiles, countRows } from "../count-rows.ts";
import { assembleDraft } from "../draft/assemble.ts";
import { checkDraft, DraftCheck } from "../draft/check-draft.ts";
import { type Draft, EMPTY_DRAFT, isEmptyDraft } from "../draft/draft.ts";
import { draftOfQuery } from "../draft/draft-of-query.ts";
import { incompleteDraft } from "../draft/place-of-from.ts";
import { DEFAULT_MAX_BYTES, type SqlDriver, type StatementResult } from "../driver/sql-driver.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import { looksLikeQuery, queryText } from "../query-text.ts";
import { evidenceSql } from "../relations/services-with-relations.ts";
import type { DatabaseSchema } from "../schema/database-schema.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { Token } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";
import { cellJson } from "../tools/cell.ts";
import type { ToolCall } from "../tools/database-tool.ts";
import { runQuery } from "../tools/run-query.ts";
import { tiedRows } from "../variants/ties.ts";
import { whatItHangsOn } from "../variants/what-it-hangs-on.ts";

/** Longest cell of a preview, in characters. Clients cut longer ones, and show rows twice: as text and as data. */
const LONGEST_TABLE_CELL = 1000;

type AnswerTableMade =
  | { readonly table: AnswerTable; readonly failure?: never }
  | { readonly failure: MarkedFailure; readonly table?: never };

/**
 * A preview of the rows, their number, and all of them as JSON lines in the artifact store where they are more than the preview or too long
 * to be read in it. Fails where the rows cannot be counted, or exceed 64 MB as JSON: the model can narrow its claim.
 */
async function answerTable(
  result: StatementResult,
  sql: string,
  { services, context }: Pick<Concluding, "services" | "context">,
): Promise<AnswerTableMade> {
  const { rows } = result;
  const lines = result.truncatedBy === "bytes" ? undefined : jsonLines(rows);
  if (lines === undefined) {
    return tooLarge(
      say`The answer has more than ${DEFAULT_MAX_BYTES / 1_000_000} MB of rows, which is too large to be kept.`,
    );
  }
  const counted = result.truncated ? await countRows(sql, services, context, 1) : undefined;
  if (result.truncated && counted === undefined) {
    return tooLarge(say`The answer has more than ${rows.length} rows, which could not be counted in time.`);
  }
  const preview = rows.slice(0, context.limits.rows).map((row) => row.map(cellJson));
  const table: AnswerTable = {
    columns: result.columns.map((column) => column.name),
    rows: preview,
    total: counted ?? rows.length,
  };
  const isRead =
    lines.byteLength * 2 <= context.limits.characters &&
    !preview.some((row) => row.some((cell) => typeof cell === "string" && cell.length > LONGEST_TABLE_CELL));
  if (rows.length <= preview.length && isRead) return { table };
  try {
    return { table: { ...table, full: await keepBytes(lines, "application/x-ndjson", context) } };
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "artifact-too-large") {
      return tooLarge(say`The answer is too large to be kept.`);
    }
    throw error;
  }
}

/** Undefined where the lines exceed the size limit. The driver's own limit allows more, as quotes, escapes and bytes are longer in JSON. */
function jsonLines(rows: StatementResult["rows"]): Uint8Array | undefined {
  const lines: Buffer[] = [];
  let bytes = 0;
  for (const row of rows) {
    const line = Buffer.from(`${JSON.stringify(row.map(cellJson))}\n`);
    bytes += line.byteLength;
    if (bytes > DEFAULT_MAX_BYTES) return undefined;
    lines.push(line);
  }
  return Buffer.concat(lines);
}

function tooLarge(message: Marked): { readonly failure: MarkedFailure } {
  const suggestions = [{ text: say`narrow it`, reason: say`fewer columns, a condition, or a LIMIT` }];
  return { failure: { code: "too-large", message, suggestions } };
}

const OPERATORS: ReadonlySet<string> = new Set(["*", "=", "<>", "!=", "<", ">", "<=", ">=", "||"]);

/** The failure for SQL that does not begin like a query ("SELEC count(*) FROM t", "count(*) FROM t"); undefined for a sentence. */
function misbegunQuery(text: string, { lexical }: SqlDialect): MarkedFailure | undefined {
  const { tokens } = tokenize(text, lexical);
  const [first] = tokens;
  if (!first || !tokens.some(isFrom) || !isCode(tokens)) return undefined;
  const beginning = text.slice(first.start, Math.min(first.end, first.start + 50));
  const message = say`A query begins with SELECT or WITH, and this one with "${written(beginning)}". Write what is no query as a sentence.`;
  return toolFailure("syntax-error", message, { text: beginning });
}

const isFrom = ({ kind, value }: Token): boolean => kind === "word" && value === "FROM";

/** True if the text has a call with its bracket directly after the name, or an operator: sentences have neither. */
function isCode(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, value, start }, at) => {
    if (kind !== "symbol") return false;
    const before = tokens[at - 1];
    return OPERATORS.has(value) || (value === "(" && before?.kind === "word" && before.end === start);
  });
}

interface ClaimFindings {
  readonly warnings: readonly MarkedFinding[];
  /** Notes on joins that yield more rows than any of their tables: sums over them may count rows twice. */
  readonly notes: readonly MarkedFinding[];
}

const NO_FINDINGS: ClaimFindings = { warnings: [], notes: [] };

/**
 * Findings of the checks on a query that ran, within `milliseconds`. None if the query is the draft: its clauses were checked when they
 * were set.
 */
async function claimFindings(
  sql: string,
  concluding: Concluding,
  milliseconds: number,
): Promise<ClaimFindings> {
  const { services } = concluding;
  const { dialect } = services.driver;
  const draft = draftOfQuery(sql, dialect) ?? { ...EMPTY_DRAFT, whole: sql };
  if (wordsOf(draft, dialect) === wordsOf(concluding.state.draft, dialect)) return NO_FINDINGS;
  const limits = { ...concluding.context.limits, milliseconds };
  const judge = new DraftCheck({ services, context: { ...concluding.context, limits } });
  // An answer stays valid even if the engine stops its checks.
  const reports = await unlessRefused(checkDraft(draft, judge), () => []);
  const found = (kind: "warnings" | "notes"): readonly MarkedFinding[] =>
    findingsOnce(reports.flatMap(({ inspection }) => inspection?.[kind] ?? []));
  return {
    warnings: found("warnings"),
    notes: found("notes").filter(({ code }) => code === "join-multiplies"),
  };
}

/** The query's tokens as text, to compare queries without spaces and line breaks. */
function wordsOf(draft: Draft, dialect: SqlDialect): string | undefined {
  const sql = assembleDraft(draft, dialect)?.sql;
  if (sql === undefined) return undefined;
  return JSON.stringify(tokenize(sql, dialect.lexical).tokens.map(({ kind, value }) => [kind, value]));
}

const MOST_LISTED = 20;
const MOST_CELLS = 8;
/** Most characters of a single cell, and of each of several cells, in the answer's line; the rows have whole cells. */
const LONGEST_ONLY = 20_000;
const LONGEST_CELL = 1000;

/** The answer in one line: a single cell as it is, a column as a list, a single row by its columns, else the number of rows. */
function answerText({ columns, rows, total }: AnswerTable): string {
  const [first] = rows;
  if (total === 0 || first === undefined) return "no rows";
  if (total === 1 && columns.length === 1) return cell(first[0], LONGEST_ONLY);
  if (columns.length === 1) {
    const listed = rows.slice(0, MOST_LISTED).map((row) => cell(row[0]));
    const more = total - listed.length;
    return `${listed.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
  }
  if (total === 1 && columns.length <= MOST_CELLS) {
    return columns.map((name, place) => `${visibleText(name)}: ${cell(first[place])}`).join(", ");
  }
  return `${total} rows`;
}

function cell(value: Json | undefined, most = LONGEST_CELL): string {
  if (value === null || value === undefined) return "NULL";
  // Sums of fractions end in digits from rounding errors; the rows have the exact value.
  if (typeof value === "number") return String(Number(value.toPrecision(15)));
  return visibleText(clippedText(typeof value === "string" ? value : JSON.stringify(value), most));
}

/** Most rows of an answer that are stored; further rows are only counted. */
export const MOST_ANSWER_ROWS = 100_000;

/**
 * Turns a claim into an answer: a query is run; no text at all, or words beside a complete draft, run the draft. The answer has a bounded
 * preview of the rows, their number, and all rows as an artifact if there are more. A query that is not the draft is checked in the time
 * that the run leaves. Warnings about masked columns are given for the draft too.
 */
export async function conclude(claim: Claim, concluding: Concluding): Promise<ConcludeResult<Marked>> {
  const { services } = concluding;
  const { draft, relations } = concluding.state;
  stopIfCancelled(concluding.context.signal);
  const { dialect } = services.driver;
  const given = queryText(claim.text ?? "", dialect.lexical);
  const query = given !== undefined && (await isQuery(given, concluding)) ? given : undefined;
  const words = query === undefined && given !== undefined ? claim.text?.trim() : undefined;
  if (words !== undefined && given !== undefined) {
    const misbegun = misbegunQuery(given, dialect);
    if (misbegun) return { failure: misbegun };
  }
  const sql = query ?? assembleDraft(draft, dialect)?.sql;
  if (sql === undefined) return { failure: nothingToRun(draft, words) };
  const began = Date.now();
  // Cells of an answer are never cut.
  const bounds = { maxRows: MOST_ANSWER_ROWS, maxCellLength: Number.POSITIVE_INFINITY };
  const asOf = stateTime(services.driver, began);
  const doubts = doubtsAbout(sql, concluding.doubts ?? [], services.schema);
  const run = await runQuery(sql, bounds, concluding);
  if (run.failure) return { failure: run.failure };
  const made = await answerTable(run.result, sql, concluding);
  if (made.failure) return { failure: made.failure };
  const rows = made.table;
  const left = concluding.context.limits.milliseconds - (Date.now() - began);
  const { warnings: found, notes } =
    query === undefined || left <= 0 ? NO_FINDINGS : await claimFindings(query, concluding, left);
  // Given for the draft too, since readers of the answer did not see the warnings on its clauses.
  const warnings = findingsOnce([...found, ...maskedWarnings(services, sql)]);
  const text = words ?? answerText(rows);
  const hangsOn = await whatElse(sql, began, concluding);
  const [only] = rows.rows;
  const single = rows.total === 1 && rows.columns.length === 1 ? only?.[0] : undefined;
  return {
    answer: { text, rows, ...(single === undefined ? {} : { value: single }) },
    evidence: {
      environment: concluding.environment,
      kind: "database",
      sql: evidenceSql(sql, relations, dialect),
      preview: { columns: rows.columns, rows: rows.rows.slice(0, 5), total: rows.total },
      ...(asOf === undefined ? {} : { asOf }),
      ...(doubts.length === 0 ? {} : { doubts }),
      ...(hangsOn.length === 0 ? {} : { hangsOn }),
    },
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** What the question could have meant instead, where that gives another answer; nothing where no time is left. */
async function whatElse(sql: string, began: number, concluding: Concluding): Promise<readonly HangsOn[]> {
  const { services, context, state } = concluding;
  const milliseconds = context.limits.milliseconds - (Date.now() - began);
  const within = { ...context, limits: { ...context.limits, milliseconds } };
  const call = { services, context: within };
  const changed = [...(await tiedRows(sql, call)), ...(await whatItHangsOn(sql, state.question, call))];
  return changed.map(({ kind, whole, query }) => ({ kind, text: whole, query }));
}

/** Time of the data's state. Must be read before the query runs: rows include all earlier writes, but perhaps none during the run. */
function stateTime(driver: SqlDriver, began: number): string | undefined {
  return (driver.changedAt === undefined ? new Date(began) : driver.changedAt())?.toISOString();
}

/**
 * A text that starts like a query counts as one even with errors, so that the failure explains these. For any other text the engine
 * decides, as some dialects' parsers go by the first word alone ("With the draft as given: York", "From York").
 */
async function isQuery(text: string, concluding: Concluding): Promise<boolean> {
  const { dialect } = concluding.services.driver;
  if (looksLikeQuery(text, dialect.lexical)) return true;
  const info = dialect.inspect(text);
  if (info.syntaxError !== undefined || info.statements === 0) return false;
  return !info.isQuery || (await compiles(text, concluding.services, concluding.context));
}

function nothingToRun(draft: Draft, words: string | undefined): MarkedFailure {
  if (!isEmptyDraft(draft)) return incompleteDraft(draft);
  return {
    code: "no-answer",
    message:
      words === undefined
        ? say`There is no query and no draft to answer with.`
        : say`Words alone are no answer here: it has to rest on a query.`,
    suggestions: [
      { text: say`SELECT …`, reason: say`give the query as the answer` },
      { text: say`from("…")`, reason: say`or draft it clause by clause` },
    ],
  };
}

/** The doubts from creating the database that may affect a query: all except those that begin with a table that the query does not name. */
function doubtsAbout(
  sql: string,
  doubts: readonly string[],
  { tables }: Pick<DatabaseSchema, "tables">,
): readonly string[] {
  const query = sql.toLowerCase();
  const others = tables.map(({ name }) => name.toLowerCase()).filter((name) => !query.includes(name));
  return doubts.filter((doubt) => !others.some((name) => doubt.toLowerCase().startsWith(`${name}: `)));
}

/** Context for turning a claim into an answer. */
export interface Concluding extends ToolCall {
  readonly environment: string;
  /** Doubts from creating the database. */
  readonly doubts?: readonly string[];
}
