import type { ColumnPlace } from "../lexicon/link.ts";
import type { CompileContext } from "./compile-context.ts";

const NUMERIC = new Set(["integer", "real", "decimal"]);

export interface Measure {
  /** What to compare, add up or order by, for the column given as SQL; several keys for dates written day first. */
  readonly keys: (column: string) => readonly string[];
  readonly kind: "number" | "date" | "text";
  readonly note?: string;
}

/**
 * How the cells of a column are compared by size. Undefined where they are partly numbers and partly not, so that no order is right.
 */
export async function measureOf(place: ColumnPlace, context: CompileContext): Promise<Measure | undefined> {
  const { dialect } = context.services.driver;
  const plain = (column: string) => [column];
  const isNumber = NUMERIC.has(place.column.affinity);
  if (isNumber && !dialect.comparesAcrossTypes) return { keys: plain, kind: "number" };
  if (place.column.affinity === "binary" || place.column.affinity === "json") return undefined;
  const profile = await context.profile(place);
  if (!profile || profile.sample.cells.length === 0)
    return isNumber ? { keys: plain, kind: "number" } : undefined;
  const form = profile.dateForm;
  if (isNumber) return profile.plainNumbers === 1 ? { keys: plain, kind: "number" } : undefined;
  if (profile.plainNumbers === 1 || profile.writtenNumbers === 1) {
    if (place.column.affinity === "date" || place.column.affinity === "datetime")
      return { keys: plain, kind: "date" };
    const note = `${place.table.name}.${place.column.name} holds numbers as text; they were compared as numbers.`;
    return { keys: (column) => [dialect.toNumber(column)], kind: "number", note };
  }
  if (form && form.share >= 0.99 && form.ambiguousWith.length === 0) {
    if (form.form.pattern === "native" || /^(%Y[-/.]?%m[-/.]?%d|epoch-|%Y$|%Y-%m$)/u.test(form.form.pattern))
      return { keys: plain, kind: "date" };
    return {
      keys: (column) => {
        const sortable = dialect.sortableDate?.(column, form.form);
        const parts = [dialect.yearOf(column, form.form), dialect.monthOf(column, form.form), column];
        return sortable === undefined ? parts.filter((key) => key !== undefined) : [sortable];
      },
      kind: "date",
      note: `${place.table.name}.${place.column.name} was ordered as dates of the form ${form.name}.`,
    };
  }
  if (profile.writtenNumbers > 0.5 || (form && form.share > 0.5)) return undefined;
  return { keys: plain, kind: "text" };
}
