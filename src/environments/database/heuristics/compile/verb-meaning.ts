import { nameWords } from "../../../../util/name-words.ts";
import { valueMeanings } from "../../check/value-advice.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import { wordLikeness } from "../lexicon/same-word.ts";
import { type CompileContext, columnSql } from "./compile-context.ts";
import type { Test } from "./thing.ts";

/**
 * Conditions that a verb puts on the tables between two things: "directed" on `credit.role` where the description says that D means
 * directed.
 */
export function verbTests(
  verb: string | undefined,
  hops: readonly JoinStep[],
  context: CompileContext,
): readonly Test[] {
  if (verb === undefined) return [];
  return hops.flatMap(({ next: table }) =>
    table.columns.flatMap((column) =>
      valueMeanings(column)
        .filter(({ meaning }) => wordLikeness(verb, nameWords(meaning)[0] ?? "") >= 0.85)
        .map(({ value }): Test => {
          const numeric = ["integer", "real", "decimal"].includes(column.affinity);
          const literal = numeric ? value : context.services.driver.dialect.stringLiteral(value);
          return { kind: "fixed", sql: `${columnSql({ table, column }, context.services)} = ${literal}` };
        }),
    ),
  );
}

/** People do not live where a column says that they were born. */
export function contradicts(verb: string | undefined, hops: readonly JoinStep[]): boolean {
  if (!/^(?:live|lives|lived|living|reside|resides)$/u.test(verb ?? "")) return false;
  const others = /^(?:birth|born|death|died)$/u;
  return hops.some(({ link }) =>
    link.fromColumns.some((name) => nameWords(name).some((word) => others.test(word))),
  );
}
