import { renderFinding } from "../../agent/render-result.ts";
import type { Answer, Evidence } from "../../environment/answer.ts";
import type { ArtifactRef } from "../../environment/artifact-store.ts";
import { toldAnswer, toldEvidence } from "../../environment/egress/told-answer.ts";
import type { ConcludeResult, Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Workspace } from "../../environment/workspace.ts";
import { observeConclude } from "../../telemetry/observe-run.ts";
import { clippedText } from "../../util/clipped-text.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import type { Caller } from "../caller.ts";
import { resultUri } from "../results.ts";
import { actContextOf, type ServiceBounds } from "../serve-call.ts";
import { readHandle as namedWorkspace, type Workspaces } from "../workspaces/workspaces.ts";
import { clipped } from "./ask-reply.ts";
import { LOOKING, type McpTool, type ResultLink, readHandle, type ToolReply } from "./mcp-tool.ts";

/** Of a cell, a member's text or a column's name: more is no answer that a model can read. */
const LONGEST_CELL = 1000;
const LONGEST_TEXT = 4000;
const LONGEST_EVIDENCE = 4000;
/** The text shows as many rows as a reader can take in; the data holds the whole preview. */
const MOST_LINES = 20;

interface BoundedAnswer {
  readonly answer: Answer;
  readonly evidence: JsonObject;
  /** What was left out, each in a few words. */
  readonly cut: readonly string[];
}

/**
 * The answer and what it rests on, within what a reply may carry: texts at 1,000 characters, the answer in words and its value at 4,000, rows
 * (as lines and as data together) and members at `characters` each, evidence at 4,000.
 */
