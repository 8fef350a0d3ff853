import { computedText } from "../../agent/figures/computed-text.ts";
import { renderFailure, renderObservation } from "../../agent/render-result.ts";
import { chosenReading } from "../../clarification/settle.ts";
import type { Action } from "../../environment/action.ts";
import type { Withheld } from "../../environment/egress/egress-level.ts";
import type { Clarification, ClarificationReply } from "../../trajectory/clarification.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import type { CliIo } from "../cli-io.ts";

const INDENT = "  ";

export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}

/** An action as a person would write the call. */
export function renderAction(action: Action, environments: number): string {
  const values = Object.values(action.arguments).map((value) => JSON.stringify(value));
  const prefix = environments > 1 ? `${action.environment}.` : "";
  return visibleText(`${prefix}${action.tool}(${values.join(", ")})`);
}

/** Matches lines of advice, which are wrapped over several lines. Rows and lists are cut. */
const SENTENCE = /^\s*(?:warning|note|try|error|cut)\b/i;
const MOST_WRAPPED = 4;

function wrapped(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width && lines.length < MOST_WRAPPED - 1) {
    const space = rest.lastIndexOf(" ", width);
    const at = space > width / 2 ? space : width;
    lines.push(rest.slice(0, at));
    rest = `${INDENT}${rest.slice(at).trimStart()}`;
  }
  return [...lines, clip(rest, width)];
}

/** The first lines of a result, cut to the terminal's width. */
function indented(text: string, shownLines: number, io: CliIo): string {
  const lines = visibleLines(text.trimEnd()).split("\n");
  const width = io.width - INDENT.length;
  const shown = lines
    .slice(0, shownLines)
    .flatMap((line) => (SENTENCE.test(line) ? wrapped(line, width) : [clip(line, width)]))
    .map((line) => `${INDENT}${line}`);
  if (lines.length > shownLines) shown.push(`${INDENT}… ${lines.length - shownLines} more lines`);
  return shown.join("\n");
}

/** Colours warnings, and dims everything else. */
function painted(text: string, { colors }: CliIo): string {
  let warned = false;
  const paint = (line: string): string => {
    // Continuation lines are indented more, and keep the colour of their first line.
    if (!line.startsWith(INDENT + INDENT)) warned = /^\s*warning:/i.test(line);
    return warned ? colors.yellow(line) : colors.dim(line);
  };
  return text.split("\n").map(paint).join("\n");
}

/** Members of a role's output with their labels, except those that the next action shows. */
const MEMBERS: readonly (readonly [name: string, says: string])[] = [
  ["step", ""],
  ["operation", ""],
  ["objective", "next: "],
  ["refutation", "need not ask: "],
  ["none", "no operation fits: "],
  ["result", "read: "],
  ["difficulty", "cannot go on: "],
  ["question", "wants to ask: "],
  ["unanswerable", "gives up: "],
  ["answer", "answers: "],
];

/** The decision of a team's role, in one line. Undefined for arguments and programs, which the next action shows. */
function roleDecision(output: JsonObject): string | undefined {
  for (const [name, says] of MEMBERS) {
    const text = textOf(output[name]);
    if (text !== "") return `${says}${text.replace(/\s+/gu, " ")}`;
  }
  const plan = output["plan"];
  if (Array.isArray(plan) && plan.length > 0)
    return `plans: ${plan
      .map((step, at) => `${at + 1}. ${textOf(step)}`)
      .join(" ")
      .replace(/\s+/gu, " ")}`;
  const queries = output["queries"];
  if (Array.isArray(queries) && queries.length > 0)
    return `asks for: ${queries.map(purposeOf).join("; ").replace(/\s+/gu, " ")}`;
  return output["continue"] === true ? "another operation for the same step" : undefined;
}

function purposeOf(query: Json): string {
  const { purpose } = typeof query === "object" && query !== null ? (query as JsonObject) : {};
  return textOf(purpose).replace(/\.$/u, "");
}

function textOf(value: Json | undefined): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const { problem, question } = value as JsonObject;
  return textOf(problem ?? question);
}

const SHOWN_LINES = 12;
/** Lines to show of a result that a team reads between its steps. */
const SHOWN_LINES_OF_TEAM = 3;

export interface TraceOptions {
  /** True if a prompt at this terminal shows questions and answers itself. */
  readonly prompts?: boolean;
}

/** The chosen option, and the number of options. */
function choiceText(choice: number | "none", options: readonly { readonly label: string }[]): string {
  const chosen = choice === "none" ? "none" : (options[choice]?.label ?? "none").replace(/\s+/gu, " ");
  return `${INDENT}of ${options.length} possible actions: ${chosen}`;
}

