import { allows, settle } from "../clarification/settle.ts";
import type { Task } from "../environment/task.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import type { RunEvent } from "../trajectory/run-event.ts";

/** A question that was put to the person, and what came of it. */
export interface AskedBefore {
  readonly words: readonly string[];
  readonly question: string;
  readonly reply: string;
}

/** What a run has been told and shown so far, folded from its events. */
export class RunKnowledge {
  readonly asked: AskedBefore[] = [];
  /** Effects that the person has allowed: `<environment> <operation>`. */
  readonly allowed: string[] = [];
  readonly #open = new Map<string, Clarification>();
  readonly #texts: string[] = [];

  /** Takes in one event; returns the task where what is known of it has grown. */
  apply(event: RunEvent, task: Task | undefined): Task | undefined {
    switch (event.type) {
      case "run-started":
        this.#texts.push(JSON.stringify(event.task));
        return task;
      case "question-asked":
        this.#open.set(event.command, event.clarification);
        return task;
      case "question-answered":
        return this.#answered(event, task);
      case "action-observed":
        this.#texts.push(event.observation.text, JSON.stringify(event.observation.data));
        return task;
      case "action-failed":
        this.#texts.push(JSON.stringify(event.failure.suggestions));
        return task;
      default:
        return task;
    }
  }

  clarification(command: string): Clarification | undefined {
    return this.#open.get(command);
  }

  /** True where the value stands, as a word of its own, in what was said or shown. */
  seen(value: string): boolean {
    const wanted = value.toLowerCase();
    return this.#texts.some((text) => standsIn(text.toLowerCase(), wanted));
  }

  #answered({ command, reply }: Extract<RunEvent, { type: "question-answered" }>, task: Task | undefined) {
    const clarification = this.#open.get(command);
    if (clarification === undefined) return task;
    const { words, question, permission } = clarification;
    const text = reply.type === "answered" ? reply.text : "(declined to say)";
    this.#texts.push(text);
    this.asked.push({ words, question, reply: text });
    if (reply.type !== "answered" || task === undefined) return task;
    if (permission !== undefined) {
      if (allows(reply)) this.allowed.push(`${permission.environment} ${permission.operation}`);
      return task;
    }
    const settled = settle(clarification, reply);
    this.#texts.push(JSON.stringify(settled));
    return { ...task, settled: [...(task.settled ?? []), settled] };
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
