import { builtInPolicy } from "../../../../src/agent/policies/built-in-policy.ts";
import { ask } from "../../../../src/ask.ts";
import type { Environment } from "../../../../src/environment/environment.ts";

export interface Heard {
  /** Rows of the answer, each as one text. */
  readonly rows?: readonly string[];
  readonly assumptions?: readonly string[];
  /** The query that gave the rows. */
  readonly sql?: string;
  /** Why there is no answer, and the words that were not understood. */
  readonly reason?: string;
  readonly words?: readonly string[];
  /** What the person may choose from, where that is asked. */
  readonly readings?: readonly string[];
}

/** One question through a whole run with the built-in policy. */
export async function askLibrary(environment: Environment, question: string): Promise<Heard> {
  const { outcome } = await ask({ environments: [environment], policy: builtInPolicy(), question });
  if (outcome.type === "answered") {
    const rows = outcome.answer.rows?.rows ?? [];
    return {
      rows: rows.map((row) => row.map(shown).join(" | ")),
      assumptions: outcome.assumptions,
      sql: outcome.evidence[0]?.sql ?? "",
    };
  }
  if (outcome.type === "needs-clarification") {
    const { question: asked, words, readings } = outcome.clarification;
    return { reason: asked, words, readings: readings.map(({ text }) => text) };
  }
  if (outcome.type === "unanswerable") return { reason: outcome.reason, words: outcome.words };
  throw new Error(`${question}: ${JSON.stringify(outcome)}`);
}

/** Engines write the same number in several ways. */
function shown(cell: unknown): string {
  const text = String(cell);
  return /^-?\d+(\.\d+)?$/u.test(text) ? String(Math.round(Number(text) * 100) / 100) : text;
}
