import type { RunResult } from "../../agent/run-options.ts";
import type { Withheld } from "../../environment/egress/egress-level.ts";
import { toldAnswer, toldEvidence } from "../../environment/egress/told-answer.ts";

import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Clarification } from "../../trajectory/clarification.ts";
import type { Outcome, StopReason } from "../../trajectory/outcome.ts";
import type { JsonObject } from "../../util/json.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import { boundedAnswer, boundedEvidence, cutLine, evidenceLines } from "./bounded-answer.ts";
import { relayedTexts } from "./clarify-definition.ts";
import type { ToolReply } from "./mcp-tool.ts";
import { visibleSpaces } from "./open-workspace-tool.ts";

/** Name of `builtInPolicy`. */
const BUILT_IN = "built-in";

/** A run's result, redacted for the client's model. The run's trajectory has the full answer, for the person. */
export function toldResult(result: RunResult, level: Withheld | undefined): RunResult {
  const { outcome, events } = result;
  if (level === undefined) return result;
  const started = events.find((event) => event.type === "run-started");
  const said = started === undefined ? [] : [started.task.question, started.task.oracleKnowledge ?? ""];
  // A model's reason contains no withheld values, but the rules have read all values, and name similar ones.
  if (outcome.type === "unanswerable" && started?.policy === BUILT_IN)
    return { ...result, outcome: { ...outcome, reason: `The reason is withheld here (egress ${level}).` } };
  if (outcome.type !== "answered") return result;
  return {
    ...result,
    outcome: {
      ...outcome,
      answer: toldAnswer(outcome.answer, level),
      evidence: outcome.evidence.map((each) => toldEvidence(each, said, level)),
      // Assumptions name the values chosen for words of the question.
      assumptions: [],
    },
  };
}

/** Maximum characters of rows, and of members: a model cannot use a longer answer. */
const MOST_CHARACTERS = 16_000;
const LONGEST_PREVIEW = 400;

/** A run that is resumed with the same limits reaches these again at once. */
const LIMITS: readonly StopReason[] = ["steps", "time", "tokens", "cost"];

type Of<Type extends Outcome["type"]> = Extract<Outcome, { type: Type }>;

/**
 * The reply for the outcome of a run, with distinct words for each kind of outcome. A failed run is an error of the call.
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
  const { links, ...shown } = boundedAnswer(answer, MOST_CHARACTERS);
  const rests = evidence.map((each) => ({ of: each, ...boundedEvidence(each) }));
  const { rows, value } = answer;
  // A single value is already in the answer's text.
  const isValue =
    value !== undefined || rows?.total === 0 || (rows?.total === 1 && rows.columns.length === 1);
  const text = [
    `Answer: ${visibleBlock(shown.text)}`,
    ...(isValue ? [] : shown.lines),
    ...links.map(({ uri }) => `all rows: ${uri}`),
    ...(shown.isCut || rests.some(({ isCut }) => isCut) ? [cutLine(links)] : []),
    ...assumptions.map((assumption) => `Assumed: ${visibleText(assumption)}`),
    ...rests.flatMap((each) => evidenceLines(each.evidence)),
  ].join("\n");
  const data = {
    answer: { text: shown.text, ...shown.data },
    ...(assumptions.length === 0 ? {} : { assumptions }),
    evidence: rests.map(({ of: { environment, kind, preview }, evidence: parts }) => ({
      environment,
      kind,
      ...parts,
      ...(preview === undefined || JSON.stringify(preview).length > LONGEST_PREVIEW ? {} : { preview }),
    })),
    ...spent,
  };
  return result({ type }, text, data, links);
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
          "No answer yet, the run waits for permission that cannot be given in a call:",
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
