import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { BaseColumn } from "../check/query-scope.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnSchema, ForeignKey, TableSchema } from "./database-schema.ts";
import { findTable } from "./find-table.ts";

/** Words that mean "key" without naming the table. */
const KEY_WORDS = new Set("id key code no nr num number nummer uid pk fk ref".split(" "));
/** Key words at the end of a compound, as in German and in lower-case names. */
const ENDS_AS_KEY = /^\p{L}{3,}(?:id|nr|no|number|nummer|code|key)$/u;

/** True for a key name that also names its subject: `customer_no`, `Kundennummer`; not for `id` or `code` alone. */
export function isNamedAsKey(words: readonly string[]): boolean {
  const [first = "", ...others] = words;
  return others.length > 0 ? KEY_WORDS.has(others.at(-1) ?? "") : ENDS_AS_KEY.test(first);
}

/** True when one column's name, without the words for "key", is near the other's name or its table's. */
export function namesRelate(left: BaseColumn, right: BaseColumn): boolean {
  return isNamedAfter(left, right) || isNamedAfter(right, left);
}

/** True for a plural beside a table in the singular (`trophies` and `trophy`): such a number counts, and refers to nothing. */
export function isCountOf(column: string, table: string): boolean {
  const [word = "", other = ""] = [nameWords(column).at(-1), nameWords(table).at(-1)];
  return word.length > other.length && sameButForNumber(word, other);
}

/** True when the first column's name, without the words for "key", is near the other's name or its table's. */
export function isNamedAfter(a: BaseColumn, b: BaseColumn): boolean {
  const stem = nameWords(a.column.name).filter((word) => !KEY_WORDS.has(word));
  if (stem.length === 0) return false;
  const other = nameWords(b.column.name).filter((word) => !KEY_WORDS.has(word));
  const names = [b.table.name, ...(other.length > 0 ? [b.column.name] : [])];
  return (nearestNames(stem.join(" "), names, { limit: 1 })[0]?.score ?? 0) >= 0.65;
}

/** One way to join the rows of two tables. */
export interface TableLink {
  readonly from: TableSchema;
  readonly fromColumns: readonly string[];
  readonly to: TableSchema;
  readonly toColumns: readonly string[];
  /** False for a link inferred from names or values. */
  readonly declared: boolean;
}

/** Services needed to find links. */
type Linked = Pick<DatabaseServices, "driver" | "schema">;

const known = new WeakMap<object, readonly TableLink[]>();

/**
 * All foreign keys of the schema, and where a table declares none, columns that by their name refer to the single-column key of another
 * (`publisher_id` to `publisher.id`, `CountryCode` to `Country.Code`, equal names of a key).
 */
export function tableLinks(services: Linked): readonly TableLink[] {
  const kept = known.get(services.schema);
  if (kept) return kept;
  // Tables of given values have no keys: the name of their only column says nothing.
  const tables = services.schema.tables.filter(({ kind }) => kind !== "values");
  const targets = keyTargets(tables);
  const links = tables.flatMap((table) => {
    const declared = declaredLinks(services, table);
    return [...declared, ...inferredLinks(services, table, declared, targets)];
  });
  known.set(services.schema, links);
  return links;
}

function declaredLinks(services: Linked, table: TableSchema): readonly TableLink[] {
  return linksOf(services, table, table.foreignKeys, true);
}

function linksOf(
  services: Linked,
  table: TableSchema,
  keys: readonly ForeignKey[],
  declared: boolean,
): readonly TableLink[] {
  return keys.flatMap((key) => {
    const to = findTable(services, key.referencedTable, key.referencedSchema);
    const complete = key.columns.length === key.referencedColumns.length;
    if (!to || !complete) return [];
    return [{ from: table, fromColumns: key.columns, to, toColumns: key.referencedColumns, declared }];
  });
}

/** A table with a single-column key, and the words of both names, split once because they are compared with every column. */
interface KeyTarget {
  readonly to: TableSchema;
  readonly key: ColumnSchema;
  readonly tableWords: readonly string[];
  readonly keyWords: readonly string[];
  readonly bothWords: readonly string[];
  readonly tableName: string;
}

