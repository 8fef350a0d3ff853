import { nameWords } from "../../../../util/name-words.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import { type JoinStep, joinPaths } from "../../schema/join-paths.ts";
import { type TableLink, tableLinks } from "../../schema/table-links.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import type { CompileContext } from "./compile-context.ts";
import type { RowSet } from "./query-writer.ts";

/**
 * True if the column is a property of the rows: in the row itself, in one it refers to, or in nameless detail rows (its attributes, its lines). The
 * e-mail addresses of others at the same cinema are not the manager's.
 */
export function isOwn({ table, column, hops }: ColumnPath): boolean {
  if (hops.every(isToOne)) return true;
  const [hop, ...more] = hops;
  // A row that refers back holds the own key.
  const isKey = hop?.link.fromColumns.includes(column.name) === true;
  return more.length === 0 && (isKey || namingColumns(table).length === 0);
}

/** True if `owner` rows may own the asked column. A naming column stands for its rows: "the titles of Ada Brandt" are her books. */
export function mayOwn(owner: TableSchema, { root, column }: RowSet, { services }: CompileContext): boolean {
  if (column === undefined || namingColumns(root).includes(column)) return true;
  return waysTo(owner, root, services).some((hops) => isOwn({ table: root, column, hops }));
}

/** A column as seen from the asked rows, with the joins that lead to it. */
export interface ColumnPath {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
  readonly hops: readonly JoinStep[];
}

/**
 * The shortest join paths between two tables, several if equally short. None if a key on the path has a meaning of its own and another path is hardly
 * longer: teachers have pupils as `class_teacher` of a class, or by their lessons.
 */
export function waysTo(
  from: TableSchema,
  to: TableSchema,
  services: DatabaseServices,
): readonly (readonly JoinStep[])[] {
  if (from === to) return [[]];
  const links = soundLinks(services);
  const kept = knownWays.get(links)?.get(from)?.get(to);
  if (kept) return kept;
  const found = shortestWays(from, to, links);
  const ofLinks = knownWays.get(links) ?? new Map<TableSchema, Map<TableSchema, Ways>>();
  knownWays.set(links, ofLinks.set(from, (ofLinks.get(from) ?? new Map()).set(to, found)));
  return found;
}

type Ways = readonly (readonly JoinStep[])[];
const knownWays = new WeakMap<readonly TableLink[], Map<TableSchema, Map<TableSchema, Ways>>>();
const knownLinks = new WeakMap<readonly TableLink[], readonly TableLink[]>();

function soundLinks(services: DatabaseServices): readonly TableLink[] {
  const all = tableLinks(services);
  const links = knownLinks.get(all) ?? all.filter((link) => link.declared || isSound(link));
  knownLinks.set(all, links);
  return links;
}

function shortestWays(from: TableSchema, to: TableSchema, links: readonly TableLink[]): Ways {
  const ways = joinPaths([from, to], links).map((path) => path.steps);
  const [first = []] = ways;
  const telling = first.length > 1 ? first.find(({ link }) => saysMore(link)) : undefined;
  const others = links.filter((link) => link !== telling?.link);
  const isOpen =
    telling && joinPaths([from, to], others).some(({ steps }) => steps.length === first.length + 1);
  return isOpen ? [] : ways;
}

/** True for a key whose name says more than its table: `class_teacher_id` to teachers; not `link_to_event`, nor `hero_id` of a superhero. */
function saysMore({ to, fromColumns }: TableLink): boolean {
  const table = nameWords(to.name).join("");
  const says = (word: string) => !table.includes(word.replace(/s$/u, "")) && !ONLY_KEY.test(word);
  return fromColumns.some((name) => nameWords(name).some(says));
}

const ONLY_KEY = /^(?:id|ids|key|fk|ref|code|no|nr|number|link|to)$/u;

/** Inferred links, from names only, must join tables over one column of the same kind. */
function isSound({ from, to, fromColumns, toColumns }: TableLink): boolean {
  const [a, b] = [[from, fromColumns[0]] as const, [to, toColumns[0]] as const].map(([table, name]) =>
    table.columns.find((column) => column.name === name),
  );
  return (
    from.kind === "table" && to.kind === "table" && fromColumns.length === 1 && a?.affinity === b?.affinity
  );
}

/** True if each row on this side meets at most one of the next table. */
export function isToOne({ link, next }: JoinStep): boolean {
  return next === link.to || isKeyOf(link.from, link.fromColumns);
}

function isKeyOf(table: TableSchema, columns: readonly string[]): boolean {
  const key = table.columns
    .filter((column) => column.primaryKeyPosition !== undefined)
    .map((column) => column.name.toLowerCase());
  const names = columns.map((name) => name.toLowerCase());
  return key.length > 0 && key.every((name) => names.includes(name));
}

/** True if the column refers to another table: it holds keys, not names. */
export function refersElsewhere(
  field: { readonly table: TableSchema; readonly column: ColumnSchema },
  services: DatabaseServices,
): boolean {
  return tableLinks(services).some(
    (link) =>
      link.from === field.table &&
      link.to !== field.table &&
      namesOf(link).includes(field.column.name.toLowerCase()),
  );
}

function namesOf(link: TableLink): readonly string[] {
  return link.fromColumns.map((name) => name.toLowerCase());
}

/** The primary key column, if it is a single one. */
export function keyOf(table: TableSchema): ColumnSchema | undefined {
  const key = table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  return key.length === 1 ? key[0] : undefined;
}

/** The weight of an interpretation over joins: rows that a row refers to are likelier meant than any of many related rows. */
export function nearness(hops: readonly JoinStep[]): number {
  return hops.reduce((product, hop) => product * (isToOne(hop) ? 0.94 : 0.9), 1);
}
