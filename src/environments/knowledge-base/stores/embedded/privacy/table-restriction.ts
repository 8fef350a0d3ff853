import { MASKED_TEXT, type PrivacyRules, privacyKey } from "../../../../../environment/privacy-rules.ts";
import {
  type GraphRules,
  type GraphSource,
  resolveGraphRules,
} from "../../../privacy/resolve-graph-rules.ts";
import { iri, literal } from "../../../term/term.ts";
import { detectVocabulary } from "../../../vocabulary/names.ts";

import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { TableRestriction } from "../reading/load-triple-table.ts";
import { TableBuilder } from "../table/table-builder.ts";
import { eachPair, predicateNumber, type TripleTable } from "../triple-table.ts";

/** Triples between two checks of the signal. */
const TRIPLES_AT_ONCE = 200_000;

/** The table as if the file had never contained hidden triples: its dictionary holds only terms of the remaining triples. */
async function restrictTable(
  table: TripleTable,
  rules: GraphRules,
  vocabulary: Vocabulary,
  signal: AbortSignal,
): Promise<TripleTable> {
  const { dictionary, byPredicate } = table;
  const hidden = hiddenTerms(table, rules, vocabulary);
  const builder = new TableBuilder();
  const numbers = new Map<number, number>();
  const numberOf = (id: number): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const number = builder.term(dictionary.term(id));
    numbers.set(id, number);
    return number;
  };
  const masked = builder.term(literal(MASKED_TEXT));
  let done = 0;
  for (const [number, id] of table.predicates.entries()) {
    const predicate = dictionary.textOf(id);
    if (rules.deniedPredicates.has(predicate) || hidden[id] === 1) continue;
    const isMasked = rules.maskedPredicates.has(predicate);
    const written = builder.predicate(predicate);
    for (
      let at = byPredicate.offsets[number] as number;
      at < (byPredicate.offsets[number + 1] as number);
      at++
    ) {
      if (done++ % TRIPLES_AT_ONCE === 0) await breath(signal);
      const [subject, object] = [byPredicate.subjects[at] as number, byPredicate.objects[at] as number];
      if (hidden[subject] === 1 || hidden[object] === 1) continue;
      builder.add(numberOf(subject), written, isMasked ? masked : numberOf(object));
    }
  }
  return builder.finish({ signal });
}

async function breath(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
}

/** 1 for each term that is hidden. */
function hiddenTerms(table: TripleTable, rules: GraphRules, { type }: Vocabulary): Uint8Array {
  const { dictionary } = table;
  const hidden = new Uint8Array(dictionary.count);
  const { deniedClasses, allowedClasses, deniedPredicates } = rules;
  if (allowedClasses !== undefined) {
    hidden.fill(1, 0, dictionary.nodes);
    for (const id of withMembers(table, allowedClasses, type)) hidden[id] = 0;
    // Allowed classes do not hide predicates; the rules for predicates do.
    for (const id of table.predicates) hidden[id] = 0;
  }
  for (const id of withMembers(table, deniedClasses, type)) hidden[id] = 1;
  for (const predicate of deniedPredicates) {
    const id = dictionary.idOf(iri(predicate));
    if (id !== undefined) hidden[id] = 1;
  }
  return hidden;
}

function withMembers(
  table: TripleTable,
  classes: Iterable<string>,
  type: readonly string[],
): readonly number[] {
  const ids = new Set([...classes].flatMap((each) => table.dictionary.idOf(iri(each)) ?? []));
  const members = new Set(ids);
  for (const predicate of ids.size === 0 ? [] : type)
    eachPair(table, predicate, (subject, object) => {
      if (ids.has(object)) members.add(subject);
    });
  return [...members];
}

/** The predicates, classes and labels of a table that privacy rules can match. */
function sourceOf(table: TripleTable, { label, alias }: Vocabulary): GraphSource {
  const { dictionary, bySubject } = table;
  const texts = (ids: Iterable<number>) => Array.from(ids, (id) => dictionary.textOf(id));
  const naming = new Set([...label, ...alias].map((each) => predicateNumber(table, each)));
  const labelsOf = (node: string): readonly string[] => {
    const id = dictionary.idOf(iri(node));
    const labels: string[] = [];
    if (id === undefined) return labels;
    for (let at = bySubject.offsets[id] as number; at < (bySubject.offsets[id + 1] as number); at++) {
      const end = bySubject.ends[at] as number;
      if (naming.has(bySubject.predicates[at]) && end >= dictionary.nodes)
        labels.push(dictionary.textOf(end));
    }
    return labels;
  };
  return {
    predicates: () => texts(table.predicates),
    objects: (predicates) => {
      const found = new Set<number>();
      for (const predicate of predicates)
        eachPair(table, predicate, (_, object) => {
          if (object < dictionary.nodes) found.add(object);
        });
      return texts([...found]);
    },
    instances: (predicates, classes) =>
      texts(withMembers(table, classes, predicates)).filter((each) => !classes.includes(each)),
    pairs: (predicates) => predicates.flatMap((predicate) => pairsOf(table, predicate)),
    labels: (iris) => new Map(iris.map((each) => [each, labelsOf(each)])),
  };
}

/** Pairs of a predicate, without those whose object is a literal. */
function pairsOf(table: TripleTable, predicate: string): readonly (readonly [string, string])[] {
  const { dictionary } = table;
  const texts = new Map<number, string>();
  const text = (id: number): string => {
    const known = texts.get(id) ?? dictionary.textOf(id);
    texts.set(id, known);
    return known;
  };
  const found: (readonly [string, string])[] = [];
  eachPair(table, predicate, (subject, object) => {
    if (object < dictionary.nodes) found.push([text(subject), text(object)]);
  });
  return found;
}

/** Privacy rules for a table that is being loaded. Uses the vocabulary of the whole file. */
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
      const resolved = await resolveGraphRules(rules, sourceOf(table, vocabulary), vocabulary);
      return {
        table: await restrictTable(table, resolved, vocabulary, signal),
        masked: [...resolved.maskedPredicates],
      };
    },
  };
}
