import type { ModelMessage } from "ai";
import { RunKnowledge } from "../agent/run-knowledge.ts";
import type { ToolNames } from "../agent/tool-names.ts";
import type { ActContext } from "../environment/act-context.ts";
import type { Environment } from "../environment/environment.ts";
import type { Task } from "../environment/task.ts";
import type { RunEvent, RunEventBody } from "../trajectory/run-event.ts";
import { allowedEffects } from "./allowed-effects.ts";
import { shownByMessages } from "./shown-by-messages.ts";

/** What a task has been told and shown so far. */
export class TaskKnowledge {
  /** With an empty question where none was given. */
  task: Task;
  readonly #run = new RunKnowledge();
  readonly #allowed: readonly string[];
  #events = 0;

  /**
   * @param allow effects that are allowed from the start: `POST /lists` in every environment, `api POST /lists` in one
   * @throws FuxiError `usage` for one that no environment has
   */
  constructor(task: Task, allow: readonly string[], environments: readonly Environment[]) {
    this.task = task;
    this.#run.show([JSON.stringify(task)]);
    this.#allowed = allowedEffects(allow, environments);
  }

  get asked(): RunKnowledge["asked"] {
    return this.#run.asked;
  }

  /** Effects that are allowed now: `<environment> <operation>`. */
  get allowed(): readonly string[] {
    return [...this.#allowed, ...this.#run.allowed];
  }

  note(body: RunEventBody, environment?: string): void {
    this.#events += 1;
    const frame = { seq: this.#events, parentSeq: null, role: "agent", at: new Date().toISOString() };
    const event: RunEvent = { ...body, ...frame, ...(environment === undefined ? {} : { environment }) };
    this.task = this.#run.apply(event, this.task) ?? this.task;
  }

  /** Beside what the tools have shown, what the messages show; they are read only where it matters. */
  seenIn(messages: readonly ModelMessage[], names: ToolNames): NonNullable<ActContext["seen"]> {
    let conversation: RunKnowledge | undefined;
    return (value, outside) => {
      if (this.#run.seen(value, outside)) return true;
      conversation ??= knowledgeOf(messages, names);
      return conversation.seen(value, outside);
    };
  }
}

function knowledgeOf(messages: readonly ModelMessage[], names: ToolNames): RunKnowledge {
  const knowledge = new RunKnowledge();
  for (const { text, tool = "" } of shownByMessages(messages)) {
    knowledge.show([text], names.tools.find(({ name }) => name === tool)?.environment);
  }
  return knowledge;
}
