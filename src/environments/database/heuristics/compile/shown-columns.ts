import type { TableSchema } from "../../schema/database-schema.ts";
import type { Item, Ordering } from "../grammar/question-tree.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import type { CompileContext } from "./compile-context.ts";
import { isOwn, isToOne, keyOf, type Place, refersElsewhere } from "./place.ts";
import type { QueryWriter, Thing } from "./query-writer.ts";
import {
  isNamedAsKey,
  isNumberOf,
  measureOf,
  resolveAttribute,
  resolveQuantity,
} from "./resolve-attribute.ts";
import { all, chain, type Scored, scored } from "./scored.ts";

/** What a query shows in one place of its SELECT. */
export interface Shown {
  readonly place: Place;
  readonly sql: (column: string) => string;
  readonly aggregated: boolean;
}

const show = (place: Place): Shown => ({ place, sql: (column) => column, aggregated: false });

/**
 * What people call a thing: the values it stands for, or the columns that its table is named by; with `orKey`, its key where it has no
 * name, so that the rows can be told apart beside what else is shown of them.
 */
export function shownThing(thing: Thing, orKey = false): readonly Scored<readonly Shown[]>[] {
  if (thing.column) return [scored([show({ table: thing.root, column: thing.column, hops: [] })])];
  const named = namingColumns(thing.root);
  const key = orKey ? keyOf(thing.root) : undefined;
  const naming = named.length > 0 ? named : key ? [key] : [];
  if (naming.length === 0) return [];
  const notes = [
    `Rows of ${thing.root.name} are shown by ${naming.map((column) => column.name).join(" and ")}.`,
  ];
  return [
    scored(
      naming.map((column) => show({ table: thing.root, column, hops: [] })),
      named.length > 0 ? 0.95 : 0.85,
      notes,
    ),
  ];
}

/** The rows of an export have neither name nor key: whoever lists them wants to see what they hold. */
export function shownAlone(thing: Thing): readonly Scored<readonly Shown[]>[] {
  const { root, column, rank, counted } = thing;
  const named = shownThing(thing);
  const isKeyed = root.columns.some(({ primaryKeyPosition }) => primaryKeyPosition !== undefined);
  if (named.length > 0 || column || isKeyed || rank || counted?.rank) return named;
  const whole = root.columns.map((each) => show({ table: root, column: each, hops: [] }));
  return [scored(whole, 0.97, [`Rows of ${root.name} are shown with all their columns.`])];
}

type AttributeItem = Extract<Item, { kind: "attribute" }>;

/** A property that is asked for, as columns seen from the rows of a table; with aggregates, one for each. */
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
  const places = resolveAttribute(item.attribute, root, context).filter(
    ({ value }) =>
      item.attribute.owner !== undefined ||
      isOwn(value) ||
      (item.aggregates.length > 0 && isWorkedOut(value)),
  );
  return chain(places, async (place): Promise<readonly Scored<readonly Shown[]>[]> => {
    if (item.aggregates.length === 0) return [scored([show(place)])];
    const measure = await measureOf(place, context);
    if (
      !measure ||
      measure.keys("x").length > 1 ||
      measure.kind === "text" ||
      !aggregates(item, measure.kind, place, context)
    )
      return [];
    const value = item.aggregates.map((aggregate) => ({
      place,
      sql: (column: string) => `${aggregate.toUpperCase()}(${measure.keys(column)[0]})`,
      aggregated: true,
    }));
    return [scored(value, 1, [measure.note])];
  });
}

/** An average may be over what belongs to the thing, not over what belongs to something that it refers to. */
function isWorkedOut({ hops }: Place): boolean {
  return hops.findIndex((hop) => !isToOne(hop)) === 0;
}

/** Keys are not added up, nor is the greatest one meant by "the biggest cinema"; and dates have no mean. */
function aggregates(
  item: AttributeItem,
  kind: "number" | "date",
  place: Place,
  { services }: CompileContext,
): boolean {
  const sums = item.aggregates.some((aggregate) => aggregate === "avg" || aggregate === "sum");
  if (place.column.primaryKeyPosition !== undefined || refersElsewhere(place, services))
    return !sums && isNamedAsKey(item.attribute.mention.text);
  if (isNumberOf(item.attribute.mention.text, place)) return false;
  return !sums || kind === "number";
}

/** Several items together, in the order asked. */
export async function shownItems(
  items: readonly Item[],
  thing: Thing,
  context: CompileContext,
): Promise<readonly Scored<readonly Shown[]>[]> {
  const choices: (readonly Scored<readonly Shown[]>[])[] = [];
  for (const item of items) {
    if (item.kind !== "attribute") return [];
    choices.push(await shownAttribute(item, thing.root, context));
  }
  return all(choices).map((one) => ({ ...one, value: one.value.flat() }));
}

/** ORDER BY expressions of an ordering; undefined where it cannot be said. */
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
  const { place, reversed } = found.value;
  const measure = await measureOf(place, context);
  if (!measure || !place.hops.every(isToOne) || !writer.join(place.hops)) return undefined;
  const turned = reversed ? (order.direction === "asc" ? "DESC" : "ASC") : direction;
  const keys = measure.keys(writer.column(place)).map((key) => `${key} ${turned}`);
  return scored(keys.join(", "), found.score, [...found.notes, measure.note]);
}
