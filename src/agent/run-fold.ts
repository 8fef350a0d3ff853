import type { Action } from "../environment/action.ts";
import type { AnswerTable } from "../environment/answer.ts";
import type { Observation } from "../environment/observation.ts";
import type { Task } from "../environment/task.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import { actionKey } from "./action-key.ts";
import { RunKnowledge } from "./run-knowledge.ts";
import { NO_PROGRESS, type Progress, progressAfter, progressWithActions } from "./run-progress.ts";
import type { Command, Strategy } from "./strategy.ts";

export interface PendingCommand {
  readonly command: Exclude<Command, { type: "finish" }>;
  /** The event that the strategy answered with this command. */
  readonly parentSeq: number;
}

/**
 * Everything the loop needs to know of a run, folded from its events and from nothing else. So a run that goes on in another process stands
 * exactly where this one stood.
 */
export class RunFold {
  progress: Progress = NO_PROGRESS;
  /** Commands without a result yet, in the order in which they were given. */
  queue: readonly PendingCommand[] = [];
  readonly workspaces = new Map<string, Workspace>();
  readonly history = new ActionHistory();
  readonly knowledge = new RunKnowledge();
  /** The workspaces after each event that changed one, for going back. */
  readonly #versions: { readonly seq: number; readonly workspaces: ReadonlyMap<string, Workspace> }[] = [];
  /** Tables of accepted claims, by the command that handed them in. */
  readonly tables = new Map<string, AnswerTable>();
  /** Of commands whose external effect was begun: the event that says so. */
  readonly intended = new Map<string, number>();
  /** Of questions that were put: the event that says so. */
  readonly asked = new Map<string, number>();
  /** The strategy's wish to end the run. */
  finish: { readonly outcome: Outcome; readonly parentSeq: number } | undefined;
  finished: Outcome | undefined;
  lastSeq = 0;
  readonly #strategy: Strategy;
  #state: unknown = null;

  constructor(strategy: Strategy) {
    this.#strategy = strategy;
  }

  get task(): Task | undefined {
    return this.knowledge.task;
  }

  get state(): unknown {
    return this.#state;
  }

  apply(event: RunEvent): void {
    this.lastSeq = event.seq;
    this.progress = progressAfter(this.progress, event);
    this.#record(event);
    this.knowledge.apply(event);
    if (event.type === "run-finished") return;
    const { state, commands } = this.#strategy.next(this.#state, event);
    this.#state = state;
    this.#take(commands, event.seq);
  }

  #record(event: RunEvent): void {
    switch (event.type) {
      case "run-started":
        this.#state = this.#strategy.start(event.task);
        return;
      case "workspace-opened":
        this.#keep(event.workspace, event.seq);
        return;
      case "workspaces-restored":
        this.#goBack(event.asOf, event.seq);
        this.history.forget();
        break;
      case "effect-intended":
        this.intended.set(event.command, event.seq);
        return;
      case "question-asked":
        this.asked.set(event.command, event.seq);
        return;
      case "run-resumed":
        this.finished = undefined;
        return;
      case "run-finished":
        this.finished = event.outcome;
        return;
      case "claim-accepted":
        if (event.answer.rows !== undefined) this.tables.set(event.command, event.answer.rows);
        break;
      case "action-observed":
        if (event.workspace !== undefined) this.#keep(event.workspace, event.seq);
        this.history.observed(event.action, event.observation);
        break;
      case "action-failed":
        this.history.failed(event.action, event.failure);
        break;
    }
    this.queue = this.queue.filter(({ command }) => command.id !== event.command);
  }

  #keep(workspace: Workspace, seq: number): void {
    this.workspaces.set(workspace.environment, workspace);
    this.#versions.push({ seq, workspaces: new Map(this.workspaces) });
  }

  #goBack(asOf: number, seq: number): void {
    const then = this.#versions.findLast((version) => version.seq <= asOf);
    for (const [id, workspace] of then?.workspaces ?? []) this.workspaces.set(id, workspace);
    this.#versions.push({ seq, workspaces: new Map(this.workspaces) });
  }

  /** A command with the id of one that still waits takes its place. */
  #take(commands: readonly Command[], parentSeq: number): void {
    const chosen = new Map<string, string[]>();
    for (const command of commands) {
      if (command.type === "finish") {
        this.finish = { outcome: command.outcome, parentSeq };
        continue;
      }
      const entry = { command, parentSeq };
      const waits = this.queue.some((pending) => pending.command.id === command.id);
      this.queue = waits
        ? this.queue.map((pending) => (pending.command.id === command.id ? entry : pending))
        : [...this.queue, entry];
      if (command.type === "act") {
        chosen.set(command.role, [...(chosen.get(command.role) ?? []), actionKey(command.action)]);
      }
    }
    for (const [role, keys] of chosen) this.progress = progressWithActions(this.progress, role, keys);
  }
}

/** What each action of a run came to when it was last taken. */
class ActionHistory {
  readonly #last = new Map<string, { readonly data?: string; readonly failure?: ToolFailure }>();

  observed(action: Action, observation: Observation): void {
    this.#last.set(actionKey(action), { data: JSON.stringify(observation.data) });
  }

  failed(action: Action, failure: ToolFailure): void {
    this.#last.set(actionKey(action), { failure });
  }

  /** After going back nothing has been taken yet on the new way, and doing the same as on the old one is no repetition. */
  forget(): void {
    this.#last.clear();
  }

  /** True when the same action gave the same data when it was last taken. */
  gave(action: Action, observation: Observation): boolean {
    return this.#last.get(actionKey(action))?.data === JSON.stringify(observation.data);
  }

  /** True when the same action failed for the same reason when it was last taken. */
  refused(action: Action, failure: ToolFailure): boolean {
    return this.#last.get(actionKey(action))?.failure?.code === failure.code;
  }
}
