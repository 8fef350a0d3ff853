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

function indented(text: string, io: CliIo): string {
  const lines = text.trimEnd().split("\n");
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `${INDENT}${clip(line, io.width - INDENT.length)}`);
  if (lines.length > SHOWN_LINES) shown.push(`${INDENT}… ${lines.length - SHOWN_LINES} more lines`);
  return shown.join("\n");
}

function painted(text: string, { colors }: CliIo): string {
  const paint = (line: string) => (/^\s*warning:/i.test(line) ? colors.yellow(line) : colors.dim(line));
  return text.split("\n").map(paint).join("\n");
}

/** Prints a run's events as they happen: thoughts, actions, observations, questions. */
export function traceTo(io: CliIo): (event: RunEvent) => void {
  const { colors } = io;
  let environments = 1;
  const line = (text: string): void => io.err(`${text}\n`);
  return (event) => {
    switch (event.type) {
      case "run-started":
        environments = event.environments.length;
        line(colors.dim(`${event.strategy} with ${event.policy}`));
        break;
      case "policy-replied":
        if (event.reply.thought !== "") line(`${colors.magenta("·")} ${event.reply.thought.trim()}`);
        if (event.reply.problem !== undefined) line(colors.yellow(`${INDENT}${event.reply.problem.message}`));
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
