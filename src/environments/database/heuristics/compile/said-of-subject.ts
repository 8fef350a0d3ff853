import type { TableSchema } from "../../schema/database-schema.ts";
import type { Modifier, NounPhrase } from "../grammar/question-tree.ts";
import type { CompileContext } from "./compile-context.ts";
import { datePlaces, isDateOf } from "./compile-dates.ts";

/**
 * True where the phrase took a time that is said of what stands before it: in "screenings of films were held in 2025" the screenings were held.
 * Not where the verb names a date of the phrase's own ("were released"), or where what stands before has no dates.
 */
export async function takesTimeOf(
  before: TableSchema,
  phrase: NounPhrase,
  own: TableSchema,
  context: CompileContext,
): Promise<boolean> {
  const verbs = finiteVerbs(phrase);
  if (verbs.length === 0 || verbs.every((verb) => own.columns.some((column) => isDateOf(verb, column))))
    return false;
  return (await datePlaces(before, undefined, context)).length > 0;
}

function finiteVerbs({ modifiers }: NounPhrase): readonly string[] {
  return modifiers.flatMap((modifier: Modifier): readonly string[] => {
    if (modifier.kind === "compare" && modifier.finite === true) return [modifier.verb ?? ""];
    return modifier.kind === "has" ? finiteVerbs(modifier.phrase) : [];
  });
}
