import type { Program } from "../../../../src/environments/knowledge-base/program/program.ts";
import { iri, type Term } from "../../../../src/environments/knowledge-base/term/term.ts";
import { createNames } from "../../../../src/environments/knowledge-base/vocabulary/names.ts";
import { randomPrograms, sampledGraph } from "../../../support/random-programs.ts";
import { AWKWARD_TRIPLES, EX, FIXTURE_TRIPLES, FIXTURE_VOCABULARY } from "../stores/triple-store-fixture.ts";

export const names = createNames(FIXTURE_VOCABULARY);

export const full = (name: string): string => EX + name;

/** Classes of the fixture begin with a capital. */
export const isClass = (each: string): boolean => /^http:\/\/example\.org\/[A-Z]/u.test(each);

export const one = (name: string): Program => ({ op: "terms", terms: [iri(full(name))] });
export const follow = (from: Program, relation: string): Program => ({
  op: "follow",
  from,
  step: { predicate: full(relation.replace("^", "")), inverse: relation.startsWith("^") },
});
export const instances = (name: string): Program => ({ op: "instances", class: full(name) });

const strange: readonly Term[] = [
  "1987",
  "R",
  "a,b",
  "Alien_(film)",
  "O'Brien",
  "with space",
  "ünïcode",
  "AND",
  "x^^y",
  "_:b",
  "1987-05",
].map((name) => iri(full(name)));

/** Programs over the fixture and over names that could be taken for something else. */
export const somePrograms = (count: number, seed: number): readonly Program[] =>
  randomPrograms({
    seed,
    count,
    graph: sampledGraph(
      [
        ...FIXTURE_TRIPLES,
        ...AWKWARD_TRIPLES,
        ...strange.map((term) => [term, iri(full("odd(name)")), term] as const),
      ],
      FIXTURE_VOCABULARY,
    ),
  });
