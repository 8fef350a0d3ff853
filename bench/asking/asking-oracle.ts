import { oraclePolicy } from "../../src/agent/policies/oracle-policy.ts";
import type { Policy } from "../../src/agent/policy.ts";
import { NO_USAGE } from "../../src/model/usage.ts";
import type { UnclearQuestion } from "../../test/support/unclear-questions.ts";

/** Texts in quotes in a gold query: what a question names. */
const LITERALS = /'((?:[^']|'')*)'|"([^"\\]+)"@en/gu;

/**
 * Knows the gold query and wishes to ask about every question, of clear ones about a name in them: what is asked is then the gate's doing, and what is
 * answered the tools'. The person's answer decides which understanding is the gold.
 */
export function askingOracle(item: UnclearQuestion): Policy {
  const { words, understandings, intended = 0, kind } = item;
  const gold = understandings[intended]?.gold;
  const named = words.length > 0 ? words : namesIn(item, gold ?? "");
  const replay = oraclePolicy(() =>
    gold === undefined ? undefined : item.environment === "cinema" ? { sql: gold } : undefined,
  );
  return {
    id: "asking-oracle",
    async reply(request, context) {
      const wished = request.transcript.some(({ type }) => type === "question" || type === "feedback");
      if (wished || named.length === 0) {
        if (gold === undefined || item.environment !== "cinema") {
          return {
            thought: "",
            actions: [],
            unanswerable: { reason: "Nothing here holds that.", words: named },
            usage: NO_USAGE,
          };
        }
        return replay.reply(request, context);
      }
      const question = `What do you mean by ${named.map((each) => `"${each}"`).join(" and ")}?`;
      const options =
        kind === "several-columns" ? { options: understandings.map(({ meaning }) => meaning) } : {};
      const wish = {
        ...options,
        question,
        words: named,
        kind:
          kind === "missing"
            ? ("missing" as const)
            : kind === "typo"
              ? ("problematic" as const)
              : ("several-meanings" as const),
      };
      return { thought: "", actions: [], wish, usage: NO_USAGE };
    },
  };
}

function namesIn({ question }: UnclearQuestion, gold: string): readonly string[] {
  const literals = [...gold.matchAll(LITERALS)].map((match) =>
    (match[1] ?? match[2] ?? "").replaceAll("''", "'"),
  );
  return literals
    .filter((each) => each.length > 2 && question.toLowerCase().includes(each.toLowerCase()))
    .slice(0, 1);
}
