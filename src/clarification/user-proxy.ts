import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";

/**
 * Whoever can be asked: a terminal prompt, a form, an MCP client, a simulated user, nobody. `unavailable` means that nobody can answer
 * now; the run then ends `needs-clarification` and can be resumed with an answer. Where `ask` fails, or its reply cannot be one (a choice that is
 * not there, an empty text), the run ends `failed` with the code `usage`, and the question stands: the run can be resumed.
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

/** One thing the scripted user says, and to which question. */
export interface ScriptedAnswer {
  /** Of the question and its unclear words together; absent for any. */
  readonly about?: RegExp;
  /** A text, or what becomes of the question. */
  readonly reply: string | ClarificationReply | ((clarification: Clarification) => ClarificationReply);
  /** How often it is given (once). */
  readonly times?: number;
}

/**
 * A user who says what was written down beforehand: the first answer that fits and is left; where none is, nobody is there.
 */
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
