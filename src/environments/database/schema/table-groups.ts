import type { DatabaseSchema, TableSchema } from "./database-schema.ts";

/** Tables of one schema whose names begin alike. */
export interface TableGroup {
  readonly schema?: string;
  /** Ends at a word: `college_2_`, `Sales`; empty for the group of the tables that share none. */
  readonly prefix: string;
  readonly tables: readonly TableSchema[];
}

/** A larger group is divided by the next word where nearly all of its tables fall into groups again. */
const LARGE = 12;
const NEARLY_ALL = 0.8;

const known = new WeakMap<DatabaseSchema, readonly TableGroup[]>();

/** All tables, by schema and by the first words of their names. */
export function tableGroups(schema: DatabaseSchema): readonly TableGroup[] {
  const kept = known.get(schema);
  if (kept) return kept;
  const bySchema = Map.groupBy(schema.tables, (table) => table.schema);
  const groups = [...bySchema].flatMap(([name, tables]) =>
    divided(
      tables.map((table) => ({ table, words: prefixWords(table.name) })),
      0,
    ).map((group) => (name === undefined ? group : { ...group, schema: name })),
  );
  known.set(schema, groups);
  return groups;
}

interface Named {
  readonly table: TableSchema;
  /** The words of the name, each with the underscores behind it. */
  readonly words: readonly string[];
}

function prefixWords(name: string): readonly string[] {
  return name.split(/(?<=_)(?=[^_])|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u);
}

/** The groups by the word at this position; the last word of a name is no prefix. */
function divided(tables: readonly Named[], at: number): readonly TableGroup[] {
  const alone: Named[] = [];
  const byWord = Map.groupBy(tables, ({ words }) =>
    words.length > at + 1 ? words[at]?.toLowerCase() : undefined,
  );
  const groups = [...byWord].flatMap(([word, together]) => {
    if (word !== undefined && together.length > 1) return grouped(together, at + 1);
    alone.push(...together);
    return [];
  });
  return alone.length === 0 ? groups : [...groups, { prefix: "", tables: alone.map(({ table }) => table) }];
}

function grouped(together: readonly Named[], from: number): readonly TableGroup[] {
  let end = from;
  const [first] = together;
  const isShared = (at: number) =>
    together.every(
      ({ words }) => words.length > at + 1 && words[at]?.toLowerCase() === first?.words[at]?.toLowerCase(),
    );
  while (isShared(end)) end++;
  if (together.length > LARGE) {
    const parts = divided(together, end).filter(({ prefix }) => prefix !== "");
    const inParts = parts.flatMap(({ tables }) => tables);
    if (parts.length > 1 && inParts.length >= together.length * NEARLY_ALL) {
      const left = together.filter(({ table }) => !inParts.includes(table));
      return [...parts, ...(left.length > 0 ? [groupOf(left, end)] : [])];
    }
  }
  return [groupOf(together, end)];
}

const groupOf = (together: readonly Named[], words: number): TableGroup => ({
  prefix: together[0]?.words.slice(0, words).join("") ?? "",
  tables: together.map(({ table }) => table),
});
