import { computedText, derivedText } from "../../../agent/figures/computed-text.ts";
import { renderFailure, renderFinding } from "../../../agent/render-result.ts";
import { chosenReading } from "../../../clarification/settle.ts";
import type { Action } from "../../../environment/action.ts";
import type { Answer, Evidence } from "../../../environment/answer.ts";
import type { Observation } from "../../../environment/observation.ts";
import type { Usage } from "../../../model/usage.ts";
import type { Clarification, ClarificationReply } from "../../../trajectory/clarification.ts";
import type { Outcome } from "../../../trajectory/outcome.ts";
import type { PolicyReply } from "../../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { html, PAGE_FOOT, pageHead } from "../../../util/html-page.ts";
import type { Json } from "../../../util/json.ts";
import type { ItemRecord } from "../../run/configuration.ts";
import type { Report } from "../report.ts";
import { askingTables } from "../tables/asking-tables.ts";
import { turnedTable } from "../tables/report-table.ts";
import { efficiencyTable, groupTables, resultTable } from "../tables/result-tables.ts";
import { configurationTable, provenanceTables, runFacts } from "../tables/run-tables.ts";
import { troubleTables } from "../tables/trouble-tables.ts";
import { htmlTable } from "./html-table.ts";
import { type PageData, pageData, scriptJson } from "./page-data.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { leftOutHtml, plotsHtml } from "./plain-page.ts";
import { reportPlots } from "./report-plots.ts";
import { shownText } from "./shown-text.ts";

/** Rows as texts, of which `total` are all. */
interface ShownRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
}

/** One turn of a conversation, as texts that can be shown as they are. */
type TrajectoryStep =
  | { readonly type: "said"; readonly who: string; readonly text: string; readonly took: string }
  | {
      readonly type: "action";
      readonly who: string;
      /** With its environment. */
      readonly tool: string;
      /** Its arguments. */
      readonly text: string;
      readonly result: string;
      readonly isFailure: boolean;
      readonly warnings: readonly string[];
      readonly took: string;
    }
  | {
      readonly type: "answer";
      readonly text: string;
      readonly query: string;
      readonly rows?: ShownRows;
      readonly warnings: readonly string[];
    }
  | { readonly type: "refused"; readonly text: string; readonly result: string }
  | { readonly type: "question"; readonly text: string; readonly options: readonly string[] }
  | { readonly type: "reply"; readonly text: string }
  | { readonly type: "note"; readonly text: string };

const MOST_ROWS = 30;
const MOST_CELL = 200;

/** What was said before, which later events refer to. */
interface Before {
  readonly asked: Map<string, Clarification>;
  options: readonly { readonly label: string }[];
}

/** A trajectory as a conversation. */
export function trajectorySteps(events: readonly RunEvent[]): readonly TrajectoryStep[] {
  const before: Before = { asked: new Map(), options: [] };
  return events.flatMap((event) => stepsOf(event, before));
}

function stepsOf(event: RunEvent, before: Before): readonly TrajectoryStep[] {
  switch (event.type) {
    case "run-started": {
      const { strategy, policy, limits, environments } = event;
      const ids = environments.map(({ id, kind }) => `${id} (${kind})`).join(", ");
      return [note(`${strategy} with ${policy} on ${ids}, at most ${limits.steps} steps`)];
    }
    case "policy-replied":
      return saidStep(event.reply, event.role, event.milliseconds, before.options);
    case "actions-permitted":
      before.options = event.options;
      return [note(`${event.options.length.toLocaleString("en")} actions are possible`)];
    case "effect-intended":
      return [];
    case "action-observed":
      return [
        {
          type: "action",
          who: event.role,
          ...called(event.action),
          ...observed(event.observation),
          isFailure: false,
          took: tookText(undefined, event.milliseconds),
        },
      ];
    case "action-failed":
      return [
        {
          type: "action",
          who: event.role,
          ...called(event.action),
          result: shownText(renderFailure(event.failure)),
          isFailure: true,
          warnings: [],
          took: tookText(undefined, event.milliseconds),
        },
      ];
    case "claim-accepted":
      return [answerStep(event.answer, event.evidence, event.warnings?.map(({ message }) => message) ?? [])];
    case "claim-refused":
      return [
        {
          type: "refused",
          text: shownText(event.claim.text ?? "what was drafted"),
          result: shownText(renderFailure(event.failure)),
        },
      ];
    case "question-asked":
      before.asked.set(event.command, event.clarification);
      return [
        {
          type: "question",
          text: shownText(event.clarification.question),
          options: event.clarification.readings.map(({ text }) => shownText(text)),
        },
      ];
    case "question-answered":
      return [{ type: "reply", text: shownText(replyText(event.reply, before.asked.get(event.command))) }];
    case "wish-weighed":
      return event.verdict.type === "ask"
        ? []
        : [note(`Wanted to ask "${event.wish.question}", which was not put: ${event.verdict.guidance}`)];
    case "results-computed":
      return [note([computedText(event), ...event.derived.map(derivedText)].join("\n"))];
    case "workspaces-restored":
      return [note(`Back to how it was after event ${event.asOf}`)];
    case "workspace-opened":
      return [];
    case "run-resumed":
      return [note("Resumed")];
    case "run-finished":
      return [note(outcomeText(event.outcome))];
  }
}

