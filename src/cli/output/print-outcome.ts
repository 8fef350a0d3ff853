import { randomUUID } from "node:crypto";
import pc from "picocolors";
import type { Answer, Evidence } from "../../environment/answer.ts";
import type { Usage } from "../../model/usage.ts";
import type { LongFormAnswer } from "../../trajectory/long-form-answer.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { escapeMarkup } from "../../util/escape-markup.ts";
import { html, PAGE_FOOT, pageHead } from "../../util/html-page.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleLines } from "../../util/visible-text.ts";
import { type Chart, chartTitle } from "../chart/chart.ts";
import { chartHtml } from "../chart/chart-html.ts";
import { chartText } from "../chart/chart-text.ts";
import { chartsOf, MOST_POINTS } from "../chart/charts-of.ts";
import { type CliIo, EXIT, exitCodeOf } from "../cli-io.ts";
import { outcomeJson, renderOutcome } from "../render/outcome-text.ts";

import { renderAction } from "../render/trace.ts";
import { reportIn } from "../report/report-in.ts";
import { doubtfulFigures, doubtLine, reportMade } from "../report/report-parts.ts";
import { laidOutSql } from "./laid-out-sql.ts";
import { formOf, noRows, type OutputOptions } from "./output-form.ts";
import { type Kept, listItems, type ResultRows, type Row, resultRows } from "./result-rows.ts";
import { rowsTable } from "./text-tables.ts";
import { told, writeRows } from "./write-rows.ts";
import { deliver } from "./write-whole-file.ts";

interface AnswerPage {
  readonly question: string;
  readonly answer: string;
  /** What was assumed, and other readings of the question. */
  readonly notes: readonly string[];
  /** Absent if the rows would only repeat the answer. */
  readonly result?: ResultRows;
  /** Shown one below the other. */
  readonly charts: readonly Chart[];
  readonly query?: string;
  /** Actions that led to the answer, one line each. */
  readonly steps: readonly string[];
  readonly runId: string;
}

const STYLE = `.answer{font-size:1.15rem;white-space:pre-wrap;overflow-wrap:anywhere}td,th{white-space:pre-wrap}ol{padding-left:1.4rem;font-size:.9rem}li{overflow-wrap:anywhere}`;

/** The answer with its charts, rows and query as one page. */
async function* answerPage(page: AnswerPage): AsyncGenerator<string> {
  const { question, answer, notes, result, charts, query, steps, runId } = page;
  yield pageHead({ title: question, style: STYLE });
  yield `<h1 dir="auto">${html(question)}</h1>
<p class="answer" dir="auto">${escapeMarkup(visibleLines(answer))}</p>
${notes.map((text) => `<p class="note">${escapeMarkup(visibleLines(text))}</p>\n`).join("")}`;
  for (const chart of charts)
    yield `<figure><figcaption>${html(chartTitle(chart))}</figcaption>\n${await chartHtml(chart)}</figure>\n`;
  if (result !== undefined) yield* table(result, answer);
  if (query !== undefined)
    yield `<h2>Query</h2>\n<pre><code>${escapeMarkup(visibleLines(query))}</code></pre>\n`;
  if (steps.length > 0) {
    const items = steps.map((step) => `<li><code>${html(step)}</code></li>\n`);
    yield `<h2>How it was found</h2>\n<ol>\n${items.join("")}</ol>\n`;
  }
  yield `<p class="note">Fuxi, run ${escapeMarkup(runId)}</p>\n</main>${PAGE_FOOT}`;
}

function* table(result: ResultRows, answer: string): Generator<string> {
  const { count, total } = result;
  const size =
    count < total
      ? `The first ${count.toLocaleString("en")} of ${total.toLocaleString("en")} rows`
      : `${total.toLocaleString("en")} ${total === 1 ? "row" : "rows"}`;
  // For many columns the answer's text is only the number of rows.
  yield `<h2>${answer.replace(/\W/gu, "") === size.replace(/\W/gu, "") ? "Rows" : size}</h2>\n`;
  yield* rowsTable(result, "Rows");
}