/** The egress level, if values are withheld from the model. */
function egressText(environments: readonly { readonly egress?: Withheld }[]): string {
  const levels = new Set(environments.flatMap(({ egress }) => egress ?? []));
  return levels.size === 0 ? "" : `, egress ${[...levels].join(" and ")}`;
}

/** The person's reply, for readers of the trace. */
function replyText(reply: ClarificationReply, clarification: Clarification | undefined): string {
  if (reply.type !== "answered") return clarification?.permission === undefined ? "cannot say" : "no";
  const chosen = clarification === undefined ? undefined : chosenReading(clarification, reply);
  const kept = reply.remember === true ? " (kept for later questions)" : "";
  return `${chosen?.text ?? reply.text}${kept}`;
}

/**
 * Prints a run's events as they happen: thoughts and roles, actions, observations, questions with answers, abandoned attempts. An unanswered question
 * is part of the outcome instead.
 */
export function traceTo(io: CliIo, { prompts = false }: TraceOptions = {}): (event: RunEvent) => void {
  const { colors } = io;
  let environments = 1;
  let options: readonly { readonly label: string }[] = [];
  const asked = new Map<string, Clarification>();
  /** Sequence numbers of reply events, which number the steps that a run goes back to. */
  const replies: number[] = [];
  const line = (text: string): void => io.err(`${text}\n`);
  const acted = (action: Action): void =>
    line(`${colors.cyan("→")} ${colors.cyan(clip(renderAction(action, environments), io.width - 2))}`);

  function replied(reply: PolicyReply, role: string): void {
    const thought = reply.thought.trim();
    if (reply.output === undefined) {
      if (thought !== "") line(`${colors.magenta("·")} ${thought}`);
    } else {
      const decision = roleDecision(reply.output);
      const said = clip(decision ?? thought.replace(/\s+/gu, " "), io.width - role.length - 2);
      line(`${colors.magenta(`${role}:`)} ${decision === undefined ? colors.dim(said) : said}`);
      if (decision !== undefined && thought !== "") line(colors.dim(indented(thought, 2, io)));
    }
    if (reply.choice !== undefined) line(colors.dim(clip(choiceText(reply.choice, options), io.width)));
    if (reply.problem !== undefined) line(colors.yellow(`${INDENT}${reply.problem.message}`));
  }

  function answered(command: string, reply: ClarificationReply): void {
    const clarification = asked.get(command);
    if (clarification !== undefined) line(`${colors.yellow("?")} ${clarification.question}`);
    line(`${colors.green(`${INDENT}you:`)} ${replyText(reply, clarification)}`);
  }

  return (event) => {
    const linesShown = event.role === "agent" ? SHOWN_LINES : SHOWN_LINES_OF_TEAM;
    switch (event.type) {
      case "run-started":
        environments = event.environments.length;
        line(colors.dim(`${event.strategy} with ${event.policy}${egressText(event.environments)}`));
        break;
      case "policy-replied":
        replies.push(event.seq);
        replied(event.reply, event.role);
        break;
      case "actions-permitted":
        options = event.options;
        break;
      case "action-observed":
        acted(event.action);
        line(painted(indented(renderObservation(event.observation), linesShown, io), io));
        break;
      case "action-failed": {
        const paint = event.failure.code === "permission-needed" ? colors.yellow : colors.red;
        acted(event.action);
        line(paint(indented(renderFailure(event.failure), SHOWN_LINES, io)));
        break;
      }
      case "claim-refused":
        line(colors.red(indented(renderFailure(event.failure), SHOWN_LINES, io)));
        break;
      case "results-computed":
        line(colors.dim(clip(`${INDENT}${computedText(event)}`, io.width)));
        break;
      case "wish-weighed":
        if (event.verdict.type === "ask") break;
        // For a role of a team, the question was already printed.
        if (event.role === "agent") line(`${colors.yellow("?")} ${colors.dim(event.wish.question)}`);
        for (const each of wrapped(`not put to you: ${event.verdict.guidance}`, io.width - INDENT.length))
          line(colors.dim(`${INDENT}${each}`));
        break;
      case "question-asked":
        asked.set(event.command, event.clarification);
        break;
      case "question-answered":
        if (!prompts) answered(event.command, event.reply);
        break;
      case "workspaces-restored": {
        const step = replies.filter((seq) => seq <= event.asOf).length;
        line(colors.yellow(`↩ back to ${step === 0 ? "the beginning" : `where step ${step} had led`}`));
        break;
      }
      case "run-resumed":
        line(colors.dim("resumed"));
        break;
      default:
        break;
    }
  };
}
