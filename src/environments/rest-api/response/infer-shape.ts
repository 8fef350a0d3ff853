import type { Json } from "../../../util/json.ts";
import type { ReadJson } from "./parse-json.ts";

/** What was seen at one place of a document, over all values there. */
export interface Shape {
  /** Values of any kind. */
  count: number;
  nulls: number;
  booleans: number;
  integers: number;
  fractions: number;
  strings: number;
  /** Distinct strings while they are few and short; undefined once they are not. */
  texts: Set<string> | undefined;
  lists: { count: number; shortest: number; longest: number; item: Shape } | undefined;
  objects: ObjectShape | undefined;
}

export interface ObjectShape {
  count: number;
  /** Undefined once the keys are data rather than names. */
  members: Map<string, Shape> | undefined;
  /** All values, where keys are data. */
  entries: Shape | undefined;
  /** Most keys in one of them. */
  mostKeys: number;
  /** Some of the keys, where they are data. */
  someKeys: readonly string[];
}

const MOST_TEXTS = 6;
const LONGEST_TEXT = 24;
/** More keys than this at one place are taken for data. */
const MOST_NAMES = 80;
/** Items of a list that are looked at. */
const MOST_ITEMS = 1000;
const DEEPEST = 40;

export function inferShape({ value, lengthOf }: ReadJson): Shape {
  const shape = emptyShape();
  see(shape, value, lengthOf, 0);
  return shape;
}

function emptyShape(): Shape {
  return {
    count: 0,
    nulls: 0,
    booleans: 0,
    integers: 0,
    fractions: 0,
    strings: 0,
    texts: new Set(),
    lists: undefined,
    objects: undefined,
  };
}

function see(shape: Shape, value: Json, lengthOf: ReadJson["lengthOf"], depth: number): void {
  shape.count++;
  if (value === null) shape.nulls++;
  else if (typeof value === "boolean") shape.booleans++;
  else if (typeof value === "number") shape[Number.isInteger(value) ? "integers" : "fractions"]++;
  else if (typeof value === "string") seeText(shape, value);
  else if (isList(value)) {
    const length = lengthOf(value);
    shape.lists ??= { count: 0, shortest: length, longest: length, item: emptyShape() };
    shape.lists.count++;
    shape.lists.shortest = Math.min(shape.lists.shortest, length);
    shape.lists.longest = Math.max(shape.lists.longest, length);
    if (depth < DEEPEST)
      for (const item of value.slice(0, MOST_ITEMS)) see(shape.lists.item, item, lengthOf, depth + 1);
  } else seeObject(shape, value, lengthOf, depth);
}

function seeText(shape: Shape, text: string): void {
  shape.strings++;
  if (shape.texts === undefined) return;
  if (text.length > LONGEST_TEXT) shape.texts = undefined;
  else if (shape.texts.add(text).size > MOST_TEXTS) shape.texts = undefined;
}

function seeObject(
  shape: Shape,
  value: { readonly [key: string]: Json | undefined },
  lengthOf: ReadJson["lengthOf"],
  depth: number,
): void {
  const keys = Object.keys(value);
  shape.objects ??= { count: 0, members: new Map(), entries: undefined, mostKeys: 0, someKeys: [] };
  const { objects } = shape;
  objects.count++;
  objects.mostKeys = Math.max(objects.mostKeys, lengthOf(value));
  if (objects.members !== undefined) {
    for (const key of keys)
      if (!objects.members.has(key)) {
        if (objects.members.size > MOST_NAMES) break;
        objects.members.set(key, emptyShape());
      }
    if (objects.members.size > MOST_NAMES || areNumbers(keys)) {
      objects.someKeys = [...objects.members.keys()].slice(0, 3);
      objects.entries = [...objects.members.values()].reduce(merge, emptyShape());
      objects.members = undefined;
    }
  }
  if (depth >= DEEPEST) return;
  for (const key of keys.slice(0, MOST_ITEMS)) {
    const member = objects.entries ?? objects.members?.get(key);
    if (member !== undefined) see(member, value[key] ?? null, lengthOf, depth + 1);
  }
}

function areNumbers(keys: readonly string[]): boolean {
  return keys.length > 3 && keys.every((key) => /^\d+$/.test(key));
}

function merge(into: Shape, from: Shape): Shape {
  for (const name of ["count", "nulls", "booleans", "integers", "fractions", "strings"] as const)
    into[name] += from[name];
  const texts = into.texts && from.texts && new Set([...into.texts, ...from.texts]);
  into.texts = texts !== undefined && texts.size <= MOST_TEXTS ? texts : undefined;
  into.lists = into.lists && from.lists ? mergeLists(into.lists, from.lists) : (into.lists ?? from.lists);
  into.objects =
    into.objects && from.objects ? mergeObjects(into.objects, from.objects) : (into.objects ?? from.objects);
  return into;
}

function mergeLists(into: NonNullable<Shape["lists"]>, from: NonNullable<Shape["lists"]>): Shape["lists"] {
  return {
    count: into.count + from.count,
    shortest: Math.min(into.shortest, from.shortest),
    longest: Math.max(into.longest, from.longest),
    item: merge(into.item, from.item),
  };
}

function mergeObjects(into: ObjectShape, from: ObjectShape): ObjectShape {
  const mostKeys = Math.max(into.mostKeys, from.mostKeys);
  const count = into.count + from.count;
  if (into.members === undefined || from.members === undefined) {
    const all = [into, from].flatMap(({ members, entries }) => [
      ...(members?.values() ?? []),
      ...(entries ? [entries] : []),
    ]);
    const someKeys = [...into.someKeys, ...from.someKeys].slice(0, 3);
    return { count, members: undefined, entries: all.reduce(merge, emptyShape()), mostKeys, someKeys };
  }
  for (const [key, member] of from.members) {
    const known = into.members.get(key);
    into.members.set(key, known === undefined ? member : merge(known, member));
  }
  return { ...into, count, mostKeys };
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
