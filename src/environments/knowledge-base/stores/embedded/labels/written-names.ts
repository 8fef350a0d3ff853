import { languageRank } from "../../../labels/language-rank.ts";
import { type NameMark, nameMark } from "../../../labels/name-mark.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { predicateNumber, type TripleTable } from "../triple-table.ts";

/** A label or alias of a node, as the file has it. */
export interface WrittenName {
  readonly node: number;
  readonly text: string;
  readonly alias: boolean;
  readonly mark: NameMark;
}

/** All labels, then all aliases; a node may have many. */
export function* writtenNames(table: TripleTable, vocabulary: Vocabulary): Iterable<WrittenName> {
  const { dictionary, byPredicate } = table;
  for (const kind of ["label", "alias"] as const) {
    for (const predicate of vocabulary[kind]) {
      const number = predicateNumber(table, predicate);
      if (number === undefined) continue;
      const end = byPredicate.offsets[number + 1] as number;
      for (let at = byPredicate.offsets[number] as number; at < end; at++) {
        const object = byPredicate.objects[at] as number;
        if (object < dictionary.nodes) continue;
        const term = dictionary.term(object);
        if (term.kind !== "literal") continue;
        const mark = nameMark(kind, languageRank(vocabulary.languages, term.language));
        const node = byPredicate.subjects[at] as number;
        yield { node, text: term.value, alias: kind === "alias", mark };
      }
    }
  }
}

/** Triples around a node, in both directions. */
export function weightOf({ bySubject, byObject }: TripleTable, node: number): number {
  return degree(bySubject.offsets, node) + degree(byObject.offsets, node);
}

function degree(offsets: Uint32Array, node: number): number {
  return node + 1 < offsets.length ? (offsets[node + 1] as number) - (offsets[node] as number) : 0;
}
