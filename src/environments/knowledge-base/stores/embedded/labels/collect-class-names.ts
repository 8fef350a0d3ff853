import { nameWords } from "../../../../../util/name-words.ts";
import { localName } from "../../../labels/local-name.ts";
import { type CollectedNames, NameCollector } from "../../../labels/name-collector.ts";
import { nameMark } from "../../../labels/name-mark.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { TripleTable } from "../triple-table.ts";
import { weightOf, writtenNamesOf } from "./written-names.ts";

/**
 * Labels and aliases of classes, and the words of their local names besides: `TVShow` gives "tv show", `film.director` gives "film director"
 * and "director".
 */
export function collectClassNames(
  table: TripleTable,
  vocabulary: Vocabulary,
  classes: ReadonlySet<number>,
): CollectedNames {
  const names = new NameCollector();
  const weight = (node: number) => weightOf(table, node);
  for (const { node, text, mark } of writtenNamesOf(table, vocabulary, classes)) {
    names.add(text, node, mark, weight(node));
  }
  const local = nameMark("local", 0);
  for (const node of classes) {
    const term = table.dictionary.term(node);
    if (term.kind !== "iri") continue;
    for (const name of classWords(localName(term.value))) names.add(name, node, local, weight(node));
  }
  return names.finish(weight);
}

/** The words of all parts, and those of the last part where there are several (`people.person`). */
function classWords(local: string): ReadonlySet<string> {
  const last = local.slice(local.lastIndexOf(".") + 1);
  const words = nameWords(local).filter((word, i, all) => word !== all[i - 1]);
  return new Set([words.join(" "), nameWords(last).join(" ")]);
}
