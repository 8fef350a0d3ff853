import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import type { DateForm } from "../../sql/sql-dialect.ts";
import type { DateSpan, Operator } from "../grammar/question-tree.ts";
import { wordLikeness } from "../lexicon/name-likeness.ts";
import type { ColumnPath } from "./column-path.ts";
import type { CompileContext } from "./compile-context.ts";
import { type Scored, scored } from "./scored.ts";

const TIME_WORDS = new Set(
  "date year day time on at birthday month when since datetime timestamp deathday founded opened established built".split(
    " ",
  ),
);

/** Candidate date columns for a span of time without a named column: any of the table, unless a verb names one. */
export async function datePaths(
  root: TableSchema,
  verb: string | undefined,
  context: CompileContext,
): Promise<readonly Scored<ColumnPath>[]> {
  const columns = root.columns.filter((column) => mayHoldDates(column));
  const chosen = columns.filter((column) => verb !== undefined && isDateOf(verb, column));
  const found: Scored<ColumnPath>[] = [];
  for (const column of chosen.length > 0 ? chosen : columns) {
    const path = { table: root, column, hops: [] };
    if ((await formOf(path, context)) !== undefined)
      found.push(
        scored(path, chosen.length > 0 ? 1 : isOfAnother(path) ? 0.9 : 0.95, [
          `Took the time as that of ${root.name}.${column.name}.`,
        ]),
      );
  }
  return found;
}

/** True for `song_release_year` of a singer: a date of something else than the row. */
function isOfAnother({ table, column }: ColumnPath): boolean {
  const own = nameWords(table.name);
  return nameWords(column.name).filter((word) => !TIME_WORDS.has(word) && !own.includes(word)).length > 1;
}

/** True for `hired_on` and "hired", `birth_date` and "born". */
function isDateOf(verb: string, column: ColumnSchema): boolean {
  const words = nameWords(`${column.name} ${column.description?.name ?? ""}`);
  return mayHoldDates(column) && words.some((word) => wordLikeness(verb, word) >= 0.85);
}

function mayHoldDates(column: ColumnSchema): boolean {
  if (column.affinity === "date" || column.affinity === "datetime") return true;
  return (
    ["text", "integer", "other"].includes(column.affinity) &&
    nameWords(`${column.name} ${column.description?.name ?? ""}`).some((word) => TIME_WORDS.has(word))
  );
}

export async function formOf(path: ColumnPath, context: CompileContext): Promise<DateForm | undefined> {
  const form = (await context.profile(path))?.dateForm;
  return form && form.share >= 0.95 && form.ambiguousWith.length === 0 ? form.form : undefined;
}

/** A condition on a date column in its written form; undefined if the form cannot express it. */
export async function dateTest(
  path: ColumnPath,
  operator: Operator,
  dates: readonly DateSpan[],
  until: DateSpan | undefined,
  context: CompileContext,
): Promise<((column: string) => string) | undefined> {
  const form = await formOf(path, context);
  if (!form) return undefined;
  // Seconds kept as text would be compared as text.
  if (form.pattern.startsWith("epoch-") && path.column.affinity === "text") return undefined;
  const make = (column: string): string | undefined => {
    const [first] = dates;
    if (first && until)
      return both(compared(column, form, ">=", first, context), compared(column, form, "<=", until, context));
    const parts = dates.map((date) => compared(column, form, operator, date, context));
    return parts.every((part) => part !== undefined)
      ? parts.length === 1
        ? parts[0]
        : `(${parts.join(" OR ")})`
      : undefined;
  };
  return make("x") === undefined ? undefined : (column) => make(column) ?? "";
}

function both(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || b === undefined ? undefined : `${a} AND ${b}`;
}

function compared(
  column: string,
  form: DateForm,
  operator: Operator,
  date: DateSpan,
  context: CompileContext,
): string | undefined {
  const { dialect } = context.services.driver;
  const year = dialect.yearOf(column, form);
  const sortable = form.pattern === "native" || /^(%Y[-/.]%m[-/.]%d|epoch-)/u.test(form.pattern);
  if (date.month === undefined) {
    if (year === undefined) return undefined;
    return `${year} ${operator} ${date.year}`;
  }
  const day = { year: date.year, month: date.month, day: date.day ?? 1 };
  const at = dialect.dateLiteral(day, form);
  const timed = /%H|%I|epoch|%-H/u.test(form.pattern) || form.pattern === "native";
  const next = new Date(Date.UTC(day.year, day.month - 1, day.day + 1));
  const after = dialect.dateLiteral(
    { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() },
    form,
  );
  if (operator === "=")
    return timed
      ? sortable
        ? `${column} >= ${at} AND ${column} < ${after}`
        : undefined
      : `${column} = ${at}`;
  if (!sortable) return undefined;
  return operator === "<" || operator === ">="
    ? `${column} ${operator} ${at}`
    : `${column} ${operator === ">" ? ">=" : "<"} ${after}`;
}
