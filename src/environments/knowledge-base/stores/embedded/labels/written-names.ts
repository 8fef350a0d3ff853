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

type Kind = "label" | "alias";

/** All labels, then all aliases; a node may have many. */
export function* writtenNames(table: TripleTable, vocabulary: Vocabulary): Iterable<WrittenName> {
  const { offsets, subjects, objects } = table.byPredicate;
  for (const [predicate, kind] of namePredicates(table, vocabulary)) {
    const end = offsets[predicate + 1] as number;
    for (let at = offsets[predicate] as number; at < end; at++) {
      const name = nameOf(table, vocabulary, kind, subjects[at] as number, objects[at] as number);
      if (name !== undefined) yield name;
    }
  }
}

/** Those of some nodes. */
export function* writtenNamesOf(
  table: TripleTable,
  vocabulary: Vocabulary,
  nodes: Iterable<number>,
): Iterable<WrittenName> {
  const { offsets, predicates, ends } = table.bySubject;
  const kinds = new Map(namePredicates(table, vocabulary).toReversed());
  for (const node of nodes) {
    const end = offsets[node + 1] as number;
    for (let at = offsets[node] as number; at < end; at++) {
      const kind = kinds.get(predicates[at] as number);
      const name = kind && nameOf(table, vocabulary, kind, node, ends[at] as number);
      if (name !== undefined) yield name;
    }
  }
}

/** Triples around a node, in both directions. */
export function weightOf({ bySubject, byObject }: TripleTable, node: number): number {
  return degree(bySubject.offsets, node) + degree(byObject.offsets, node);
}

function namePredicates(table: TripleTable, vocabulary: Vocabulary): readonly (readonly [number, Kind])[] {
  return (["label", "alias"] as const).flatMap((kind) =>
    vocabulary[kind]
      .map((predicate) => predicateNumber(table, predicate))
      .filter((number) => number !== undefined)
      .map((number) => [number, kind] as const),
  );
}

/** Undefined where the object is no literal. */
function nameOf(
  { dictionary }: TripleTable,
  { languages }: Vocabulary,
  kind: Kind,
  node: number,
  object: number,
): WrittenName | undefined {
  if (object < dictionary.nodes) return undefined;
  const term = dictionary.term(object);
  if (term.kind !== "literal") return undefined;
  const mark = nameMark(kind, languageRank(languages, term.language));
  return { node, text: term.value, alias: kind === "alias", mark };
}

function degree(offsets: Uint32Array, node: number): number {
  return node + 1 < offsets.length ? (offsets[node + 1] as number) - (offsets[node] as number) : 0;
}
