import assert from "node:assert/strict";
import { literal } from "../environments/knowledge-base/term/term.ts";
import {
  AWKWARD_TRIPLES,
  attributesOf,
  EX,
  ex,
  filter,
  follow,
  instances,
  least,
  membersOf,
  most,
  relationsOf,
  storeBounds,
  terms,
  typed,
  type WithStore,
} from "./triple-store-fixture.ts";

const films = instances("Film");
const people = instances("Person");
const whole = (value: number) => typed(String(value), "integer");

export function tripleStoreSelectionConformance(withStore: WithStore): void {
  withStore("finds the members with the extreme number, ties kept, whatever its datatype", async (store) => {
    assert.equal(await membersOf(store, most(films, "runtime")), "casino epic");
    assert.equal(await membersOf(store, least(films, "runtime")), "rivers");
    assert.equal(await membersOf(store, most(films, "rating")), "heat");
    assert.equal(await membersOf(store, least(instances("Actor"), "height")), "pacino");
    assert.equal(await membersOf(store, least(films, "budget")), "epic roma");
    assert.equal(await membersOf(store, least(terms("stone", "potente"), "height")), "potente stone");
  });

  withStore("orders dates of different precision by their text", async (store) => {
    assert.equal(await membersOf(store, least(films, "released")), "casino");
    assert.equal(await membersOf(store, most(terms("heat", "casino"), "released")), "heat");
    assert.equal(await membersOf(store, most(films, "released")), "insider");
    assert.equal(await membersOf(store, least(people, "born")), "lean");
    assert.equal(await membersOf(store, least(terms("scorsese", "deniro"), "born")), "scorsese");
  });

  withStore("lets numbers decide where an attribute has numbers and dates", async (store) => {
    assert.equal(await membersOf(store, most(films, "score")), "heat");
    assert.equal(await membersOf(store, most(films, "year")), "epic");
    assert.equal(await membersOf(store, most(terms("casino"), "score")), "casino");
  });

  withStore(
    "follows an attribute over several steps and backward, and counts a member's most extreme value",
    async (store) => {
      assert.equal(await membersOf(store, most(people, "won/year")), "cuaron scorsese");
      assert.equal(await membersOf(store, least(people, "won/year")), "tykwer");
      assert.equal(await membersOf(store, most(instances("Director"), "^director/runtime")), "lean scorsese");
      assert.equal(await membersOf(store, least(instances("Director"), "^director/runtime")), "mann");
      assert.equal(await membersOf(store, most(people, "bornIn/population")), "cuaron");
    },
  );

  withStore("passes over members without a comparable value", async (store) => {
    assert.equal(await membersOf(store, most(films, "director")), "");
    assert.equal(await membersOf(store, most(films, "no-such-predicate")), "");
    assert.equal(await membersOf(store, most(terms(), "runtime")), "");
    assert.equal(await membersOf(store, most(terms("oscar", "lola"), "runtime")), "lola");
    assert.equal(await membersOf(store, least(terms("insider"), "sold")), "");
  });

  withStore("takes an attribute of no steps for the members themselves", async (store) => {
    assert.equal(await membersOf(store, most(follow(films, "runtime"), "")), "178^decimal 178^integer");
    assert.equal(
      await membersOf(store, filter(follow(films, "runtime"), "", "<", whole(100))),
      "-5^integer 81^integer",
    );
  });

  withStore("reads plain text as the numbers and dates that the vocabulary says it is", async (store) => {
    assert.equal(await membersOf(store, most(films, "sold")), "heat");
    assert.equal(await membersOf(store, filter(films, "sold", "<", whole(1000))), "casino lola");
    assert.equal(await membersOf(store, filter(films, "sold", "=", whole(900))), "casino");
    assert.equal(await membersOf(store, filter(films, "sold", "=", literal("900"))), "casino");
    assert.equal(await membersOf(store, most(films, "seen")), "roma");
    assert.equal(await membersOf(store, filter(films, "seen", "<", typed("2002", "gYear"))), "insider");
  });

  withStore("compares numbers by value, with the bound and without", async (store) => {
    assert.equal(await membersOf(store, filter(films, "runtime", ">", whole(170))), "casino epic");
    assert.equal(await membersOf(store, filter(films, "runtime", ">=", whole(170))), "casino epic heat");
    assert.equal(await membersOf(store, filter(films, "runtime", "<", whole(81))), "rivers");
    assert.equal(
      await membersOf(store, filter(films, "runtime", "<=", typed("81.5", "decimal"))),
      "lola rivers",
    );
    assert.equal(
      await membersOf(store, filter(films, "runtime", "=", typed("178.0", "decimal"))),
      "casino epic",
    );
    assert.equal(await membersOf(store, filter(films, "score", ">", whole(0))), "heat insider");
    assert.equal(await membersOf(store, filter(films, "year", "<", whole(3000))), "epic");
  });

  withStore("compares dates, a shorter one before those that begin with it", async (store) => {
    const december = typed("1995-12", "gYearMonth");
    assert.equal(await membersOf(store, filter(films, "released", ">", december)), "heat insider lola");
    assert.equal(
      await membersOf(store, filter(films, "released", "<=", typed("1995-12-15", "date"))),
      "casino heat",
    );
    assert.equal(await membersOf(store, filter(people, "born", "<", typed("1942", "gYear"))), "lean pacino");
    assert.equal(
      await membersOf(store, filter(people, "born", "<=", typed("1942", "gYear"))),
      "lean pacino scorsese",
    );
    assert.equal(await membersOf(store, filter(films, "released", "<", whole(3000))), "");
  });

  withStore("holds where at least one value compares so, unequal ones included", async (store) => {
    assert.equal(await membersOf(store, filter(films, "genre", "=", ex("crime"))), "casino heat lost");
    assert.equal(
      await membersOf(store, filter(films, "genre", "!=", ex("crime"))),
      "epic heat insider lola roma",
    );
    assert.equal(
      await membersOf(store, filter(films, "runtime", "!=", whole(178))),
      "heat insider lola rivers roma",
    );
    assert.equal(await membersOf(store, filter(films, "score", "!=", whole(7))), "casino insider");
    assert.equal(await membersOf(store, filter(films, "year", "=", typed("1962", "gYear"))), "");
    assert.equal(
      await membersOf(store, filter(films, "year", "!=", typed("1995", "gYear"))),
      "epic insider lola roma",
    );
    assert.equal(
      await membersOf(store, filter(people, "won/award", "=", ex("oscar"))),
      "cuaron mann scorsese",
    );
    assert.equal(
      await membersOf(store, filter(terms("crime", "drama"), "^genre/year", "=", typed("1999", "gYear"))),
      "drama",
    );
  });

  withStore("looks into texts, whatever their case, and never into names of nodes", async (store) => {
    assert.equal(await membersOf(store, filter(films, "sold", "contains", literal("N/A"))), "insider");
    assert.equal(
      await membersOf(store, filter(films, "released", "contains", literal("1995"))),
      "casino heat",
    );
    assert.equal(await membersOf(store, filter(films, "director", "contains", literal("mann"))), "");
    assert.equal(await membersOf(store, filter(films, "sold", "contains", literal("%"))), "");
  });

  withStore(
    "passes over literals that are not of their datatype, and knows one number in many spellings",
    async (store) => {
      assert.equal(await membersOf(store, most(terms("odd", "lola"), "runtime")), "lola");
      assert.equal(await membersOf(store, most(terms("odd"), "year")), "");
      assert.equal(await membersOf(store, least(people, "born")), "caesar");
      assert.equal(await membersOf(store, most(films, "length")), "epic lost");
      assert.equal(await membersOf(store, filter(films, "length", "=", whole(178))), "epic lost");
      assert.equal(await membersOf(store, filter(terms("odd"), "runtime", "!=", whole(5))), "odd");
      const { terms: values } = await store.members(
        follow(terms("epic"), "runtime"),
        { limit: 5 },
        storeBounds(),
      );
      assert.deepEqual(values, [typed("178", "decimal"), typed("178.00", "decimal")]);
    },
    { extra: AWKWARD_TRIPLES, needs: "awkward" },
  );
}

