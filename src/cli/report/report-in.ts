import pc from "picocolors";
import type { LongFormAnswer } from "../../trajectory/long-form-answer.ts";
import type { CliIo } from "../cli-io.ts";
import type { OutputOptions } from "../output/output-form.ts";
import type { ReportMade } from "./report-foot.ts";
import { reportMarkdown } from "./report-markdown.ts";
import { reportPage } from "./report-page.ts";
import { reportText } from "./report-text.ts";

/** A report in the form that was asked for. A file is plain text, and of the width of a page. */
export function reportIn(
  form: "text" | "md" | "html",
  { report, assumptions }: { readonly report: LongFormAnswer; readonly assumptions: readonly string[] },
  made: ReportMade,
  { out, chart }: OutputOptions,
  io: CliIo,
): Iterable<string> | AsyncIterable<string> {
  if (form === "md") return reportMarkdown(report, made, assumptions);
  const charts = chart ?? (form === "html" || (io.outIsTerminal === true && out === undefined));
  if (form === "html") return reportPage(charts ? report : { ...report, charts: [] }, made, assumptions);
  const plain = out === undefined ? io : { ...io, colors: pc.createColors(false), width: PAGE_WIDTH };
  return [`${reportText(report, made, { assumptions, charts }, plain)}\n`];
}

const PAGE_WIDTH = 100;
