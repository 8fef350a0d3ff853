import { egressLevel, type Marked, ownText, redacted } from "../../../environment/egress/marks.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { clip, grouped, isList, shownKey } from "./render-value.ts";

/** Statistics of all values at one position in a document. */
interface Shape {
  readonly count: number;
  readonly hasNulls: boolean;
  readonly hasBooleans: boolean;
  readonly numbers: "integer" | "number" | undefined;
  readonly texts: readonly string[];
  readonly lists: { readonly shortest: number; readonly longest: number; readonly item: Shape } | undefined;
  readonly objects: ObjectShape | undefined;
}

interface ObjectShape {
  readonly count: number;
  readonly members: ReadonlyMap<string, Shape>;
  /** Some of the keys, if they are data rather than names. `entry` is then the shape of all values. */
  readonly keys: readonly string[] | undefined;
  readonly entry: Shape;
  /** Number of keys in the largest object. */
  readonly mostKeys: number;
}

const MOST_TEXTS = 6;
const LONGEST_TEXT = 24;
/** More distinct keys at one position are taken for data rather than names. */
const MOST_NAMES = 80;
/** Number of list items that are inspected. */
const MOST_ITEMS = 1000;
const DEEPEST = 40;

function shapeOf(values: readonly Json[], depth = 0): Shape {
  const numbers = values.filter((each) => typeof each === "number");
  const lists = values.filter(isList);
  const objects = values.filter(isObject);
  const lengths = lists.map(({ length }) => length);
  const inner = (each: readonly Json[]): Shape => shapeOf(depth < DEEPEST ? each : [], depth + 1);
  return {
    count: values.length,
    hasNulls: values.includes(null),
    hasBooleans: values.some((each) => typeof each === "boolean"),
    numbers: numbers.length === 0 ? undefined : numbers.every(Number.isInteger) ? "integer" : "number",
    texts: values.filter((each) => typeof each === "string"),
    lists:
      lists.length === 0
        ? undefined
        : {
            shortest: lengths.reduce((least, each) => Math.min(least, each)),
            longest: lengths.reduce((most, each) => Math.max(most, each)),
            item: inner(lists.flatMap((list) => list.slice(0, MOST_ITEMS))),
          },
    objects: objects.length === 0 ? undefined : objectShape(objects, inner),
  };
}

function objectShape(objects: readonly JsonObject[], inner: (values: readonly Json[]) => Shape): ObjectShape {
  const byKey = new Map<string, Json[]>();
  let mostKeys = 0;
  let numbered = false;
  for (const object of objects) {
    const keys = Object.keys(object);
    mostKeys = Math.max(mostKeys, keys.length);
    numbered ||= keys.length > 3 && keys.every((key) => /^\d+$/u.test(key));
    for (const key of keys.slice(0, MOST_ITEMS)) {
      const value = object[key] ?? null;
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [value]);
      else known.push(value);
    }
  }
  const areData = numbered || byKey.size > MOST_NAMES;
  return {
    count: objects.length,
    members: new Map(areData ? [] : [...byKey].map(([key, values]) => [key, inner(values)])),
    keys: areData ? [...byKey.keys()].slice(0, 3) : undefined,
    entry: inner(areData ? [...byKey.values()].flat() : []),
    mostKeys,
  };
}

interface Detail {
  /** Levels of objects that are written out. */
  readonly depth: number;
  /** Members of one object that are written out. */
  readonly members: number;
  /** Whether the values of short enumerations are named. */
  readonly values: boolean;
}

const DETAILS: readonly Detail[] = [
  { depth: 20, members: 100, values: true },
  { depth: 20, members: 100, values: false },
  { depth: 4, members: 60, values: false },
  { depth: 2, members: 30, values: false },
  { depth: 1, members: 15, values: false },
  { depth: 1, members: 6, values: false },
];

/** The shape of a value, much like a TypeScript type, in as much detail as fits into `budget` characters. */
export function renderShape(value: Json, budget: number): Marked {
  const shape = shapeOf([value]);
  let text = "";
  for (const detail of DETAILS) {
    text = render(shape, detail, "");
    // Names are already marked. Values are only written at the level `all`.
    if (text.length <= budget) return ownText(text);
  }
  return ownText(clip(text, budget));
}

function render(shape: Shape, detail: Detail, indent: string): string {
  const kinds: string[] = [];
  if (shape.objects !== undefined) kinds.push(renderObject(shape.objects, detail, indent));
  if (shape.lists !== undefined) {
    const { shortest, longest, item } = shape.lists;
    const length = shortest === longest ? grouped(longest) : `${grouped(shortest)}–${grouped(longest)}`;
    kinds.push(longest === 0 ? "[0 items]" : `[${length} of ${render(item, detail, indent)}]`);
  }
  if (shape.texts.length > 0) kinds.push(renderTexts(shape.texts, detail));
  if (shape.numbers !== undefined) kinds.push(shape.numbers);
  if (shape.hasBooleans) kinds.push("boolean");
  if (shape.hasNulls) kinds.push("null");
  return kinds.length === 0 ? "unknown" : kinds.join(" | ");
}

/** Writes out the values if they repeat, as those of an enumeration do. */
function renderTexts(texts: readonly string[], { values }: Detail): string {
  const distinct = new Set(texts);
  const few = distinct.size >= 2 && distinct.size <= MOST_TEXTS && distinct.size * 2 <= texts.length;
  if (!values || egressLevel() || !few || texts.some(({ length }) => length > LONGEST_TEXT)) return "string";
  return [...distinct].map((text) => JSON.stringify(text)).join(" | ");
}

function renderObject(objects: ObjectShape, detail: Detail, indent: string): string {
  const inner = `${indent}  `;
  const deeper = { ...detail, depth: detail.depth - 1 };
  if (objects.keys !== undefined) {
    const keys = objects.keys.map((key) =>
      JSON.stringify(redacted(key.length > 40 ? `${key.slice(0, 40)}…` : key)),
    );
    const such = `${grouped(objects.mostKeys)} keys such as ${keys.join(", ")}`;
    return `{ [key: string]: ${render(objects.entry, deeper, indent)} } /* ${such} */`;
  }
  const members = [...objects.members];
  if (members.length === 0) return "{}";
  if (detail.depth === 0) return `{ … ${members.length} members }`;
  const lines = members.slice(0, detail.members).map(([key, member]) => {
    const rare = member.count < objects.count;
    const often = rare ? ` // in ${grouped(member.count)} of ${grouped(objects.count)}` : "";
    const text = render(member, deeper, inner);
    // The remark ends the first line of the type.
    const [first = "", ...rest] = text.split("\n");
    return `${inner}${shownKey(key)}${rare ? "?" : ""}: ${[`${first}${often}`, ...rest].join("\n")}`;
  });
  const more = members.slice(detail.members);
  if (more.length > 0) {
    const names = more.slice(0, 10).map(([key]) => shownKey(key));
    lines.push(`${inner}… ${more.length} more: ${names.join(", ")}${more.length > 10 ? ", …" : ""}`);
  }
  const short = lines.map((line) => line.trim()).join(", ");
  if (short.length <= 60 && !/\n|\/\//.test(short)) return `{ ${short} }`;
  return `{\n${lines.join("\n")}\n${indent}}`;
}
