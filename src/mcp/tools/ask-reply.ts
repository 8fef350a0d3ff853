import type { RunResult } from "../../agent/run-options.ts";
import type { Answer, AnswerTable, Evidence } from "../../environment/answer.ts";
import type { Withheld } from "../../environment/egress/egress-level.ts";
import { toldAnswer, toldEvidence, toldKept } from "../../environment/egress/told-answer.ts";

import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Clarification } from "../../trajectory/clarification.ts";
import type { Outcome, StopReason } from "../../trajectory/outcome.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import { resultUri } from "../results.ts";
import { relayedTexts } from "./clarify-definition.ts";
import type { ResultLink, ToolReply } from "./mcp-tool.ts";
import { visibleSpaces } from "./open-workspace-tool.ts";

/** Of `builtInPolicy`. */
const BUILT_IN = "built-in";

/** A run as a client's model may read it: the answer in full stands in the run's trajectory, for the person. */
export function toldResult(result: RunResult, level: Withheld | undefined): RunResult {
  const { outcome, events } = result;
  if (level === undefined) return result;
  const started = events.find((event) => event.type === "run-started");
  const said = started === undefined ? [] : [started.task.question, started.task.oracleKnowledge ?? ""];
  // A model can give no reason that it was not told; the rules have read the values.
  if (outcome.type === "unanswerable" && started?.policy === BUILT_IN)
    return { ...result, outcome: { ...outcome, reason: toldKept(outcome.reason, said, level) } };
  if (outcome.type !== "answered") return result;
  return {
    ...result,
    outcome: {
      ...outcome,
      answer: toldAnswer(outcome.answer, level),
      evidence: outcome.evidence.map((each) => toldEvidence(each, said, level)),
      // They name what was taken for the words of the question.
      assumptions: [],
    },
  };
}

/** Of JSON: more of a table, of members or of a value is no answer that a model can read. */
const MOST_CHARACTERS = 16_000;
const LONGEST_TEXT = 4000;
/** Rows and members in the text; the data holds more. */
const MOST_LINES = 20;
const LONGEST_LINE = 400;

interface ShownAnswer {
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

/** Reached again at once by a run that goes on with the same limits. */
const LIMITS: readonly StopReason[] = ["steps", "time", "tokens", "cost"];

type Of<Type extends Outcome["type"]> = Extract<Outcome, { type: Type }>;

/**
 * How a run ended, each outcome in words that can be taken for no other. A failed run is an error of the call, with the code of what failed.
 * @throws FuxiError with which the run failed
 */
export function askReply({ outcome, runId, usage }: RunResult): ToolReply {
  const spent = { usage: { ...usage } };
  switch (outcome.type) {
    case "answered":
      return answered(outcome, spent);
    case "needs-clarification":
      return waiting(outcome.clarification, runId, spent);
    case "unanswerable": {
      const { reason, words } = outcome;
      const unplaced = words.length === 0 ? "" : ` Not understood: ${words.join(", ")}.`;
      return result(outcome, `No answer can be given: ${visibleBlock(`${reason}${unplaced}`)}`, {
        reason,
        words,
        ...spent,
      });
    }
    case "stopped":
      return stopped(outcome, runId, spent);
    case "failed": {
      const hint = [outcome.hint, `Then call ask with resume: ${JSON.stringify(runId)}.`];
      throw new FuxiError(outcome.code, `The run failed and has no answer: ${outcome.message}`, {
        hint: hint.filter((each) => each !== undefined).join(" "),
      });
    }
  }
}

function result(
  { type }: Pick<Outcome, "type">,
  text: string,
  more: JsonObject,
  links: Extract<ToolReply, { type: "result" }>["links"] = [],
): ToolReply {
  return {
    type: "result",
    text,
    data: { text, outcome: type, ...more },
    ...(links.length === 0 ? {} : { links }),
  };
}

function answered({ type, answer, evidence, assumptions }: Of<"answered">, spent: JsonObject): ToolReply {
  const shown = shownAnswer(answer);
  const rests = evidence.map(shownEvidence);
  const text = [
    `Answer: ${shown.text}`,
    ...assumptions.map((assumption) => `Assumed: ${visibleText(assumption)}`),
    ...rests.flatMap(({ environment: _, kind: __, preview: ___, ...parts }) =>
      Object.entries(parts).map(
        ([name, part]) =>
          `${name}: ${typeof part === "string" ? visibleBlock(part) : visibleText(JSON.stringify(part))}`,
      ),
    ),
  ].join("\n");
  const assumed = assumptions.length === 0 ? {} : { assumptions };
  return result({ type }, text, { answer: shown.data, ...assumed, evidence: rests, ...spent }, shown.links);
}

function waiting(clarification: Clarification, runId: string, spent: JsonObject): ToolReply {
  const { question, words, permission } = clarification;
  const readings = relayedTexts(clarification);
  const call = `call ask with resume: ${JSON.stringify(runId)}`;
  const lines =
    permission === undefined
      ? [
          "No answer yet, the person has to say something first:",
          visibleBlock(question),
          ...readings.map((reading, at) => `${at + 1}. ${visibleText(reading)}`),
          `Put this to the person, and end your turn with it. Then ${call} and answer: ${readings.length === 0 ? "" : "the number of a reading, counted from 1, or "}the person's words.`,
        ]
      : [
          "No answer yet, the run waits for leave that cannot be given in a call:",
          visibleSpaces(question),
          `This client cannot ask the person here. Whoever runs the server can allow it, with --allow ${JSON.stringify(permission.operation)}. To go on without it, ${call} and answer: "no".`,
        ];
  const shown = {
    question,
    words,
    readings,
    ...(permission === undefined ? {} : { leave: permission.operation }),
  };
  return result({ type: "needs-clarification" }, lines.join("\n"), {
    clarification: shown,
    resume: runId,
    ...spent,
  });
}

function stopped({ type, reason, message }: Of<"stopped">, runId: string, spent: JsonObject): ToolReply {
  const stands = { reason, message, ...spent };
  const text = `Stopped without an answer: ${message}`;
  if (LIMITS.includes(reason)) {
    return result(
      { type },
      `${text} Whoever runs the server can go on with it under a higher limit: fuxi resume ${runId}`,
      stands,
    );
  }
  return result({ type }, `${text} To go on with it, call ask with resume: ${JSON.stringify(runId)}.`, {
    ...stands,
    resume: runId,
  });
}
