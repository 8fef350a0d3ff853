import { computedText, derivedText } from "../../../agent/figures/computed-text.ts";
import { renderFailure, renderFinding } from "../../../agent/render-result.ts";
import { chosenReading } from "../../../clarification/settle.ts";
import type { Action } from "../../../environment/action.ts";
import type { Answer, Evidence } from "../../../environment/answer.ts";
import type { Observation } from "../../../environment/observation.ts";
import type { Usage } from "../../../model/usage.ts";
import type { Clarification, ClarificationReply } from "../../../trajectory/clarification.ts";
import type { Outcome } from "../../../trajectory/outcome.ts";
import type { PolicyReply } from "../../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { Json } from "../../../util/json.ts";
import { shownText } from "./shown-text.ts";

/** Rows as texts, of which `total` are all. */
export interface ShownRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
}

/** One turn of a conversation, as texts that can be shown as they are. */
export type TrajectoryStep =
  | { readonly type: "said"; readonly who: string; readonly text: string; readonly took: string }
  | {
      readonly type: "action";
      readonly who: string;
      /** With its environment. */
      readonly tool: string;
      /** Its arguments. */
      readonly text: string;
      readonly result: string;
      readonly isFailure: boolean;
      readonly warnings: readonly string[];
      readonly took: string;
    }
  | {
      readonly type: "answer";
      readonly text: string;
      readonly query: string;
      readonly rows?: ShownRows;
      readonly warnings: readonly string[];
    }
  | { readonly type: "refused"; readonly text: string; readonly result: string }
  | { readonly type: "question"; readonly text: string; readonly options: readonly string[] }
  | { readonly type: "reply"; readonly text: string }
  | { readonly type: "note"; readonly text: string };

const MOST_ROWS = 30;
const MOST_CELL = 200;

/** What was said before, which later events refer to. */
interface Before {
  readonly asked: Map<string, Clarification>;
  options: readonly { readonly label: string }[];
}

/** A trajectory as a conversation. */
export function trajectorySteps(events: readonly RunEvent[]): readonly TrajectoryStep[] {
  const before: Before = { asked: new Map(), options: [] };
  return events.flatMap((event) => stepsOf(event, before));
}

function stepsOf(event: RunEvent, before: Before): readonly TrajectoryStep[] {
  switch (event.type) {
    case "run-started": {
      const { strategy, policy, limits, environments } = event;
      const ids = environments.map(({ id, kind }) => `${id} (${kind})`).join(", ");
      return [note(`${strategy} with ${policy} on ${ids}, at most ${limits.steps} steps`)];
    }
    case "policy-replied":
      return saidStep(event.reply, event.role, event.milliseconds, before.options);
    case "actions-permitted":
      before.options = event.options;
      return [note(`${event.options.length.toLocaleString("en")} actions are possible`)];
    case "effect-intended":
      return [];
    case "action-observed":
      return [
        {
          type: "action",
          who: event.role,
          ...called(event.action),
          ...observed(event.observation),
          isFailure: false,
          took: tookText(undefined, event.milliseconds),
        },
      ];
    case "action-failed":
      return [
        {
          type: "action",
          who: event.role,
          ...called(event.action),
          result: shownText(renderFailure(event.failure)),
          isFailure: true,
          warnings: [],
          took: tookText(undefined, event.milliseconds),
        },
      ];
    case "claim-accepted":
      return [answerStep(event.answer, event.evidence, event.warnings?.map(({ message }) => message) ?? [])];
    case "claim-refused":
      return [
        {
          type: "refused",
          text: shownText(event.claim.text ?? "what was drafted"),
          result: shownText(renderFailure(event.failure)),
        },
      ];
    case "question-asked":
      before.asked.set(event.command, event.clarification);
      return [
        {
          type: "question",
          text: shownText(event.clarification.question),
          options: event.clarification.readings.map(({ text }) => shownText(text)),
        },
      ];
    case "question-answered":
      return [{ type: "reply", text: shownText(replyText(event.reply, before.asked.get(event.command))) }];
    case "wish-weighed":
      return event.verdict.type === "ask"
        ? []
        : [note(`Wanted to ask "${event.wish.question}", which was not put: ${event.verdict.guidance}`)];
    case "results-computed":
      return [note([computedText(event), ...event.derived.map(derivedText)].join("\n"))];
    case "workspaces-restored":
      return [note(`Back to how it was after event ${event.asOf}`)];
    case "workspace-opened":
      return [];
    case "run-resumed":
      return [note("Resumed")];
    case "run-finished":
      return [note(outcomeText(event.outcome))];
  }
}

