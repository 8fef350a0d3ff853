import type { RunResult } from "../../agent/run-options.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Clarification } from "../../trajectory/clarification.ts";
import type { Outcome, StopReason } from "../../trajectory/outcome.ts";
import type { JsonObject } from "../../util/json.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import { relayedTexts } from "./clarification-question.ts";
import type { ToolReply } from "./mcp-tool.ts";
import { shownAnswer, shownEvidence } from "./shown-answer.ts";
import { visibleSpaces } from "./visible-spaces.ts";

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
