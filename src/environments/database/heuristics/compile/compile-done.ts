import type { TableSchema } from "../../schema/database-schema.ts";
import type { Modifier } from "../grammar/question-tree.ts";
import { tableForms } from "../lexicon/name-forms.ts";
import { wordLikeness } from "../lexicon/same-word.ts";
import type { CompileContext } from "./compile-context.ts";
import { isDateOf } from "./compile-dates.ts";
import { isToOne, nearness, waysTo } from "./place.ts";
import { type Scored, scored } from "./scored.ts";
import type { Test } from "./thing.ts";

/**
 * A verb without more. "were refunded" asks for a date of it, "have not left" for none; "have never been ordered" asks for no related row of
 * the table that goes by the verb.
 */
export function compileDone(
  { word: verb, negated }: Extract<Modifier, { kind: "done" }>,
  root: TableSchema,
  context: CompileContext,
): readonly Scored<Test>[] {
  const dates = root.columns
    .filter((column) => isDateOf(verb, column))
    .map((column): Scored<Test> => {
      const place = { table: root, column, hops: [] };
      const note = `Took "${verb}" as: ${column.name} is ${negated ? "not " : ""}given.`;
      return scored(
        { kind: "column", place, sql: (name) => `${name} IS ${negated ? "" : "NOT "}NULL` },
        0.95,
        [note],
      );
    });
  return dates.length > 0 ? dates : related(verb, negated, root, context);
}

function related(
  verb: string,
  negated: boolean,
  root: TableSchema,
  context: CompileContext,
): readonly Scored<Test>[] {
  const { services } = context;
  return services.schema.tables
    .filter((table) => table !== root && table.kind === "table" && goesBy(table, verb))
    .flatMap((table) =>
      waysTo(root, table, services)
        .filter((hops) => hops.length > 0 && !hops.every(isToOne))
        .map((hops): Scored<Test> => {
          const note = `Took "${verb}" as having ${negated ? "no" : "any"} row of ${table.name}.`;
          return scored({ kind: "among", hops, tests: [], negated }, 0.95 * nearness(hops), [note]);
        }),
    );
}

function goesBy(table: TableSchema, verb: string): boolean {
  return tableForms(table).some(
    ({ words, weight }) => weight >= 0.98 && words.length === 1 && wordLikeness(verb, words[0] ?? "") >= 0.85,
  );
}
