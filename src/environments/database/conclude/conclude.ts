import type { AnswerTable, Claim } from "../../../environment/answer.ts";
import { forModel } from "../../../environment/egress/egress-scope.ts";
import type { ConcludeResult } from "../../../environment/environment.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { clippedText } from "../../../util/clipped-text.ts";
import { editDistance } from "../../../util/edit-distance.ts";
import type { Json } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { stopIfCancelled } from "../act-limits.ts";
import { findingsOnce } from "../check/clause-check.ts";
import { maskedWarnings } from "../check/masked.ts";
import { countRows } from "../count-rows.ts";
import { assembleDraft } from "../draft/assemble.ts";
import { checkDraft, DraftCheck } from "../draft/check-draft.ts";
import { type Draft, EMPTY_DRAFT, isEmptyDraft } from "../draft/draft.ts";
import { draftOfQuery } from "../draft/draft-of-query.ts";
import { incompleteDraft } from "../draft/place-of-from.ts";
import { DEFAULT_MAX_BYTES, type SqlDriver, type StatementResult } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { looksLikeQuery, queryText } from "../query-text.ts";
import { evidenceSql } from "../relations/evidence-sql.ts";
import type { DatabaseSchema } from "../schema/database-schema.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { Token } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";
import { cellJson } from "../tools/cell.ts";
import type { ToolCall } from "../tools/database-tool.ts";
import { runQuery } from "../tools/run-query.ts";

const LIFETIME_SECONDS = 30 * 24 * 3600;
/** Readers cut cells off here, and show rows twice: as text and as data. */
const LONGEST_TABLE_CELL = 1000;

type AnswerTableMade =
  | { readonly table: AnswerTable; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly table?: never };

/**
 * A preview of the rows, their number, and all of them as JSON lines in the artifact store where they are more than the preview or too long
 * to be read in it. Fails where the number cannot be told or the rows are too much to keep (64 MB): a claim can be narrowed.
 */
export async function answerTable(
  result: StatementResult,
  sql: string,
  { services, context }: Pick<Concluding, "services" | "context">,
): Promise<AnswerTableMade> {
  const { rows } = result;
  const lines = result.truncatedBy === "bytes" ? undefined : jsonLines(rows);
  if (lines === undefined) {
    return tooLarge(
      `The answer has more than ${DEFAULT_MAX_BYTES / 1_000_000} MB of rows, which is too large to be kept.`,
    );
  }
  const counted = result.truncated ? await countRows(sql, services, context, 1) : undefined;
  if (result.truncated && counted === undefined) {
    return tooLarge(`The answer has more than ${rows.length} rows, which could not be counted in time.`);
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
    const full = await context.artifacts.put(lines, {
      principal: context.principal,
      mediaType: "application/x-ndjson",
      lifetimeSeconds: LIFETIME_SECONDS,
    });
    return { table: { ...table, full } };
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "artifact-too-large") {
      return tooLarge("The answer is too large to be kept.");
    }
    throw error;
  }
}

/** Undefined where they are more than may be kept: the driver counts less, as JSON writes quotes, escapes and bytes longer. */
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

function tooLarge(message: string): { readonly failure: ToolFailure } {
  const suggestions = [{ text: "narrow it", reason: "fewer columns, a condition, or a LIMIT" }];
  return { failure: { code: "too-large", message, suggestions } };
}

/** A longer query is not written out again. */
const LONGEST_SHOWN = 500;
const SENTENCE_WORDS: ReadonlySet<string> = new Set(["SELECTED", "SELECTS"]);
const OPERATORS: ReadonlySet<string> = new Set(["*", "=", "<>", "!=", "<", ">", "<=", ">=", "||"]);

/**
 * The failure for a text that is a query but for its beginning: SELECT misspelled ("SELEC count(*) FROM t") or left out ("count(*) FROM t", "FROM
 * t"). Undefined for a sentence. `compiles` asks the engine, which alone tells "name FROM city" from "Greetings from Paris".
 */
