import type { Action } from "../environment/action.ts";
import type { Environment } from "../environment/environment.ts";
import type { PendingCommand } from "./run-fold.ts";
import { resolveAction } from "./tool-names.ts";

/** What a command does to the environment that it touches; `undefined` where it touches none. */
interface Touch {
  readonly environment: string;
  readonly kind: "reads" | "writes" | "effect";
}

/** The action of a command that changes something outside, which is never begun twice. */
export function externalEffect(
  { command }: PendingCommand,
  environments: readonly Environment[],
): Action | undefined {
  if (command.type !== "act") return undefined;
  const resolved = resolveAction(environments, command.action);
  return resolved.failure === undefined && resolved.tool.effect === "external" ? resolved.action : undefined;
}

/**
 * True when a command need not wait for those before it in the queue: reading actions wait for writing ones of their environment, writing
 * ones for all of it, so each sees the workspace it would have seen if everything had happened in order. Questions and external effects
 * wait for everything.
 */
export function mayStart(
  entry: PendingCommand,
  before: readonly PendingCommand[],
  environments: readonly Environment[],
): boolean {
  if (before.length === 0) return true;
  if (entry.command.type === "ask") return false;
  const touch = touchOf(entry, environments);
  if (touch === undefined) return true;
  if (touch.kind === "effect") return false;
  return before.every((earlier) => {
    const other = touchOf(earlier, environments);
    if (other === undefined || other.environment !== touch.environment) return true;
    return touch.kind === "reads" && other.kind === "reads";
  });
}

function touchOf({ command }: PendingCommand, environments: readonly Environment[]): Touch | undefined {
  if (command.type === "conclude") return { environment: command.environment, kind: "reads" };
  if (command.type !== "act") return undefined;
  const resolved = resolveAction(environments, command.action);
  if (resolved.failure !== undefined) return undefined;
  const { tool, environment } = resolved;
  return { environment: environment.id, kind: tool.effect === "external" ? "effect" : tool.workspace };
}