export interface Printed {
  readonly outcome: Outcome;
  readonly runId: string;
  readonly usage: Usage;
  /** Events of the whole run. Read only if the form shows the actions. */
  readonly events: () => Promise<readonly RunEvent[]>;
  /** What opening the targets warned of. An answer's evidence holds those that concern it. */
  readonly warnings?: readonly string[];
}

type Answered = Extract<Outcome, { readonly type: "answered" }>;

/**
 * Prints the outcome of a run in the requested form, and returns the exit code. Outcomes without an answer write no file: they are printed on stderr, and
 * as JSON if requested. An answer with missing rows returns the exit code of a limit.
 */
export async function printOutcome(
  printed: Printed,
  options: OutputOptions & { readonly quiet?: boolean },
  kept: Kept,
  io: CliIo,
): Promise<number> {
  const { outcome, runId, usage, warnings = [] } = printed;
  const form = formOf(options);
  if (outcome.type !== "answered") {
    const told = warnings.length === 0 ? {} : { warnings };
    const text =
      form === "json"
        ? JSON.stringify({ ...outcomeJson(outcome, runId, usage), ...told }, null, 2)
        : renderOutcome(outcome, runId, io);
    const toOut = form === "json" || (form === "text" && options.sql !== true && options.out === undefined);
    (toOut ? io.out : io.err)(`${text}\n`);
    return exitCodeOf(outcome);
  }
  const complete = await printAnswer(outcome, printed, options, kept, io);
  return complete ? EXIT.answered : EXIT.stopped;
}

async function printAnswer(
  outcome: Answered,
  { runId, usage, events }: Printed,
  options: OutputOptions & { readonly quiet?: boolean },
  kept: Kept,
  io: CliIo,
): Promise<boolean> {
  const { answer, evidence } = outcome;
  if (options.sql === true) {
    const query = queryAlone(evidence);
    if (query === undefined) io.err("The answer rests on no query.\n");
    else await deliver([`${seen(query, options, io)}\n`], options.out, io);
    return true;
  }
  const form = formOf(options);
  if (outcome.report !== undefined && (form === "csv" || form === "xlsx")) throw noRows(form);
  if (outcome.report !== undefined && (form === "text" || form === "md" || form === "html")) {
    const report = { report: outcome.report, assumptions: outcome.assumptions };
    const made = reportMade(await events(), runId, usage);
    await deliver(reportIn(form, report, made, options, io), options.out, io);
    tellOfReport(outcome.report, runId, options, io);
    return true;
  }
  if (form === "text") {
    const plain = options.out === undefined ? io : { ...io, colors: pc.createColors(false) };
    const chart = wantsChart(options, io) ? await drawn(outcome, kept, options, io) : undefined;
    await deliver([`${renderOutcome(outcome, runId, plain, chart)}\n`], options.out, io);
    return true;
  }
  const result = await resultRows(answer, kept);
  if (form === "json") {
    const object = outcomeJson(outcome, runId, usage);
    const json =
      answer.rows !== undefined
        ? jsonWithRows(object, result.rows)
        : jsonWithList(object, answer, await listItems(answer, kept));
    await deliver(json, options.out, io);
    return told(result, result.count, [], options, io);
  }
  if (form !== "html") return writeRows(result, form, options, io);
  const run = await events();
  const charts = options.chart === false ? [] : chartsIn(result);
  const query = queryAlone(evidence);
  const page = answerPage({
    question: questionOf(run),
    answer: answer.text,
    notes: [
      ...outcome.assumptions.map((text) => `Assumed: ${text}`),
      ...evidence.flatMap(({ hangsOn = [] }) => hangsOn.map(({ text }) => `Could also mean: ${text}`)),
    ],
    ...(result.total * result.columns.length > 1 ? { result } : {}),
    ...(query === undefined ? {} : { query }),
    charts,
    steps: stepsOf(run),
    runId,
  });
  await deliver(page, options.out, io);
  return told(result, result.count, [], options, io);
}

/** Summarises a report that was written to a file, with its doubtful figures. */
function tellOfReport(
  report: LongFormAnswer,
  runId: string,
  { out, quiet }: OutputOptions & { readonly quiet?: boolean },
  io: CliIo,
): void {
  if (out === undefined || out === "-" || quiet === true) return;
  const doubtful = doubtfulFigures(report).length;
  io.err(`Wrote ${out} (run ${runId})\n`);
  if (doubtful > 0) io.err(`${io.colors.yellow(doubtLine(doubtful))}\n`);
}

