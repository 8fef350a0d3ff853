import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import { columnForms, tableForms } from "./name-forms.ts";
import { nameLikeness } from "./name-likeness.ts";

const PARTS_OF_A_NAME: readonly (readonly string[])[] = [
  ["first name", "last name"],
  ["given name", "family name"],
  ["forename", "surname"],
  ["first name", "surname"],
];

/**
 * The column or columns by which people call the rows of a table: one named name or title, else first and last name, else one named
 * like the table itself. Empty where none or several could be meant.
 */
export function namingColumns(table: TableSchema): readonly ColumnSchema[] {
  const texts = table.columns.filter((column) => column.affinity === "text" || column.affinity === "other");
  const likeTable = texts
    .filter((column) => !isOnlyKey(table, column))
    .filter((column) => tableForms(table).some(({ words }) => isCalled(table, column, words.join(" "))));
  for (const wanted of likeTable.length === 0 ? ["name", "title", "full name"] : ["name", "title"]) {
    const found = texts.filter((column) => ownWords(table, column, wanted));
    if (found.length === 1) return found;
    if (found.length > 1) {
      const plain = found.filter((column) => nameWords(column.name).join(" ") === wanted);
      return plain.length === 1 ? plain : [];
    }
  }
  for (const pair of PARTS_OF_A_NAME) {
    const found = pair.map((part) => texts.find((column) => isCalled(table, column, part)));
    const [first, last] = found;
    if (first && last) return [first, last];
  }
  const fullName = texts.some((column) => ownWords(table, column, "full name"));
  return likeTable.length === 1 && !fullName ? likeTable : [];
}

function ownWords(table: TableSchema, column: ColumnSchema, wanted: string): boolean {
  return columnForms(table, column).some(({ words, weight }) => weight >= 0.98 && words.join(" ") === wanted);
}

function isCalled(table: TableSchema, column: ColumnSchema, words: string): boolean {
  return columnForms(table, column).some(
    ({ words: own, weight }) => weight >= 0.98 && nameLikeness(words.split(" "), own) >= 0.85,
  );
}

/** A key that says in its name that it is one tells people nothing. */
function isOnlyKey(table: TableSchema, column: ColumnSchema): boolean {
  const last = nameWords(column.name).at(-1) ?? "";
  const isId = /^(id|ids|key|code|no|number)$/u.test(last) || last.endsWith("id");
  return (
    isId &&
    (column.primaryKeyPosition !== undefined ||
      table.foreignKeys.some((key) => key.columns.includes(column.name)))
  );
}
