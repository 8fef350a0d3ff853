import { computedText, derivedText } from "../../../agent/figures/computed-text.ts";
import { renderFailure, renderObservation } from "../../../agent/render-result.ts";
import { chosenReading } from "../../../clarification/settle.ts";
import type { Action } from "../../../environment/action.ts";
import type { Usage } from "../../../model/usage.ts";
import type { Clarification, ClarificationReply } from "../../../trajectory/clarification.ts";
import type { Outcome } from "../../../trajectory/outcome.ts";
import type { PolicyReply } from "../../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { clippedText } from "../../../util/clipped-text.ts";
import type { Json } from "../../../util/json.ts";
import { visibleLines } from "../../../util/visible-text.ts";

/** A turn of a conversation. Its texts are safe to show. */
interface TrajectoryStep {
  /** Determines the colour. A note has no title. */
  readonly kind: "said" | "action" | "failure" | "answer" | "refused" | "question-asked" | "reply" | "note";
  readonly title: string;
  readonly text: string;
  /** Queries, arguments and results, set apart. */
  readonly blocks: readonly string[];
  /** The first rows as texts, and the total number of rows. */
  readonly rows?: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly total: number;
  };
}

const MOST_ROWS = 30;
const MOST_CELL = 200;

/** Earlier events that later ones refer to. */
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
    case "policy-replied": {
      const title = `Thought${event.role === "agent" ? "" : ` of the ${event.role}`}${tookText(event.reply.usage, event.milliseconds)}`;
      const text = saidText(event.reply, before.options);
      // Also shown without a thought, since the title has the usage.
      return [step("said", title, text === "" ? "(no words)" : text)];
    }
    case "actions-permitted":
      before.options = event.options;
      return [note(`${event.options.length.toLocaleString("en")} actions are possible`)];
    case "action-observed":
    case "action-failed": {
      const failed = event.type === "action-failed";
      const result = failed ? renderFailure(event.failure) : renderObservation(event.observation);
      const title = `${failed ? "Failed action" : "Action"} ${event.action.environment}.${event.action.tool}${tookText(undefined, event.milliseconds)}`;
      return [
        step(failed ? "failure" : "action", title, "", [argumentsText(event.action), result.trimEnd()]),
      ];
    }
    case "claim-accepted":
      return [answerStep(event)];
    case "claim-refused": {
      const handedIn = event.claim.text ?? "what was drafted";
      return [step("refused", "Answer, refused", "", [handedIn, renderFailure(event.failure)])];
    }
    case "question-asked": {
      const { question, readings } = event.clarification;
      before.asked.set(event.command, event.clarification);
      const options = readings.map(({ text }, at) => `${at + 1}. ${text}`).join("\n");
      return [step("question-asked", "Question to the user", question, [options])];
    }
    case "question-answered":
      return [step("reply", "User", replyText(event.reply, before.asked.get(event.command)))];
    case "wish-weighed":
      return event.verdict.type === "ask"
        ? []
        : [note(`Wanted to ask "${event.wish.question}", which was not put: ${event.verdict.guidance}`)];
    case "results-computed":
      return [note([computedText(event), ...event.derived.map(derivedText)].join("\n"))];
    case "workspaces-restored":
      return [note(`Back to how it was after event ${event.asOf}`)];
    case "run-resumed":
      return [note("Resumed")];
    case "run-finished":
      return [note(outcomeText(event.outcome))];
    case "workspace-opened":
    case "effect-intended":
      return [];
  }
}

function step(
  kind: TrajectoryStep["kind"],
  title: string,
  text: string,
  blocks: readonly string[] = [],
): TrajectoryStep {
  return {
    kind,
    title: shownText(title),
    text: shownText(text),
    blocks: blocks.filter((block) => block !== "").map((block) => shownText(block)),
  };
}

const note = (text: string): TrajectoryStep => step("note", "", text);

function saidText(
  { thought, choice, written, output, problem, raw = "", unanswerable, assumptions = [] }: PolicyReply,
  options: Before["options"],
): string {
  const lines = [
    thought.trim(),
    ...(choice === undefined
      ? []
      : [`Chose: ${choice === "none" ? "none" : (options[choice]?.label ?? choice + 1)}`]),
    ...(written === undefined ? [] : [`Wrote: ${JSON.stringify(written)}`]),
    ...(output === undefined ? [] : [JSON.stringify(output, undefined, 1)]),
    ...assumptions.map((text) => `Takes for granted: ${text}`),
    ...(unanswerable === undefined ? [] : [`Gives up: ${unanswerable.reason}`]),
    ...(problem === undefined ? [] : [`Not usable: ${problem.message}`, raw]),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function answerStep({
  answer,
  evidence,
  warnings = [],
}: Extract<RunEvent, { type: "claim-accepted" }>): TrajectoryStep {
  const { rows } = answer;
  const query = evidence.sql ?? evidence.program ?? evidence.sparql;
  const calls = evidence.calls?.map((call) => JSON.stringify(call)).join("\n");
  const warned = warnings.map(({ message }) => `Warning: ${message}`);
  return {
    ...step("answer", "Answer", answer.text, [query ?? calls ?? "", ...warned]),
    ...(rows === undefined
      ? {}
      : {
          rows: {
            columns: rows.columns.map((name) => shownText(name, MOST_CELL)),
            rows: rows.rows.slice(0, MOST_ROWS).map((row) => row.map(cellText)),
            total: rows.total,
          },
        }),
  };
}

function cellText(cell: Json): string {
  if (cell === null) return "NULL";
  return shownText(typeof cell === "string" ? cell : JSON.stringify(cell), MOST_CELL);
}

/** The arguments of an action. A single text, mostly a query, is shown without its name. */
function argumentsText({ arguments: given }: Action): string {
  const values = Object.entries(given);
  const [only] = values;
  if (only !== undefined && values.length === 1 && typeof only[1] === "string") return only[1];
  return values.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join("\n");
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

function tookText(
  { inputTokens, cachedInputTokens, outputTokens }: Partial<Usage> = {},
  milliseconds?: number,
): string {
  const counts = [
    [inputTokens, "in"],
    [cachedInputTokens === 0 ? undefined : cachedInputTokens, "cached"],
    [outputTokens, "out"],
    [milliseconds === undefined ? undefined : Math.round(milliseconds), "ms"],
  ] as const;
  const told = counts.flatMap(([count, unit]) =>
    count === undefined ? [] : [`${count.toLocaleString("en")} ${unit}`],
  );
  return told.length === 0 ? "" : ` · ${told.join(", ")}`;
}

/** Characters of one observation or query that a page holds. */
const MOST = 12_000;

/** Texts of characters that are always visible. They skip `visibleLines`, which is far slower. */
const PLAIN =
  /^[\n\t\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u22ff\u3001-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/u;

/** A text for a page: cut to a maximum length, with invisible and direction-changing characters escaped. */
export function shownText(text: string, most = MOST): string {
  const clipped = clippedText(text, most);
  return PLAIN.test(clipped) ? clipped : visibleLines(clipped);
}
