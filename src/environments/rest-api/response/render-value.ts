import { told } from "../../../environment/egress/egress-scope.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { clip, grouped } from "./clip.ts";
import { isList } from "./infer-shape.ts";
import { renderSample } from "./render-sample.ts";

/** A table is for a few columns; beyond that, objects are read more easily. */
const MOST_COLUMNS = 12;
const CELL_CHARACTERS = 40;

/** An extracted value in at most about `budget` characters: lists counted, flat objects as aligned tables, what is cut told. */
export function renderValue(value: Json, budget = 1500): string {
  if (typeof value === "string") return clip(JSON.stringify(told(value)), budget);
  if (value === null) return "null";
  if (typeof value !== "object") return told(String(value));
  if (!isList(value)) return renderSample(whole(value), budget);
  if (value.length === 0) return "an empty list";
  const count = `${grouped(value.length)} ${value.length === 1 ? "value" : "values"}`;
  const columns = columnsOf(value);
  if (columns !== undefined) return renderTable(value as readonly JsonObject[], columns, budget);
  const scalars = value.every((each) => typeof each !== "object" || each === null);
  if (!scalars) return `${count}:\n${renderSample(whole(value), budget - count.length - 2)}`;
  return `${count}: ${renderScalars(value, budget - count.length - 2)}`;
}

function whole(value: Json) {
  return {
    value,
    lengthOf: (container: object) =>
      Array.isArray(container) ? container.length : Object.keys(container).length,
  };
}

function renderScalars(values: readonly Json[], budget: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const value of values) {
    const plain = value === null ? "null" : told(String(value));
    const text = typeof value === "string" ? clip(JSON.stringify(told(value)), 200) : plain;
    length += text.length + 2;
    if (length > budget - 20 && shown.length > 0) break;
    shown.push(text);
  }
  const left = values.length - shown.length;
  return left === 0 ? shown.join(", ") : `${shown.join(", ")}, … ${grouped(left)} more`;
}

/** Names of the columns, where all values are objects without anything in them but scalars. */
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

function renderTable(rows: readonly JsonObject[], columns: readonly string[], budget: number): string {
  const heading = `${grouped(rows.length)} ${rows.length === 1 ? "row" : "rows"}:`;
  // As many as could fit at all, so that a long list is not laid out for nothing.
  const possible = rows.slice(0, Math.ceil(budget / 3));
  const cells = [
    columns.map((name) => cell(name)),
    ...possible.map((row) => columns.map((name) => toldCell(row[name]))),
  ];
  const lines = [heading];
  let length = heading.length;
  const widths = columns.map((_, column) =>
    Math.max(...cells.slice(0, 60).map((row) => row[column]?.length ?? 0)),
  );
  for (const row of cells) {
    const line = row
      .map((text, column) => (column === row.length - 1 ? text : text.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
    length += line.length + 1;
    if (length > budget - 20 && lines.length > 2) break;
    lines.push(line);
  }
  const left = rows.length - (lines.length - 2);
  if (left > 0) lines.push(`… ${grouped(left)} more rows`);
  return lines.join("\n");
}

function toldCell(value: Json | undefined): string {
  return value === null || value === undefined ? cell(value) : told(cell(value));
}

function cell(value: Json | undefined): string {
  if (value === undefined) return "";
  const text = String(value);
  return visibleText(text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS)}…` : text);
}