/** Targets by what a column that refers to them by name must share: columns by hundreds of tables are too many pairs to compare. */
interface KeyTargets {
  /** By the first letter of the last word of key or table, which singular and plural share. */
  readonly byLetter: ReadonlyMap<string, readonly KeyTarget[]>;
  /** By the last word of the key. */
  readonly byWord: ReadonlyMap<string, readonly KeyTarget[]>;
}

function keyTargets(tables: readonly TableSchema[]): KeyTargets {
  const byLetter = new Map<string, KeyTarget[]>();
  const byWord = new Map<string, KeyTarget[]>();
  const add = (map: Map<string, KeyTarget[]>, key: string, target: KeyTarget) => {
    const alike = map.get(key) ?? [];
    alike.push(target);
    map.set(key, alike);
  };
  for (const table of tables) {
    const target = keyTarget(table);
    if (target === undefined) continue;
    const [word = "", other = ""] = [target.keyWords.at(-1), target.tableWords.at(-1)];
    for (const letter of new Set([word[0] ?? "", other[0] ?? ""])) add(byLetter, letter, target);
    add(byWord, word, target);
  }
  return { byLetter, byWord };
}

function keyTarget(to: TableSchema): KeyTarget | undefined {
  const key = singleKey(to) ?? keyOfPartitioned(to);
  if (!key) return undefined;
  const tableWords = nameWords(to.name);
  const keyWords = nameWords(key.name);
  const bothWords = [...tableWords, ...keyWords];
  return { to, key, tableWords, keyWords, bothWords, tableName: tableWords.join("") };
}

/** The real key of a partitioned table. Its declared key must include the partitioning columns: `(id, ordered_at)` stands for `id`. */
function keyOfPartitioned(table: TableSchema): ColumnSchema | undefined {
  if ((table.partitions?.length ?? 0) === 0) return undefined;
  const parts = table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  const ids = parts.filter(({ name, affinity }) => nameWords(name).at(-1) === "id" && affinity !== "date");
  const own = ids.filter(({ name }) => !table.foreignKeys.some(({ columns }) => columns.includes(name)));
  return own.length === 1 ? own[0] : undefined;
}

function inferredLinks(
  services: Linked,
  table: TableSchema,
  declared: readonly TableLink[],
  targets: KeyTargets,
): readonly TableLink[] {
  const taken = new Set(declared.flatMap((link) => link.fromColumns.map((name) => name.toLowerCase())));
  const links = [...linksOf(services, table, table.linksInData ?? [], false)];
  for (const column of table.columns) {
    if (taken.has(column.name.toLowerCase())) continue;
    const words = nameWords(column.name);
    const own = isOwnKey(table, column);
    const mayBe = (target: KeyTarget) =>
      target.to !== table && mayRefer(column, target.key) && (!own || sameNameKey(services, column, target));
    const last = words.at(-1) ?? "";
    const near = targets.byLetter.get(last[0] ?? "") ?? [];
    const named = near.filter((target) => refersByName(services, column, words, target) && mayBe(target));
    const alike = named.length > 0 || own ? [] : (targets.byWord.get(last) ?? []);
    const parts = alike.filter((target) => refersByPart(words, target) && mayBe(target));
    const ends = parts.filter((target) => refersByEnd(words, target));
    // A partial name counts only if it fits one table alone, or the end of one name alone: a compound names its subject last.
    const [part, ...others] = ends.length > 0 ? ends : parts;
    for (const { to, key } of named.length > 0 ? named : part && others.length === 0 ? [part] : []) {
      links.push({ from: table, fromColumns: [column.name], to, toColumns: [key.name], declared: false });
    }
  }
  return links;
}

const NUMBERS = new Set(["integer", "decimal", "real"]);

function mayRefer(column: ColumnSchema, key: ColumnSchema): boolean {
  if (column.affinity === key.affinity || column.affinity === "other" || key.affinity === "other")
    return true;
  return NUMBERS.has(column.affinity) && NUMBERS.has(key.affinity);
}

/** True for `hero_id` and `superhero.id`: part of the table's name, followed by the key's own words. */
function refersByPart(words: readonly string[], { tableName, keyWords }: KeyTarget): boolean {
  const start = words.length - keyWords.length;
  if (start < 1 || !keyWords.every((word, i) => words[start + i] === word)) return false;
  const stem = words.slice(0, start).join("");
  return stem.length >= 4 && tableName.includes(stem);
}

function refersByEnd(words: readonly string[], { tableName, keyWords }: KeyTarget): boolean {
  return tableName.endsWith(words.slice(0, words.length - keyWords.length).join(""));
}

