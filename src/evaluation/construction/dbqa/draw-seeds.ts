import { mulberry32 } from "../../../util/mulberry32.ts";
import type { QuestionSeed } from "./question-seed.ts";
import type { SchemaTable } from "./schema-table.ts";

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
  const told = tables
    .map((table) => ({ table, columns: tellingColumns(table) }))
    .filter(({ columns }) => columns.length > 0);
  const drawn = new Map<string, number>();
  const timesOf = (name: string): number => drawn.get(name) ?? 0;
  const known = new Set<string>();
  const seeds: QuestionSeed[] = [];
  for (let tried = 0; seeds.length < count && tried < count * TRIES && told.length > 0; tried++) {
    const first = leastDrawn(
      told.map(({ table }) => table.name),
      timesOf,
      random,
    );
    const group = joined(first, tables, 1 + Math.floor(random() * MOST_TABLES), random);
    const columns = told.filter(({ table }) => group.includes(table.name)).flatMap(({ columns: all }) => all);
    const wanted = Math.min(columns.length, 2 + Math.floor(random() * (MOST_COLUMNS - 1)));
    const names: string[] = [];
    while (names.length < wanted) {
      names.push(
        leastDrawn(
          columns.filter((each) => !names.includes(each)),
          timesOf,
          random,
        ),
      );
    }
    names.sort();
    const key = names.join();
    if (known.has(key)) {
      // Otherwise the same table would be begun with again and again.
      drawn.set(first, timesOf(first) + 1);
      continue;
    }
    known.add(key);
    for (const name of [first, ...names]) drawn.set(name, timesOf(name) + 1);
    seeds.push({ id: `d${seeds.length + 1}`, names });
  }
  return seeds;
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
  const group = [first];
  while (group.length < most) {
    const near = tables
      .filter(({ name }) => !group.includes(name))
      .filter((table) => group.some((each) => linked(table, each, tables)))
      .map(({ name }) => name);
    const next = near[Math.floor(random() * near.length)];
    if (next === undefined) break;
    group.push(next);
  }
  return group;
}

function linked(table: SchemaTable, other: string, tables: readonly SchemaTable[]): boolean {
  const leads = (from: SchemaTable | undefined, to: string): boolean =>
    from?.foreignKeys.some((key) => lower(key.table) === lower(to)) ?? false;
  return (
    leads(table, other) ||
    leads(
      tables.find(({ name }) => name === other),
      table.name,
    )
  );
}

function leastDrawn(
  names: readonly string[],
  timesOf: (name: string) => number,
  random: () => number,
): string {
  const least = Math.min(...names.map(timesOf));
  const among = names.filter((name) => timesOf(name) === least);
  return among[Math.floor(random() * among.length)] ?? "";
}

const lower = (name: string): string => name.toLowerCase();
