import assert from "node:assert/strict";
import type { TripleStore } from "../environments/knowledge-base/store/triple-store.ts";
import type { StoreBounds } from "../environments/knowledge-base/store/triple-store-error.ts";
import {
  type StoreErrorKind,
  TripleStoreError,
} from "../environments/knowledge-base/store/triple-store-error.ts";
import { literal, termText } from "../environments/knowledge-base/term/term.ts";
import { rejectsWith, type TestRunner } from "./test-runner.ts";
import { tripleStoreDescriptionConformance } from "./triple-store-description-conformance.ts";
import {
  both,
  count,
  EX,
  either,
  ex,
  follow,
  instances,
  membersOf,
  shown,
  storeBounds,
  type TripleStoreSubject,
  terms,
  typed,
  type WithStore,
  without,
  withStoreOf,
} from "./triple-store-fixture.ts";
import {
  tripleStoreRelationConformance,
  tripleStoreSelectionConformance,
} from "./triple-store-selection-conformance.ts";

const year1995 = terms(typed("1995", "gYear"));

function tripleStoreSetConformance(withStore: WithStore): void {
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
}

const PREFIXES = `PREFIX : <${EX}> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n`;

async function rowsOf(store: TripleStore, sparql: string, maxRows = 100) {
  const { variables, rows, truncated } = await store.query(PREFIXES + sparql, { maxRows }, storeBounds());
  const texts = rows.map((row) => row.map((term) => (term === undefined ? "-" : shown(term))).join(" "));
  return { variables, rows: texts, truncated };
}

async function kindOfRefusal(promise: Promise<unknown>): Promise<StoreErrorKind | undefined> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof TripleStoreError, `expected a TripleStoreError, got ${String(error)}`);
    assert.notEqual(error.facts.engineMessage, "");
    return error.facts.kind;
  }
  return undefined;
}

function tripleStoreQueryConformance(withStore: WithStore): void {
  withStore(
    "answers a SELECT with its variables and rows, unbound ones left out",
    async (store) => {
      assert.deepEqual(await rowsOf(store, "SELECT ?who WHERE { :heat :cast ?who } ORDER BY ?who"), {
        variables: ["who"],
        rows: ["deniro", "pacino"],
        truncated: false,
      });
      const optional =
        "SELECT ?film ?sold WHERE { ?film :director :mann OPTIONAL { ?film :sold ?sold } } ORDER BY ?film";
      assert.deepEqual((await rowsOf(store, optional)).rows, ["heat 1200", "insider n/a", "rivers -"]);
      const grouped =
        "SELECT ?d (COUNT(?f) AS ?n) WHERE { ?f :director ?d } GROUP BY ?d ORDER BY DESC(?n) ?d LIMIT 2";
      assert.deepEqual((await rowsOf(store, grouped)).rows, ["mann 3^integer", "scorsese 2^integer"]);
    },
    { needs: "query" },
  );

  withStore(
    "answers an ASK with one row",
    async (store) => {
      const yes = await rowsOf(store, "ASK { :heat :director :mann }");
      assert.deepEqual(yes, { variables: ["answer"], rows: ["true^boolean"], truncated: false });
      assert.deepEqual((await rowsOf(store, "ASK { :heat :director :tykwer }")).rows, ["false^boolean"]);
    },
    { needs: "query" },
  );

  withStore(
    "cuts off at the row limit and says so, and only then",
    async (store) => {
      const cast = "SELECT ?who WHERE { ?film :cast ?who } ORDER BY ?film ?who";
      const whole = await rowsOf(store, cast, 7);
      assert.deepEqual(
        { size: whole.rows.length, truncated: whole.truncated },
        { size: 7, truncated: false },
      );
      const cut = await rowsOf(store, cast, 6);
      assert.deepEqual(cut, { ...whole, rows: whole.rows.slice(0, 6), truncated: true });
      assert.deepEqual((await rowsOf(store, "SELECT ?x WHERE { :heat :nothing ?x }")).rows, []);
    },
    { needs: "query" },
  );

  withStore(
    "refuses what is no query and what would change or fetch something, and answers the next query",
    async (store) => {
      const refusal = (sparql: string) => kindOfRefusal(store.query(sparql, { maxRows: 5 }, storeBounds()));
      assert.equal(await refusal("SELECT ?x WHERE { ?x :p"), "syntax");
      assert.equal(await refusal("Who directed Heat?"), "syntax");
      for (const update of [
        `INSERT DATA { <${EX}heat> <${EX}cast> <${EX}stone> }`,
        `PREFIX : <${EX}> DELETE WHERE { :heat ?p ?o }`,
        "CLEAR ALL",
        "LOAD <file:///etc/passwd>",
      ]) {
        assert.equal(await refusal(update), "not-read-only", update);
      }
      assert.deepEqual((await rowsOf(store, "SELECT ?d WHERE { :heat :director ?d }")).rows, ["mann"]);
    },
    { needs: "query" },
  );
}

const films = instances("Film");