async function misbegunQuery(
  text: string,
  dialect: SqlDialect,
  compiles: (sql: string) => Promise<boolean>,
): Promise<ToolFailure | undefined> {
  const { tokens } = tokenize(text, dialect.lexical);
  const [first] = tokens;
  const from = tokens.findIndex(isFrom);
  if (first === undefined) return undefined;
  const isMeant = async (sql: string): Promise<boolean> =>
    dialect.inspect(sql).isQuery && (isCode(tokens) || (await compiles(sql)));
  const misspelled = first.kind === "word" ? misspelledKeyword(first.value) : undefined;
  if (misspelled !== undefined) {
    const mended = `${misspelled}${text.slice(first.end)}`;
    const isLike = looksLikeQuery(mended, dialect.lexical);
    if (isLike && (isCode(tokens) || (await isMeant(mended)))) {
      const written = text.slice(first.start, first.end);
      return failure(written, { text: written }, [
        { text: misspelled, replaces: written, reason: "keyword" },
      ]);
    }
  }
  if (from < 0) return undefined;
  const whole = from === 0 ? `SELECT * ${text}` : `SELECT ${text}`;
  if (!(await isMeant(whole))) return undefined;
  const suggestions = whole.length > LONGEST_SHOWN ? [] : [{ text: whole }];
  return failure(text.slice(first.start, Math.min(first.end, first.start + 50)), undefined, suggestions);
}

function misspelledKeyword(word: string): string | undefined {
  if (SENTENCE_WORDS.has(word)) return undefined;
  if (word.length >= 4 && editDistance(word, "SELECT", 2) <= 2) return "SELECT";
  return word.length >= 3 && editDistance(word, "WITH", 1) <= 1 ? "WITH" : undefined;
}

const isFrom = ({ kind, value }: Token): boolean => kind === "word" && value === "FROM";

/** A call with its bracket right behind the name, or an operator: sentences have neither. */
function isCode(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, value, start }, at) => {
    if (kind !== "symbol") return false;
    const before = tokens[at - 1];
    return OPERATORS.has(value) || (value === "(" && before?.kind === "word" && before.end === start);
  });
}

function failure(
  beginning: string,
  part: ToolFailure["part"],
  suggestions: ToolFailure["suggestions"],
): ToolFailure {
  const message = `A query begins with SELECT or WITH, and this one with "${beginning}". Write what is no query as a sentence.`;
  return { code: "syntax-error", message, ...(part ? { part } : {}), suggestions };
}

interface ClaimFindings {
  readonly warnings: readonly Finding[];
  /** Of joins that yield more rows than any of their tables: what is summed over them may count twice. */
  readonly notes: readonly Finding[];
}

const NO_FINDINGS: ClaimFindings = { warnings: [], notes: [] };

/**
 * What the checks say against a query that ran, within `milliseconds`. Nothing for the query that is the draft: its clauses were inspected as they
 * were set.
 */
async function claimFindings(
  sql: string,
  concluding: Concluding,
  milliseconds: number,
): Promise<ClaimFindings> {
  const { services, checker } = concluding;
  const { dialect } = services.driver;
  const draft = draftOfQuery(sql, dialect) ?? { ...EMPTY_DRAFT, whole: sql };
  if (wordsOf(draft, dialect) === wordsOf(concluding.state.draft, dialect)) return NO_FINDINGS;
  const limits = { ...concluding.context.limits, milliseconds };
  const judge = new DraftCheck({ services, checker, context: { ...concluding.context, limits } });
  try {
    const reports = await checkDraft(draft, judge);
    const found = (kind: "warnings" | "notes"): readonly Finding[] =>
      findingsOnce(reports.flatMap(({ inspection }) => inspection?.[kind] ?? []));
    return {
      warnings: found("warnings"),
      notes: found("notes").filter(({ code }) => code === "join-multiplies"),
    };
  } catch (error) {
    // The answer is there: that there was no time to inspect it does not take it away.
    if (FuxiError.isInstance(error) && error.code === "engine-timeout") return NO_FINDINGS;
    throw error;
  }
}

/** The query without its spaces and line breaks, to compare. */
function wordsOf(draft: Draft, dialect: SqlDialect): string | undefined {
  const sql = assembleDraft(draft, dialect)?.sql;
  if (sql === undefined) return undefined;
  return JSON.stringify(tokenize(sql, dialect.lexical).tokens.map(({ kind, value }) => [kind, value]));
}

const MOST_LISTED = 20;
const MOST_CELLS = 8;
/** Characters of the only cell, and of each of several; the rows have them whole. */
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
  // Sums of fractions end in digits that nobody put there; the exact value stands in the rows.
  if (typeof value === "number") return String(Number(value.toPrecision(15)));
  return visibleText(clippedText(typeof value === "string" ? value : JSON.stringify(value), most));
}

/** All rows of an answer are kept up to here; the rows beyond are counted. */
export const MOST_ANSWER_ROWS = 100_000;

