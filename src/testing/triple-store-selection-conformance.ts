import assert from "node:assert/strict";
import { literal } from "../environments/knowledge-base/term/term.ts";
import { AWKWARD_TRIPLES, ex, typed } from "./triple-store-fixture.ts";
import { filter, follow, instances, least, membersOf, most, terms } from "./triple-store-programs.ts";
import { storeBounds, type WithStore } from "./triple-store-subject.ts";

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
