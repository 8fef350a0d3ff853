import { sameRoot } from "../../../util/english/relevance.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseSchema, TableSchema } from "./database-schema.ts";
import { questionWords, spansOf } from "./question-words.ts";
import { tableGroups } from "./table-groups.ts";
import { tableLinks } from "./table-links.ts";

export interface RankedTable {
  readonly table: TableSchema;
  readonly score: number;
}

/** How much a word counts by where it stands. A value says as much as a table's name: it is seldom met by chance. */
const WEIGHTS = { name: 1, column: 0.8, text: 0.5, value: 1 } as const;
/** What a table gets of the words that are found in its neighbours only: tables of a question stand together. */
const OF_NEIGHBOURS = 0.6;
/** What a name gets that holds no word but those of the question: `singer` before `singer_in_concert`. */
const WHOLE_NAME = 0.5;
/** The tables of a larger group have little in common. */
const MOST_NEIGHBOURS = 40;

/**
 * Ranks tables by relevance to the question: its words in names and descriptions of the table and its columns, and its words found as
 * cell values, as far as these are indexed. A word counts more the fewer tables have it. What stands in tables near by (of the same
 * prefix or schema, or linked by a key) counts, too.
 */
export async function rankTables(
  services: DatabaseServices,
  question: string,
  signal: AbortSignal,
): Promise<readonly RankedTable[]> {
  const { tables } = services.schema;
  const vocabulary = vocabularyOf(services.schema);
  const found = new Map<TableSchema, Map<string, number>>();
  const note = (word: string, at: ReadonlyMap<TableSchema, number>) => {
    const rarity = Math.log(1 + tables.length / Math.max(1, at.size)) / Math.log(1 + tables.length);
    for (const [table, weight] of at) {
      const words = found.get(table) ?? new Map<string, number>();
      words.set(word, Math.max(words.get(word) ?? 0, weight * rarity));
      found.set(table, words);
    }
  };
  const asked = questionWords(question);
  for (const word of asked) note(word, tablesWith(word, vocabulary));
  for (const [span, at] of await valueHits(services, question, signal)) note(span, at);
  const neighbours = neighboursOf(services);
  const sum = (words: Iterable<number>) => [...words].reduce((all, each) => all + each, 0);
  return tables
    .map((table) => {
      const own = found.get(table) ?? new Map<string, number>();
      const around = new Map(own);
      for (const near of neighbours.get(table) ?? [])
        for (const [word, weight] of found.get(near) ?? [])
          around.set(word, Math.max(around.get(word) ?? 0, weight));
      const score = sum(own.values()) * (1 - OF_NEIGHBOURS) + sum(around.values()) * OF_NEIGHBOURS;
      const isNamed = own.size > 0 ? wholeName(table, asked, vocabulary) : 0;
      return { table, score: score + isNamed * WHOLE_NAME };
    })
    .sort((a, b) => b.score - a.score);
}

/** For each word, the tables that have it, with the weight of the best place. */
interface Vocabulary {
  readonly words: ReadonlyMap<string, ReadonlyMap<TableSchema, number>>;
  /** The words of the name behind the prefix that it shares with others. */
  readonly names: ReadonlyMap<TableSchema, readonly string[]>;
}

const vocabularies = new WeakMap<DatabaseSchema, Vocabulary>();

function vocabularyOf(schema: DatabaseSchema): Vocabulary {
  const kept = vocabularies.get(schema);
  if (kept) return kept;
  const words = new Map<string, Map<TableSchema, number>>();
  const names = new Map<TableSchema, readonly string[]>();
  const add = (table: TableSchema, text: string | undefined, weight: number) => {
    for (const word of text === undefined ? [] : nameWords(text)) {
      const at = words.get(word) ?? new Map<TableSchema, number>();
      at.set(table, Math.max(at.get(table) ?? 0, weight));
      words.set(word, at);
    }
  };
  for (const { prefix, tables } of tableGroups(schema))
    for (const table of tables) {
      const name = table.name.slice(prefix.length);
      names.set(table, nameWords(name));
      add(table, name, WEIGHTS.name);
      add(table, prefix, WEIGHTS.column);
      add(table, table.schema, WEIGHTS.column);
      add(table, table.comment, WEIGHTS.text);
      for (const { name: column, comment, description, enumValues } of table.columns) {
        add(table, column, WEIGHTS.column);
        add(table, description?.name, WEIGHTS.column);
        for (const text of [comment, description?.text, ...(enumValues ?? [])])
          add(table, text, WEIGHTS.text);
      }
    }
  const made = { words, names };
  vocabularies.set(schema, made);
  return made;
}

