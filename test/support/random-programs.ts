import type { Comparison, Program, Step } from "../../src/environments/knowledge-base/program/program.ts";
import { comparableValue } from "../../src/environments/knowledge-base/term/comparable-value.ts";
import { isNode, type Term } from "../../src/environments/knowledge-base/term/term.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import type { Triple } from "./naive-set.ts";

const COMPARISONS: readonly Comparison[] = ["=", "!=", "<", "<=", ">", ">=", "contains"];

/** Numbers from 0 to below `limit`, the same for the same seed. */
export function seeded(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/**
 * Programs of all operations over the terms, predicates and classes of some triples: mostly such as lead somewhere, as each begins at a triple. Without
 * blank nodes, which have no name to start from.
 */
export function randomPrograms(
  triples: readonly Triple[],
  vocabulary: Vocabulary,
  options: { readonly seed: number; readonly count: number; readonly depth?: number },
): readonly Program[] {
  const random = seeded(options.seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const named = triples.filter((triple) =>
    triple.every((term) => term.kind === "iri" || term.kind === "literal"),
  );
  const values = named.map(([, , object]) => object).filter((object) => !isNode(object));
  const attributes = named.filter(([, , object]) => comparableValue(object) !== undefined);
  const typing = named.filter(
    ([, predicate]) => predicate.kind === "iri" && vocabulary.type.includes(predicate.value),
  );
  const iriOf = (term: Term): string => (term.kind === "iri" ? term.value : "");

  const step = (): Step => ({ predicate: iriOf(pick(named)[1]), inverse: random(3) === 0 });
  const attribute = (): readonly Step[] => {
    const last: Step = {
      predicate: iriOf(pick(attributes.length > 0 ? attributes : named)[1]),
      inverse: false,
    };
    const shape = random(12);
    if (shape === 0) return [];
    return shape < 3 ? [step(), last] : shape === 3 ? [step()] : [last];
  };
  const start = (): Program => {
    const shape = random(8);
    if (shape < 2 && typing.length > 0) return { op: "instances", class: iriOf(pick(typing)[2]) };
    if (shape === 2)
      return {
        op: "terms",
        terms: Array.from({ length: random(5) }, () => pick(named)[random(2) * 2] as Term),
      };
    if (shape === 3 && values.length > 0) return { op: "terms", terms: [pick(values)] };
    const [subject, predicate, object] = pick(named);
    const inverse = random(2) === 0;
    const from: Program = { op: "terms", terms: [inverse ? object : subject] };
    return { op: "follow", from, step: { predicate: iriOf(predicate), inverse } };
  };
  const grow = (depth: number): Program => {
    if (depth === 0) return start();
    const of = grow(depth - 1);
    const shape = random(12);
    if (shape < 4) return { op: "follow", from: of, step: step() };
    if (shape < 7) {
      const op = pick(["intersection", "union", "difference"] as const);
      const right = random(3) === 0 ? of : grow(random(depth));
      return { op, left: of, right };
    }
    if (shape < 9) return { op: pick(["argmax", "argmin"] as const), of, attribute: attribute() };
    if (shape < 11) {
      const value = pick(
        random(4) === 0 ? named.map(([, , object]) => object) : values.length > 0 ? values : [pick(named)[2]],
      );
      return { op: "filter", of, attribute: attribute(), comparison: pick(COMPARISONS), value };
    }
    return random(3) === 0 ? { op: "count", of } : of;
  };
  return Array.from({ length: options.count }, () => grow(random((options.depth ?? 4) + 1)));
}
