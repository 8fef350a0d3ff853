import { egressScope, told } from "../../../environment/egress/egress-scope.ts";
import { clip, grouped, shownKey } from "./clip.ts";
import type { ObjectShape, Shape } from "./infer-shape.ts";

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
  { depth: 3, members: 40, values: false },
  { depth: 2, members: 30, values: false },
  { depth: 2, members: 15, values: false },
  { depth: 1, members: 15, values: false },
  { depth: 1, members: 6, values: false },
];

/** A shape much like a TypeScript type, in as much detail as fits into `budget` characters. */
export function renderShape(shape: Shape, budget: number): string {
  let text = "";
  for (const detail of DETAILS) {
    text = render(shape, detail, "");
    if (text.length <= budget) return text;
  }
  return clip(text, budget);
}

function render(shape: Shape, detail: Detail, indent: string): string {
  const kinds: string[] = [];
  if (shape.objects !== undefined) kinds.push(renderObject(shape.objects, detail, indent));
  if (shape.lists !== undefined) {
    const { shortest, longest, item } = shape.lists;
    const length = shortest === longest ? grouped(longest) : `${grouped(shortest)}–${grouped(longest)}`;
    kinds.push(longest === 0 ? "[0 items]" : `[${length} of ${render(item, detail, indent)}]`);
  }
  if (shape.strings > 0) kinds.push(renderText(shape, detail));
  if (shape.fractions > 0) kinds.push("number");
  else if (shape.integers > 0) kinds.push("integer");
  if (shape.booleans > 0) kinds.push("boolean");
  if (shape.nulls > 0) kinds.push("null");
  return kinds.length === 0 ? "unknown" : kinds.join(" | ");
}

/** The values themselves where they repeat, as those of an enumeration do. */
function renderText({ texts, strings }: Shape, { values }: Detail): string {
  if (!values || egressScope() || texts === undefined || texts.size < 2 || texts.size * 2 > strings)
    return "string";
  return [...texts].map((text) => JSON.stringify(text)).join(" | ");
}

function renderObject(objects: ObjectShape, detail: Detail, indent: string): string {
  const inner = `${indent}  `;
  const deeper = { ...detail, depth: detail.depth - 1 };
  if (objects.members === undefined) {
    const keys = objects.someKeys.map((key) =>
      JSON.stringify(told(key.length > 40 ? `${key.slice(0, 40)}…` : key)),
    );
    const such = `${grouped(objects.mostKeys)} keys such as ${keys.join(", ")}`;
    const entry = objects.entries === undefined ? "unknown" : render(objects.entries, deeper, indent);
    return `{ [key: string]: ${entry} } /* ${such} */`;
  }
  const members = [...objects.members];
  if (members.length === 0) return "{}";
  if (detail.depth === 0) return `{ … ${members.length} members }`;
  const lines = members.slice(0, detail.members).map(([key, member]) => {
    const rare = member.count < objects.count;
    const often = rare ? ` // in ${grouped(member.count)} of ${grouped(objects.count)}` : "";
    const text = render(member, deeper, inner);
    // The remark stands behind a type of one line, and before a longer one.
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
