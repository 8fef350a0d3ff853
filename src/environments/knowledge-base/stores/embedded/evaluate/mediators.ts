import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { endsOf } from "./edges.ts";
import type { TermSpace } from "./term-space.ts";
import type { Work } from "./work.ts";

const PIECE = 32_768;
const LABELLED = 1;
const EXPLICIT = 2;
const UNLABELLED = 4;

/** Which nodes only hold others together. Found once for all nodes, one byte each. */
export class Mediators {
  readonly #marks: Uint8Array;
  readonly #any: boolean;
  /** By predicate number times two, plus one for inverse: whether any such edge ends in a mediator. */
  readonly leadThere: Uint8Array;

  private constructor(marks: Uint8Array, leadThere: Uint8Array) {
    this.#marks = marks;
    this.leadThere = leadThere;
    this.#any = leadThere.includes(1);
  }

  static async find(space: TermSpace, vocabulary: Vocabulary, work: Work): Promise<Mediators> {
    const { table } = space;
    const marks = new Uint8Array(table.dictionary.nodes);
    const leadThere = new Uint8Array(table.predicates.length * 2);
    const { classes, prefixes, unlabelled } = vocabulary.mediators;
    if (unlabelled) await markLabels(space, vocabulary, marks, work);
    if (unlabelled) markUnlabelled(space, marks);
    markClasses(space, vocabulary, classes, marks);
    if (prefixes.length > 0) {
      await work.inPieces(marks.length, PIECE, (low, high) => {
        for (let id = low; id < high; id++) {
          const text = table.dictionary.textOf(id);
          if (prefixes.some((prefix) => text.startsWith(prefix)))
            marks[id] = (marks[id] as number) | EXPLICIT;
        }
      });
    }
    const { offsets, subjects, objects } = table.byPredicate;
    for (let predicate = 0; predicate < table.predicates.length; predicate++) {
      const start = offsets[predicate] as number;
      await work.inPieces((offsets[predicate + 1] as number) - start, PIECE, (low, high) => {
        let [forward, inverse] = [0, 0];
        for (let at = start + low; at < start + high; at++) {
          forward |= marks[objects[at] as number] ?? 0;
          inverse |= marks[subjects[at] as number] ?? 0;
        }
        if (forward > LABELLED) leadThere[predicate * 2] = 1;
        if (inverse > LABELLED) leadThere[predicate * 2 + 1] = 1;
      });
    }
    return new Mediators(marks, leadThere);
  }

  /** The marks that make a node a mediator as seen from `id`: from nodes without a label only those that are said to be mediators. */
  seenFrom(id: number): number {
    if (!this.#any) return 0;
    const mark = this.#marks[id];
    return mark === undefined || (mark & LABELLED) !== 0 ? EXPLICIT | UNLABELLED : EXPLICIT;
  }

  is(node: number, seen: number): boolean {
    return ((this.#marks[node] ?? 0) & seen) !== 0;
  }
}

async function markLabels(
  { table, predicates }: TermSpace,
  vocabulary: Vocabulary,
  marks: Uint8Array,
  work: Work,
): Promise<void> {
  const { offsets, subjects, objects } = table.byPredicate;
  const { nodes } = table.dictionary;
  for (const label of vocabulary.label) {
    const predicate = predicates.number(label);
    if (predicate === undefined) continue;
    const start = offsets[predicate] as number;
    await work.inPieces((offsets[predicate + 1] as number) - start, PIECE, (low, high) => {
      for (let at = start + low; at < start + high; at++) {
        const object = objects[at] as number;
        if (object >= nodes && table.dictionary.textOf(object) !== "")
          marks[subjects[at] as number] = LABELLED;
      }
    });
  }
}

function markUnlabelled({ table }: TermSpace, marks: Uint8Array): void {
  const { offsets } = table.bySubject;
  for (let id = 0; id < marks.length; id++) {
    if (marks[id] === 0 && offsets[id] !== offsets[id + 1]) marks[id] = UNLABELLED;
  }
}

function markClasses(
  { table, predicates }: TermSpace,
  vocabulary: Vocabulary,
  classes: readonly string[],
  marks: Uint8Array,
): void {
  for (const type of vocabulary.type) {
    const predicate = predicates.number(type);
    if (predicate === undefined) continue;
    for (const value of classes) {
      const id = table.dictionary.idOf({ kind: "iri", value });
      if (id === undefined) continue;
      for (const node of endsOf(table, id, { predicate, inverse: true })) {
        if (node < marks.length) marks[node] = (marks[node] as number) | EXPLICIT;
      }
    }
  }
}