function boundedAnswer(answer: Answer, evidence: Evidence, characters: number): BoundedAnswer {
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

function cellText(cell: Json): string {
  if (cell === null) return "NULL";
  return cell === "" ? '""' : String(cell);
}

const lineOf = (row: readonly Json[]): string => visibleText(row.map(cellText).join(" | "));

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

export interface ConcludeOptions extends ServiceBounds {
  readonly environments: readonly Environment[];
  readonly workspaces: Workspaces;
}

/** Turns what was built in a workspace, or a claim, into an answer with what it rests on. */
export function concludeTool(options: ConcludeOptions): McpTool {
  const { environments, workspaces } = options;
  const several = environments.length > 1;
  return {
    definition: {
      name: "conclude",
      description: `Hands in the final answer and returns it with what it rests on, all of it counted: ${claims(environments)}.`,
      inputSchema: {
        type: "object",
        properties: {
          workspace: { type: "string" },
          claim: { type: "string" },
          ...(several ? { environment: { type: "string", enum: environments.map(({ id }) => id) } } : {}),
        },
        required: ["workspace", ...(several ? ["environment"] : [])],
      },
      outputSchema: {
        type: "object",
        properties: {
          text: { type: "string" },
          answer: { type: "string" },
          total: { type: "integer" },
          columns: { type: "array", items: { type: "string" } },
          rows: { type: "array", items: { type: "array" } },
          members: { type: "array", items: { type: "object" } },
          value: {},
          evidence: { type: "object" },
          full: { type: "string", description: "URI of all rows" },
          workspace: { type: "string" },
          warnings: { type: "array", items: { type: "string" } },
        },
        required: ["text", "answer", "evidence"],
      },
      annotations: LOOKING,
    },
    async call(given: JsonObject, caller: Caller): Promise<ToolReply> {
      const read = readHandle(given, "conclude");
      if (read.failure !== undefined) return { type: "failure", failure: read.failure };
      const chosen = chosenEnvironment(read.input, environments);
      if (chosen.failure !== undefined) return { type: "failure", failure: chosen.failure };
      if (read.handle === undefined) return { type: "failure", failure: lacksHandle() };
      const held = await workspaces.read(read.handle, caller);
      if (held.failure !== undefined) return { type: "failure", failure: held.failure };
      const { environment, claim } = chosen;
      const { content } = held.held;
      const workspace = content.workspaces[environment.id];
      if (workspace === undefined) return { type: "failure", failure: lacksHandle() };
      const context = actContextOf(caller, options, content.allowed);
      const text = claim === undefined || claim.trim() === "" ? {} : { text: claim };
      const concluded = await observeConclude(environment, () =>
        environment.conclude(workspace, text, context),
      );
      if (concluded.failure !== undefined) return { type: "failure", failure: concluded.failure };
      const { version = held.held.version } = namedWorkspace(read.handle) ?? {};
      const newer = version < held.held.version ? held.held.handle : undefined;
      const { egress: level } = environment;
      const shown =
        level === undefined
          ? concluded
          : {
              ...concluded,
              answer: toldAnswer(concluded.answer, level, await environment.egressWords?.names(context)),
              evidence: toldEvidence(concluded.evidence, writtenIn(workspace, environment, claim), level),
            };
      return concludeReply(shown, { claim, newer, characters: options.limits.characters });
    },
  };
}

/** What of the evidence the caller has written itself. */
const writtenIn = (workspace: Workspace, environment: Environment, claim = ""): readonly string[] => [
  claim,
  ...(environment.egressWords?.written(workspace) ?? []),
];

/** What an answer can be made of, by what the environments can do. */
function claims(environments: readonly Environment[]): string {
  const can = (name: keyof Environment["capabilities"]): boolean =>
    environments.some(({ capabilities }) => capabilities[name] !== undefined);
  const draft = can("sql") ? ["the draft as it stands, or a query as `claim`"] : [];
  const variable = can("graph") ? ["a variable as `claim`, such as #3"] : [];
  const words = can("api") ? ["words, or the name of an extraction such as e2, as `claim`"] : [];
  const all = [...draft, ...variable, ...words];
  return all.length === 0 ? "the workspace as it stands, or `claim`" : all.join("; ");
}

type Chosen =
  | { readonly environment: Environment; readonly claim?: string; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly environment?: never; readonly claim?: never };

function chosenEnvironment(input: JsonObject, environments: readonly Environment[]): Chosen {
  const { claim, environment: id, ...rest } = input;
  const [unknown] = Object.keys(rest);
  const failed = (
    argument: string,
    message: string,
    suggestions: ToolFailure["suggestions"] = [],
  ): Chosen => ({
    failure: { code: "invalid-arguments", message, part: { argument }, suggestions },
  });
  const takes = `conclude takes workspace, claim${environments.length > 1 ? " and environment" : ""}.`;
  if (unknown !== undefined) return failed(unknown, `conclude has no argument "${unknown}". ${takes}`);
  if (claim !== undefined && claim !== null && typeof claim !== "string")
    return failed("claim", `Argument "claim" is text. ${takes}`);
  const [only, ...others] = environments;
  const ids = environments.map((each) => each.id);
  const named = typeof id === "string" ? environments.find((each) => each.id === id) : undefined;
  const environment = named ?? (others.length === 0 && id === undefined ? only : undefined);
  if (environment === undefined) {
    const near = typeof id === "string" ? nearestNames(id, ids, { limit: 3 }).map(({ name }) => name) : ids;
    return failed(
      "environment",
      `Argument "environment" says where the answer is taken from: one of ${ids.join(", ")}.`,
      near.map((text) => ({ text })),
    );
  }
  return { environment, ...(typeof claim === "string" ? { claim } : {}) };
}

function lacksHandle(): ToolFailure {
  return {
    code: "invalid-arguments",
    message: 'conclude lacks its argument "workspace": the handle that the last call returned.',
    part: { argument: "workspace" },
    suggestions: [{ text: "open_workspace", reason: "returns the handle of a new workspace" }],
  };
}

/** The call that an answer came of. */
interface ConcludeCall {
  readonly claim: string | undefined;
  /** The handle of what was handed in, where the call named an older one. */
  readonly newer: string | undefined;
  /** How much of the rows, and of the members, the reply may carry. */
  readonly characters: number;
}

/** An accepted answer as the result of a call: its rows or value, what it rests on, and last what may be wrong with it. What is left out is said. */
export function concludeReply(
  { answer: whole, evidence, warnings = [] }: Extract<ConcludeResult, { readonly answer: Answer }>,
  { claim, newer, characters }: ConcludeCall,
): ToolReply {
  const { answer, evidence: rests, cut } = boundedAnswer(whole, evidence, characters);
  const { rows: table, members, value } = answer;
  const full = table?.full;
  const isClaimed = whole.text === claim?.trim();
  // Rows say it better than their summary in a line; what was claimed in words stands beside them, to be held against them.
  const inRows =
    table !== undefined &&
    (isClaimed ? cellText(whole.value ?? null) !== whole.text : table.total > 0 && value === undefined);
  const said = inRows && !isClaimed ? [] : [`Answer: ${visibleBlock(answer.text)}`];
  const text = [
    ...said,
    ...(inRows ? tableLines(table, said.length === 0 ? "Answer: " : "") : []),
    ...Object.entries(rests).map(
      ([name, part]) =>
        `${name}: ${typeof part === "string" ? visibleBlock(part) : visibleText(JSON.stringify(part))}`,
    ),
    ...(full === undefined
      ? []
      : [
          `all rows: the resource ${resultUri(full.sha256)} of this server (JSON lines, ${full.bytes} bytes)`,
        ]),
    ...(cut.length === 0 ? [] : [`cut: ${cut.join("; ")}; ${seeMore(full !== undefined)}`]),
    ...(newer === undefined
      ? []
      : [`workspace: ${newer} (newer than the one that was named, and handed in as it is now)`]),
    ...warnings.flatMap((finding) => renderFinding("warning", finding)),
  ].join("\n");
  return {
    type: "result",
    text,
    data: {
      text,
      answer: answer.text,
      ...(table === undefined
        ? {}
        : { total: table.total, columns: table.columns, rows: table.rows as readonly Json[] }),
      ...(members === undefined ? {} : { members }),
      ...(value === undefined ? {} : { value }),
      evidence: rests,
      ...(full === undefined ? {} : { full: resultUri(full.sha256) }),
      ...(newer === undefined ? {} : { workspace: newer }),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
    },
    ...(full === undefined ? {} : { links: [linkTo(full)] }),
  };
}

function tableLines({ columns, rows, total }: NonNullable<Answer["rows"]>, head: string): readonly string[] {
  const shown = rows.slice(0, MOST_LINES);
  return [
    `${head}${total} row${total === 1 ? "" : "s"}`,
    visibleText(columns.join(" | ")),
    ...shown.map(lineOf),
    ...(total > shown.length ? [`… ${total - shown.length} more rows`] : []),
  ];
}

function seeMore(hasResource: boolean): string {
  return hasResource ? "the resource has all rows" : "ask for less to see all of it";
}

function linkTo({ sha256, bytes, mediaType }: ArtifactRef): ResultLink {
  return { uri: resultUri(sha256), name: "all rows", mediaType, bytes };
}
