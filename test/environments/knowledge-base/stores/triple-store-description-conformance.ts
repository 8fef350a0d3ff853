import assert from "node:assert/strict";
import type { Program } from "../../../../src/environments/knowledge-base/program/program.ts";
import { literal } from "../../../../src/environments/knowledge-base/term/term.ts";
import {
  attributesOf,
  EX,
  either,
  ex,
  follow,
  instances,
  relationsOf,
  shown,
  shownPath,
  storeBounds,
  terms,
  typed,
  type WithStore,
} from "./triple-store-fixture.ts";

/** The entries of a list that is written over several lines. */
function listed(text: string): readonly string[] {
  return text.split(",").flatMap((entry) => entry.trim() || []);
}

/** Relations and attributes of sets. */
function tripleStoreRelationConformance(withStore: WithStore): void {
  const lists = (
    title: string,
    cases: readonly (readonly [program: Program, relations: string])[],
    options?: Parameters<WithStore>[2],
  ): void =>
    withStore(
      title,
      async (store) => {
        for (const [program, relations] of cases)
          assert.deepEqual(await relationsOf(store, program), listed(relations));
      },
      options,
    );

  lists("lists relations of one entity in both directions, with what stands at the other end", [
    [
      terms("usa"),
      `^country 1 entities Film, ^in 1 entities City, area 1 numbers, capital/population 1 numbers`,
    ],
    [terms("germany"), `^country 1 entities Documentary, ^in 1 entities City, area 1 numbers`],
    [terms("island"), `^near 1 entities, near 1 entities`],
  ]);

  lists("lists relations of a set, with the number of members that have each", [
    [
      follow(terms("mann"), "^director"),
      `^forWork/^won 1 entities Director, ^forWork/award 1 entities Award, ^forWork/year 1 dates,
       budget 1 numbers, cast 2 entities Actor, country 3 entities Country,
       director 3 entities Director, genre 2 entities Genre, rating 2 numbers, released 2 dates,
       runtime 3 numbers, score 2 numbers, seen 1 texts, sold 2 texts, year 3 dates`,
    ],
  ]);

  lists("leads through mediators of a class, of a name, without a label, and back only to others", [
    [
      terms("scorsese"),
      `^director 1 entities Film, ^director/cast 1 entities Actor, ^director/genre 1 entities Genre,
       ^director/year 1 dates, born 1 dates, bornIn 1 entities City, spouse/^spouse 1 entities Actor,
       spouse/from 1 dates, won/^won 1 entities Director, won/award 1 entities Award,
       won/forWork 1 entities Film, won/year 1 dates`,
    ],
    [terms("bear"), `^award/^won 1 entities Director, ^award/forWork 1 entities Film, ^award/year 1 dates`],
  ]);

  lists("starts from a mediator as from any node, and from a node without a label not through others", [
    [
      terms("honor2"),
      `^won 1 entities Director, award 1 entities Award, forWork 1 entities Film, year 1 dates`,
    ],
    [terms("washington"), `^capital 1 entities Country, population 1 numbers`],
  ]);

  lists(
    "lists every step by itself where the vocabulary knows no mediators",
    [
      [
        terms("scorsese"),
        `^director 1 entities Film, born 1 dates, bornIn 1 entities City, spouse 1 entities,
       won 1 entities Honor`,
      ],
    ],
    { vocabulary: { mediators: { classes: [], prefixes: [], unlabelled: false } } },
  );

  lists("lists what leads to a value", [
    [
      terms(typed("1999", "gYear")),
      `^year 1 entities Film, ^year/^won 1 entities Director, ^year/award 1 entities Award,
       ^year/forWork 1 entities Film`,
    ],
    [terms(), ""],
    [terms("unheard-of", literal("unheard of")), ""],
  ]);

  withStore(
    "leaves out what the vocabulary hides, by whole names and by beginnings",
    async (store) => {
      const relations = await relationsOf(store, terms("lola"));
      assert.ok(!relations.some((each) => each.startsWith("link/") || each.startsWith("genre")));
      assert.ok(relations.some((each) => each.startsWith("director ")));
    },
    { vocabulary: { hidden: [`${EX}link/*`, `${EX}genre`] } },
  );

  withStore("lists attributes with their range and how many members have them", async (store) => {
    for (const [program, attributes] of [
      [
        instances("Film"),
        `^forWork/year date 3 1999^gYear 2019^gYear, budget number 3 15000000^decimal 60000000^integer,
         rating number 5 7.6^decimal 8.3^decimal,
         released date 4 1995-11^gYearMonth 1999-11-05T20:00:00^dateTime,
         runtime number 7 -5^integer 178^decimal, score date 1 1995-11-22^date 1995-11-22^date,
         score number 2 6.5^decimal 7^integer, seen date 2 2001-02-03 2019, sold number 3 85.5 1200,
         year date 7 1995^gYear 2018^gYear, year number 1 1962^integer 1962^integer`,
      ],
      [terms("oscar", "bear"), `^award/year date 2 1999^gYear 2019^gYear`],
      [terms("drama", "crime"), `^genre/year date 1 1995^gYear 1995^gYear`],
      [terms(), ""],
    ] as const)
      assert.deepEqual(await attributesOf(store, program), listed(attributes));
  });
}