function saidStep(
  reply: PolicyReply,
  who: string,
  milliseconds: number | undefined,
  options: readonly { readonly label: string }[],
): readonly TrajectoryStep[] {
  const { thought, choice, written, output, problem, unanswerable, assumptions = [] } = reply;
  const lines = [
    thought.trim(),
    ...(choice === undefined
      ? []
      : [`Chose: ${choice === "none" ? "none" : (options[choice]?.label ?? choice + 1)}`]),
    ...(written === undefined ? [] : [`Wrote: ${JSON.stringify(written)}`]),
    ...(output === undefined ? [] : [JSON.stringify(output, undefined, 1)]),
    ...assumptions.map((text) => `Takes for granted: ${text}`),
    ...(unanswerable === undefined ? [] : [`Gives up: ${unanswerable.reason}`]),
    ...(problem === undefined ? [] : [`Not usable: ${problem.message}`, reply.raw ?? ""]),
  ].filter((line) => line !== "");
  const took = tookText(reply.usage, milliseconds);
  // An action without a thought is seen as that action; what it took is not to be lost.
  return [{ type: "said", who, text: shownText(lines.join("\n")), took }];
}

function observed({ text, warnings, notes, truncation }: Observation) {
  const said = text.trimEnd();
  const unsaid = notes.filter(({ message }) => !said.includes(message));
  const cut =
    truncation === undefined || said.includes(truncation.howToSeeMore) ? [] : [truncation.howToSeeMore];
  return {
    result: shownText(
      [said, ...unsaid.flatMap((finding) => renderFinding("note", finding)), ...cut].join("\n"),
    ),
    warnings: warnings
      .filter(({ message }) => !said.includes(message))
      .map((finding) => shownText(renderFinding("warning", finding).join("\n").slice("warning: ".length))),
  };
}

function answerStep(answer: Answer, evidence: Evidence, warnings: readonly string[]): TrajectoryStep {
  const { rows } = answer;
  const query = evidence.sql ?? evidence.program ?? evidence.sparql;
  const calls = evidence.calls?.map((call) => JSON.stringify(call)).join("\n");
  return {
    type: "answer",
    text: shownText(answer.text),
    query: shownText(query ?? calls ?? ""),
    ...(rows === undefined
      ? {}
      : {
          rows: {
            columns: rows.columns.map((name) => shownText(name, MOST_CELL)),
            rows: rows.rows.slice(0, MOST_ROWS).map((row) => row.map(cellText)),
            total: rows.total,
          },
        }),
    warnings: warnings.map((text) => shownText(text)),
  };
}

function cellText(cell: Json): string {
  if (cell === null) return "NULL";
  return shownText(typeof cell === "string" ? cell : JSON.stringify(cell), MOST_CELL);
}

/** A single text, mostly a query, stands as it is. */
function called({ environment, tool, arguments: given }: Action) {
  const values = Object.entries(given);
  const [only] = values;
  const text =
    only !== undefined && values.length === 1 && typeof only[1] === "string"
      ? only[1]
      : values.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join("\n");
  return { tool: shownText(`${environment}.${tool}`), text: shownText(text) };
}

