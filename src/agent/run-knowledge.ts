import { type AskedBefore, afterReply, allows } from "../clarification/settle.ts";
import type { Task } from "../environment/task.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";
import type { RunEventBody } from "../trajectory/run-event.ts";

/** What a task has been told and shown so far, folded from its events. */
export class RunKnowledge {
  task: Task | undefined;
  asked: readonly AskedBefore[] = [];
  /** Effects that the person has allowed: `<environment> <operation>`. */
  readonly allowed: string[] = [];
  readonly #open = new Map<string, Clarification>();
  /** In lower case. */
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
        return;
      case "action-failed":
        // What is wrong and what would be replaced are the action's own words: to repeat them shows nothing.
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
   * True where the value stands, as a word of its own, in what was said or shown.
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

  /** Takes in what was shown outside the run's events. */
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
