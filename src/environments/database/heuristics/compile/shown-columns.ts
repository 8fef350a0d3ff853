import type { TableSchema } from "../../schema/database-schema.ts";
import type { Item, Ordering } from "../grammar/question-tree.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { type ColumnPath, isOwn, isToOne, keyOf, refersElsewhere } from "./column-path.ts";
import type { CompileContext } from "./compile-context.ts";
import type { QueryWriter, RowSet } from "./query-writer.ts";
import {
  isNamedAsKey,
  isNumberOf,
  measureOf,
  resolveAttribute,
  resolveQuantity,
} from "./resolve-attribute.ts";
import { all, chain, type Scored, scored } from "./scored.ts";

/** One column of a SELECT. */
export interface Shown {
  readonly path: ColumnPath;
  readonly sql: (column: string) => string;
  readonly aggregated: boolean;
}

const show = (path: ColumnPath): Shown => ({ path, sql: (column) => column, aggregated: false });

/**
 * The columns that name rows: the listed column, or their table's naming columns. With `orKey`, the key if there are none, so that rows can be
 * distinguished beside other columns.
 */
export function shownName(rowSet: RowSet, orKey = false): readonly Scored<readonly Shown[]>[] {
  if (rowSet.column) return [scored([show({ table: rowSet.root, column: rowSet.column, hops: [] })])];
  const named = namingColumns(rowSet.root);
  const key = orKey ? keyOf(rowSet.root) : undefined;
  const naming = named.length > 0 ? named : key ? [key] : [];
  if (naming.length === 0) return [];
  const notes = [
    `Rows of ${rowSet.root.name} are shown by ${naming.map((column) => column.name).join(" and ")}.`,
  ];
  return [
    scored(
      naming.map((column) => show({ table: rowSet.root, column, hops: [] })),
      named.length > 0 ? 0.95 : 0.85,
      notes,
    ),
  ];
}

/** Rows of an export have neither name nor key: listing them shows their content. */
export function shownAlone(rowSet: RowSet): readonly Scored<readonly Shown[]>[] {
  const { root, column, rank, counted } = rowSet;
  const named = shownName(rowSet);
  const isKeyed = root.columns.some(({ primaryKeyPosition }) => primaryKeyPosition !== undefined);
  if (named.length > 0 || column || isKeyed || rank || counted?.rank) return named;
  const whole = root.columns.map((each) => show({ table: root, column: each, hops: [] }));
  return [scored(whole, 0.97, [`Rows of ${root.name} are shown with all their columns.`])];
}

type AttributeItem = Extract<Item, { kind: "attribute" }>;

/** The columns of a property, seen from a table's rows; with aggregates, one for each. */
export async function shownAttribute(
  item: AttributeItem,
  root: TableSchema,
  context: CompileContext,
): Promise<readonly Scored<readonly Shown[]>[]> {
  const plainName = /^(full )?names?$/u.test(item.attribute.mention.text.toLowerCase());
  const naming = namingColumns(root);
  if (plainName && naming.length === 2 && item.aggregates.length === 0 && !item.attribute.owner) {
    return [
      scored(
        naming.map((column) => show({ table: root, column, hops: [] })),
        0.95,
        [`Took "name" as ${naming.map((column) => column.name).join(" and ")}.`],
      ),
    ];
  }
  const paths = resolveAttribute(item.attribute, root, context).filter(
    ({ value }) =>
      item.attribute.owner !== undefined ||
      isOwn(value) ||
      (item.aggregates.length > 0 && isWorkedOut(value)),
  );
  return chain(paths, async (path): Promise<readonly Scored<readonly Shown[]>[]> => {
    if (item.aggregates.length === 0) return [scored([show(path)])];
    const measure = await measureOf(path, context);
    if (
      !measure ||
      measure.keys("x").length > 1 ||
      measure.kind === "text" ||
      !aggregates(item, measure.kind, path, context)
    )
      return [];
    const value = item.aggregates.map((aggregate) => ({
      path,
      sql: (column: string) => `${aggregate.toUpperCase()}(${measure.keys(column)[0]})`,
      aggregated: true,
    }));
    return [scored(value, 1, [measure.note])];
  });
}

/** An average may be over rows that belong to the asked ones, not over rows that these refer to. */
function isWorkedOut({ hops }: ColumnPath): boolean {
  return hops.findIndex((hop) => !isToOne(hop)) === 0;
}

/** False for sums and averages of keys, for "the biggest cinema" by its key, and for averages of dates. */
function aggregates(
  item: AttributeItem,
  kind: "number" | "date",
  path: ColumnPath,
  { services }: CompileContext,
): boolean {
  const sums = item.aggregates.some((aggregate) => aggregate === "avg" || aggregate === "sum");
  if (path.column.primaryKeyPosition !== undefined || refersElsewhere(path, services))
    return !sums && isNamedAsKey(item.attribute.mention.text);
  if (isNumberOf(item.attribute.mention.text, path)) return false;
  return !sums || kind === "number";
}

/** Several items together, in the order of the question. */
export async function shownItems(
  items: readonly Item[],
  rowSet: RowSet,
  context: CompileContext,
): Promise<readonly Scored<readonly Shown[]>[]> {
  const choices: (readonly Scored<readonly Shown[]>[])[] = [];
  for (const item of items) {
    if (item.kind !== "attribute") return [];
    choices.push(await shownAttribute(item, rowSet.root, context));
  }
  return all(choices).map((one) => ({ ...one, value: one.value.flat() }));
}

/** ORDER BY expressions of an ordering; undefined if it cannot be expressed. */
export async function orderSql(
  order: Ordering,
  root: TableSchema,
  shown: readonly string[],
  writer: QueryWriter,
  context: CompileContext,
): Promise<Scored<string> | undefined> {
  const direction = order.direction.toUpperCase();
  if (order.by === "first-item")
    return shown[0] === undefined ? undefined : scored(`${shown[0]} ${direction}`);
  const [found] = resolveQuantity(order.by, root, context);
  if (!found) return undefined;
  const { path, reversed } = found.value;
  const measure = await measureOf(path, context);
  if (!measure || !path.hops.every(isToOne) || !writer.join(path.hops)) return undefined;
  const turned = reversed ? (order.direction === "asc" ? "DESC" : "ASC") : direction;
  const keys = measure.keys(writer.column(path)).map((key) => `${key} ${turned}`);
  return scored(keys.join(", "), found.score, [...found.notes, measure.note]);
}
