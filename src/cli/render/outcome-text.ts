import type { Answer, AnswerTable, Evidence } from "../../environment/answer.ts";
import type { Usage } from "../../model/usage.ts";
import type { Clarification } from "../../trajectory/clarification.ts";
import type { Outcome, StopReason } from "../../trajectory/outcome.ts";
import { given } from "../../util/given.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import type { CliIo } from "../cli-io.ts";
import { asOfText, renderTable } from "./lines.ts";
import { clip } from "./trace.ts";

function answerJson(answer: Answer): JsonObject {
  return {
    text: answer.text,
    ...(answer.rows === undefined
      ? {}
      : { columns: answer.rows.columns, rows: answer.rows.rows, total: answer.rows.total }),
    ...given({ members: answer.members, value: answer.value }),
  };
}

/** Merges all evidence into one object. If environments have the same member, the first one counts; `all` contains all evidence. */
function evidenceJson(evidence: readonly Evidence[]): JsonObject {
  const merged = Object.assign({}, ...[...evidence].reverse()) as JsonObject;
  return evidence.length > 1 ? { ...merged, all: evidence as unknown as Json } : merged;
}

const RESUMABLE = new Set<Outcome["type"]>(["needs-clarification", "stopped", "failed"]);

/** The object that `--json` prints (docs/cli.md). `token` is present if the run can be resumed. */
export function outcomeJson(outcome: Outcome, runId: string, usage: Usage): JsonObject {
  const common = {
    ...(RESUMABLE.has(outcome.type) ? { token: runId } : {}),
    usage: { ...usage },
    trajectory: runId,
  };
  switch (outcome.type) {
    case "answered":
      return {
        outcome: "answered",
        answer: answerJson(outcome.answer),
        assumptions: outcome.assumptions,
        evidence: evidenceJson(outcome.evidence),
        ...(outcome.report === undefined ? {} : { report: outcome.report as unknown as Json }),
        ...common,
      };
    case "needs-clarification":
      return {
        outcome: "needs-clarification",
        clarification: outcome.clarification as unknown as JsonObject,
        ...common,
      };
    case "unanswerable":
      return { outcome: "unanswerable", reason: outcome.reason, words: outcome.words, ...common };
    case "stopped":
      return { outcome: "stopped", reason: outcome.reason, message: outcome.message, ...common };
    case "failed": {
      const { code, message, hint } = outcome;
      return {
        outcome: "failed",
        error: { code, message, ...(hint === undefined ? {} : { hint }) },
        ...common,
      };
    }
  }
}

/** The outcome for a person: the answer, its chart if there is one, then its evidence. */
export function renderOutcome(outcome: Outcome, runId: string, io: CliIo, chart?: string): string {
  const { colors } = io;
  switch (outcome.type) {
    case "answered": {
      const { answer, evidence, assumptions } = outcome;
      const asOf = asOfText(evidence);
      const table =
        answer.rows !== undefined && answer.rows.total * answer.rows.columns.length > 1
          ? answer.rows
          : undefined;
      const sections = [
        table === undefined
          ? colors.bold(visibleLines(answer.text))
          : `${heading(answer.text, table, io)}${renderTable(table)}`,
        ...(chart === undefined ? [] : [chart]),
        ...(assumptions.length === 0
          ? []
          : [assumptions.map((text) => `Assumed: ${visibleLines(text)}`).join("\n")]),
        ...readingsLines(evidence),
        ...evidence.flatMap((each) =>
          [
            each.sql,
            each.sentence,
            each.program,
            each.sparql,
            each.calls && callsText(each, io.width),
          ].flatMap((text) => (text === undefined || text === "" ? [] : [colors.dim(visibleLines(text))])),
        ),
        ...(asOf === undefined ? [] : [colors.dim(asOf)]),
      ];
      return sections.join("\n\n");
    }
    case "needs-clarification":
      return renderQuestion(outcome.clarification, runId, io);
    case "unanswerable": {
      const words = outcome.words.length === 0 ? "" : `\nNot understood: ${outcome.words.join(", ")}`;
      return `${colors.yellow("No answer:")} ${outcome.reason}${words}`;
    }
    case "stopped":
      return `${colors.yellow("Stopped:")} ${outcome.message}\nGo on with: fuxi resume ${runId}${higherLimit(outcome.reason)}`;
    case "failed":
      return `${colors.red("Failed:")} ${sentence(outcome.message)}${outcome.hint === undefined ? "" : ` ${outcome.hint}`}\nThen go on with: fuxi resume ${runId}`;
  }
}

/** Other readings of the question that give another answer. */
function readingsLines(evidence: readonly Evidence[]): readonly string[] {
  const lines = evidence.flatMap(({ hangsOn = [] }) =>
    hangsOn.map(({ text }) => `Could also mean: ${visibleLines(text)}`),
  );
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** The flag that raises the limit at which the run stopped. */
function higherLimit(reason: StopReason): string {
  const flag: Partial<Record<StopReason, string>> = {
    steps: "--max-steps",
    tokens: "--max-tokens",
    time: "--timeout",
  };
  return flag[reason] === undefined ? "" : ` ${flag[reason]} <more>`;
}

/** Ends a provider's message with a full stop. */
function sentence(message: string): string {
  const text = message.trim().replace(/:$/u, "");
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}

/** The answer's text above its table. Omitted for a single column, which the table repeats. */
function heading(text: string, table: AnswerTable, { colors }: CliIo): string {
  return table.columns.length === 1 ? "" : `${colors.bold(visibleLines(text))}\n\n`;
}

/** A question that ended a run: its choices, numbered, and how to answer in another process. */
function renderQuestion(clarification: Clarification, runId: string, { colors }: CliIo): string {
  const { question, readings } = clarification;
  const choices = readings.map((reading, at) => `  ${at + 1}. ${visibleText(reading.text)}`);
  return [colors.bold(visibleLines(question)), ...choices, "", ...howToAnswer(clarification, runId)].join(
    "\n",
  );
}

function howToAnswer({ readings, words, permission }: Clarification, runId: string): readonly string[] {
  const answer = (text: string): string => `fuxi resume ${runId} --answer ${text}`;
  if (permission !== undefined)
    return [`Allow it with:  ${answer("yes")}`, `Refuse it with: ${answer("no")}`];
  const keep = words.length === 0 ? [] : ["Add --remember to keep the answer for later questions."];
  if (readings.length === 0) return [`Answer with: ${answer('"…"')}`, ...keep];
  return [`Answer with: ${answer("1")} (the number of a choice, or your own words)`, ...keep];
}

/** Calls and extractions, one line each, with the names that tools give them (`r1`, `e1`). */
function callsText({ calls = [], preview }: Evidence, width: number): string {
  const made = calls.map((call) => {
    const pages = typeof call["pages"] === "number" ? `, ${call["pages"]} pages` : "";
    const times = typeof call["times"] === "number" ? `, ${call["times"]} calls` : "";
    return `${text(call["name"])} = ${text(call["operation"])}${argumentsText(call["arguments"])} (${text(call["status"])}${times}${pages})`;
  });
  const read = objectsOf(preview).map(
    ({ name, from, by, value }) => `${text(name)} = ${text(from)}: ${text(by)} → ${text(value)}`,
  );
  return [...made, ...read].map((line) => clip(visibleText(line.replace(/\s+/gu, " ")), width)).join("\n");
}

function argumentsText(value: Json | undefined): string {
  const written = JSON.stringify(value ?? {});
  return written === "{}" ? "" : ` ${written}`;
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

function objectsOf(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (each): each is JsonObject => typeof each === "object" && each !== null && !Array.isArray(each),
  );
}
