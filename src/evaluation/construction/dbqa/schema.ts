import type { TableDefinition } from "../../../environment/capabilities.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { mulberry32 } from "../../../util/mulberry32.ts";

/** A name, bare or in any engine's quotes. */
const NAME = /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[^\s"`[\](),.;]+/u;
const NAMES = new RegExp(NAME.source, "gu");
const HEAD = new RegExp(`^CREATE TABLE (?:(?:${NAME.source})\\.)*(${NAME.source}) \\($`, "u");
const COLUMN = new RegExp(`^(${NAME.source})(.*?)( PRIMARY KEY)?( NOT NULL)?( UNIQUE)?$`, "u");
const PRIMARY = /^PRIMARY KEY \((.*)\)$/u;
const FOREIGN = new RegExp(
  `^FOREIGN KEY \\((.*?)\\) REFERENCES (?:(?:${NAME.source})\\.)*(${NAME.source}) \\((.*)\\)$`,
  "u",
);

/**
 * The tables of a schema, taken apart from their declarations; views are left out.
 * @throws FuxiError `data-invalid` where there is no table, `target-not-supported` for a declaration that cannot be read and for two tables of one name
 */
export function readDefinitions(definitions: readonly TableDefinition[]): readonly SchemaTable[] {
  const tables = definitions
    .filter(({ definition }) => definition.startsWith("CREATE TABLE"))
    .map(({ name, definition }) => readDefinition(name, definition));
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

function readDefinition(table: string, definition: string): SchemaTable {
  const [first = "", ...rest] = definition.split("\n");
  const name = HEAD.exec(first)?.[1];
  const columns: SchemaColumn[] = [];
  const foreignKeys: SchemaKey[] = [];
  let primaryKey: readonly string[] = [];
  for (const line of rest.slice(0, -1).map((each) => each.trim().replace(/,$/u, ""))) {
    const primary = PRIMARY.exec(line);
    const foreign = FOREIGN.exec(line);
    const column = COLUMN.exec(line);
    if (primary?.[1] !== undefined) primaryKey = namesIn(primary[1]);
    else if (foreign !== null) {
      const [, own = "", to = "", referenced = ""] = foreign;
      foreignKeys.push({ columns: namesIn(own), table: unquoted(to), referenced: namesIn(referenced) });
    } else if (column !== null) {
      const [, quoted = "", type = "", isKey, notNull, unique] = column;
      if (isKey !== undefined) primaryKey = [unquoted(quoted)];
      columns.push({
        name: unquoted(quoted),
        type: type.trim(),
        notNull: notNull !== undefined,
        unique: unique !== undefined,
      });
    } else throw unreadable(table);
  }
  if (name === undefined || columns.length === 0) throw unreadable(table);
  return { name: unquoted(name), columns, primaryKey, foreignKeys };
}

const namesIn = (list: string): readonly string[] => (list.match(NAMES) ?? []).map(unquoted);

function unquoted(name: string): string {
  const quote = name.charAt(0);
  if (quote === "[") return name.slice(1, -1);
  if (quote !== '"' && quote !== "`") return name;
  return name.slice(1, -1).replaceAll(quote + quote, quote);
}

function unreadable(table: string): FuxiError {
  return new FuxiError("target-not-supported", `The declaration of the table ${table} cannot be read.`, {
    hint: "Hide it with --deny.",
  });
}

const MOST_TABLES = 3;
const MOST_COLUMNS = 4;
/** Of a draw that comes to a set which was drawn before. */
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

/** Keys say nothing that a question could be about. */
function tellingColumns({ name, columns, primaryKey, foreignKeys }: SchemaTable): readonly string[] {
  const keys = new Set([...primaryKey, ...foreignKeys.flatMap((key) => key.columns)].map(lower));
  return columns.filter((column) => !keys.has(lower(column.name))).map((column) => `${name}.${column.name}`);
}

/** The table with others that lie along keys, at most `most` together. */
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

/** What one question is to be about. */
export interface QuestionSeed {
  /** Of the item that comes of it. */
  readonly id: string;
  /** A question to begin with. */
  readonly question?: string;
  /** Tables, and columns as `table.column`; with a question those that stand in it are found by the model. */
  readonly names: readonly string[];
}

/** A column as its declaration has it. */
interface SchemaColumn {
  readonly name: string;
  /** As the engine writes it; empty where it has none. */
  readonly type: string;
  readonly notNull: boolean;
  readonly unique: boolean;
}

/** Columns that point to those of another table, in the same order. */
export interface SchemaKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly referenced: readonly string[];
}

/** One table of a schema, taken apart. */
export interface SchemaTable {
  /** Without the schema that it is in. */
  readonly name: string;
  readonly columns: readonly SchemaColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly SchemaKey[];
}

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
