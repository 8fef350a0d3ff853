import type { Answer, AnswerTable, Evidence } from "../../environment/answer.ts";
import { clippedText } from "../../util/clipped-text.ts";
import { given } from "../../util/given.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import { resultUri } from "../results.ts";
import type { ResultLink } from "./mcp-tool.ts";

/** Characters of a cell, a member's text or a column's name. */
const LONGEST_CELL = 1000;
const LONGEST_TEXT = 4000;
const LONGEST_EVIDENCE = 4000;
const LONGEST_READING = 300;
/** Rows in the text. The data contains the whole preview. */
const MOST_LINES = 20;

/** An answer cut to the size of a reply. */
export interface BoundedAnswer {
  readonly text: string;
  /** Columns and first rows, or the first members, one in a line. */
  readonly lines: readonly string[];
  /** `total`, `columns`, `rows`, `members`, `value` and `full`, as far as the answer has them. */
  readonly data: JsonObject;
  readonly links: readonly ResultLink[];
  readonly isCut: boolean;
}

/** Texts at 1,000 characters, the answer in words and a text as its value at 4,000, rows (as lines and as data together) and members at `characters` each. */
export function boundedAnswer(answer: Answer, characters: number): BoundedAnswer {
  const { rows: table, value } = answer;
  const text = clippedText(answer.text, LONGEST_TEXT);
  const columns = table?.columns.map(shortText);
  // The first rows count twice: they are in the data and in the text.
  const rowLength = (row: readonly Json[], at: number): number =>
    lengthOf(row) + (at < MOST_LINES ? lineOf(row).length + 1 : 0);
  const rows = table && fitting(table.rows.map(shortRow), characters, rowLength);
  const members = answer.members && fitting(answer.members.map(shortMember), characters, lengthOf);
  const shown = value === undefined ? undefined : boundedValue(value, characters);
  const { full } = table ?? {};
  const uri = full === undefined ? undefined : resultUri(full.sha256);
  const whole = [answer.text, table?.columns, table?.rows, answer.members, value];
  return {
    text,
    lines: [
      ...(columns && table && rows ? tableLines({ ...table, columns, rows }) : []),
      ...(members
        ? listLines(
            members.map((each) => JSON.stringify(each)),
            answer.members?.length ?? 0,
            "members",
          )
        : []),
    ],
    data: {
      ...(table && columns && rows ? { total: table.total, columns, rows } : {}),
      ...(members ? { members } : {}),
      ...given({ value: shown, full: uri }),
    },
    links:
      full === undefined || uri === undefined
        ? []
        : [{ uri, name: "all rows", mediaType: full.mediaType, bytes: full.bytes }],
    isCut: JSON.stringify([text, columns, rows, members, shown]) !== JSON.stringify(whole),
  };
}

/** An answer's evidence, with texts cut at 4,000 characters. */
export function boundedEvidence({ sql, sentence, program, sparql, calls, hangsOn }: Evidence): {
  readonly evidence: JsonObject;
  readonly isCut: boolean;
} {
  const texts = Object.entries({ sql, sentence, program, sparql }).filter(([, text]) => text);
  const given = { ...Object.fromEntries(texts), ...(calls === undefined ? {} : { calls }) };
  let room = LONGEST_EVIDENCE;
  const kept: Record<string, Json> = {};
  for (const [name, text = ""] of texts) {
    kept[name] = clippedText(text, room);
    room = Math.max(0, room - text.length);
  }
  if (calls !== undefined) kept["calls"] = fitting(calls.map(shortened), room, lengthOf);
  const isCut = JSON.stringify(kept) !== JSON.stringify(given);
  if (hangsOn) kept["hangsOn"] = hangsOn.map(({ text }) => clippedText(text, LONGEST_READING));
  return { evidence: kept, isCut };
}

export function evidenceLines(evidence: JsonObject): readonly string[] {
  return Object.entries(evidence).map(
    ([name, part]) =>
      `${name}: ${typeof part === "string" ? visibleBlock(part) : visibleText(JSON.stringify(part))}`,
  );
}

/** The line below an answer that was cut. */
export function cutLine(links: readonly ResultLink[]): string {
  const more = links.length > 0 ? "the resource has all rows" : "ask for less to see all of it";
  return `cut: what is long or does not fit is left out; ${more}`;
}

export function cellText(cell: Json): string {
  if (cell === null) return "NULL";
  return cell === "" ? '""' : String(cell);
}

const lineOf = (row: readonly Json[]): string => visibleText(row.map(cellText).join(" | "));

function tableLines({ columns, rows, total }: AnswerTable): readonly string[] {
  return [visibleText(columns.join(" | ")), ...listLines(rows.map(lineOf), total, "rows")];
}

function listLines(lines: readonly string[], total: number, what: string): readonly string[] {
  const shown = lines.slice(0, MOST_LINES).map(visibleText);
  return total > shown.length ? [...shown, `… ${total - shown.length} more ${what}`] : shown;
}

function boundedValue(value: Json, characters: number): Json {
  if (typeof value === "string") return clippedText(value, LONGEST_TEXT);
  const short = shortened(value);
  if (Array.isArray(short)) return fitting<Json>(short, characters, lengthOf);
  return lengthOf(short) <= characters ? short : clippedText(JSON.stringify(short), LONGEST_TEXT);
}

const shortText = (text: string): string => clippedText(text, LONGEST_CELL);
const shortRow = (row: readonly Json[]): readonly Json[] => row.map(shortened);
const shortMember = (member: JsonObject): JsonObject => shortened(member) as JsonObject;

/** The value with long texts cut. */
function shortened(value: Json): Json {
  if (typeof value === "string") return shortText(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part as Json)]));
}

/** The first items, as many as fit. */
function fitting<Item>(
  items: readonly Item[],
  characters: number,
  length: (item: Item, at: number) => number,
): readonly Item[] {
  let room = characters;
  const end = items.findIndex((item, at) => {
    room -= length(item, at) + 1;
    return room < 0;
  });
  return end < 0 ? items : items.slice(0, end);
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length;
