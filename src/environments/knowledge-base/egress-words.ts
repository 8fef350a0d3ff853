import type { EgressWords } from "../../environment/egress/egress-level.ts";
import { wordsOf } from "../../environment/egress/words-of.ts";
import type { Json } from "../../util/json.ts";
import type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
import { readState } from "./knowledge-base-state.ts";

/** Arguments that name a part of the schema or are written in full by the model; the others may have become identifiers. */
const NAMING = ["relation", "attribute", "class", "comparison", "query"];

const textOf = (value: Json | undefined): readonly string[] => (typeof value === "string" ? [value] : []);

/**
 * The words of the vocabulary; those of classes and relations are learned where they are named (`schemaName`), because no store can list all of
 * them. Identifiers of entities are values like their labels.
 */
export function egressWords({ environment, store, names }: KnowledgeBaseServices): EgressWords {
  const { vocabulary, target } = store;
  const { label, alias, type, subclass, description } = vocabulary;
  const predicates = [label, alias, type, subclass, description].flat().map((iri) => names.short(iri));
  const known = wordsOf([target.name, vocabulary.name, ...Object.keys(vocabulary.prefixes), ...predicates]);
  return {
    names: () => known,
    written(workspace) {
      const { question = "", searched, variables } = readState(workspace, environment);
      const given = variables.flatMap(({ arguments: all }) => NAMING.flatMap((name) => textOf(all[name])));
      return [question, ...searched, ...given];
    },
  };
}
