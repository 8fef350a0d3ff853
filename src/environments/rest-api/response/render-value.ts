import {
  changed,
  egressLevel,
  joined,
  type Marked,
  ownText,
  redacted,
  say,
  written,
} from "../../../environment/egress/marks.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";

/** With more columns, objects are easier to read than a table. */
const MOST_COLUMNS = 12;
const CELL_CHARACTERS = 40;

/** Renders an extracted value in about `budget` characters. Lists are counted, flat objects become rows, and cuts are mentioned. */
export function renderValue(value: Json, budget = 1500): Marked {
  if (typeof value === "string")
    return changed(redacted(value), (text) => clip(JSON.stringify(text), budget));
  if (!isList(value)) return renderSample(value, budget);
  if (value.length === 0) return say`an empty list`;
  const columns = columnsOf(value);
  const kind = columns === undefined ? "value" : "row";
  const count = say`${ownText(grouped(value.length))} ${value.length === 1 ? kind : (`${kind}s` as const)}:`;
  const room = budget - count.length;
  if (columns !== undefined) {
    const lines = fitting(value, room, (row) =>
      joined(
        columns.map((name) => toldCell((row as JsonObject)[name])),
        " | ",
      ),
    );
    const head = joined(
      columns.map((name) => written(cell(name))),
      " | ",
    );
    return joined([count, head, ...lines], "\n");
  }
  const scalars = value.every((each) => typeof each !== "object" || each === null);
  return scalars
    ? say`${count} ${fitting(value, room, scalarText)}`
    : say`${count}\n${renderSample(value, room)}`;
}

/** The texts of as many values as fit, at least one, and the number of values left out. */
function fitting(
  values: readonly Json[],
  budget: number,
  textOf: (value: Json) => Marked,
): readonly Marked[] {
  const shown: Marked[] = [];
  let length = 20;
  for (const value of values) {
    const text = textOf(value);
    length += text.length + 2;
    if (length > budget && shown.length > 0)
      return [...shown, say`… ${ownText(grouped(values.length - shown.length))} more`];
    shown.push(text);
  }
  return shown;
}

function scalarText(value: Json): Marked {
  if (typeof value === "string") return changed(redacted(value), (text) => clip(JSON.stringify(text), 200));
  return value === null ? say`null` : redacted(String(value));
}

/** Column names, if all values are objects of scalars. */
function columnsOf(values: readonly Json[]): readonly string[] | undefined {
  const names = new Set<string>();
  for (const value of values) {
    if (typeof value !== "object" || value === null || isList(value)) return undefined;
    for (const [key, member] of Object.entries(value as JsonObject)) {
      if (typeof member === "object" && member !== null) return undefined;
      names.add(key);
    }
    if (names.size > MOST_COLUMNS) return undefined;
  }
  return names.size === 0 ? undefined : [...names];
}

function toldCell(value: Json | undefined): Marked {
  return value === null || value === undefined ? ownText(cell(value)) : redacted(cell(value));
}

function cell(value: Json | undefined): string {
  if (value === undefined) return "";
  const text = String(value);
  return visibleText(text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)}…` : text);
}

interface Detail {
  readonly items: number;
  readonly members: number;
  readonly characters: number;
  readonly depth: number;
}

const DETAILS: readonly Detail[] = [
  { items: 50, members: 100, characters: 400, depth: 20 },
  { items: 20, members: 100, characters: 200, depth: 20 },
  { items: 10, members: 100, characters: 200, depth: 20 },
  { items: 5, members: 60, characters: 120, depth: 10 },
  { items: 3, members: 60, characters: 80, depth: 8 },
  { items: 1, members: 40, characters: 60, depth: 6 },
  { items: 1, members: 15, characters: 30, depth: 3 },
  { items: 1, members: 4, characters: 20, depth: 1 },
];

/** The beginning of a document in at most `budget` characters. Omissions are counted. */
export function renderSample(value: Json, budget: number): Marked {
  let text = "";
  for (const detail of DETAILS) {
    text = render(value, detail, "");
    // Names and leaves are already marked.
    if (text.length <= budget) return ownText(text);
  }
  return ownText(clip(text, budget));

  function render(each: Json, detail: Detail, indent: string): string {
    if (typeof each === "string") {
      if (egressLevel() || each.length <= detail.characters) return JSON.stringify(redacted(each));
      const shown = JSON.stringify(each.slice(0, detail.characters)).slice(0, -1);
      return `${shown}…" (${grouped(each.length)} characters)`;
    }
    if (each === null) return "null";
    if (typeof each !== "object") return redacted(String(each));
    const length = isList(each) ? each.length : Object.keys(each).length;
    if (length === 0) return isList(each) ? "[]" : "{}";
    if (detail.depth === 0)
      return isList(each) ? `[${grouped(length)} items]` : `{${grouped(length)} members}`;
    const deeper = { ...detail, depth: detail.depth - 1 };
    const inner = `${indent}  `;
    const parts = isList(each)
      ? each.slice(0, detail.items).map((item) => render(item, deeper, inner))
      : Object.keys(each)
          .slice(0, detail.members)
          .map((key) => `${shownKey(key)}: ${render(each[key] ?? null, deeper, inner)}`);
    if (length > parts.length) parts.push(`… ${grouped(length - parts.length)} more`);
    const [open, close] = isList(each) ? ["[", "]"] : ["{", "}"];
    const line = `${open}${parts.join(", ")}${close}`;
    if (line.length + indent.length <= 110 && !line.includes("\n")) return line;
    return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
  }
}

/** Cuts a text to `most` characters and adds its full length. Surrogate pairs stay whole. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text[most - 1] ?? "") ? most - 1 : most;
  return `${text.slice(0, end)}… (${grouped(text.length)} characters)`;
}

/** `4,118` */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A key for display: identifiers as they are, others quoted, long ones cut. */
export function shownKey(key: string): Marked {
  return changed(written(key), (name) => {
    const short = name.length > 60 ? `${name.slice(0, 60)}…` : name;
    return /^[A-Za-z_$][\w$]*…?$/.test(short) ? short : JSON.stringify(short);
  });
}

/** A path in a body: `data.items`. */
export function pathText(path: string): Marked {
  return joined(path.split(".").map(written), ".");
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
