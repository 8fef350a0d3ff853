import type { DatabaseSchema } from "../../environments/database/schema/database-schema.ts";

/** Words that personal columns are often called by, in English alone; a name that has none of them may be personal all the same. */
const WORDS = [
  "e_?mail|mail|phone|mobile|fax",
  "first_?name|last_?name|surname|family_?name|full_?name|maiden_?name",
  "birth|birth_?day|birth_?date|dob",
  "ssn|social_?security|passport|national_?id|tax_?id",
  "iban|credit_?card|card_?number|cvv|salary|salaries|wage|wages|income",
  "password|passwd|pwd",
  "street|address",
  "gender|sex|religion|ethnicity|nationality|diagnosis|disability",
  "ip_?address",
].join("|");
const PERSONAL = new RegExp(`(?:^|_)(?:${WORDS})(?:_|\\d*$)`, "u");

/** Whether a column's name alone makes it likely that it says something of a person. */
export function looksPersonal(column: string): boolean {
  const words = column
    .replace(/([a-z])([A-Z])/gu, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "_");
  return PERSONAL.test(words);
}

/** `table.column` of each column that looks personal, in the order of the schema, as a privacy policy names them. */
export function personalColumns({ tables }: DatabaseSchema): readonly string[] {
  return tables.flatMap(({ name, schema, columns }) =>
    columns
      .filter((column) => looksPersonal(column.name))
      .map((column) =>
        [schema, name, column.name]
          .filter((part) => part !== undefined)
          .map(part)
          .join("."),
      ),
  );
}

/** A dot or a star in a name stands for itself within quotes. */
const part = (name: string): string => (/[.*":\s]/u.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
