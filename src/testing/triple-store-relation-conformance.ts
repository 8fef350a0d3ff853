import assert from "node:assert/strict";
import { literal } from "../environments/knowledge-base/term/term.ts";
import { EX, typed } from "./triple-store-fixture.ts";
import { attributesOf, follow, instances, relationsOf, terms } from "./triple-store-programs.ts";
import { storeBounds, type WithStore } from "./triple-store-subject.ts";

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
