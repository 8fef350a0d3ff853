import { egressLevel, type Marked, ownText } from "../../../environment/egress/marks.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { isList, shownKey } from "./render-value.ts";

/** Members by which an item is called. */
export const NAME = /^(?:title|name|label|full_?name|display_?name|headline|subject)$/iu;

/** Characters of a text or of an inner object in a cell of a table. */
const LONGEST_CELL = 80;
const LONGEST_TEXT = 80;
const MOST_COLUMNS = 30;
const DEEPEST = 12;
/** Fewer rows are as short without a head. */
const FEWEST_ROWS = 2;
/** A value that so many rows have in common is told once. */
const FEWEST_ALIKE = 3;

/**
 * A document with every item of its lists, lists of objects as tables. Long texts and addresses are left out by name if there is no room for them.
 * Undefined if the rest takes more than `budget` characters, or if values are withheld, whose likeness would be told.
 */
export function renderWhole(value: Json, budget: number): Marked | undefined {
  if (egressLevel() !== undefined) return undefined;
  for (const isShort of [false, true]) {
    const text = whole(value, { isShort, depth: DEEPEST });
    if (text === undefined) return undefined;
    if (text.length <= (isShort ? budget : budget / 2)) return ownText(text);
  }
  return undefined;
}

interface Form {
  readonly isShort: boolean;
  /** Levels that may still follow. */
  readonly depth: number;
}

/** Undefined for a document that is too deep. */
function whole(value: Json, form: Form): string | undefined {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value !== "object") return String(value);
  if (form.depth === 0) return undefined;
  const inner = { ...form, depth: form.depth - 1 };
  if (isList(value)) {
    const rows = table(value, inner);
    if (rows !== undefined) return rows;
    const items = value.map((each) => whole(each, inner));
    return items.includes(undefined) ? undefined : `[${items.join(", ")}]`;
  }
  const { shown, left } = membersOf([value as JsonObject], form);
  const parts = shown.map((key) => ({ key, text: whole((value as JsonObject)[key] ?? null, inner) }));
  if (parts.some(({ text }) => text === undefined)) return undefined;
  const text = [...parts.map((part) => `${shownKey(part.key)}: ${part.text}`), ...left].join(", ");
  // What comes after a table begins a line.
  return `{${text.replace(/\n, /gu, "\n")}}`;
}

/** The members that are shown of objects, and what is said of the others. */
function membersOf(items: readonly JsonObject[], { isShort }: Form) {
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const shown = isShort
    ? keys.filter((key) => NAME.test(key) || !items.some((item) => isWordy(item[key])))
    : keys;
  const names = keys.filter((key) => !shown.includes(key)).map(shownKey);
  return { shown, left: names.length === 0 ? [] : [`${NOT_SHOWN}${names.join(", ")})`] };
}

const NOT_SHOWN = "(not shown: ";

/** A long text, or an address of a file or page. */
function isWordy(value: Json | undefined): boolean {
  return typeof value === "string" && (value.length > LONGEST_TEXT || /^(?:https?:\/\/|\/)\S+$/u.test(value));
}

/** Undefined for a list that is no table. */
function table(items: readonly Json[], form: Form): string | undefined {
  if (items.length < FEWEST_ROWS || !items.every(isObject)) return undefined;
  const { shown, left } = membersOf(items, form);
  if (shown.length > MOST_COLUMNS) return undefined;
  const cells = items.map((item) => new Map(shown.map((key) => [key, cell(item[key], form)])));
  if (cells.some((row) => [...row.values()].some((text) => text === undefined))) return undefined;
  const [first = new Map<string, string>()] = cells;
  const isAlike = (key: string) =>
    items.length >= FEWEST_ALIKE && cells.every((row) => row.get(key) === first.get(key));
  const alike = shown.filter(isAlike);
  const columns = shown.filter((key) => !alike.includes(key));
  const told = alike.map((key) => `${shownKey(key)} ${first.get(key)}`).join(", ");
  const about = [told === "" ? "" : `, each with ${told}`, ...left.map((each) => ` ${each}`)].join("");
  const head = `${items.length} rows${about}:`;
  const lines = cells.map((row) => columns.map((key) => row.get(key)).join(" | "));
  return `${[head, columns.map(shownKey).join(" | "), ...lines].join("\n")}\n`;
}

function cell(value: Json | undefined, form: Form): string | undefined {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : whole(value, form);
  if (text === undefined) return undefined;
  const isPlain =
    typeof value === "string" ? !/[|\n]/u.test(text) : text.length <= LONGEST_CELL && !text.includes("\n");
  if (isPlain) return visibleText(text);
  return typeof value === "string" ? JSON.stringify(text) : undefined;
}
