import type { Measure } from "../benchmark/benchmark.ts";
import type { EfficiencyName, Estimate } from "./report.ts";

/** A table of texts, for all forms of a report. */
export interface ReportTable {
  readonly title: string;
  /** A sentence or two for readers. */
  readonly note?: string;
  /** Columns of figures are right-aligned. */
  readonly columns: readonly { readonly name: string; readonly figures: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

export const words = (name: string) => ({ name, figures: false });
export const figures = (name: string) => ({ name, figures: true });

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

/** A value of a measure, shares in per cent. */
export function measureText(unit: Measure["unit"], value: number): string {
  switch (unit) {
    case "share":
      return `${(value * 100).toFixed(1)} %`;
    case "ratio":
      return value.toFixed(3);
    default:
      return value.toFixed(2);
  }
}

/** `81.7 % (76.0–86.4)`, the mean alone without an interval, or a dash without a mean. */
export function estimateText(unit: Measure["unit"], estimate: Estimate | undefined): string {
  if (estimate === undefined) return "–";
  const { mean, interval } = estimate;
  if (interval === undefined) return measureText(unit, mean);
  const bare = (value: number): string => measureText(unit, value).replace(" %", "");
  return `${measureText(unit, mean)} (${bare(interval.low)}–${bare(interval.high)})`;
}

export const EFFICIENCY_NAMES: Readonly<Record<EfficiencyName, string>> = {
  inputTokens: "Input tokens",
  cachedInputTokens: "of them cached",
  outputTokens: "Output tokens",
  rounds: "Rounds",
  actions: "Actions",
  milliseconds: "Time",
  cost: "Cost",
};

export function efficiencyText(name: EfficiencyName, value: number, currency: string): string {
  switch (name) {
    case "rounds":
    case "actions":
      return value.toFixed(1);
    case "milliseconds":
      return durationText(value);
    case "cost":
      return costText(value, currency);
    default:
      return Math.round(value).toLocaleString("en");
  }
}

export function averageText(
  name: EfficiencyName,
  { mean }: { readonly mean?: number },
  currency: string,
): string {
  return mean === undefined ? "unknown" : efficiencyText(name, mean, currency);
}

/** A cost. An unknown one is `unknown`, never 0. */
export function costText(cost: number | undefined, currency: string): string {
  if (cost === undefined) return "unknown";
  const digits = cost === 0 || cost >= 1 ? 2 : 4;
  const text =
    cost > 0 && cost < 0.0001
      ? cost.toPrecision(2)
      : cost.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: digits });
  return `${text} ${currency}`;
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  const minutes = seconds / 60;
  return minutes < 120 ? `${minutes.toFixed(1)} min` : `${(minutes / 60).toFixed(1)} h`;
}

export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** The measure that configurations are compared by: the first that is not a count. Undefined if all are counts. */
export function leadMeasure(measures: readonly Measure[]): Measure | undefined {
  return measures.find(({ unit }) => unit !== "count");
}
