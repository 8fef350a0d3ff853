import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";

/**
 * Asks the person: a terminal prompt, a form, an MCP client, a simulated user, nobody. `unavailable` means that nobody can answer now; the run
 * then ends `needs-clarification` and can be resumed with an answer. If `ask` fails, or its reply is invalid (a choice without a reading, an
 * empty text), the run ends `failed` with the code `usage`. The question stays open, and the run can be resumed.
 *
 * @throws FuxiError `cancelled` when `signal` is aborted while the question stands
 */
export interface UserProxy {
  ask(clarification: Clarification, signal: AbortSignal): Promise<ClarificationReply>;
}

/** The user proxy of a run without a person: every question ends the run as `needs-clarification`. */
export const nobody: UserProxy = {
  ask: async () => ({ type: "unavailable" }),
};

/** One reply of the scripted user, and the questions that it fits. */
export interface ScriptedAnswer {
  /** Pattern for the question and its unclear words together; absent for any question. */
  readonly about?: RegExp;
  /** An answer's text, or the whole reply. */
  readonly reply: string | ClarificationReply | ((clarification: Clarification) => ClarificationReply);
  /** How often the reply is given (once). */
  readonly times?: number;
}

/** A user who gives prepared answers: the first unused one that fits the question; `unavailable` if none does. */
export function scriptedUser(answers: readonly ScriptedAnswer[]): UserProxy {
  const left = answers.map(({ times = 1 }) => times);
  return {
    async ask(clarification) {
      const said = [clarification.question, ...clarification.words].join(" ");
      const at = answers.findIndex(
        ({ about }, index) => (left[index] ?? 0) > 0 && (about === undefined || about.test(said)),
      );
      const answer = answers[at];
      if (answer === undefined) return { type: "unavailable" };
      left[at] = (left[at] ?? 0) - 1;
      if (typeof answer.reply === "function") return answer.reply(clarification);
      return typeof answer.reply === "string" ? { type: "answered", text: answer.reply } : answer.reply;
    },
  };
}
