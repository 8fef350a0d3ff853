import type { LexicalRules } from "../sql/lexical-rules.ts";
import { cut } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";
import type { DraftCore } from "./draft.ts";

/** True when a SELECT of the draft reads from a table of that name, also inside a subquery. */
export function refersToTable(
  core: DraftCore,
  name: string,
  lexical: LexicalRules,
  same: (a: string, b: string) => boolean,
): boolean {
  const inText = (text: string | undefined, startsWithTable: boolean): boolean => {
    if (!text) return false;
    const read = tokenize(text, lexical);
    return read.tokens.some((token, index) => {
      if (token.kind !== "word" && token.kind !== "identifier") return false;
      if (!same(token.kind === "word" ? cut(read, token) : token.value, name)) return false;
      const before = read.tokens[index - 1];
      if (!before) return startsWithTable;
      if (before.kind === "symbol") return before.value === "," || (before.value === "(" && startsWithTable);
      return before.kind === "word" && (before.value === "FROM" || before.value === "JOIN");
    });
  };
  return (
    inText(core.from, true) || [core.where, core.select, core.having].some((text) => inText(text, false))
  );
}
