import type { LexicalRules } from "../sql/lexical-rules.ts";
import { namesInBrackets } from "../sql/read-common-tables.ts";
import { cut } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";

export interface CteHeading {
  readonly name: string;
  readonly heading: string;
  readonly hint?: string;
  readonly recursive?: true;
}

/** Reads `t`, `t(a, b)`, `RECURSIVE t(n)` or `t AS NOT MATERIALIZED`; undefined when it is none of these. */
export function readCteHeading(text: string, lexical: LexicalRules): CteHeading | undefined {
  const read = tokenize(text, lexical);
  const { tokens } = read;
  let index = tokens[0]?.value === "WITH" && tokens.length > 1 ? 1 : 0;
  const second = tokens[index + 1];
  const recursive =
    tokens[index]?.kind === "word" &&
    tokens[index]?.value === "RECURSIVE" &&
    (second?.kind === "word" || second?.kind === "identifier") &&
    second.value !== "AS";
  if (recursive) index++;
  const first = tokens[index];
  if (!read.complete || !first || (first.kind !== "word" && first.kind !== "identifier")) return undefined;
  let end = first.end;
  index++;
  if (tokens[index]?.value === "(") {
    if (!namesInBrackets(read, index)) return undefined;
    index = read.partner[index] as number;
    end = tokens[index]?.end ?? end;
    index++;
  }
  if (tokens[index]?.value === "AS") index++;
  const rest = tokens.slice(index);
  const hint = rest.map((token) => token.value).join(" ");
  if (rest.length > 0 && hint !== "MATERIALIZED" && hint !== "NOT MATERIALIZED") return undefined;
  return {
    name: first.kind === "identifier" ? first.value : cut(read, first),
    heading: cut(read, { start: first.start, end }),
    ...(hint === "" ? {} : { hint }),
    ...(recursive ? { recursive } : {}),
  };
}
