import type { TableDefinition } from "../../../environment/capabilities.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { mulberry32 } from "../../../util/mulberry32.ts";

/** The declaration of a table. */
export type SchemaTable = NonNullable<TableDefinition["declared"]>;

/**
 * The tables of a schema, without views.
 * @throws FuxiError `data-invalid` without tables, `target-not-supported` for two tables of one name
 */
export function tablesIn(definitions: readonly TableDefinition[]): readonly SchemaTable[] {
  const tables = definitions.flatMap(({ declared }) => declared ?? []);
  if (tables.length === 0) {
    throw new FuxiError("data-invalid", "The database has no table that questions could be about.", {
      hint: "Name a database with tables; what --deny hides does not count.",
    });
  }
  const names = tables.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return tables;
  throw new FuxiError("target-not-supported", `Several schemas have a table "${twice}".`, {
    hint: 'Hide all but one of them with --deny, such as --deny "archive.*".',
  });
}

const MOST_TABLES = 3;
const MOST_COLUMNS = 4;
/** Maximum draws for each seed, since a draw may repeat an earlier set. */
const TRIES = 20;

/**
 * Draws sets of columns over joined tables, so that questions differ in what they are about (*Database question answering*, Section 2.1): the columns that were drawn least
 * come first, and no set comes twice. Fewer than `count` where the schema has no more sets. The first ones are the same for every `count`.
 */
export function drawSeeds(
  tables: readonly SchemaTable[],
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly QuestionSeed[] {
  const random = mulberry32(seed);
  const drawn = new Map<string, number>();
  const timesOf = (name: string): number => drawn.get(name) ?? 0;
  const draw = (names: readonly string[]): string => {
    const least = Math.min(...names.map(timesOf));
    const among = names.filter((name) => timesOf(name) === least);
    const name = among[Math.floor(random() * among.length)] ?? "";
    drawn.set(name, least + 1);
    return name;
  };
  const telling = new Map(
    tables.map((table) => [table.name, tellingColumns(table)] as const).filter(([, all]) => all.length > 0),
  );
  const seeds = new Map<string, readonly string[]>();
  for (let tried = 0; seeds.size < count && tried < count * TRIES && telling.size > 0; tried++) {
    const group = joined(draw([...telling.keys()]), tables, 1 + Math.floor(random() * MOST_TABLES), random);
    const columns = group.flatMap((name) => telling.get(name) ?? []);
    const wanted = Math.min(columns.length, 2 + Math.floor(random() * (MOST_COLUMNS - 1)));
    const names = new Set<string>();
    while (names.size < wanted) names.add(draw(columns.filter((each) => !names.has(each))));
    const sorted = [...names].sort();
    seeds.set(sorted.join(), sorted);
  }
  return [...seeds.values()].map((names, at) => ({ id: `d${at + 1}`, names }));
}

/** Columns that a question can be about: all but keys. */
function tellingColumns({ name, columns, primaryKey, foreignKeys }: SchemaTable): readonly string[] {
  const keys = new Set([...primaryKey, ...foreignKeys.flatMap((key) => key.columns)].map(lower));
  return columns.filter((column) => !keys.has(lower(column.name))).map((column) => `${name}.${column.name}`);
}

/** The table and up to `most - 1` others that foreign keys connect with it. */
function joined(
  first: string,
  tables: readonly SchemaTable[],
  most: number,
  random: () => number,
): readonly string[] {
  const group = tables.filter(({ name }) => name === first);
  const leads = (from: SchemaTable, to: SchemaTable): boolean =>
    from.foreignKeys.some((key) => lower(key.table) === lower(to.name));
  while (group.length < most) {
    const near = tables.filter(
      (table) => !group.includes(table) && group.some((own) => leads(own, table) || leads(table, own)),
    );
    const next = near[Math.floor(random() * near.length)];
    if (next === undefined) break;
    group.push(next);
  }
  return group.map(({ name }) => name);
}

const lower = (name: string): string => name.toLowerCase();

/** The subject of a question to be written. */
export interface QuestionSeed {
  /** Id of the resulting item. */
  readonly id: string;
  /** A question to start from. */
  readonly question?: string;
  /** Tables, and columns as `table.column`. Empty with a question: the model finds them. */
  readonly names: readonly string[];
}

/**
 * Parses a file of seeds, one a line: a question, or names of tables and columns separated by commas. Lines that begin with `#` are comments.
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
