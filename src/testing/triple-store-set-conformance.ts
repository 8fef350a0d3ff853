import assert from "node:assert/strict";
import { literal } from "../environments/knowledge-base/term/term.ts";
import { termText } from "../environments/knowledge-base/term/term-text.ts";
import { QUOTED_TRIPLES, typed } from "./triple-store-fixture.ts";
import {
  both,
  count,
  either,
  follow,
  instances,
  membersOf,
  shown,
  terms,
  without,
} from "./triple-store-programs.ts";
import { storeBounds, type WithStore } from "./triple-store-subject.ts";

const year1995 = terms(typed("1995", "gYear"));

export function tripleStoreSetConformance(withStore: WithStore): void {
  withStore("follows steps forward and backward, from one member and from many", async (store) => {
    assert.equal(await membersOf(store, follow(terms("heat"), "cast")), "deniro pacino");
    assert.equal(await membersOf(store, follow(terms("deniro"), "^cast")), "casino heat");
    assert.equal(await membersOf(store, follow(terms("heat", "casino"), "cast")), "deniro pacino stone");
    assert.equal(await membersOf(store, follow(terms("mann"), "^director/genre")), "crime drama");
    assert.equal(await membersOf(store, follow(terms("mann"), "won/award")), "oscar");
    assert.equal(await membersOf(store, follow(terms("island"), "near/^near")), "island");
  });

  withStore("follows steps to values, and back from them by the very term", async (store) => {
    assert.equal(await membersOf(store, follow(terms("heat", "casino"), "year")), "1995^gYear");
    assert.equal(await membersOf(store, follow(year1995, "^year")), "casino heat lost rivers");
    const same = [typed("1962", "gYear"), literal("1962"), literal("1962", { language: "en" })];
    assert.equal(await membersOf(store, follow(terms(...same), "^year")), "");
    assert.equal(await membersOf(store, follow(terms(typed("1962", "integer")), "^year")), "epic");
    assert.equal(await membersOf(store, follow(terms(typed("178", "decimal")), "^runtime")), "epic");
    assert.equal(await membersOf(store, follow(year1995, "year")), "");
  });

  withStore("passes through blank nodes", async (store) => {
    assert.equal(await membersOf(store, follow(terms("tykwer"), "won")), "_:");
    assert.equal(await membersOf(store, follow(terms("tykwer"), "won/award")), "bear");
    assert.equal(await membersOf(store, follow(terms("bear"), "^award/^won")), "tykwer");
  });

  withStore("takes a class with all classes below it, circles included", async (store) => {
    const films = "casino epic heat insider lola lost rivers roma";
    assert.equal(await membersOf(store, instances("Film")), films);
    assert.equal(await membersOf(store, instances("Work")), films);
    assert.equal(await membersOf(store, instances("Documentary")), "rivers");
    assert.equal(await membersOf(store, instances("City")), "chicago mexicocity newyork rome wuppertal");
    assert.equal(await membersOf(store, instances("Circle")), "saturn");
    assert.equal(await membersOf(store, instances("Nothing")), "");
    assert.equal(await membersOf(store, instances("heat")), "");
  });

  withStore("joins, adds and takes away sets of entities", async (store) => {
    const mann = follow(terms("mann"), "^director");
    const drama = follow(terms("drama"), "^genre");
    assert.equal(await membersOf(store, both(mann, drama)), "heat insider");
    assert.equal(await membersOf(store, either(mann, drama)), "epic heat insider rivers roma");
    assert.equal(await membersOf(store, without(mann, drama)), "rivers");
    assert.equal(await membersOf(store, without(drama, mann)), "epic roma");
    assert.equal(await membersOf(store, without(mann, terms("heat"))), "insider rivers");
    assert.equal(await membersOf(store, both(mann, mann)), "heat insider rivers");
    assert.equal(await membersOf(store, without(mann, mann)), "");
  });

  withStore("joins, adds and takes away values by their terms, and mixes kinds", async (store) => {
    const years = follow(terms("mann"), "^director/year");
    assert.equal(await membersOf(store, both(years, year1995)), "1995^gYear");
    assert.equal(await membersOf(store, without(years, year1995)), "1999^gYear");
    assert.equal(await membersOf(store, both(years, terms(typed("1995", "integer")))), "");
    assert.equal(await membersOf(store, either(years, terms("oscar"))), "1995^gYear 1999^gYear oscar");
    assert.equal(
      await membersOf(store, both(follow(terms("roma"), "year"), follow(terms("honor2"), "year"))),
      "",
    );
  });

  withStore("takes sets that are empty, and terms that are not in the data", async (store) => {
    const none = follow(terms("heat"), "capital");
    const unknown = terms("unheard-of", literal("unheard of"), "heat");
    assert.equal(await membersOf(store, terms()), "");
    assert.equal(await membersOf(store, follow(none, "^capital")), "");
    assert.equal(await membersOf(store, follow(terms("heat"), "no-such-predicate")), "");
    assert.equal(await membersOf(store, both(none, instances("Film"))), "");
    assert.equal(await membersOf(store, either(none, terms("heat"))), "heat");
    assert.equal(await membersOf(store, without(terms("heat"), none)), "heat");
    assert.equal(await membersOf(store, unknown), "heat unheard of unheard-of");
    assert.equal(await membersOf(store, both(unknown, unknown)), "heat unheard of unheard-of");
    assert.equal(await membersOf(store, without(unknown, instances("Film"))), "unheard of unheard-of");
    assert.equal(await membersOf(store, follow(unknown, "director")), "mann");
  });

  withStore("counts members once each, and a count is a value", async (store) => {
    assert.equal(await membersOf(store, count(instances("Film"))), "8^integer");
    assert.equal(
      await membersOf(store, count(follow(terms("mann", "mann", "tykwer"), "won/award"))),
      "2^integer",
    );
    assert.equal(await membersOf(store, count(terms())), "0^integer");
    assert.equal(await membersOf(store, count(count(terms()))), "1^integer");
    assert.equal(await membersOf(store, either(count(terms("heat")), terms("heat"))), "1^integer heat");
  });

  withStore("gives all members in the order of their texts, or as many as asked for", async (store) => {
    const program = either(follow(instances("Film"), "year"), instances("Film"));
    const all = await store.members(program, { limit: 13 }, storeBounds());
    assert.equal(all.complete, true);
    assert.deepEqual(all.terms.map(termText), all.terms.map(termText).sort());
    assert.equal(all.terms.length, 13);
    const some = await store.members(program, { limit: 4 }, storeBounds());
    assert.equal(some.complete, false);
    assert.equal(new Set(some.terms.map(termText)).size, 4);
    const known = new Set(all.terms.map(shown));
    assert.ok(some.terms.every((term) => known.has(shown(term))));
    assert.deepEqual(await store.members(program, { limit: 4 }, storeBounds()), some);
    assert.deepEqual(await store.members(program, { limit: 0 }, storeBounds()), {
      terms: [],
      complete: false,
    });
    assert.deepEqual(await store.members(terms(), { limit: 0 }, storeBounds()), {
      terms: [],
      complete: true,
    });
  });

  withStore(
    "keeps a quoted triple as a value that is led to and from, but not into",
    async (store) => {
      const quoted = "<<heat rating 8.3^decimal>>";
      assert.equal(await membersOf(store, follow(terms("poll"), "states")), quoted);
      assert.equal(await membersOf(store, follow(terms("poll"), "states/rating")), "");
      assert.equal(await membersOf(store, follow(terms("poll"), "states/certainty")), "0.9^decimal");
      const summary = await store.summarize(follow(terms("poll"), "states"), { sample: 1 }, storeBounds());
      assert.equal(summary.kind, "texts");
    },
    { extra: QUOTED_TRIPLES, needs: "quotedTriples" },
  );
}
