import { type AskedBefore, allows, settle, whatIsSaid } from "../clarification/settle.ts";
import type { Task } from "../environment/task.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import type { RunEvent } from "../trajectory/run-event.ts";

/** What a run has been told and shown so far, folded from its events. */
export class RunKnowledge {
  readonly asked: AskedBefore[] = [];
  /** Effects that the person has allowed: `<environment> <operation>`. */
  readonly allowed: string[] = [];
  readonly #open = new Map<string, Clarification>();
  /** In lower case. */
  readonly #texts: { readonly text: string; readonly environment?: string }[] = [];

  /** Takes in one event; returns the task where what is known of it has grown. */
  apply(event: RunEvent, task: Task | undefined): Task | undefined {
    switch (event.type) {
      case "run-started":
        this.show([JSON.stringify(event.task)]);
        return task;
      case "question-asked":
        this.#open.set(event.command, event.clarification);
        return task;
      case "question-answered":
        return this.#answered(event, task);
      case "action-observed":
        this.show([event.observation.text, JSON.stringify(event.observation.data)], event.environment);
        return task;
      case "action-failed":
        // What is wrong and what would be replaced are the action's own words: to repeat them shows nothing.
        this.show(
          event.failure.suggestions.map(({ text }) => text),
          event.environment,
        );
        return task;
      default:
        return task;
    }
  }

  clarification(command: string): Clarification | undefined {
    return this.#open.get(command);
  }

  /**
   * True where the value stands, as a word of its own, in what was said or shown.
   * @param outside an environment whose own results do not count
   */
  seen(value: string, outside?: string): boolean {
    const wanted = value.trim().toLowerCase();
    // An empty value names nothing that could have been made up.
    if (wanted === "") return true;
    const escaped = JSON.stringify(wanted).slice(1, -1);
    return this.#texts.some(
      ({ text, environment }) =>
        (outside === undefined || environment !== outside) &&
        (standsIn(text, wanted) || (escaped !== wanted && standsIn(text, escaped))),
    );
  }

  /** Takes in what was shown outside the run's events. */
  show(texts: readonly string[], environment?: string): void {
    for (const text of texts) {
      this.#texts.push({ text: text.toLowerCase(), ...(environment === undefined ? {} : { environment }) });
    }
  }

  #answered({ command, reply }: Extract<RunEvent, { type: "question-answered" }>, task: Task | undefined) {
    const clarification = this.#open.get(command);
    if (clarification === undefined) return task;
    const { words, question, permission } = clarification;
    if (reply.type !== "answered") {
      this.asked.push({ words, question, reply: "", declined: true });
      return task;
    }
    this.show([reply.text]);
    if (permission === undefined) {
      const { text, ...told } = whatIsSaid(clarification, reply);
      this.asked.push({ words, question, reply: text, ...told });
    }
    if (task === undefined) return task;
    if (permission !== undefined) {
      if (allows(reply)) this.allowed.push(`${permission.environment} ${permission.operation}`);
      return task;
    }
    const settled = settle(clarification, reply);
    this.show([JSON.stringify(settled)]);
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