function tablesWith(word: string, { words }: Vocabulary): ReadonlyMap<TableSchema, number> {
  const found = new Map<TableSchema, number>();
  for (const [other, tables] of words) {
    const match = wordMatch(word, other);
    if (match > 0)
      for (const [table, weight] of tables) found.set(table, Math.max(found.get(table) ?? 0, weight * match));
  }
  return found;
}

/** Shortest word that counts as a part of a compound. */
const SHORTEST_PART = 4;

/** 1 for forms of one word; less where a compound ends in the other word (`superhero` in `heroes`); 0 for any other part. */
function wordMatch(a: string, b: string): number {
  if (sameRoot(a, b)) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < SHORTEST_PART || long.length - short.length < 3) return 0;
  const end = short.replace(/(?<=\p{L}{4})e?s$/u, "");
  return long.endsWith(short) || long.endsWith(end) ? 0.7 : 0;
}

/** The share of the name's own words that the question has. */
function wholeName(table: TableSchema, asked: readonly string[], { names }: Vocabulary): number {
  const words = names.get(table) ?? [];
  const matched = words.filter((word) => asked.some((each) => sameRoot(each, word)));
  return words.length === 0 ? 0 : matched.length / words.length;
}

const neighbourhoods = new WeakMap<DatabaseSchema, ReadonlyMap<TableSchema, ReadonlySet<TableSchema>>>();

/** The tables of the same prefix or schema, and those that a key links. */
function neighboursOf(services: DatabaseServices): ReadonlyMap<TableSchema, ReadonlySet<TableSchema>> {
  const { schema } = services;
  const kept = neighbourhoods.get(schema);
  if (kept) return kept;
  const near = new Map<TableSchema, Set<TableSchema>>(schema.tables.map((table) => [table, new Set()]));
  const groups = [
    ...tableGroups(schema).flatMap(({ prefix, tables }) => (prefix === "" ? [] : [tables])),
    ...Map.groupBy(
      schema.tables.filter((table) => table.schema !== undefined),
      (table) => table.schema,
    ).values(),
  ];
  for (const tables of groups)
    if (tables.length <= MOST_NEIGHBOURS)
      for (const table of tables)
        for (const other of tables) if (other !== table) near.get(table)?.add(other);
  for (const { from, to, declared } of tableLinks(services))
    if (declared && from !== to) {
      near.get(from)?.add(to);
      near.get(to)?.add(from);
    }
  neighbourhoods.set(schema, near);
  return near;
}

/** The tables with cells that phrases of the question name; several words together say more. */
async function valueHits(
  services: DatabaseServices,
  question: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlyMap<TableSchema, number>>> {
  const hits = new Map<string, ReadonlyMap<TableSchema, number>>();
  const { complete } = services.index.state();
  const byName = Map.groupBy(services.schema.tables, ({ name }) => name);
  for (const span of spansOf(question)) {
    const { matches } = await services.index.findExact(span, {
      limit: 100,
      signal,
      ...(complete ? {} : { asLastRead: true }),
    });
    const tables = matches.flatMap(
      ({ column }) => byName.get(column.table)?.filter(({ schema }) => schema === column.schema) ?? [],
    );
    const weight = WEIGHTS.value * (span.includes(" ") ? 2 : 1);
    hits.set(span.toLowerCase(), new Map(tables.map((table) => [table, weight])));
  }
  return hits;
}
