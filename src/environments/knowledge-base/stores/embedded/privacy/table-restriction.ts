import { type PrivacyRules, privacyKey } from "../../../../../environment/privacy-rules.ts";
import { resolveGraphRules } from "../../../privacy/resolve-graph-rules.ts";
import { detectVocabulary } from "../../../vocabulary/detect-vocabulary.ts";
import { createNames } from "../../../vocabulary/names.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { TableRestriction } from "../reading/load-triple-table.ts";
import { partsOfTable } from "./parts-of-table.ts";
import { restrictTable } from "./restrict-table.ts";

/** Rules over a table that is being loaded, read in the vocabulary that the whole file has. */
export function tableRestriction(
  rules: PrivacyRules,
  given: Vocabulary | undefined,
  signal: AbortSignal,
): TableRestriction {
  return {
    key: `${privacyKey(rules)} ${JSON.stringify([given?.type, given?.subclass, given?.label])}`,
    async apply(table) {
      const predicates = Array.from(table.predicates, (id) => table.dictionary.textOf(id));
      const vocabulary = given ?? detectVocabulary(predicates);
      const resolved = resolveGraphRules(rules, partsOfTable(table, vocabulary), {
        names: createNames(vocabulary),
        vocabulary,
      });
      return {
        table: await restrictTable(table, resolved, vocabulary, signal),
        masked: [...resolved.maskedPredicates],
      };
    },
  };
}