/**
 * Turns a claim into an answer: a query is run; no text at all, or words beside a complete draft, run the draft. The answer has a bounded
 * preview of the rows, their number, and all of them as an artifact where they are more. A query that is not the draft is inspected, in what
 * the run leaves of the time; what is said of masked columns is said of the draft as well.
 */
export async function conclude(claim: Claim, concluding: Concluding): Promise<ConcludeResult> {
  const { services } = concluding;
  const { draft, relations } = concluding.state;
  stopIfCancelled(concluding.context.signal);
  const { dialect } = services.driver;
  const given = queryText(claim.text ?? "", dialect.lexical);
  const query = given !== undefined && (await isQuery(given, concluding)) ? given : undefined;
  const words = query === undefined && given !== undefined ? claim.text?.trim() : undefined;
  if (words !== undefined && given !== undefined) {
    const misbegun = await misbegunQuery(given, dialect, (sql) => compiles(sql, concluding));
    if (misbegun) return { failure: misbegun };
  }
  const sql = query ?? assembleDraft(draft, dialect)?.sql;
  if (sql === undefined) return { failure: nothingToRun(draft, words) };
  const began = Date.now();
  // A cell of an answer is whole, or there is no answer.
  const bounds = { maxRows: MOST_ANSWER_ROWS, maxCellLength: Number.POSITIVE_INFINITY };
  const asOf = stateTime(services.driver, began);
  const doubts = doubtsAbout(sql, concluding.doubts ?? [], services.schema);
  const run = await forModel(() => runQuery(sql, bounds, concluding));
  if (run.failure) return { failure: run.failure };
  const made = await answerTable(run.result, sql, concluding);
  if (made.failure) return { failure: made.failure };
  const rows = made.table;
  const left = concluding.context.limits.milliseconds - (Date.now() - began);
  const { warnings: found, notes } =
    query === undefined || left <= 0
      ? NO_FINDINGS
      : await forModel(() => claimFindings(query, concluding, left));
  // Said of the draft, too: whoever reads the answer did not read what was told as its clauses were set.
  const warnings = findingsOnce([...found, ...maskedWarnings(services, sql)]);
  const text = words ?? answerText(rows);
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
    },
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Looked at before the query: what is written while it runs may be in its rows, what was written before is. */
function stateTime(driver: SqlDriver, began: number): string | undefined {
  return (driver.changedAt === undefined ? new Date(began) : driver.changedAt())?.toISOString();
}

/**
 * What starts like a query is taken for one even when it is wrong, so that the failure says what is wrong with it. Of anything else the engine
 * is asked, as some dialects tell by the first word alone ("With the draft as given: York", "From York").
 */
async function isQuery(text: string, concluding: Concluding): Promise<boolean> {
  const { dialect } = concluding.services.driver;
  if (looksLikeQuery(text, dialect.lexical)) return true;
  const info = dialect.inspect(text);
  if (info.syntaxError !== undefined || info.statements === 0) return false;
  return !info.isQuery || (await compiles(text, concluding));
}

async function compiles(sql: string, { services, context }: Concluding): Promise<boolean> {
  try {
    await services.driver.compile(sql, context.signal);
    return true;
  } catch (error) {
    if (error instanceof SqlEngineError) return false;
    throw error;
  }
}

function nothingToRun(draft: Draft, words: string | undefined): ToolFailure {
  if (!isEmptyDraft(draft)) return incompleteDraft(draft);
  return {
    code: "no-answer",
    message:
      words === undefined
        ? "There is no query and no draft to answer with."
        : "Words alone are no answer here: it has to rest on a query.",
    suggestions: [
      { text: "SELECT …", reason: "give the query as the answer" },
      { text: 'from("…")', reason: "or draft it clause by clause" },
    ],
  };
}

/** Of what was in doubt as the database was made, what may bear on a query: all but what begins with the name of a table that it does not name. */
function doubtsAbout(
  sql: string,
  doubts: readonly string[],
  { tables }: Pick<DatabaseSchema, "tables">,
): readonly string[] {
  const query = sql.toLowerCase();
  const others = tables.map(({ name }) => name.toLowerCase()).filter((name) => !query.includes(name));
  return doubts.filter((doubt) => !others.some((name) => doubt.toLowerCase().startsWith(`${name}: `)));
}

/** What turning a claim into an answer works with. */
export interface Concluding extends ToolCall {
  readonly environment: string;
  /** What was in doubt as the database was made. */
  readonly doubts?: readonly string[];
}
