import type { Answer, AnswerTable, Evidence } from "../../environment/answer.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import { resultUri } from "../results/result-uri.ts";
import type { ResultLink } from "./mcp-tool.ts";

/** Of JSON: more of a table, of members or of a value is no answer that a model can read. */
const MOST_CHARACTERS = 16_000;
const LONGEST_TEXT = 4000;
/** Rows and members in the text; the data holds more. */
const MOST_LINES = 20;
const LONGEST_LINE = 400;

export interface ShownAnswer {
  readonly text: string;
  readonly data: JsonObject;
  readonly links: readonly ResultLink[];
}

/** An answer within bounds: what is left out is counted in `total` or said in the text. */
export function shownAnswer({ text, rows, members, value }: Answer): ShownAnswer {
  const table = rows === undefined ? undefined : { ...rows, rows: fitting(rows.rows) };
  const listed = members === undefined ? undefined : fitting(members);
  const valueFits = JSON.stringify(value ?? null).length <= MOST_CHARACTERS;
  const full = rows?.full;
  const uri = full === undefined ? undefined : resultUri(full.sha256);
  return {
    text: [
      visibleBlock(clipped(text, LONGEST_TEXT)),
      ...(table === undefined || value !== undefined ? [] : tableLines(table)),
      ...(listed === undefined ? [] : memberLines(listed, members?.length ?? 0)),
      ...(valueFits ? [] : ["The value is too long to be shown."]),
      ...(uri === undefined ? [] : [`all rows: ${uri}`]),
    ].join("\n"),
    data: {
      text: clipped(text, LONGEST_TEXT),
      ...(table === undefined ? {} : { total: table.total, columns: table.columns, rows: table.rows }),
      ...(listed === undefined ? {} : { total: members?.length, members: listed }),
      ...(value === undefined || !valueFits ? {} : { value }),
      ...(uri === undefined ? {} : { full: uri }),
    },
    links:
      full === undefined || uri === undefined
        ? []
        : [{ uri, name: "all rows", mediaType: full.mediaType, bytes: full.bytes }],
  };
}

/** What an answer rests on, with a preview only where it is short: the answer shows its rows already. */
export function shownEvidence(evidence: Evidence): JsonObject {
  const { environment, kind, calls, preview } = evidence;
  const texts = Object.entries({
    sql: evidence.sql,
    sentence: evidence.sentence,
    program: evidence.program,
    sparql: evidence.sparql,
  }).flatMap(([name, text]) =>
    text === undefined || text === "" ? [] : [[name, clipped(text, LONGEST_TEXT)]],
  );
  return {
    environment,
    kind,
    ...Object.fromEntries(texts),
    ...(calls === undefined ? {} : { calls: fitting(calls) }),
    ...(preview === undefined || JSON.stringify(preview).length > LONGEST_LINE ? {} : { preview }),
  };
}

export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters in all)`;
}

/** As many from the beginning as fit. */
function fitting<Item extends Json>(items: readonly Item[]): readonly Item[] {
  let room = MOST_CHARACTERS;
  const end = items.findIndex((item) => {
    room -= JSON.stringify(item).length + 1;
    return room < 0;
  });
  return end < 0 ? items : items.slice(0, end);
}

function tableLines({ columns, rows, total }: AnswerTable): readonly string[] {
  // A single value stands in the answer's text.
  if (total === 0 || (total === 1 && columns.length === 1)) return [];
  const lines = rows.slice(0, MOST_LINES).map((row) => row.map(cellText).join(" | "));
  return [visibleText(columns.join(" | ")), ...lines.map(asLine), ...more(total - lines.length, "rows")];
}

function memberLines(members: readonly JsonObject[], total: number): readonly string[] {
  const lines = members.slice(0, MOST_LINES).map((member) => asLine(JSON.stringify(member)));
  return [...lines, ...more(total - lines.length, "members")];
}

const more = (count: number, what: string): readonly string[] =>
  count > 0 ? [`… ${count} more ${what}`] : [];

function cellText(cell: Json): string {
  if (cell === null) return "NULL";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

const asLine = (text: string): string => visibleText(clipped(text, LONGEST_LINE));