/** Every method, called in the simplest way. */
const CALLS: readonly ((store: TripleStore, bounds: StoreBounds) => Promise<unknown>)[] = [
  (store, bounds) => store.dataVersion(bounds),
  (store, bounds) => store.summarize(films, { sample: 1 }, bounds),
  (store, bounds) => store.members(films, { limit: 1 }, bounds),
  (store, bounds) => store.relations(films, bounds),
  (store, bounds) => store.attributes(films, bounds),
  (store, bounds) => store.labels([ex("heat")], bounds),
  (store, bounds) => store.facts([ex("heat")], { valuesPerPredicate: 1 }, bounds),
  (store, bounds) => store.classesMeet(`${EX}Film`, `${EX}Person`, bounds),
  (store, bounds) => store.paths(ex("heat"), ex("mann"), { maxSteps: 2 }, bounds),
  (store, bounds) => store.schema(bounds),
];

function tripleStoreStopConformance(withStore: WithStore): void {
  withStore(
    "refuses work under a signal that is already aborted, and answers the next call",
    async (store) => {
      for (const call of CALLS) {
        await rejectsWith("cancelled", call(store, storeBounds({ signal: AbortSignal.abort() })));
      }
      assert.equal(await membersOf(store, follow(terms("heat"), "director")), "mann");
    },
  );

  withStore("answers calls in parallel, each its own", async (store) => {
    const names = ["heat", "casino", "lola", "roma", "epic", "rivers"];
    const directors = await Promise.all(
      [...names, ...names].map((name) => membersOf(store, follow(terms(name), "director"))),
    );
    const once = ["mann", "scorsese", "tykwer", "cuaron", "lean", "mann"];
    assert.deepEqual(directors, [...once, ...once]);
  });

  withStore(
    "takes no more work when it is closed, and may be closed twice",
    async (store) => {
      await store.close();
      await store.close();
      for (const call of CALLS) await rejectsWith("cancelled", call(store, storeBounds()));
    },
    { own: true },
  );

  withStore("is the same target with the same data version each time", async (store) => {
    assert.match(store.target.name, /^[^/\\@]+$/u);
    assert.match(store.target.key, /^[0-9a-f]{16,}$/u);
    assert.equal(await store.dataVersion(storeBounds()), await store.dataVersion(storeBounds()));
  });
}

export type { TripleStoreSkip, TripleStoreSubject } from "./triple-store-fixture.ts";

/**
 * What every triple store must hold to: sets, selections, relations and attributes, labels, facts, ways, schema, label search, stopping, queries. What is not
 * said here is said by `test/support/naive-store.ts`.
 */
export function tripleStoreConformance(runner: TestRunner, subject: TripleStoreSubject): void {
  const withStore = withStoreOf(runner, subject);
  tripleStoreSetConformance(withStore);
  tripleStoreSelectionConformance(withStore);
  tripleStoreRelationConformance(withStore);
  tripleStoreDescriptionConformance(withStore);
  tripleStoreLabelSearchConformance(withStore);
  tripleStoreStopConformance(withStore);
  tripleStoreQueryConformance(withStore);
}

/** What every label search finds, and more where its mode says so. */
export function tripleStoreLabelSearchConformance(withStore: WithStore): void {
  const found = async (
    store: TripleStore,
    text: string,
    among: "entities" | "classes" = "entities",
    limit = 5,
  ) => {
    const { matches } = await store.labelSearch.find(text, { limit, among }, storeBounds());
    return matches;
  };

  withStore("finds entities and classes by their whole names, each among its own", async (store) => {
    const [first] = await found(store, "Heat");
    assert.deepEqual([first && shown(first.term), first?.name, first?.tier], ["heat", "Heat", "exact"]);
    const german = await found(store, "Deutschland");
    assert.deepEqual(german.map(({ term }) => shown(term)).slice(0, 1), ["germany"]);
    const both = (await found(store, "Roma")).filter(({ tier }) => tier === "exact");
    assert.deepEqual(both.map(({ term }) => shown(term)).sort(), ["roma", "rome"]);
    const film = await found(store, "Film", "classes");
    assert.equal(film[0] && shown(film[0].term), "Film");
    assert.ok((await found(store, "Film")).every(({ term }) => shown(term) !== "Film"));
    assert.deepEqual(await found(store, "Zzyzx Qwrtp"), []);
  });

  withStore("finds entities by their aliases and says which one it was", async (store) => {
    const [oscar] = await found(store, "Oscar");
    assert.deepEqual([oscar && shown(oscar.term), oscar?.name, oscar?.alias], ["oscar", "Oscar", true]);
  });

  withStore("gives no more than was asked for, best first", async (store) => {
    assert.equal((await found(store, "Roma", "entities", 1)).length, 1);
    const scores = (await found(store, "New York")).map(({ score }) => score);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
    );
  });

  withStore("finds what its mode promises: words in any order, misspelt names", async (store) => {
    const { mode, limitation } = store.labelSearch;
    assert.equal(limitation === "", mode === "fuzzy");
    if (mode === "exact") return;
    assert.equal((await found(store, "lola run run")).map(({ term }) => shown(term)).includes("lola"), true);
    if (mode === "words") return;
    assert.equal((await found(store, "Michael Man")).map(({ term }) => shown(term)).includes("mann"), true);
  });
}
