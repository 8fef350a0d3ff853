import { extname } from "node:path";
import { FuxiError } from "../../errors/fuxi-error.ts";

/** Forms of a result. `csv`, `xlsx` and `md` contain its rows only; `json` and `html` also its evidence. */
export const OUTPUT_FORMS = ["text", "json", "csv", "xlsx", "md", "html"] as const;
export type OutputForm = (typeof OUTPUT_FORMS)[number];

/** The given options of all commands that print a result. */
export interface OutputOptions {
  /** Absent: the form by the extension of `out`, else text. */
  readonly output?: OutputForm;
  readonly json?: boolean;
  readonly out?: string;
  /** True to print only the query instead of the answer. */
  readonly sql?: boolean;
  /** Absent: a chart if the output is a terminal. */
  readonly chart?: boolean;
  readonly bom?: boolean;
  readonly safeCells?: boolean;
}

const BY_ENDING: Readonly<Record<string, OutputForm>> = {
  ".json": "json",
  ".csv": "csv",
  ".xlsx": "xlsx",
  ".md": "md",
  ".html": "html",
  ".htm": "html",
};

/** The error if a report is wanted as rows. */
export function noRows(form: OutputForm): FuxiError {
  return refused(
    `A report is not written as ${form}.`,
    "Use --out report.html, report.md or report.json; fuxi ask writes rows.",
  );
}

export function formOf({ output, json, out, sql }: OutputOptions): OutputForm {
  if (json === true) return "json";
  if (output !== undefined) return output;
  return (sql === true || out === undefined ? undefined : BY_ENDING[extname(out).toLowerCase()]) ?? "text";
}

/** @throws FuxiError `usage` for options that contradict each other, before anything is asked */
export function checkOutput(options: OutputOptions, terminal: boolean): void {
  const { output, json, out, sql, chart, bom, safeCells } = options;
  const form = formOf(options);
  if (json === true && output !== undefined && output !== "json")
    throw refused(`--json and --output ${output} exclude each other.`, "Leave one out.");
  if (sql === true && form !== "text")
    throw refused(
      `--sql prints the query alone as text, not as ${form}.`,
      "Leave --output out, or leave out --sql.",
    );
  if ((bom === true || safeCells === true) && form !== "csv")
    throw refused("--bom and --safe-cells belong to --output csv.", "Add --output csv, or leave them out.");
  if (chart === true && form !== "text" && form !== "html")
    throw refused(`There is no chart in ${form}.`, "Use --output text or --output html.");
  if (form === "xlsx" && out === undefined && terminal)
    throw refused("A workbook cannot be shown in a terminal.", "Add --out answer.xlsx");
}

function refused(message: string, hint: string): FuxiError {
  return new FuxiError("usage", message, { hint });
}
