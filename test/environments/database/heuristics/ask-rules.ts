import { builtInPolicy } from "../../../../src/agent/policies/built-in-policy.ts";
import { ask } from "../../../../src/ask.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import type { Clarification } from "../../../../src/trajectory/clarification.ts";

export interface Heard {
  /** Questions to the person. */
  readonly asked: readonly Clarification[];
  /** Rows of the answer, each as one text. */
  readonly rows?: readonly string[];
  readonly assumptions?: readonly string[];
  /** The query that gave the rows. */
  readonly sql?: string;
  /** Why there is no answer, and the words that were not understood. */
  readonly reason?: string;
  readonly words?: readonly string[];
}

/** One question through a whole run with the built-in policy, with a person who replies to each question in these words (or nobody). */
export async function askRules(environment: Environment, question: string, reply?: string): Promise<Heard> {
  const asked: Clarification[] = [];
  const { outcome } = await ask({
    environments: [environment],
    policy: builtInPolicy(),
    question,
    userProxy: {
      async ask(clarification) {
        asked.push(clarification);
        return reply === undefined ? { type: "unavailable" } : { type: "answered", text: reply };
      },
    },
  });
  if (outcome.type === "answered") {
    const rows = (outcome.answer.rows?.rows ?? []).map((row) => row.map(shown).join(" | "));
    return { asked, rows, assumptions: outcome.assumptions, sql: outcome.evidence[0]?.sql ?? "" };
  }
  if (outcome.type === "unanswerable") return { asked, reason: outcome.reason, words: outcome.words };
  if (outcome.type === "needs-clarification")
    return { asked, reason: outcome.clarification.question, words: outcome.clarification.words };
  throw new Error(`${question}: ${JSON.stringify(outcome)}`);
}

/** Engines write the same number in several ways. */
function shown(cell: unknown): string {
  const text = String(cell);
  return /^-?\d+(\.\d+)?$/u.test(text) ? String(Math.round(Number(text) * 100) / 100) : text;
}
