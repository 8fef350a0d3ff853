import type { Usage } from "../../model/usage.ts";
import type {
  Citation,
  Figure,
  LongFormAnswer,
  ReportQuery,
  ReportText,
} from "../../trajectory/long-form-answer.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { type DrawnChart, drawnCharts } from "./report-charts.ts";

/** Data about how a report was made, for its foot. */
export interface ReportMade {
  readonly question: string;
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly strategy: string;
  readonly policy: string;
  readonly environments: readonly string[];
  readonly usage: Usage;
}

export function reportMade(events: readonly RunEvent[], runId: string, usage: Usage): ReportMade {
  const started = events.find((event) => event.type === "run-started");
  return {
    question: started?.task.question ?? "",
    runId,
    at: events.at(-1)?.at ?? started?.at ?? "",
    strategy: started?.strategy ?? "",
    policy: started?.policy ?? "",
    environments: started?.environments.map(({ id }) => id) ?? [],
    usage,
  };
}

/** One line with model, targets, time, and usage. Omits figures that the provider did not report. */
function footLine({ runId, at, strategy, policy, environments, usage }: ReportMade): string {
  const model = policy.replace(/^llm:/u, "");
  const day = at.slice(0, 16).replace("T", " ");
  const tokens = (count: number | undefined, way: string) =>
    count === undefined ? [] : [`${count.toLocaleString("en")} tokens ${way}`];
  return [
    `Written by ${model} (${strategy}) from ${environments.join(", ")}`,
    ...(day === "" ? [] : [`${day} UTC`]),
    [
      `${usage.calls} ${usage.calls === 1 ? "request" : "requests"} to the model`,
      ...tokens(usage.inputTokens, "in"),
      ...tokens(usage.outputTokens, "out"),
    ].join(", "),
    `run ${runId}`,
  ].join(" · ");
}

/** The content of each part of a report. */
interface Contents {
  readonly title: string;
  readonly asked: string;
  readonly warning: string;
  readonly summary: ReportText;
  readonly heading: string;
  readonly paragraph: ReportText;
  readonly chart: DrawnChart;
  readonly list: readonly string[];
  /** Heading before the queries. */
  readonly sources: null;
  readonly query: ReportQuery;
  readonly foot: string;
}

type ReportPart = { readonly [Type in keyof Contents]: readonly [Type, Contents[Type]] }[keyof Contents];

/** An output form: renders each part of a report. */
export type ReportForm = {
  readonly [Type in keyof Contents]: (
    content: Contents[Type],
  ) => string | Iterable<string> | AsyncIterable<string>;
};

/** Renders a report, part by part. */
export async function* shownIn(
  form: ReportForm,
  ...report: Parameters<typeof reportParts>
): AsyncGenerator<string> {
  for (const [type, content] of reportParts(...report)) {
    const shown = form[type](content as never);
    if (typeof shown === "string") yield shown;
    else yield* shown;
  }
}

/** The parts of a report in the order of reading. */
function* reportParts(
  report: LongFormAnswer,
  made: ReportMade,
  assumptions: readonly string[],
): Generator<ReportPart> {
  yield ["title", report.title];
  if (made.question !== "") yield ["asked", made.question];
  const doubtful = doubtfulFigures(report).length;
  if (doubtful > 0) yield ["warning", doubtLine(doubtful)];
  yield ["summary", report.summary];
  for (const { heading, text } of report.findings) {
    if (heading !== undefined) yield ["heading", heading];
    yield ["paragraph", text];
  }
  for (const chart of drawnCharts(report)) yield ["chart", chart];
  if (report.notFound.length > 0) yield ["heading", "Not found"];
  for (const text of report.notFound) yield ["paragraph", text];
  const lists = { Assumed: assumptions, "In doubt as the data was loaded": loadingDoubts(report) };
  for (const [heading, items] of Object.entries(lists)) {
    if (items.length === 0) continue;
    yield ["heading", heading];
    yield ["list", items];
  }
  if (report.queries.length > 0) yield ["sources", null];
  for (const query of report.queries) yield ["query", query];
  yield ["foot", footLine(made)];
}

/** Distinct doubts from loading the data of a report's queries, with the environment's name if there are several. */
function loadingDoubts({ queries }: LongFormAnswer): readonly string[] {
  const several = new Set(queries.map(({ environment }) => environment)).size > 1;
  const all = queries.flatMap(({ environment, evidence }) =>
    (evidence?.doubts ?? []).map((doubt) => (several ? `${environment}: ${doubt}` : doubt)),
  );
  return [...new Set(all)];
}

/** The notice above the sources on figures that were corrected or that the results do not support. */
export function doubtLine(count: number): string {
  return `${count} ${count === 1 ? "figure is" : "figures are"} marked: not what the results say as first written, or without a source in them.`;
}

/** Figures that were corrected, or that the results do not support. */
export function doubtfulFigures(report: LongFormAnswer): readonly Figure[] {
  return figuresOf(report).filter(({ verdict }) => verdict === "corrected" || verdict === "unsupported");
}

function figuresOf({ summary, findings, notFound }: LongFormAnswer): readonly Figure[] {
  return [summary, ...findings.map(({ text }) => text), ...notFound].flat().filter(isFigure);
}

const isFigure = (piece: ReportText[number]): piece is Figure =>
  typeof piece === "object" && "shown" in piece;

const isCitation = (piece: ReportText[number]): piece is Citation =>
  typeof piece === "object" && "cites" in piece;

/** A source of a report, with the number that its figures show. */
interface ReportNote {
  /** From 1, in the order of reading. */
  readonly number: number;
  readonly source: string;
  /** Name of the source's first query. */
  readonly query?: string;
}

/** Renders the pieces of a text in an output form. */
export interface Shown {
  words(text: string): string;
  cites(names: readonly string[]): string;
  /** `doubt`: a notice for a doubtful figure. */
  figure(figure: Figure, note: ReportNote | undefined, doubt: string | undefined): string;
}

/** The distinct sources of a report, and texts that refer to them. Figures without a source have no note. */
export class ReportNotes {
  readonly all: readonly ReportNote[];

  constructor(report: LongFormAnswer) {
    const sources = [...new Set(figuresOf(report).flatMap(({ source }) => source ?? []))];
    this.all = sources.map((source, at) => {
      const query = /\bq\d+\b/iu.exec(source)?.[0].toUpperCase();
      return { number: at + 1, source, ...(query === undefined ? {} : { query }) };
    });
  }

  /** Renders a text in an output form. */
  show(text: ReportText, { words, cites, figure }: Shown): string {
    const pieces = text.map((piece) => {
      if (typeof piece === "string") return words(piece);
      if (isCitation(piece)) return cites(piece.cites);
      if (!isFigure(piece)) return "";
      return figure(
        piece,
        this.all.find(({ source }) => source === piece.source),
        doubtOf(piece),
      );
    });
    return pieces.join("");
  }
}

function doubtOf({ verdict, written }: Figure): string | undefined {
  if (verdict === "unsupported") return "not verified";
  if (verdict === "corrected") return written === undefined ? "corrected" : `first written as ${written}`;
  return undefined;
}