/** What stores say of sets and entities: summaries, labels, facts, ways, the schema. */
export function tripleStoreDescriptionConformance(withStore: WithStore): void {
  tripleStoreRelationConformance(withStore);
  withStore("sums up a set: size, kind, classes, a sample that stays", async (store) => {
    const of = (program: Program, sample = 2) => store.summarize(program, { sample }, storeBounds());
    const short = async (program: Program) => {
      const { size, kind, classes, classesComplete } = await of(program);
      const named = classes.map((each) => `${each.class.replace(EX, "")} ${each.count}`);
      return [size, kind, ...named, classesComplete].join(", ");
    };
    assert.equal(await short(instances("Film")), "8, entities, Film 7, Documentary 1, true");
    assert.equal(await short(terms("heat", "island")), "2, entities, Film 1, false");
    assert.equal(
      await short(terms("odd")),
      `1, entities, ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `K${n} 1`).join(", ")}, false`,
    );
    assert.equal(await short(follow(instances("Film"), "runtime")), "7, numbers, false");
    assert.equal(await short(follow(instances("Film"), "released")), "4, dates, false");
    assert.equal(await short(follow(instances("Film"), "year")), "5, mixed, false");
    assert.equal(await short(follow(instances("Film"), "sold")), "4, texts, false");
    assert.equal(await short(either(terms("heat"), terms(literal("x")))), "2, mixed, Film 1, false");
    assert.equal(await short(terms()), "0, none, true");
    const { sample } = await of(instances("Film"), 3);
    assert.equal(new Set(sample.map(shown)).size, 3);
    assert.deepEqual((await of(instances("Film"), 3)).sample, sample);
    assert.deepEqual((await of(instances("Film"), 0)).sample, []);
    assert.equal((await of(instances("Film"), 100)).sample.length, 8);
  });

  const named = ["heat", "lola", "roma", "epic", "rome", "cuaron", "lean", "stone", "island", "lost"];
  withStore("labels terms in the best language there is", async (store) => {
    const asked = [
      ...named.map(ex),
      literal("Heat"),
      ex("unheard-of"),
      { kind: "blank", value: "nobody" } as const,
    ];
    assert.deepEqual(await store.labels(asked, storeBounds()), [
      "Heat",
      "Run Lola Run",
      "Roma",
      "Epic",
      "Rome",
      "Alfonso Cuarón",
      "D. Lean",
      "Sharon Stone",
      'Island "nowhere"\n\\ 🏝',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    assert.deepEqual(await store.labels([], storeBounds()), []);
    assert.deepEqual(await store.labels([ex("heat"), ex("heat")], storeBounds()), ["Heat", "Heat"]);
  });
  withStore(
    "labels by the languages of the vocabulary",
    async (store) => {
      const labels = await store.labels(["heat", "lola", "epic", "rome", "germany"].map(ex), storeBounds());
      assert.deepEqual(labels, ["Heat", "Lola rennt", "Epos", "Roma", "Deutschland"]);
    },
    { vocabulary: { languages: ["it", "de"] } },
  );

  withStore("says of each entity what is stated of it, so many values of each", async (store) => {
    const facts = await store.facts(
      [ex("heat"), ex("unheard-of"), ex("honor2"), literal("x")],
      { valuesPerPredicate: 1 },
      storeBounds(),
    );
    const short = facts.map((each) =>
      each
        .map(({ step, total }) => `${shownPath([step])} ${total}`)
        .sort()
        .join(", "),
    );
    assert.deepEqual(short, [
      "budget 1, cast 2, country 1, director 1, genre 2, rating 1, released 1, runtime 1, score 1, sold 1, year 1",
      "",
      "award 1, forWork 1, year 1",
      "",
    ]);
    assert.ok(facts.flat().every(({ values }) => values.length === 1));
    const [all] = await store.facts([ex("heat")], { valuesPerPredicate: 5 }, storeBounds());
    const cast = all?.find(({ step }) => step.predicate === `${EX}cast`);
    assert.deepEqual(cast?.values.map(shown).sort(), ["deniro", "pacino"]);
  });

  withStore("finds all shortest ways, over nodes only and without hidden steps", async (store) => {
    const ways = async (from: string, to: string, maxSteps = 5) => {
      const all = await store.paths(ex(from), ex(to), { maxSteps }, storeBounds());
      return all.map((way) => way.map(({ step, node }) => `${shownPath([step])} ${shown(node)}`).join(", "));
    };
    assert.deepEqual(await ways("heat", "mann"), ["director mann"]);
    assert.deepEqual(await ways("mann", "heat"), ["^director heat"]);
    assert.deepEqual(await ways("mann", "deniro"), ["^director heat, cast deniro"]);
    assert.deepEqual(await ways("mann", "pacino"), [
      "^director heat, cast pacino",
      "^director insider, cast pacino",
    ]);
    assert.deepEqual(await ways("tykwer", "bear"), ["won _:, award bear"]);
    assert.deepEqual(await ways("thriller", "crime"), ["near crime", "^near crime"]);
    assert.deepEqual(await ways("island", "island"), []);
    assert.deepEqual(await ways("island", "heat"), []);
    assert.deepEqual(await ways("mann", "pacino", 1), []);
    assert.equal((await ways("lola", "pacino")).length, 2);
    assert.deepEqual(await ways("heat", "unheard-of"), []);
    assert.deepEqual(
      await store.paths(ex("heat"), typed("1995", "gYear"), { maxSteps: 3 }, storeBounds()),
      [],
    );
  });

  withStore("describes its classes and predicates with their sizes", async (store) => {
    const schema = await store.schema(storeBounds());
    assert.equal(schema.complete, true);
    if (schema.triples !== undefined) assert.equal(schema.triples, 245);
    if (schema.entities !== undefined) assert.equal(schema.entities, 50);
    const classes = schema.classes.map((each) => `${each.class.replace(EX, "")} ${each.count}`);
    assert.deepEqual(classes.slice(0, 5), ["Person 10", "Film 7", "Actor 5", "Director 5", "Country 4"]);
    assert.equal(classes.length, 21);
    const predicates = schema.predicates.map((each) =>
      [
        each.predicate,
        each.triples,
        each.objectKind,
        each.subjectClasses.first[0],
        each.objectClasses.first[0],
      ]
        .filter(Boolean)
        .join(" ")
        .replaceAll(EX, ""),
    );
    assert.equal(predicates[0], "year 11 mixed Film");
    for (const each of [
      "director 8 entities Film Director",
      "won 4 entities Director Honor",
      "spouse 4 entities Actor",
      "in 5 entities City Country",
      "sold 4 texts Film",
      "from 2 dates",
    ]) {
      assert.ok(predicates.includes(each), `${each} is missing in ${predicates.join("; ")}`);
    }
    const sizes = schema.predicates.map(({ triples }) => triples);
    assert.deepEqual(
      sizes,
      [...sizes].sort((a, b) => b - a),
    );
    assert.ok(!predicates.some((each) => /^(link|http)/u.test(each)));
  });
}
