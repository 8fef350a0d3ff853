import { scriptedUser } from "../../src/clarification/scripted-user.ts";
import { simulatedUser } from "../../src/clarification/simulated-user.ts";
import type { UserProxy } from "../../src/clarification/user-proxy.ts";
import type { ItoolItem } from "../../src/evaluation/itool/itool-item.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";

/**
 * The user of an item: says the hidden answer once, to a question about what is unclear, and to any other that all has been said; or a model that knows what was
 * meant. Leave for effects is never given.
 */
export function itemUser(
  { query, words, about, reply, intended }: ItoolItem,
  model?: LanguageModel,
): UserProxy {
  const said =
    model === undefined
      ? scriptedUser([
          ...(reply === "" ? [] : [{ about: anyOf([...words, ...about]), reply }]),
          { reply: "I have said all I know.", times: Number.POSITIVE_INFINITY },
        ])
      : simulatedUser({
          model,
          question: query,
          intent: reply === "" ? `${query} (nothing else)` : `${intended}: ${reply}`,
        });
  return {
    ask: async (clarification, signal) =>
      clarification.permission === undefined ? said.ask(clarification, signal) : { type: "declined" },
  };
}

function anyOf(words: readonly string[]): RegExp {
  const forms = words.map((word) =>
    word.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`),
  );
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${forms.join("|")})(?![\p{L}\p{N}])`, "iu");
}
