import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { QuestionSeed } from "./question-seed.ts";
import type { SchemaTable } from "./schema-table.ts";

/**
 * Seeds as somebody wrote them, one a line: a question, or names of tables and columns with commas between. Lines that begin with `#` are left out.
 * @throws FuxiError `data-invalid` for a file without seeds
 */
export function readSeeds(text: string, tables: readonly SchemaTable[]): readonly QuestionSeed[] {
  const lines = text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (lines.length === 0) {
    throw new FuxiError("data-invalid", "There is no seed in the file.", {
      hint: "Write a question on each line, or names of tables and columns with commas between (film.title, rating).",
    });
  }
  return lines.map((line, at) => ({ id: `s${at + 1}`, ...seedOf(line, tables) }));
}

function seedOf(line: string, tables: readonly SchemaTable[]): Omit<QuestionSeed, "id"> {
  const parts = line.split(",").map((part) => nameIn(part.trim(), tables));
  const names = parts.filter((part) => part !== undefined);
  if (names.length === parts.length) return { names };
  // A single word, or a name with a dot, can only be meant as a name: as a question it would be about nothing.
  const unknown = line.split(",").find((_, at) => parts[at] === undefined);
  if (!/\s/u.test(line) || (names.length > 0 && !line.includes("?"))) {
    throw new FuxiError(
      "data-invalid",
      `The seed "${line}" names "${unknown?.trim()}", which is not there.`,
      {
        hint: `Tables: ${tables.map(({ name }) => name).join(", ")}. Columns are written table.column.`,
      },
    );
  }
  return { question: line, names: [] };
}

/** The name as the schema writes it: a table, `table.column`, or a column that only one table has. */
export function nameIn(written: string, tables: readonly SchemaTable[]): string | undefined {
  const wanted = written.toLowerCase();
  const table = tables.find(({ name }) => name.toLowerCase() === wanted);
  if (table !== undefined) return table.name;
  const columns = tables.flatMap(({ name, columns: all }) =>
    all.map((column) => ({ full: `${name}.${column.name}`, short: column.name.toLowerCase() })),
  );
  const full = columns.find((each) => each.full.toLowerCase() === wanted);
  if (full !== undefined) return full.full;
  const [only, ...more] = columns.filter(({ short }) => short === wanted);
  return more.length === 0 ? only?.full : undefined;
}