/** Makes control characters in a query visible on a terminal. Files and programs get the query as it is. */
function seen(query: string, { out }: OutputOptions, io: CliIo): string {
  return out === undefined && io.outIsTerminal === true ? visibleLines(query) : query;
}

function wantsChart({ chart, out }: OutputOptions, io: CliIo): boolean {
  return chart ?? (io.outIsTerminal === true && out === undefined);
}

async function drawn(
  outcome: Answered,
  kept: Kept,
  { chart: asked }: OutputOptions,
  io: CliIo,
): Promise<string | undefined> {
  const charts = chartsIn(await resultRows(outcome.answer, kept));
  const texts = charts.flatMap((chart) => chartText(chart, io.width) ?? []);
  if (texts.length === 0 && asked === true)
    io.err(`${io.colors.dim(charts.length === 0 ? NO_SHAPE : NOT_HERE)}\n`);
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

const NO_SHAPE =
  "No chart fits this result. Charts need one to four number columns, with labels or dates beside them.";
const NOT_HERE =
  "No chart: the terminal is too narrow for it, or it has too many points. Use --out answer.html.";

function chartsIn({ columns, rows, count, total }: ResultRows): readonly Chart[] {
  return count > MOST_POINTS ? [] : chartsOf({ columns, rows: [...rows], total });
}

function questionOf(events: readonly RunEvent[]): string {
  const started = events.find((event) => event.type === "run-started");
  return started?.task.question ?? "";
}

function stepsOf(events: readonly RunEvent[]): readonly string[] {
  const started = events.find((event) => event.type === "run-started");
  return events.flatMap((event) =>
    event.type === "action-observed" ? [renderAction(event.action, started?.environments.length ?? 1)] : [],
  );
}

/**
 * The answer's whole query, to run elsewhere: SQL, SPARQL, or requests for a shell (without credentials, which are not stored).
 * Undefined if the evidence contains none.
 */
function queryAlone(evidence: readonly Evidence[]): string | undefined {
  const texts = evidence.flatMap(({ sql, sparql, program, calls }) => {
    if (sql !== undefined) return [laidOutSql(sql)];
    const graph = sparql ?? program;
    if (graph !== undefined) return [graph.trimEnd()];
    return calls === undefined || calls.length === 0 ? [] : [calls.map(request).join("\n")];
  });
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

/** A request for a shell. For one with a body, it shows the arguments instead, since bodies are not stored. */
function request({ operation, url, arguments: given }: JsonObject): string {
  const [method = "GET"] = String(operation).split(" ");
  const quoted = `'${String(url).replaceAll("'", "'\\''")}'`;
  if (method === "GET") return `curl ${quoted}`;
  return `# with ${JSON.stringify(given ?? {})}\ncurl -X ${method} ${quoted}`;
}

/** Indented JSON of the object, with `answer.rows` replaced by these rows, one per line. Streams the rows, so that they are never all in memory as text. */
function* jsonWithRows(object: JsonObject, rows: Iterable<Row>): Generator<string> {
  const mark = randomUUID();
  const answer = object["answer"] as JsonObject;
  const text = JSON.stringify({ ...object, answer: { ...answer, rows: mark } }, null, 2);
  const [before = "", after = ""] = text.split(`"${mark}"`);
  yield `${before}[`;
  let first = true;
  for (const row of rows) {
    yield `${first ? "" : ","}\n      ${JSON.stringify(row)}`;
    first = false;
  }
  yield `${first ? "" : "\n    "}]${after}\n`;
}

/** The object with the whole list of an API instead of its beginning, and `total` if items are missing. */
function jsonWithList(
  object: JsonObject,
  { members, list }: Answer,
  items: readonly Json[] | undefined,
): readonly string[] {
  const answer = object["answer"] as JsonObject;
  const whole =
    list === undefined || items === undefined
      ? answer
      : { ...answer, ...(members === undefined ? { value: items } : { members: items }), total: list.total };
  return [`${JSON.stringify({ ...object, answer: whole }, null, 2)}\n`];
}
