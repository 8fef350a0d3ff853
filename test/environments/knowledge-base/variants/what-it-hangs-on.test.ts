import { describe, expect, it } from "vitest";
import { withEgress } from "../../../../src/environment/egress/with-egress.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { memoryStore } from "../../../support/memory-store.ts";
import { onStoppedClock } from "../../../support/stopped-clock.ts";
import { fixtureEnvironment, Session } from "../fixture-environment.ts";
import { ex, FIXTURE_TRIPLES, FIXTURE_VOCABULARY, typed } from "../stores/triple-store-fixture.ts";

const type = FIXTURE_TRIPLES[0]?.[1] ?? ex("type");
const store = await memoryStore(
  [
    ...FIXTURE_TRIPLES,
    [ex("heat"), ex("mainCast"), ex("deniro")],
    [ex("heat"), ex("criticRating"), typed("5", "decimal")],
    [ex("casino"), ex("criticRating"), typed("9.9", "decimal")],
    [ex("pacino"), ex("sibling"), ex("deniro")],
    [ex("stone"), ex("sibling"), ex("pacino")],
    [ex("pacino"), ex("parent"), ex("caesar")],
    [ex("potente"), ex("parent"), ex("pacino")],
    [ex("lost"), type, ex("SilentFilm")],
  ],
  FIXTURE_VOCABULARY,
);

/** Shared by all tests, and closed by none. */
const STORE = { ...store, close: async () => {} };

type Call = readonly [tool: string, given: JsonObject];
const follow = (variable: string, relation: string): Call => ["get_neighbors", { variable, relation }];
const BORN_IN_NEW_YORK = follow("newyork", "^bornIn");
const BEST_FILM: readonly Call[] = [
  ["instances", { class: "Film" }],
  ["get_attributes", { variable: "#0" }],
  ["argmax", { variable: "#0", attribute: "rating" }],
];

/** Question, calls, and what it is told that the question could also mean: the kind, the reading, the other program. */
const CASES: readonly (readonly [string, readonly Call[], (readonly [string, string, string])?])[] = [
  // A relation or its fellow.
  [
    "Who is the cast of Heat?",
    [follow("heat", "mainCast")],
    ["relation", "by cast instead of mainCast: 2 members instead of Robert De Niro", "(JOIN (R cast) heat)"],
  ],
  ["Who is the main cast of Heat?", [follow("heat", "mainCast")]],
  ["Who is the cast of Heat?", [follow("heat", "cast")]],
  ["Who is the director of Heat?", [follow("heat", "director")]],
  [
    "Which film has the best critic rating?",
    BEST_FILM,
    ["relation", "by criticRating instead of rating: Casino instead of Heat", "(ARGMAX Film criticRating)"],
  ],
  ["Which film has the best rating?", BEST_FILM],
  // Both directions of a pair, and none of what holds one way.
  [
    "Who are the siblings of Al Pacino?",
    [follow("pacino", "sibling")],
    [
      "direction",
      "sibling in both directions: 2 members instead of Robert De Niro",
      "(OR (JOIN (R sibling) pacino) (JOIN sibling pacino))",
    ],
  ],
  ["Who is the parent of Al Pacino?", [follow("pacino", "parent")]],
  // Classes.
  [
    "Which films are there?",
    [["instances", { class: "SilentFilm" }]],
    ["class", "Film instead of SilentFilm: 8 members instead of lost", "Film"],
  ],
  [
    "Which directors were born in New York?",
    [BORN_IN_NEW_YORK],
    [
      "class",
      "only those of class Director: Martin Scorsese instead of 3 members",
      "(AND (JOIN bornIn newyork) Director)",
    ],
  ],
  [
    "How many directors were born in New York?",
    [BORN_IN_NEW_YORK, ["count", { variable: "#0" }]],
    ["class", "only those of class Director: 1 instead of 3", "(COUNT (AND (JOIN bornIn newyork) Director))"],
  ],
  ["Who was born where a director was born?", [BORN_IN_NEW_YORK]],
  [
    "Which actors were born in New York or Chicago?",
    [BORN_IN_NEW_YORK, follow("chicago", "^bornIn"), ["union", { variable1: "#0", variable2: "#1" }]],
    [
      "class",
      "only those of class Actor: 3 members instead of 4",
      "(AND (OR (JOIN bornIn newyork) (JOIN bornIn chicago)) Actor)",
    ],
  ],
];

const asked = (question: string, calls: readonly Call[]) => onStoppedClock(() => askedOf(question, calls));

async function askedOf(question: string, calls: readonly Call[]) {
  const session = await Session.open(question, { store: STORE });
  let notes: readonly string[] = [];
  for (const [tool, given] of calls) {
    const observation = await session.take(tool, given);
    notes = observation.notes.flatMap(({ code, message }) => (code === "could-also-mean" ? message : []));
  }
  const concluded = await session.conclude();
  if (concluded.failure) throw new TypeError(JSON.stringify(concluded.failure));
  return { notes, hangsOn: concluded.evidence.hangsOn ?? [] };
}

describe("what an answer from a knowledge base hangs on", () => {
  it.each(CASES.map((each) => ({ each, question: each[0], calls: each[1] })))(
    "$question $calls",
    async ({ each }) => {
      const [question, calls, expected] = each;
      const { notes, hangsOn } = await asked(question, calls);
      const told = hangsOn.map(({ kind, text, query }) => [kind, text, query]);
      expect(told).toEqual(expected === undefined ? [] : [expected]);
      expect(notes).toEqual(expected === undefined ? [] : [`The question could also mean ${expected[1]}.`]);
    },
  );

  it("is one of several members where one is asked for, and told the person alone", async () => {
    const films = [follow("mann", "^director")];
    const { notes, hangsOn } = await asked("Name a film by Michael Mann.", films);
    expect(notes).toEqual([]);
    expect(hangsOn).toMatchObject([
      { kind: "one-of-several", text: expect.stringMatching(/^any one of them: .* instead of 3 members$/u) },
    ]);
    expect((await asked("Name the films by Michael Mann.", films)).hangsOn).toEqual([]);
  });

  it("is told at the end only where the whole answer changes, and of every step", async () => {
    const cast = follow("heat", "mainCast");
    const town = await asked("Where was the cast of Heat born?", [cast, follow("#0", "bornIn")]);
    expect(town).toEqual({ notes: [], hangsOn: [] });
    const { hangsOn } = await asked("How tall is the cast of Heat?", [cast, follow("#0", "height")]);
    expect(hangsOn).toMatchObject([{ text: "by cast instead of mainCast: 2 members instead of 1.77" }]);
  });

  it("keeps values from a model that may see none, and not from the person", async () => {
    const raw = await fixtureEnvironment(STORE);
    const environment = withEgress(raw, "schema");
    const context = testContext();
    const task = { question: "Who is the cast of Heat?" };
    const action = {
      environment: "kb",
      tool: "get_neighbors",
      arguments: { variable: "heat", relation: "mainCast" },
    };
    const result = await environment.act(await environment.openWorkspace(task, context), action, context);
    if (result.failure) throw new TypeError(result.failure.message);
    const [note] = result.observation.notes;
    expect(note?.message).toBe(
      "The question could also mean by cast instead of mainCast: 2 members instead of •.",
    );
    const { evidence } = await environment.conclude(result.workspace, {}, context);
    expect(evidence?.hangsOn?.[0]?.text).toContain("Robert De Niro");
  });

  it("is nothing without the question", async () => {
    expect(await asked("", [follow("heat", "mainCast")])).toEqual({ notes: [], hangsOn: [] });
  });
});
