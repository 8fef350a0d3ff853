import { renderFailure, renderObservation } from "../../agent/render-result.ts";
import type { Action } from "../../environment/action.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { CliIo } from "../cli-io.ts";

const INDENT = "  ";
const SHOWN_LINES = 12;

function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}

/** An action as a person would write the call. */
export function renderAction(action: Action, environments: number): string {
  const values = Object.values(action.arguments).map((value) => JSON.stringify(value));
  const prefix = environments > 1 ? `${action.environment}.` : "";
  return `${prefix}${action.tool}(${values.join(", ")})`;
}

/** Advice is worth several lines; rows and lists are not. */
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

function indented(text: string, io: CliIo): string {
  const lines = text.trimEnd().split("\n");
  const width = io.width - INDENT.length;
  const shown = lines
    .slice(0, SHOWN_LINES)
    .flatMap((line) => (SENTENCE.test(line) ? wrapped(line, width) : [clip(line, width)]))
    .map((line) => `${INDENT}${line}`);
  if (lines.length > SHOWN_LINES) shown.push(`${INDENT}… ${lines.length - SHOWN_LINES} more lines`);
  return shown.join("\n");
}

function painted(text: string, { colors }: CliIo): string {
  let warned = false;
  const paint = (line: string): string => {
    // A wrapped line stands deeper than its beginning and keeps its colour.
    if (!line.startsWith(INDENT + INDENT)) warned = /^\s*warning:/i.test(line);
    return warned ? colors.yellow(line) : colors.dim(line);
  };
  return text.split("\n").map(paint).join("\n");
}

/** What was chosen, and among how many. */
function choiceText(choice: number | "none", options: readonly { readonly label: string }[]): string {
  const chosen = choice === "none" ? "none" : (options[choice]?.label ?? "none").replace(/\s+/gu, " ");
  return `${INDENT}of ${options.length} possible actions: ${chosen}`;
}

/** Prints a run's events as they happen: thoughts, actions, observations, questions. */
export function traceTo(io: CliIo): (event: RunEvent) => void {
  const { colors } = io;
  let environments = 1;
  let options: readonly { readonly label: string }[] = [];
  const line = (text: string): void => io.err(`${text}\n`);
  return (event) => {
    switch (event.type) {
      case "run-started":
        environments = event.environments.length;
        line(colors.dim(`${event.strategy} with ${event.policy}`));
        break;
      case "policy-replied":
        if (event.reply.thought !== "") line(`${colors.magenta("·")} ${event.reply.thought.trim()}`);
        if (event.reply.choice !== undefined)
          line(colors.dim(clip(choiceText(event.reply.choice, options), io.width)));
        if (event.reply.problem !== undefined) line(colors.yellow(`${INDENT}${event.reply.problem.message}`));
        break;
      case "actions-permitted":
        options = event.options;
        break;
      case "action-observed": {
        line(
          `${colors.cyan("→")} ${colors.cyan(clip(renderAction(event.action, environments), io.width - 2))}`,
        );
        line(painted(indented(renderObservation(event.observation), io), io));
        break;
      }
      case "action-failed":
        line(
          `${colors.cyan("→")} ${colors.cyan(clip(renderAction(event.action, environments), io.width - 2))}`,
        );
        line(colors.red(indented(renderFailure(event.failure), io)));
        break;
      case "claim-refused":
        line(colors.red(indented(renderFailure(event.failure), io)));
        break;
      case "question-asked":
        line(`${colors.yellow("?")} ${event.clarification.question}`);
        break;
      default:
        break;
    }
  };
}
