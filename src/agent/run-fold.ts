import { type AskedBefore, afterReply, allows } from "../clarification/settle.ts";
import type { Action } from "../environment/action.ts";
import type { AnswerTable } from "../environment/answer.ts";
import type { Observation } from "../environment/observation.ts";
import type { Task } from "../environment/task.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";
import { addUsage, NO_USAGE, type Usage } from "../model/usage.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import type { PolicyReply } from "../trajectory/policy-reply.ts";
import {
  DEFAULT_RUN_LIMITS,
  type RunEvent,
  type RunEventBody,
  type RunLimits,
} from "../trajectory/run-event.ts";
import { actionKey } from "./action-key.ts";
import type { Command, Strategy } from "./strategy.ts";

/** The person's words and the results shown in a task so far, folded from its events. */
export class RunKnowledge {
  task: Task | undefined;
  asked: readonly AskedBefore[] = [];
  /** Effects that the person has permitted: `<environment> <operation>`. */
  readonly allowed: string[] = [];
  /** True once a check has shown that another reading of the question gives another result. */
  isOpen = false;
  readonly #open = new Map<string, Clarification>();
  /** Texts said or shown, in lower case. */
  readonly #texts: { readonly text: string; readonly environment?: string }[] = [];

  apply(event: RunEventBody & { readonly environment?: string }): void {
    switch (event.type) {
      case "run-started":
        this.begin(event.task);
        return;
      case "question-asked":
        this.#open.set(event.command, event.clarification);
        return;
      case "question-answered": {
        const clarification = this.#open.get(event.command);
        if (clarification !== undefined) this.answered(clarification, event.reply);
        return;
      }
      case "action-observed":
        this.show([event.observation.text, JSON.stringify(event.observation.data)], event.environment);
        this.isOpen ||= event.observation.notes.some(({ code }) => code === "could-also-mean");
        return;
      case "action-failed":
        // The message and `replaces` repeat the action's own words, which shows nothing.
        this.show(
          event.failure.suggestions.map(({ text }) => text),
          event.environment,
        );
        return;
    }
  }

  begin(task: Task): void {
    this.task = task;
    this.show([JSON.stringify(task)]);
  }

  /**
   * True if the value occurs, as a word of its own, in a text said or shown.
   * @param outside an environment whose own results do not count
   */
  readonly seen = (value: string, outside?: string): boolean => {
    const wanted = value.trim().toLowerCase();
    // An empty value names nothing that could have been made up.
    if (wanted === "") return true;
    const escaped = JSON.stringify(wanted).slice(1, -1);
    return this.#texts.some(
      ({ text, environment }) =>
        (outside === undefined || environment !== outside) &&
        (standsIn(text, wanted) || (escaped !== wanted && standsIn(text, escaped))),
    );
  };

  /** Adds texts shown outside the run's events. */
  show(texts: readonly string[], environment?: string): void {
    for (const text of texts) {
      this.#texts.push({ text: text.toLowerCase(), ...(environment === undefined ? {} : { environment }) });
    }
  }

  answered(clarification: Clarification, reply: ClarificationReply): void {
    const { permission } = clarification;
    const before = this.task?.settled?.length ?? 0;
    if (reply.type === "answered") {
      this.show([reply.text]);
      if (permission !== undefined && allows(reply))
        this.allowed.push(`${permission.environment} ${permission.operation}`);
    }
    const { asked, task } = afterReply({ asked: this.asked, task: this.task }, clarification, reply);
    this.asked = asked;
    this.task = task;
    this.show((task?.settled ?? []).slice(before).map((settled) => JSON.stringify(settled)));
  }
}

function standsIn(text: string, wanted: string): boolean {
  const wordly = /[\p{L}\p{N}]/u;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1];
    const after = text[at + wanted.length];
    if ((before === undefined || !wordly.test(before)) && (after === undefined || !wordly.test(after)))
      return true;
  }
  return false;
}