function replyText(reply: ClarificationReply, clarification: Clarification | undefined): string {
  if (reply.type === "unavailable") return "nobody is there";
  if (reply.type === "declined") return clarification?.permission === undefined ? "cannot say" : "no";
  return (clarification === undefined ? undefined : chosenReading(clarification, reply)?.text) ?? reply.text;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.type) {
    case "answered":
      return "Answered";
    case "needs-clarification":
      return `Ended with a question: ${outcome.clarification.question}`;
    case "unanswerable":
      return `Gave up: ${outcome.reason}`;
    case "stopped":
      return `Stopped (${outcome.reason}): ${outcome.message}`;
    case "failed":
      return `Failed (${outcome.code}): ${outcome.message}`;
  }
}

function tookText(usage: Usage | undefined, milliseconds: number | undefined): string {
  const { inputTokens, outputTokens, cachedInputTokens } = usage ?? {};
  const tokens = [
    ...(inputTokens === undefined ? [] : [`${inputTokens.toLocaleString("en")} in`]),
    ...(cachedInputTokens === undefined || cachedInputTokens === 0
      ? []
      : [`${cachedInputTokens.toLocaleString("en")} cached`]),
    ...(outputTokens === undefined ? [] : [`${outputTokens.toLocaleString("en")} out`]),
  ];
  const time = milliseconds === undefined ? [] : [`${Math.round(milliseconds).toLocaleString("en")} ms`];
  return [...tokens, ...time].join(", ");
}

const note = (text: string): TrajectoryStep => ({ type: "note", text: shownText(text) });

/** A file of a report. */
export interface ReportFile {
  /** Relative to where the report is written, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** What a page shows beside the report. */
export interface ReportPageOptions {
  /** Events of the run of an item (`ItemRecord.run`); none where its trajectory is not stored any more. */
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
  /** Of the page without `.html`; "report" unless given. Letters, digits, `-`, `_` and `.`. */
  readonly name?: string;
}

/** Results up to which a page holds its trajectories. */
export const MOST_INSIDE = 1000;
/** Trajectories that are longer together stand beside the page. */
const MOST_INSIDE_BYTES = 8_000_000;
/** Of the queries and answers in the list of a page. */
const MOST_BYTES = 10_000_000;
/** Characters of a query or an answer in it. */
const LONGEST = 4000;
const SHORTEST = 100;
/** Trajectories of one file beside the page. */
const PER_FILE = 50;

/**
 * A page that opens from a disk, and shows the report with every answer's trajectory. With up to 1,000 results (and 8 MB of trajectories) they are in the page itself; else
 * in files beside it, which a page cannot `fetch` from a disk and so loads as scripts. The page comes last.
 */
export async function* reportPage(
  report: Report,
  records: readonly ItemRecord[],
  { trajectoryOf, name = "report" }: ReportPageOptions,
): AsyncGenerator<ReportFile> {
  const stepsOf = async ({ run }: ItemRecord): Promise<string> =>
    scriptJson(trajectorySteps(await trajectoryOf(run)));
  const inside = records.length > MOST_INSIDE ? undefined : await withinBound(records, stepsOf);
  const folder = `${name}-trajectories`;
  if (inside === undefined) {
    for (let file = 0; file * PER_FILE < records.length; file++) {
      const steps: string[] = [];
      for (const record of records.slice(file * PER_FILE, (file + 1) * PER_FILE)) {
        steps.push(await stepsOf(record));
      }
      yield { path: `${folder}/${file}.js`, text: `fuxiTrajectories(${file},[${steps.join(",\n")}]);\n` };
    }
  }
  const data = pageData(report, records, {
    perFile: inside === undefined ? PER_FILE : 0,
    files: `${encodeURIComponent(folder)}/`,
    most: longestText(records),
  });
  yield { path: `${name}.html`, text: await pageHtml(report, data, inside ?? []) };
}

/** Queries and answers are cut the shorter, the more and longer they are: a page stays below 20 MB, and their trajectories hold them whole. */
function longestText(records: readonly ItemRecord[]): number {
  const texts = records.flatMap(({ predicted = "", answer = "", remark = "" }) => [
    predicted,
    answer,
    remark,
  ]);
  const golds = new Map(records.map(({ task, gold = "" }) => [task, gold]));
  texts.push(...golds.values());
  let most = LONGEST;
  const bytes = (): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text.slice(0, most)), 0);
  while (most > SHORTEST && bytes() > MOST_BYTES) most = Math.floor(most / 2);
  return most;
}

