import { InvalidArgumentError } from "commander";

/** Forms in which a report can be written. */
export const REPORT_FORMS = ["html", "md", "json", "inspect"] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

export const DEFAULT_FORMS: readonly ReportForm[] = ["html", "md", "json"];

export function formsIn(text: string): readonly ReportForm[] {
  const named = text.split(",").map((each) => each.trim());
  const unknown = named.find((each) => !(REPORT_FORMS as readonly string[]).includes(each));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is no form: some of ${REPORT_FORMS.join(", ")} are wanted.`);
  return REPORT_FORMS.filter((form) => named.includes(form));
}
