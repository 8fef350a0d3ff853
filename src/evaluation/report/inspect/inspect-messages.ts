import { renderFailure, renderObservation } from "../../../agent/render-result.ts";
import type { Action } from "../../../environment/action.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { JsonObject } from "../../../util/json.ts";

/** A trajectory as the chat messages of Inspect: what the model said, its tool calls, what the tools returned, what the user said. */
export function inspectMessages(events: readonly RunEvent[], model: string): readonly JsonObject[] {
  const calls = callIds(events);
  return events.flatMap((event): readonly JsonObject[] => {
    switch (event.type) {
      case "run-started":
        return [message(event, "user", event.task.question, { source: "input" })];
      case "policy-replied": {
        const { thought, raw = "" } = event.reply;
        const toolCalls = calls.made.get(event.seq) ?? [];
        const content = thought === "" && toolCalls.length === 0 ? raw : thought;
        return [
          message(event, "assistant", content, {
            source: "generate",
            model,
            ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
          }),
        ];
      }
      case "action-observed":
      case "action-failed":
      case "claim-accepted":
      case "claim-refused":
        return [toolMessage(event, calls.answered.get(event.seq))];
      case "question-asked":
        return [message(event, "assistant", event.clarification.question, { source: "generate", model })];
      case "question-answered":
        return [
          message(event, "user", event.reply.type === "answered" ? event.reply.text : event.reply.type),
        ];
      default:
        return [];
    }
  });
}

type Result = Extract<
  RunEvent,
  { type: "action-observed" | "action-failed" | "claim-accepted" | "claim-refused" }
>;

function toolMessage(event: Result, id: string | undefined): JsonObject {
  const failed = event.type === "action-failed" || event.type === "claim-refused";
  const content =
    event.type === "action-observed"
      ? renderObservation(event.observation)
      : event.type === "claim-accepted"
        ? event.answer.text
        : renderFailure(event.failure);
  return message(event, "tool", content, {
    ...(id === undefined ? {} : { tool_call_id: id }),
    function: functionOf(event),
    ...(failed
      ? { error: { type: "unknown", message: `${event.failure.code}: ${event.failure.message}` } }
      : {}),
  });
}

const functionOf = (event: Result): string => ("action" in event ? nameOf(event.action) : ANSWER);

const ANSWER = "final_answer";
const nameOf = ({ environment, tool }: Action): string => `${environment}.${tool}`;

function message(event: RunEvent, role: string, content: string, more: JsonObject = {}): JsonObject {
  return { id: `m${event.seq}`, role, content, ...more };
}

/** The calls of each reply, which are those whose results stand between it and the next: what a strategy left away was never called. */
function callIds(events: readonly RunEvent[]): {
  readonly made: ReadonlyMap<number, readonly JsonObject[]>;
  readonly answered: ReadonlyMap<number, string>;
} {
  const made = new Map<number, JsonObject[]>();
  const answered = new Map<number, string>();
  let reply: number | undefined;
  for (const event of events) {
    if (event.type === "policy-replied") reply = event.seq;
    if (!isResult(event) || reply === undefined) continue;
    const id = `c${event.seq}`;
    const call =
      "action" in event
        ? { id, function: nameOf(event.action), arguments: event.action.arguments, type: "function" }
        : { id, function: ANSWER, arguments: { answer: event.claim.text ?? "" }, type: "function" };
    made.set(reply, [...(made.get(reply) ?? []), call]);
    answered.set(event.seq, id);
  }
  return { made, answered };
}

const isResult = (event: RunEvent): event is Result =>
  event.type === "action-observed" ||
  event.type === "action-failed" ||
  event.type === "claim-accepted" ||
  event.type === "claim-refused";