function saidStep(
  reply: PolicyReply,
  who: string,
  milliseconds: number | undefined,
  options: readonly { readonly label: string }[],
): readonly TrajectoryStep[] {
  const { thought, choice, written, output, problem, unanswerable, assumptions = [] } = reply;
  const lines = [
    thought.trim(),
    ...(choice === undefined
      ? []
      : [`Chose: ${choice === "none" ? "none" : (options[choice]?.label ?? choice + 1)}`]),
    ...(written === undefined ? [] : [`Wrote: ${JSON.stringify(written)}`]),
    ...(output === undefined ? [] : [JSON.stringify(output, undefined, 1)]),
    ...assumptions.map((text) => `Takes for granted: ${text}`),
    ...(unanswerable === undefined ? [] : [`Gives up: ${unanswerable.reason}`]),
    ...(problem === undefined ? [] : [`Not usable: ${problem.message}`, reply.raw ?? ""]),
  ].filter((line) => line !== "");
  const took = tookText(reply.usage, milliseconds);
  // An action without a thought is seen as that action; what it took is not to be lost.
  return [{ type: "said", who, text: shownText(lines.join("\n")), took }];
}

function observed({ text, warnings, notes, truncation }: Observation) {
  const said = text.trimEnd();
  const unsaid = notes.filter(({ message }) => !said.includes(message));
  const cut =
    truncation === undefined || said.includes(truncation.howToSeeMore) ? [] : [truncation.howToSeeMore];
  return {
    result: shownText(
      [said, ...unsaid.flatMap((finding) => renderFinding("note", finding)), ...cut].join("\n"),
    ),
    warnings: warnings
      .filter(({ message }) => !said.includes(message))
      .map((finding) => shownText(renderFinding("warning", finding).join("\n").slice("warning: ".length))),
  };
}

function answerStep(answer: Answer, evidence: Evidence, warnings: readonly string[]): TrajectoryStep {
  const { rows } = answer;
  const query = evidence.sql ?? evidence.program ?? evidence.sparql;
  const calls = evidence.calls?.map((call) => JSON.stringify(call)).join("\n");
  return {
    type: "answer",
    text: shownText(answer.text),
    query: shownText(query ?? calls ?? ""),
    ...(rows === undefined
      ? {}
      : {
          rows: {
            columns: rows.columns.map((name) => shownText(name, MOST_CELL)),
            rows: rows.rows.slice(0, MOST_ROWS).map((row) => row.map(cellText)),
            total: rows.total,
          },
        }),
    warnings: warnings.map((text) => shownText(text)),
  };
}

function cellText(cell: Json): string {
  if (cell === null) return "NULL";
  return shownText(typeof cell === "string" ? cell : JSON.stringify(cell), MOST_CELL);
}

/** A single text, mostly a query, stands as it is. */
function called({ environment, tool, arguments: given }: Action) {
  const values = Object.entries(given);
  const [only] = values;
  const text =
    only !== undefined && values.length === 1 && typeof only[1] === "string"
      ? only[1]
      : values.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join("\n");
  return { tool: shownText(`${environment}.${tool}`), text: shownText(text) };
}

function replyText(reply: ClarificationReply, clarification: Clarification | undefined): string {
  if (reply.type === "unavailable") return "nobody is there";
  if (reply.type === "declined") return clarification?.permission === undefined ? "cannot say" : "no";
  return (clarification === undefined ? undefined : chosenReading(clarification, reply)?.text) ?? reply.text;
}

function outcomeText(outcome: Outcome): string {
  switch (outcome.type) {
    case "answered":
      return "Answered";
    case "needs-clarification":
      return `Ended with a question: ${outcome.clarification.question}`;
    case "unanswerable":
      return `Gave up: ${outcome.reason}`;
    case "stopped":
      return `Stopped (${outcome.reason}): ${outcome.message}`;
    case "failed":
      return `Failed (${outcome.code}): ${outcome.message}`;
  }
}

function tookText(usage: Usage | undefined, milliseconds: number | undefined): string {
  const { inputTokens, outputTokens, cachedInputTokens } = usage ?? {};
  const tokens = [
    ...(inputTokens === undefined ? [] : [`${inputTokens.toLocaleString("en")} in`]),
    ...(cachedInputTokens === undefined || cachedInputTokens === 0
      ? []
      : [`${cachedInputTokens.toLocaleString("en")} cached`]),
    ...(outputTokens === undefined ? [] : [`${outputTokens.toLocaleString("en")} out`]),
  ];
  const time = milliseconds === undefined ? [] : [`${Math.round(milliseconds).toLocaleString("en")} ms`];
  return [...tokens, ...time].join(", ");
}

const note = (text: string): TrajectoryStep => ({ type: "note", text: shownText(text) });
