import { InvalidArgumentError } from "commander";

/** Forms in which a report can be written. */
export const REPORT_FORMS = ["html", "md", "json", "inspect"] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

export const DEFAULT_FORMS: readonly ReportForm[] = ["html", "md", "json"];

/** Forms in which two runs beside each other, and a study, can be written. */
export const PAGE_FORMS = ["html", "md", "json"] as const;
export type PageForm = (typeof PAGE_FORMS)[number];

export const formsIn = (text: string): readonly ReportForm[] => someOf(REPORT_FORMS, text);
export const pageFormsIn = (text: string): readonly PageForm[] => someOf(PAGE_FORMS, text);

function someOf<T extends string>(forms: readonly T[], text: string): readonly T[] {
  const named = text.split(",").map((each) => each.trim());
  const unknown = named.find((each) => !(forms as readonly string[]).includes(each));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is no form: some of ${forms.join(", ")} are wanted.`);
  return forms.filter((form) => named.includes(form));
}
