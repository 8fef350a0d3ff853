import { describe, expect, it } from "vitest";
import type { Program } from "../../../../../src/environments/knowledge-base/program/program.ts";
import { iri, literal, type Term } from "../../../../../src/environments/knowledge-base/term/term.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import { memoryStore } from "../../../../support/memory-store.ts";
import { oxigraphMembers } from "../../../../support/oxigraph-members.ts";
import { Seeded } from "../../../../support/random-programs.ts";
import {
  both,
  EX,
  either,
  ex,
  FIXTURE_VOCABULARY,
  filter,
  follow,
  instances,
  least,
  most,
  shown,
  storeBounds,
  terms,
  typed,
  without,
} from "../triple-store-fixture.ts";

const SIZE = 2_500;
const type = iri(FIXTURE_VOCABULARY.type[0] ?? "");

/** Things with a size (a number, often the same), a date, plain text that is a number, and links; large enough for every way of evaluation. */
function things(): (readonly [Term, Term, Term])[] {
  const seeded = new Seeded(3);
  const random = (limit: number) => seeded.below(limit);
  return Array.from({ length: SIZE }, (_, i) => {
    const thing = ex(`t${i}`);
    const size =
      random(40) === 0
        ? typed(`${1900 + random(90)}-01-01`, "date")
        : typed(String(random(400) - 50), "integer");
    const triples: (readonly [Term, Term, Term])[] = [
      [thing, type, ex(i % 3 === 0 ? "Odd" : "Even")],
      [thing, ex("link"), ex(`t${random(SIZE)}`)],
      [thing, ex("link"), ex(`t${random(30)}`)],
    ];
    if (i % 5 !== 0)
      triples.push([thing, ex("size"), size], [thing, ex("seen"), literal(`${1500 + random(500)}`)]);
    if (i % 2 === 0) triples.push([thing, ex("size"), typed(`${random(90)}.5`, "decimal")]);
    return triples;
  }).flat();
}

const odd = instances("Odd");
const even = instances("Even");
const all = either(odd, even);
const programs: readonly Program[] = [
  most(all, "size"),
  least(all, "size"),
  most(even, "seen"),
  least(even, "seen"),
  most(even, "link/size"),
  least(follow(all, "link"), "^link/size"),
  most(filter(all, "size", "<", typed("300", "integer")), "size"),
  most(without(all, filter(all, "size", ">=", typed("-1000", "integer"))), "size"),
  ...(["=", "!=", "<", "<=", ">", ">="] as const).flatMap((comparison) => [
    filter(all, "size", comparison, typed("100", "integer")),
    filter(even, "size", comparison, typed("12.5", "decimal")),
    filter(even, "size", comparison, typed("1950", "gYear")),
    filter(even, "seen", comparison, typed("1700", "gYear")),
    filter(even, "seen", comparison, typed("1.7e3", "double")),
  ]),
  filter(all, "link", "=", ex("t7")),
  filter(all, "size", "contains", literal("9")),
  follow(all, "link"),
  follow(even, "^link"),
  follow(follow(even, "size"), "^size"),
  both(follow(even, "link"), odd),
];

const graph = things();
const vocabulary = {
  ...FIXTURE_VOCABULARY,
  mediators: { classes: [], prefixes: [], unlabelled: false },
};

describe("the embedded store on sets of thousands", () => {
  it("has the members that another engine finds, whichever way it takes", async () => {
    const expected = oxigraphMembers(graph, vocabulary);
    const store = await memoryStore(graph, vocabulary);
    for (const program of programs) {
      const { terms: found } = await store.members(program, { limit: 10_000 }, storeBounds());
      expect(found.map(shown).sort(), JSON.stringify(program)).toEqual(expected(program));
    }
  });

  it("takes more predicates than two bytes can number", async () => {
    const count = 66_000;
    const wide = Array.from(
      { length: count },
      (_, i) => [ex(`t${i % 50}`), ex(`p${i}`), ex(`o${i}`)] as const,
    );
    const store = await memoryStore(wide, vocabulary);
    const found = await store.members(
      follow(terms(`t${65_900 % 50}`), "p65900"),
      { limit: 5 },
      storeBounds(),
    );
    expect(found.terms).toEqual([ex("o65900")]);
    expect((await store.schema(storeBounds())).triples).toBe(count);
  });

  it("stops at its time limit or when it is cancelled, and answers the next call", async () => {
    const store = await memoryStore(graph, vocabulary);
    const long = follow(follow(follow(all, "link"), "^link"), "link");
    await rejectsWith("engine-timeout", store.members(long, { limit: 1 }, storeBounds({ milliseconds: 0 })));
    await rejectsWith("engine-timeout", store.relations(all, storeBounds({ milliseconds: 0 })));
    const controller = new AbortController();
    const endless = Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        store.members(
          most(either(all, terms(`x${i}`)), "link/link/size"),
          { limit: 1 },
          storeBounds({ signal: controller.signal }),
        ),
      ),
    );
    setTimeout(() => controller.abort(), 5);
    await rejectsWith("cancelled", endless);
    expect((await store.members(odd, { limit: 1 }, storeBounds())).complete).toBe(false);
  });

  it("goes on beyond the terms that it keeps for programs", async () => {
    const store = await memoryStore(graph, vocabulary);
    const strangers = (from: number): Program =>
      terms(...Array.from({ length: 120_000 }, (_, i) => `stranger${from + i}`), "t1");
    for (const from of [0, 200_000, 400_000]) {
      const summary = await store.summarize(
        both(strangers(from), strangers(from)),
        { sample: 1 },
        storeBounds(),
      );
      expect(summary.size).toBe(120_001);
      const known = await store.members(both(strangers(from), all), { limit: 5 }, storeBounds());
      expect(known.terms).toEqual([{ kind: "iri", value: `${EX}t1` }]);
    }
  });
});