async function withinBound(
  records: readonly ItemRecord[],
  stepsOf: (record: ItemRecord) => Promise<string>,
): Promise<readonly string[] | undefined> {
  const all: string[] = [];
  let bytes = 0;
  for (const record of records) {
    const steps = await stepsOf(record);
    bytes += Buffer.byteLength(steps);
    if (bytes > MOST_INSIDE_BYTES) return undefined;
    all.push(steps);
  }
  return all;
}

/** The page: `trajectories` are the JSON of each item's, in the order of the items; none where they are in files beside it. */
async function pageHtml(report: Report, data: PageData, trajectories: readonly string[]): Promise<string> {
  const title = `Evaluation of ${report.manifest.benchmark}`;
  const plots = await reportPlots(report);
  const results = resultTable(report);
  const shown = turnedTable(results, "Measure");
  const groups = groupTables(report);
  const troubles = troubleTables(report);
  const hasFiles = data.perFile > 0;
  const head = { title: `${title}, ${report.id}`, style: PAGE_STYLE, script: PAGE_SCRIPT, hasFiles };
  return `${pageHead(head)}<h1 dir="auto">${html(title)}</h1>
<dl class="facts">${runFacts(report)
    .map(([name, text]) => `<dt>${html(name)}</dt><dd dir="auto">${html(text)}</dd>`)
    .join("")}</dl>
<nav aria-label="Sections">${[
    ["results", "Results"],
    ...(plots.length > 0 ? [["plots", "Plots"]] : []),
    ["answers", "Answers"],
    ...(groups.length > 0 ? [["groups", "Groups"]] : []),
    ...(troubles.length > 0 ? [["troubles", "Failures and errors"]] : []),
    ["how", "How it was run"],
  ]
    .map(([id, name]) => `<a href="#${id}">${name}</a>`)
    .join("")}</nav>
<section id="results">
${htmlTable(shown, 2, shown === results ? "results" : "")}${leftOutHtml(report.leftOut)}${askingTables(report)
  .map((table) => htmlTable(table, 2))
  .join("")}${htmlTable(efficiencyTable(report), 2)}</section>
${plotsHtml(plots)}<section id="answers"><h2>Answers</h2>
<form class="filters" id="filters" role="search"></form>
<p class="note" id="count" aria-live="polite">The list needs JavaScript.</p>
<ol class="items" id="list"></ol>
<button type="button" id="more" hidden>Show more</button>
</section>
${groups.length === 0 ? "" : `<section id="groups"><h2>Groups</h2>\n${groups.map((table) => htmlTable(table, 3)).join("")}</section>\n`}${
  troubles.length === 0
    ? ""
    : `<section id="troubles"><h2>Failures and errors</h2>\n${troubles.map((table) => htmlTable(table, 3)).join("")}</section>\n`
}<section id="how"><h2>How it was run</h2>
${measuresHtml(report)}${htmlTable(configurationTable(report), 3)}${provenanceTables(report)
  .map((table) => htmlTable(table, 3))
  .join("")}</section>
</main>
<dialog id="item" aria-labelledby="verdict" tabindex="-1">
<div class="bar"><span class="verdict" id="verdict"></span><button type="button" id="previous" aria-label="Previous answer">←</button><button type="button" id="next" aria-label="Next answer">→</button><button type="button" id="close">Close</button></div>
<div class="inside" id="content"></div>
</dialog>
<script type="application/json" id="data">${scriptJson(data)}</script>
${hasFiles ? "" : `<script type="application/json" id="trajectories">[${trajectories.join(",\n")}]</script>\n`}<script>${PAGE_SCRIPT}</script>
${PAGE_FOOT}`;
}

function measuresHtml({ measures }: Report): string {
  const told = measures.filter(({ description }) => description !== "");
  if (told.length === 0) return "";
  const list = told
    .map(({ name, description }) => `<dt>${html(name)}</dt><dd>${html(description)}</dd>`)
    .join("");
  return `<h3>Measures</h3>\n<dl class="facts">${list}</dl>\n`;
}
