import type { Action } from "../environment/action.ts";
import type { Environment } from "../environment/environment.ts";
import { splitReference } from "../environment/references.ts";
import { referencesIn } from "./references.ts";
import type { PendingCommand } from "./run-fold.ts";
import { resolveAction } from "./tool-names.ts";

type Resolved = Extract<ReturnType<typeof resolveAction>, { failure?: never }>;

/** What a command does to an environment. */
export interface Touch {
  readonly environment: string;
  readonly kind: "reads" | "writes" | "effect";
}

/** The environments that commands run in, and the effects that the person has permitted there. */
export interface Place {
  readonly environments: readonly Environment[];
  readonly allowed: readonly string[];
}

/** The action of a command with an external effect, which is never started twice. */
export function externalEffect({ command }: PendingCommand, place: Place): Action | undefined {
  if (command.type !== "act" || !hasEffect(command.action, place)) return undefined;
  return resolveAction(place.environments, command.action).action;
}

export function hasEffect(action: Action, { environments, allowed }: Place): boolean {
  const resolved = resolveAction(environments, action);
  return resolved.failure === undefined && effectOf(resolved, allowed) === "external";
}

function effectOf({ tool, environment, action }: Resolved, allowed: readonly string[]): "none" | "external" {
  if (tool.effect !== "by-action") return tool.effect;
  return environment.effectOf?.(action, { allowed }) ?? "external";
}

/**
 * True if a command need not wait for those before it in the queue. Reads wait for writes in their environment and in those that they refer to;
 * writes wait for all actions there. So each command sees the workspaces as in sequential execution. Questions, restores and external effects
 * wait for everything; computing waits for the claims whose tables it reads.
 */
export function mayStart(entry: PendingCommand, before: readonly PendingCommand[], place: Place): boolean {
  if (before.length === 0) return true;
  if (entry.command.type === "ask" || entry.command.type === "restore") return false;
  if (before.some((earlier) => isReadBy(earlier, entry))) return false;
  return mayRunInParallel(
    touchesOf(entry, place),
    before.flatMap((earlier) => touchesOf(earlier, place)),
  );
}

const isReadBy = (claim: PendingCommand, { command }: PendingCommand): boolean =>
  command.type === "compute" && command.tables.some((table) => table.claim === claim.command.id);

/** True if a command with these touches need not wait for those before it. */
export function mayRunInParallel(touches: readonly Touch[], before: readonly Touch[]): boolean {
  if (touches.some(({ kind }) => kind === "effect")) return false;
  return touches.every((touch) =>
    before
      .filter(({ environment }) => environment === touch.environment)
      .every(({ kind }) => kind === "reads" && touch.kind === "reads"),
  );
}

function touchesOf({ command }: PendingCommand, { environments, allowed }: Place): readonly Touch[] {
  if (command.type === "permit") return environments.map(({ id }) => ({ environment: id, kind: "reads" }));
  if (command.type === "conclude") return [{ environment: command.environment, kind: "reads" }];
  return command.type === "act" ? touchesOfAction(command.action, { environments, allowed }) : [];
}

export function touchesOfAction(given: Action, { environments, allowed }: Place): readonly Touch[] {
  const resolved = resolveAction(environments, given);
  if (resolved.failure !== undefined) return [];
  const { tool, environment, action } = resolved;
  const ids = environments.map(({ id }) => id);
  const referred = referencesIn(action, tool).flatMap((text) => {
    const id = splitReference(text)?.environment;
    // A reference to an unknown environment fails with a list of what all of them hold.
    return id !== undefined && ids.includes(id) ? [id] : ids;
  });
  return [
    {
      environment: environment.id,
      kind: effectOf(resolved, allowed) === "external" ? "effect" : tool.workspace,
    },
    ...referred.map((id): Touch => ({ environment: id, kind: "reads" })),
  ];
}
