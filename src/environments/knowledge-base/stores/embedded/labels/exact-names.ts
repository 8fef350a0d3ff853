import { languageRank } from "../../../labels/language-rank.ts";
import { markFactor, nameMark } from "../../../labels/name-mark.ts";
import type { NameMatch } from "../../../store/label-search.ts";
import { iri, type Term } from "../../../term/term.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { predicateNumber, type TripleTable } from "../triple-table.ts";
import { weightOf } from "./written-names.ts";

/** Languages that are tried beside the preferred ones. */
const COMMON = ["en", "de", "fr", "es"];

/** Nodes that have exactly this label or alias, or local name, through the dictionary alone: for while there is no index. */
export function exactNames(
  table: TripleTable,
  vocabulary: Vocabulary,
  text: string,
): readonly { readonly node: number; readonly match: NameMatch }[] {
  const { dictionary } = table;
  const found = new Map<number, NameMatch>();
  const add = (node: number, alias: boolean, mark: number) => {
    const score = markFactor(mark);
    if ((found.get(node)?.score ?? 0) >= score) return;
    const term = dictionary.term(node);
    found.set(node, { term, name: text, alias, tier: "exact", score, weight: weightOf(table, node) });
  };
  for (const language of new Set([...vocabulary.languages, "", ...COMMON])) {
    const object = dictionary.idOf(literalOf(text, language));
    if (object === undefined) continue;
    for (const kind of ["label", "alias"] as const) {
      const mark = nameMark(kind, languageRank(vocabulary.languages, language));
      for (const node of subjectsOf(table, vocabulary[kind], object)) add(node, kind === "alias", mark);
    }
  }
  for (const namespace of new Set(Object.values(vocabulary.prefixes))) {
    const local = text.trim().replaceAll(" ", "_");
    for (const written of new Set([local, encodeURIComponent(local)])) {
      const node = dictionary.idOf(iri(namespace + written));
      if (node !== undefined) add(node, false, nameMark("local", 0));
    }
  }
  return [...found].map(([node, match]) => ({ node, match }));
}

function literalOf(text: string, language: string): Term {
  return { kind: "literal", value: text, ...(language === "" ? {} : { language }) };
}

function* subjectsOf(table: TripleTable, predicates: readonly string[], object: number): Iterable<number> {
  const { offsets, predicates: numbers, ends } = table.byObject;
  const wanted = predicates.map((predicate) => predicateNumber(table, predicate));
  for (let at = offsets[object] as number; at < (offsets[object + 1] as number); at++) {
    if (wanted.includes(numbers[at] as number)) yield ends[at] as number;
  }
}
