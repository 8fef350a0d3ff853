import type { Comparison } from "../report.ts";

/** A table of texts, for every form of a report. */
export interface ReportTable {
  readonly title: string;
  /** What a reader has to know of it, in a sentence or two. */
  readonly note?: string;
  /** Columns of figures stand right. */
  readonly columns: readonly { readonly name: string; readonly figures: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

export const words = (name: string) => ({ name, figures: false });
export const figures = (name: string) => ({ name, figures: true });

/** What is beside what, for the head of a page. */
export function comparisonTitle({ a, b, benchmark }: Pick<Comparison, "a" | "b" | "benchmark">): string {
  return `${a === b ? `Configurations of ${a}` : `${b} beside ${a}`} on ${benchmark}`;
}

/** A setting of a configuration or a run, for people. */
export function settingText(value: unknown): string {
  if (value === undefined) return "–";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value);
    return members.length === 0
      ? "as the model has it"
      : members.map(([name, each]) => `${name} ${JSON.stringify(each)}`).join(", ");
  }
  return String(value);
}
