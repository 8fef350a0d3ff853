import { actionKey } from "../agent/action-key.ts";
import { notAllowed, permissionQuestion } from "../agent/strategies/permission.ts";
import { allows } from "../clarification/settle.ts";
import type { Action } from "../environment/action.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import type { Questions } from "./questions.ts";
import type { TaskKnowledge } from "./task-knowledge.ts";

/** Leave for effects outside that nobody has allowed yet. A yes holds for the operation from then on; a no for the same action. */
export class Leave {
  readonly #questions: Questions;
  readonly #knowledge: TaskKnowledge;
  readonly #refused = new Set<string>();

  constructor(questions: Questions, knowledge: TaskKnowledge) {
    this.#questions = questions;
    this.#knowledge = knowledge;
  }

  /**
   * Undefined where the action may be taken now, else what the model is told instead.
   * @param failure of the code `permission-needed`
   */
  async askFor(action: Action, failure: ToolFailure, signal: AbortSignal): Promise<ToolFailure | undefined> {
    const key = actionKey(action);
    const question = permissionQuestion(action, failure);
    const effect = `${action.environment} ${question.permission?.operation}`;
    return await this.#questions.inTurn(signal, async (put) => {
      // Somebody may have asked for the same while this one waited.
      if (this.#knowledge.allowed.includes(effect)) return undefined;
      if (this.#refused.has(key)) return notAllowed({ type: "declined" });
      const reply = await put(question);
      if (reply.type === "unavailable") return failure;
      if (reply.type === "answered" && allows(reply)) return undefined;
      this.#refused.add(key);
      return notAllowed(reply);
    });
  }
}
