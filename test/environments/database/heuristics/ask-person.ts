import { builtInPolicy } from "../../../../src/agent/policies/built-in-policy.ts";
import { ask } from "../../../../src/ask.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import type { Clarification } from "../../../../src/trajectory/clarification.ts";

export interface Dialogue {
  readonly asked: readonly Clarification[];
  readonly rows?: readonly string[];
  readonly assumptions?: readonly string[];
  readonly reason?: string;
  readonly words?: readonly string[];
}

/** One question through a whole run, with a person who replies to each question in these words (or nobody). */
export async function askPerson(
  environment: Environment,
  question: string,
  reply?: string | ((clarification: Clarification) => string),
): Promise<Dialogue> {
  const asked: Clarification[] = [];
  const { outcome } = await ask({
    environments: [environment],
    policy: builtInPolicy(),
    question,
    userProxy: {
      async ask(clarification) {
        asked.push(clarification);
        if (reply === undefined) return { type: "unavailable" };
        return { type: "answered", text: typeof reply === "string" ? reply : reply(clarification) };
      },
    },
  });
  if (outcome.type === "answered") {
    const rows = (outcome.answer.rows?.rows ?? []).map((row) => row.map(String).join(" | "));
    return { asked, rows: rows.toSorted(), assumptions: outcome.assumptions };
  }
  if (outcome.type === "unanswerable") return { asked, reason: outcome.reason, words: outcome.words };
  return { asked, reason: outcome.type };
}
