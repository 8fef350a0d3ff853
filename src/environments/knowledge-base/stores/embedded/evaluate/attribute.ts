import type { Step } from "../../../program/program.ts";
import { attributeValue } from "../../../term/attribute-value.ts";
import type { ComparableValue } from "../../../term/comparable-value.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import { adjacencyOf, edgesStart, type NumberedStep, numberedStep } from "./edges.ts";
import { DATE, NODE, NUMBER, TEXT, type TermSpace } from "./term-space.ts";

/** An attribute of one or more steps (or none: the members themselves), ready to be read off many members. */
export class Attribute {
  readonly #space: TermSpace;
  /** Undefined where the data lack one of the predicates, so that nobody has a value. */
  readonly steps: readonly NumberedStep[] | undefined;
  readonly #declared: "number" | "date" | undefined;

  constructor(space: TermSpace, vocabulary: Vocabulary, path: readonly Step[]) {
    this.#space = space;
    const steps = path.map((step) => numberedStep(space.predicates, step));
    this.steps = steps.every((step) => step !== undefined) ? steps : undefined;
    this.#declared = declaredKind(vocabulary, path.at(-1));
  }

  /** Calls `visit` with every end, some perhaps several times, until it gives true. */
  some(id: number, visit: (end: number) => boolean, at = 0): boolean {
    if (this.steps === undefined) return false;
    const step = this.steps[at];
    if (step === undefined) return visit(id);
    const adjacency = adjacencyOf(this.#space.table, step.inverse);
    if (id >= this.#space.table.dictionary.count) return false;
    const last = adjacency.offsets[id + 1] as number;
    for (let edge = edgesStart(adjacency, id, step.predicate); edge < last; edge++) {
      if (adjacency.predicates[edge] !== step.predicate) break;
      const end = adjacency.ends[edge] as number;
      if (at + 1 === this.steps.length ? visit(end) : this.some(end, visit, at + 1)) return true;
    }
    return false;
  }

  value(end: number): ComparableValue | undefined {
    return comparedBy(this.#space, end, this.#declared);
  }
}

export function declaredKind(
  { attributes }: Vocabulary,
  last: Step | undefined,
): "number" | "date" | undefined {
  return last === undefined || last.inverse ? undefined : attributes[last.predicate];
}

/** What an end is compared by; `declared` says what plain text stands for. */
export function comparedBy(
  space: TermSpace,
  end: number,
  declared: "number" | "date" | undefined,
): ComparableValue | undefined {
  switch (space.kind(end)) {
    case NODE:
      return undefined;
    case NUMBER:
      return { kind: "number", number: space.number(end) };
    case DATE:
      return attributeValue(space.term(end));
    case TEXT:
      return declared === undefined ? undefined : attributeValue(space.term(end), declared);
    default:
      return undefined;
  }
}