/** Progress of a run, for stop conditions. Folded from its events, so the same after a restart. */
export interface Progress {
  readonly limits: RunLimits;
  /** Number of policy replies. Choosing an option or writing an argument counts with the step of its thought. */
  readonly steps: number;
  /** Time in which the policy or an environment was working; waiting for a person or for a resume does not count. */
  readonly milliseconds: number;
  readonly usage: Usage;
  /** Unusable replies since the last usable one. */
  readonly unusableReplies: number;
  /** How often, by role, the last set of actions was chosen in a row. */
  readonly sameActions: Readonly<Record<string, { readonly key: string; readonly times: number }>>;
  /** Time of the last event, in milliseconds since 1970. */
  readonly lastAt: number;
}

export const NO_PROGRESS: Progress = {
  limits: DEFAULT_RUN_LIMITS,
  steps: 0,
  milliseconds: 0,
  usage: NO_USAGE,
  unusableReplies: 0,
  sameActions: {},
  lastAt: 0,
};

export function progressAfter(progress: Progress, event: RunEvent): Progress {
  const at = Date.parse(event.at);
  const worked = Math.max(0, Math.min(at - progress.lastAt, event.milliseconds ?? 0));
  const timed = { ...progress, milliseconds: progress.milliseconds + worked, lastAt: at };
  switch (event.type) {
    case "run-started":
      return { ...timed, limits: event.limits };
    case "run-resumed":
      return { ...timed, limits: event.limits, unusableReplies: 0, sameActions: {} };
    case "policy-replied":
      return {
        ...timed,
        steps: progress.steps + (belongsToStep(event) ? 0 : 1),
        usage: addUsage(progress.usage, event.reply.usage),
        unusableReplies: event.reply.problem === undefined ? 0 : progress.unusableReplies + 1,
      };
    default:
      return timed;
  }
}

/** Roles of a team whose outputs belong to the step that its planner began. */
const WITHIN: readonly string[] = ["selector", "caller", "parser", "supervisor"];

function belongsToStep({ role, reply }: { readonly role: string; readonly reply: PolicyReply }): boolean {
  const { choice, written, output } = reply;
  return choice !== undefined || written !== undefined || (output !== undefined && WITHIN.includes(role));
}

/** Counts a set of actions that a strategy has chosen together. */
export function progressWithActions(progress: Progress, role: string, keys: readonly string[]): Progress {
  const key = [...keys].sort().join("\n");
  const before = progress.sameActions[role];
  const times = before?.key === key ? before.times + 1 : 1;
  return { ...progress, sameActions: { ...progress.sameActions, [role]: { key, times } } };
}

export interface PendingCommand {
  readonly command: Exclude<Command, { type: "finish" }>;
  /** The event that the strategy answered with this command. */
  readonly parentSeq: number;
}

/**
 * Everything the loop needs to know of a run, folded from its events and from nothing else. So a run resumed in another process has exactly the
 * same state.
 */
export class RunFold {
  progress: Progress = NO_PROGRESS;
  /** Commands without a result yet, in the order in which they were given. */
  queue: readonly PendingCommand[] = [];
  readonly workspaces = new Map<string, Workspace>();
  readonly history = new ActionHistory();
  readonly knowledge = new RunKnowledge();
  /** The workspaces after each event that changed one, for backtracking. */
  readonly #versions: { readonly seq: number; readonly workspaces: ReadonlyMap<string, Workspace> }[] = [];
  /** Tables of accepted claims, by the command that handed them in. */
  readonly tables = new Map<string, AnswerTable>();
  /** Commands whose external effect was started, with `seq` of the event. */
  readonly intended = new Map<string, number>();
  /** Commands whose question was put, with `seq` of the event. */
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

  /** A command replaces a pending one with the same id. */
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

/** The last result of each action of a run. */
class ActionHistory {
  readonly #last = new Map<string, { readonly data?: string; readonly failure?: ToolFailure }>();

  observed(action: Action, observation: Observation): void {
    this.#last.set(actionKey(action), { data: JSON.stringify(observation.data) });
  }

  failed(action: Action, failure: ToolFailure): void {
    this.#last.set(actionKey(action), { failure });
  }

  /** After backtracking, an action of the abandoned branch may be taken again: that is no repetition. */
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
