import { knowledgeValues } from "./knowledge-values.ts";
import type { Offer } from "./offer.ts";
import type { Looking } from "./value-offers.ts";

/** A value this short, or a number, stands in many columns: the one that is named is asked. */
const TELLS_LITTLE = /^(?:.{1,2}|[\d.,]+)$/su;

/** Lookups of the values that the oracle knowledge writes down, each as it is written there. */
export async function knowledgeOffers(knowledge: string, looking: Looking): Promise<readonly Offer[]> {
  const offers: Offer[] = [];
  for (const [at, { value, columns }] of knowledgeValues(knowledge, looking.services).entries()) {
    const worth = 9.5 - at * 0.05;
    const inColumns = columns.map(({ table, column }) => ({
      tool: "is_value_in_column",
      arguments: { table: table.name, column: column.name, value },
      worth: TELLS_LITTLE.test(value) ? worth : 3,
    }));
    const inner = value.replace(/^[%_]+|(?<!\d)[%_]+$/gu, "");
    if (inner.trim() === "") continue;
    if (inner === value)
      offers.push({ tool: "find_columns_containing_value", arguments: { value }, worth }, ...inColumns);
    else offers.push({ tool: "find_columns_containing_value_fuzzy", arguments: { value: inner }, worth });
  }
  return offers;
}
