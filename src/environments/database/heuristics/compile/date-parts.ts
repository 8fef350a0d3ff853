import type { TableSchema } from "../../schema/database-schema.ts";
import type { DatePart, Grouping } from "../grammar/question-tree.ts";
import { columnForms } from "../lexicon/name-forms.ts";
import { nameLikeness } from "../lexicon/name-likeness.ts";
import { type CompileContext, columnSql } from "./compile-context.ts";
import { datePlaces, formOf } from "./compile-dates.ts";
import type { Place } from "./place.ts";
import { resolveAttribute } from "./resolve-attribute.ts";
import { each, type Scored } from "./scored.ts";

/** A column of dates with the expressions that tell its parts apart, in the order of time, and what each is called. */
export interface DateParts {
  readonly place: Place;
  readonly keys: readonly { readonly sql: string; readonly name: string }[];
}

/** Every column of dates of the rows by whose months, years … they may be told apart. Those of different years are different months. */
export async function dateParts(
  { part, word, of }: Extract<Grouping, { kind: "date" }>,
  root: TableSchema,
  context: CompileContext,
): Promise<readonly Scored<DateParts>[]> {
  // A column that goes by the word is what is meant.
  if (of === undefined && isCalled(word, root)) return [];
  const places =
    of === undefined
      ? await datePlaces(root, undefined, context)
      : resolveAttribute(of, root, context).filter(({ value }) => value.hops.length === 0);
  return each(places, async (found) => {
    const keys = await keysOf(part, found.value, context);
    if (keys === undefined) return [];
    const years =
      part === "month" || part === "quarter" ? [`Each ${part} was taken as one of its year.`] : [];
    return [{ ...found, value: { place: found.value, keys }, notes: [...found.notes, ...years] }];
  });
}

function isCalled(word: string, root: TableSchema): boolean {
  return root.columns.some((column) =>
    columnForms(root, column).some(({ words, weight }) => weight * nameLikeness([word], words) >= 0.7),
  );
}

async function keysOf(
  part: DatePart,
  place: Place,
  context: CompileContext,
): Promise<DateParts["keys"] | undefined> {
  const form = await formOf(place, context);
  if (!form || !(await areAllDates(place, context))) return undefined;
  const { dialect } = context.services.driver;
  const column = columnSql(place, context.services);
  if (part === "day") {
    const sql =
      form.pattern === "native"
        ? place.column.affinity === "date"
          ? column
          : `CAST(${column} AS DATE)`
        : /%[-]?[HIMSpf]|epoch/u.test(form.pattern)
          ? undefined
          : (dialect.sortableDate?.(column, form) ?? undefined);
    return sql === undefined ? undefined : [{ sql, name: "day" }];
  }
  const year = dialect.yearOf(column, form);
  if (year === undefined) return undefined;
  const ofYear = { sql: year, name: "year" };
  if (part === "year") return [ofYear];
  const month = dialect.monthOf(column, form);
  if (month === undefined) return undefined;
  if (part === "month") return [ofYear, { sql: month, name: "month" }];
  const third = `(${month} + 2) / 3`;
  return [ofYear, { sql: dialect.dividesIntegersToInteger ? third : `FLOOR(${third})`, name: "quarter" }];
}

/** Blank cells and words among dates would come out as a group of their own, of a year that never was. */
async function areAllDates(place: Place, context: CompileContext): Promise<boolean> {
  const profile = await context.profile(place);
  return profile?.dateForm?.share === 1 && profile.sample.cells.every(({ text }) => text.trim() !== "");
}