export function tripleStoreRelationConformance(withStore: WithStore): void {
  withStore(
    "lists relations of one entity in both directions, with what stands at the other end",
    async (store) => {
      assert.deepEqual(await relationsOf(store, terms("usa")), [
        "^country 1 entities Film",
        "^in 1 entities City",
        "area 1 numbers",
        "capital/population 1 numbers",
      ]);
      assert.deepEqual(await relationsOf(store, terms("germany")), [
        "^country 1 entities Documentary",
        "^in 1 entities City",
        "area 1 numbers",
      ]);
      assert.deepEqual(await relationsOf(store, terms("island")), ["^near 1 entities", "near 1 entities"]);
    },
  );

  withStore("lists relations of a set, with the number of members that have each", async (store) => {
    assert.deepEqual(await relationsOf(store, follow(terms("mann"), "^director")), [
      "^forWork/^won 1 entities Director",
      "^forWork/award 1 entities Award",
      "^forWork/year 1 dates",
      "budget 1 numbers",
      "cast 2 entities Actor",
      "country 3 entities Country",
      "director 3 entities Director",
      "genre 2 entities Genre",
      "rating 2 numbers",
      "released 2 dates",
      "runtime 3 numbers",
      "score 2 numbers",
      "seen 1 texts",
      "sold 2 texts",
      "year 3 dates",
    ]);
  });

  withStore(
    "leads through mediators of a class, of a name, without a label, and back only to others",
    async (store) => {
      assert.deepEqual(await relationsOf(store, terms("scorsese")), [
        "^director 1 entities Film",
        "^director/cast 1 entities Actor",
        "^director/genre 1 entities Genre",
        "^director/year 1 dates",
        "born 1 dates",
        "bornIn 1 entities City",
        "spouse/^spouse 1 entities Actor",
        "spouse/from 1 dates",
        "won/^won 1 entities Director",
        "won/award 1 entities Award",
        "won/forWork 1 entities Film",
        "won/year 1 dates",
      ]);
      assert.deepEqual(await relationsOf(store, terms("bear")), [
        "^award/^won 1 entities Director",
        "^award/forWork 1 entities Film",
        "^award/year 1 dates",
      ]);
    },
  );

  withStore(
    "starts from a mediator as from any node, and from a node without a label not through others",
    async (store) => {
      assert.deepEqual(await relationsOf(store, terms("honor2")), [
        "^won 1 entities Director",
        "award 1 entities Award",
        "forWork 1 entities Film",
        "year 1 dates",
      ]);
      assert.deepEqual(await relationsOf(store, terms("washington")), [
        "^capital 1 entities Country",
        "population 1 numbers",
      ]);
    },
  );

  withStore(
    "lists every step by itself where the vocabulary knows no mediators",
    async (store) => {
      assert.deepEqual(await relationsOf(store, terms("scorsese")), [
        "^director 1 entities Film",
        "born 1 dates",
        "bornIn 1 entities City",
        "spouse 1 entities",
        "won 1 entities Honor",
      ]);
    },
    { vocabulary: { mediators: { classes: [], prefixes: [], unlabelled: false } } },
  );

  withStore("lists what leads to a value", async (store) => {
    assert.deepEqual(await relationsOf(store, terms(typed("1999", "gYear"))), [
      "^year 1 entities Film",
      "^year/^won 1 entities Director",
      "^year/award 1 entities Award",
      "^year/forWork 1 entities Film",
    ]);
    assert.deepEqual(await relationsOf(store, terms()), []);
    assert.deepEqual(await relationsOf(store, terms("unheard-of", literal("unheard of"))), []);
  });

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
    assert.deepEqual(await attributesOf(store, instances("Film")), [
      "^forWork/year date 3 1999^gYear 2019^gYear",
      "budget number 3 15000000^decimal 60000000^integer",
      "rating number 5 7.6^decimal 8.3^decimal",
      "released date 4 1995-11^gYearMonth 1999-11-05T20:00:00^dateTime",
      "runtime number 7 -5^integer 178^decimal",
      "score date 1 1995-11-22^date 1995-11-22^date",
      "score number 2 6.5^decimal 7^integer",
      "seen date 2 2001-02-03 2019",
      "sold number 3 85.5 1200",
      "year date 7 1995^gYear 2018^gYear",
      "year number 1 1962^integer 1962^integer",
    ]);
    assert.deepEqual(await attributesOf(store, terms("oscar", "bear")), [
      "^award/year date 2 1999^gYear 2019^gYear",
    ]);
    assert.deepEqual(await attributesOf(store, terms("drama", "crime")), [
      "^genre/year date 1 1995^gYear 1995^gYear",
    ]);
    assert.deepEqual(await attributesOf(store, terms()), []);
  });

  withStore("knows whether any node is of two classes, subclasses included", async (store) => {
    const meet = (a: string, b: string) => store.classesMeet(EX + a, EX + b, storeBounds());
    assert.equal(await meet("Actor", "Director"), true);
    assert.equal(await meet("Work", "Documentary"), true);
    assert.equal(await meet("City", "Country"), false);
    assert.equal(await meet("Film", "Person"), false);
    assert.equal(await meet("Film", "Film"), true);
    assert.equal(await meet("Nothing", "Nothing"), false);
  });
}