function sameNameKey(services: Linked, column: ColumnSchema, { key, keyWords }: KeyTarget): boolean {
  return (
    (keyWords.length > 1 || isNamedAsKey(keyWords)) &&
    services.driver.dialect.sameIdentifier(column.name, key.name)
  );
}

function isOwnKey(table: TableSchema, column: ColumnSchema): boolean {
  return singleKey(table) === column;
}

/** The column that alone is the primary key, or else the only one declared unique, or else the key found in the data. */
export function singleKey(table: TableSchema): ColumnSchema | undefined {
  const primary = table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  if (primary.length > 0) return primary.length === 1 ? primary[0] : undefined;
  const unique = table.columns.filter((column) => column.unique);
  if (unique.length > 0) return unique.length === 1 ? unique[0] : undefined;
  return table.columns.find((column) => column.uniqueInData);
}

function refersByName(
  services: Linked,
  column: ColumnSchema,
  words: readonly string[],
  { to, key, tableWords, keyWords, bothWords }: KeyTarget,
): boolean {
  if (services.driver.dialect.sameIdentifier(column.name, key.name))
    return keyWords.length > 1 || isNamedAsKey(keyWords);
  const ends = (tail: readonly string[]) =>
    words.length >= tail.length &&
    tail.every((word, i) => sameButForNumber(words[words.length - tail.length + i] ?? "", word));
  // Numeric columns may name the table only at their end (`lost_in_battle`); texts such as `home_town` may do so by chance.
  const mayEnd = words.length === tableWords.length || key.affinity !== "text";
  return ends(bothWords) || (mayEnd && ends(tableWords) && !isCountOf(column.name, to.name));
}

/** The links between two tables, whichever way they point; declared ones first. */
export function linksBetween(services: Linked, a: TableSchema, b: TableSchema): readonly TableLink[] {
  return tableLinks(services)
    .filter((link) => (link.from === a && link.to === b) || (link.from === b && link.to === a))
    .sort((x, y) => Number(y.declared) - Number(x.declared));
}

/** Tells if two columns are linked: one references the other, or both reference the same column. */
export function areLinked(
  services: Linked,
  a: { readonly table: TableSchema; readonly column: string },
  b: { readonly table: TableSchema; readonly column: string },
): "declared" | "inferred" | undefined {
  const targetsOfA = targets(services, a);
  const targetsOfB = targets(services, b);
  const key = (each: { table: TableSchema; column: string }) =>
    `${each.table.schema ?? ""}.${each.table.name}.${each.column}`.toLowerCase();
  const shared = [...targetsOfA].filter((target) => targetsOfB.some((other) => key(other) === key(target)));
  if (shared.length === 0) return undefined;
  return shared.some(
    (each) => each.declared && targetsOfB.some((other) => key(other) === key(each) && other.declared),
  )
    ? "declared"
    : "inferred";
}

/** `a.x = b.y AND …` along a key; `written` gives the SQL for a column of either side, which are one table in a self-join. */
export function linkCondition(
  link: TableLink,
  written: (table: TableSchema, column: string, side: "from" | "to") => string,
): string {
  const { from, fromColumns, to, toColumns } = link;
  return fromColumns
    .map((column, at) => `${written(from, column, "from")} = ${written(to, toColumns[at] ?? "", "to")}`)
    .join(" AND ");
}

/** The column itself and all columns that it refers to, through any number of keys. */
export function targets(
  services: Linked,
  start: { readonly table: TableSchema; readonly column: string },
): readonly { readonly table: TableSchema; readonly column: string; readonly declared: boolean }[] {
  const found: { table: TableSchema; column: string; declared: boolean }[] = [{ ...start, declared: true }];
  for (const each of found) {
    if (found.length > 40) break;
    for (const link of tableLinks(services)) {
      if (link.from !== each.table) continue;
      link.fromColumns.forEach((name, i) => {
        const column = link.toColumns[i];
        if (column === undefined || !services.driver.dialect.sameIdentifier(name, each.column)) return;
        const known = found.some(
          (other) => other.table === link.to && services.driver.dialect.sameIdentifier(other.column, column),
        );
        if (!known) found.push({ table: link.to, column, declared: each.declared && link.declared });
      });
    }
  }
  return found;
}
