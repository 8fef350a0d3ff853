import type { Answer, Evidence } from "../../environment/answer.ts";
import { clippedText } from "../../util/clipped-text.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import { clipped } from "./shown-answer.ts";

/** Of a cell, a member's text or a column's name: more is no answer that a model can read. */
const LONGEST_CELL = 1000;
const LONGEST_TEXT = 4000;
const LONGEST_EVIDENCE = 4000;
/** The text shows as many rows as a reader can take in; the data holds the whole preview. */
export const MOST_LINES = 20;

export interface BoundedAnswer {
  readonly answer: Answer;
  readonly evidence: JsonObject;
  /** What was left out, each in a few words. */
  readonly cut: readonly string[];
}

/**
 * The answer and what it rests on, within what a reply may carry: texts at 1,000 characters, the answer in words and its value at 4,000, rows
 * (as lines and as data together) and members at `characters` each, evidence at 4,000.
 */
export function boundedAnswer(answer: Answer, evidence: Evidence, characters: number): BoundedAnswer {
  const { rows: table, members, value } = answer;
  const text = clipped(answer.text, LONGEST_TEXT);
  const cutTable = table && boundedTable(table, characters);
  const cutter = shortener();
  const short = members?.map((member) => cutter.shortened(member) as JsonObject);
  const shownMembers = short && fitting(short, characters, lengthOf);
  const shownValue = value === undefined ? undefined : boundedValue(value, characters);
  const rests = boundedEvidence(evidence);
  const cut = [
    ...(text === answer.text ? [] : ["the answer's text"]),
    ...(cutTable?.cut ?? []),
    ...(!cutter.hasCut() ? [] : [`texts of members after ${LONGEST_CELL} characters`]),
    ...(shownMembers?.length === short?.length
      ? []
      : [`members: ${shownMembers?.length} of ${short?.length} are shown`]),
    ...(!shownValue?.isCut ? [] : ["the value"]),
    ...rests.cut,
  ];
  return {
    answer: {
      text,
      ...(cutTable === undefined ? {} : { rows: cutTable.table }),
      ...(shownMembers === undefined ? {} : { members: shownMembers }),
      ...(shownValue === undefined ? {} : { value: shownValue.value }),
    },
    evidence: rests.evidence,
    cut,
  };
}

export function cellText(cell: Json): string {
  if (cell === null) return "NULL";
  return cell === "" ? '""' : String(cell);
}

export const lineOf = (row: readonly Json[]): string => visibleText(row.map(cellText).join(" | "));

type Table = NonNullable<Answer["rows"]>;

function boundedTable(table: Table, characters: number): { table: Table; cut: readonly string[] } {
  const columns = table.columns.map(shortText);
  const cutter = shortener();
  const short = table.rows.map((row) => row.map(cutter.shortened));
  // The first rows stand in the text as well, which the reply carries beside the data and again within it.
  const rows = fitting(
    short,
    characters,
    (row, place) => lengthOf(row) + (place < MOST_LINES ? lineOf(row).length + 1 : 0),
  );
  return {
    table: { ...table, columns, rows },
    cut: [
      ...(!cutter.hasCut() ? [] : [`cells after ${LONGEST_CELL} characters`]),
      ...(rows.length === short.length ? [] : [`rows: ${rows.length} of ${table.total} are shown`]),
    ],
  };
}

function boundedValue(value: Json, characters: number): { readonly value: Json; readonly isCut: boolean } {
  if (typeof value === "string") {
    return { value: clipped(value, LONGEST_TEXT), isCut: value.length > LONGEST_TEXT };
  }
  const { shortened, hasCut } = shortener();
  const short = shortened(value);
  if (lengthOf(short) <= characters) return { value: short, isCut: hasCut() };
  if (!Array.isArray(short)) return { value: clipped(JSON.stringify(short), LONGEST_TEXT), isCut: true };
  return { value: fitting<Json>(short, characters, lengthOf), isCut: true };
}

function boundedEvidence({ sql, sentence, program, sparql, calls }: Evidence): {
  readonly evidence: JsonObject;
  readonly cut: readonly string[];
} {
  let room = LONGEST_EVIDENCE;
  const kept: Record<string, Json> = {};
  const cut: string[] = [];
  for (const [name, text] of Object.entries({ sql, sentence, program, sparql })) {
    if (text === undefined) continue;
    kept[name] = clipped(text, room);
    if (kept[name] !== text) cut.push(name);
    room = Math.max(0, room - text.length);
  }
  if (calls !== undefined) {
    const { shortened, hasCut } = shortener();
    const shown = fitting(calls.map(shortened), room, lengthOf);
    kept["calls"] = shown;
    if (shown.length < calls.length) cut.push(`calls: ${shown.length} of ${calls.length} are shown`);
    else if (hasCut()) cut.push(`texts of calls after ${LONGEST_CELL} characters`);
  }
  return { evidence: kept, cut };
}

function shortText(text: string): string {
  return clippedText(text, LONGEST_CELL);
}

interface Shortener {
  /** The value with every text in it cut off where it is too long. */
  readonly shortened: (value: Json) => Json;
  readonly hasCut: () => boolean;
}

function shortener(): Shortener {
  let cut = false;
  const shortened = (value: Json): Json => {
    if (typeof value === "string") {
      cut ||= value.length > LONGEST_CELL;
      return shortText(value);
    }
    if (Array.isArray(value)) return value.map(shortened);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part as Json)]));
  };
  return { shortened, hasCut: () => cut };
}

/** As many from the beginning as fit. */
function fitting<Item>(
  items: readonly Item[],
  characters: number,
  length: (item: Item, place: number) => number,
): readonly Item[] {
  let room = characters;
  const end = items.findIndex((item, place) => {
    room -= length(item, place) + 1;
    return room < 0;
  });
  return end < 0 ? items : items.slice(0, end);
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length;
