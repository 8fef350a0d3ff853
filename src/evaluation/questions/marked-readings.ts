import type { Reading } from "../../trajectory/clarification.ts";
import { foldedWords } from "../../util/fold-text.ts";
import { isObject } from "../../util/is-object.ts";
import type { IntendedMark } from "../benchmark/benchmark.ts";
import { holdsWords } from "./asked-words.ts";

/** A mark as far as it tells a table, a column and a value. */
interface Mark {
  readonly table: string;
  readonly column?: string;
  readonly value?: string;
  /** The second cell, where two tell one row: a first and a last name. */
  readonly second?: { readonly column: string; readonly value: string };
}

/** What a reading is marked as; undefined where it has no such mark. */
export function markOf({ token }: Pick<Reading, "token">): Mark | undefined {
  if (!isObject(token)) return undefined;
  const { table, column, value, with: other } = token;
  if (typeof table !== "string") return undefined;
  const second = isObject(other) ? other : {};
  return {
    table: table.toLowerCase(),
    ...(typeof column === "string" ? { column: column.toLowerCase() } : {}),
    ...(typeof value === "string" ? { value } : {}),
    ...(typeof second.column === "string" && typeof second.value === "string"
      ? { second: { column: second.column.toLowerCase(), value: second.value } }
      : {}),
  };
}

/** Whether the gold names the very thing: this table, this column of it, this value in it. */
export function isAmong({ second, ...mark }: Mark, marks: readonly IntendedMark[]): boolean {
  const isNamed = (wanted: Mark): boolean =>
    marks.some(
      ({ tables, column, value }) =>
        (tables.length === 0 || tables.includes(wanted.table)) &&
        column === wanted.column &&
        folded(value) === folded(wanted.value),
    );
  return isNamed(mark) && (second === undefined || isNamed({ table: mark.table, ...second }));
}

/** Whether a cell stands for the row whose name is made of the gold's values: a member by the key, of whom the gold has first and last name. */
export function isRowOf({ table, value }: Mark, name: string, marks: readonly IntendedMark[]): boolean {
  if (value === undefined) return false;
  const values = marks.flatMap((mark) =>
    mark.value !== undefined && mark.tables.includes(table) && holdsWords(name, mark.value)
      ? [mark.value]
      : [],
  );
  const words = foldedWords(name);
  return words !== "" && words.split(" ").every((word) => values.some((each) => holdsWords(each, word)));
}

/** Of things that are all meant, the one that all others only hold: a column and its table. Undefined where they are apart. */
export function narrowest(readings: readonly Reading[]): Reading | undefined {
  const marked = readings.map((reading) => ({ reading, mark: markOf(reading) }));
  return marked.find(({ mark: own }) =>
    marked.every(
      ({ mark: other }) =>
        other === own ||
        (own !== undefined &&
          other?.table === own.table &&
          other.value === undefined &&
          (other.column === undefined || (other.column === own.column && own.value !== undefined))),
    ),
  )?.reading;
}

const folded = (text: string | undefined): string | undefined => text?.trim().toLowerCase();
