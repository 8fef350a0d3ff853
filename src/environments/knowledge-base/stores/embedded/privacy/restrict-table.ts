import { MASKED_TEXT } from "../../../../../environment/privacy-rules.ts";
import type { GraphRules } from "../../../privacy/graph-rules.ts";
import { iri, literal, type Term } from "../../../term/term.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { type BuiltTable, TableBuilder } from "../table/table-builder.ts";
import { predicateNumber, type TripleTable } from "../triple-table.ts";

/** Work between two looks at the signal. */
const TRIPLES_AT_ONCE = 200_000;

/** The table as if what is denied had never stood in the file: not even its dictionary has a term that no triple of the rest has. */
export async function restrictTable(
  table: TripleTable,
  rules: GraphRules,
  vocabulary: Vocabulary,
  signal: AbortSignal,
): Promise<BuiltTable> {
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

/** 1 for each term that does not exist. */
function hiddenTerms(table: TripleTable, rules: GraphRules, { type }: Vocabulary): Uint8Array {
  const { dictionary } = table;
  const hidden = new Uint8Array(dictionary.count);
  const { deniedClasses, allowedClasses, deniedPredicates } = rules;
  if (allowedClasses !== undefined) {
    hidden.fill(1, 0, dictionary.nodes);
    for (const id of withMembers(table, allowedClasses, type)) hidden[id] = 0;
    // Predicates are named by the rules themselves.
    for (const id of table.predicates) hidden[id] = 0;
  }
  for (const id of withMembers(table, deniedClasses, type)) hidden[id] = 1;
  for (const predicate of deniedPredicates) {
    const id = dictionary.idOf(iri(predicate));
    if (id !== undefined) hidden[id] = 1;
  }
  const isHidden = (term: Term): boolean => {
    if (term.kind === "triple") return mentionsHidden(term, rules, isHidden);
    const id = term.kind === "literal" ? undefined : dictionary.idOf(term);
    return id === undefined ? allowedClasses !== undefined && term.kind !== "literal" : hidden[id] === 1;
  };
  for (let id = dictionary.nodes; id < dictionary.count; id++) {
    const term = dictionary.term(id);
    if (term.kind === "triple" && mentionsHidden(term, rules, isHidden)) hidden[id] = 1;
  }
  return hidden;
}

function mentionsHidden(
  { subject, predicate, object }: Extract<Term, { kind: "triple" }>,
  { deniedPredicates, maskedPredicates }: GraphRules,
  isHidden: (term: Term) => boolean,
): boolean {
  return (
    deniedPredicates.has(predicate.value) ||
    maskedPredicates.has(predicate.value) ||
    isHidden(predicate) ||
    isHidden(subject) ||
    isHidden(object)
  );
}

function withMembers(
  table: TripleTable,
  classes: ReadonlySet<string>,
  type: readonly string[],
): readonly number[] {
  const { dictionary, byPredicate } = table;
  const ids = new Set([...classes].flatMap((each) => dictionary.idOf(iri(each)) ?? []));
  const members = new Set(ids);
  for (const predicate of type) {
    const number = predicateNumber(table, predicate);
    if (number === undefined || ids.size === 0) continue;
    const { offsets, subjects, objects } = byPredicate;
    for (let at = offsets[number] as number; at < (offsets[number + 1] as number); at++) {
      if (ids.has(objects[at] as number)) members.add(subjects[at] as number);
    }
  }
  return [...members];
}
