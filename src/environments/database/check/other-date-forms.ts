import type { DateForm } from "../sql/sql-dialect.ts";
import { readDate } from "./date-pattern.ts";
import type { SampledCell } from "./sample-cells.ts";

/** A further form in which some cells of a column write their days. */
export interface OtherDateForm {
  readonly form: DateForm;
  /** The cell that has it most often, as stored. */
  readonly example: string;
  /** Sampled cells that have it. */
  readonly cells: number;
}

/** All forms in which a column writes its days, the main one first. */
export interface WrittenForms {
  readonly form: DateForm;
  readonly otherForms: readonly OtherDateForm[];
}

/** The part of a pattern that is the day: what follows is a time, or nothing. */
export function dayPattern(pattern: string): string {
  return pattern.replace(/[T ]+%-?[HI].*$/u, "");
}

/**
 * The forms of the cells that do not have a column's main form, the most frequent first. Left out are those that write the day alike, a year
 * or month alone, and the main form with day and month swapped: nothing tells such cells apart.
 */
export function otherDateForms(main: string, cells: readonly SampledCell[]): readonly OtherDateForm[] {
  const found: OtherDateForm[] = [];
  const known = new Set([sameDay(main), swapped(sameDay(main))]);
  let rest = cells;
  for (;;) {
    const best = mostFrequent(rest, known);
    if (!best) return found;
    found.push(best);
    const day = sameDay(best.form.pattern);
    known.add(day).add(swapped(day));
    rest = rest.filter((cell) => !patternsOf(cell).some((pattern) => sameDay(pattern) === day));
  }
}

function mostFrequent(cells: readonly SampledCell[], known: ReadonlySet<string>): OtherDateForm | undefined {
  const forms = new Map<string, OtherDateForm>();
  for (const cell of cells) {
    const patterns = patternsOf(cell);
    if (patterns.some((pattern) => known.has(sameDay(pattern)))) continue;
    for (const pattern of patterns) {
      if (!/%-?d/u.test(pattern) || pattern === "%Y%m%d") continue;
      const day = sameDay(pattern);
      const kept = forms.get(day);
      // 12/25 may be written by a form without leading zeros, 3/5 only by such a one; that form reads both.
      const isBare = /%-[md]/u.test(`${pattern}${kept?.form.pattern ?? ""}`);
      forms.set(day, {
        form: { pattern: isBare ? day.replace(/%([md])/gu, "%-$1") : day },
        example: kept?.example ?? cell.text,
        cells: (kept?.cells ?? 0) + cell.count,
      });
    }
  }
  return [...forms.values()].sort((a, b) => b.cells - a.cells)[0];
}

function patternsOf({ text }: SampledCell): readonly string[] {
  return readDate(text).map((reading) => reading.pattern);
}

function sameDay(pattern: string): string {
  return dayPattern(pattern).replaceAll("%-", "%");
}

function swapped(pattern: string): string {
  return pattern.replace(/%([md])/gu, (_, letter: string) => `%${letter === "m" ? "d" : "m"}`);
}
