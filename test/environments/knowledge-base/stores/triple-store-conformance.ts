import assert from "node:assert/strict";
import type { Program } from "../../../../src/environments/knowledge-base/program/program.ts";
import { literal, termText } from "../../../../src/environments/knowledge-base/term/term.ts";
import type { TripleStore } from "../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import {
  type StoreBounds,
  type StoreErrorKind,
  TripleStoreError,
} from "../../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import { rejectsWith, type TestRunner } from "../../../../src/testing/test-runner.ts";
import { tripleStoreDescriptionConformance } from "./triple-store-description-conformance.ts";
import * as fixture from "./triple-store-fixture.ts";
import {
  both,
  count,
  EX,
  either,
  ex,
  filter,
  follow,
  instances,
  least,
  membersOf,
  most,
  shown,
  storeBounds,
  terms,
  typed,
  type WithStore,
  without,
} from "./triple-store-fixture.ts";

/** Programs, and all of their members in short. */
type Cases = readonly (readonly [program: Program, members: string])[];

const films = instances("Film");
const people = instances("Person");
const mann = follow(terms("mann"), "^director");
const drama = follow(terms("drama"), "^genre");
const years = follow(terms("mann"), "^director/year");
const none = follow(terms("heat"), "capital");
const unknown = terms("unheard-of", literal("unheard of"), "heat");
const year1995 = terms(typed("1995", "gYear"));
const whole = (value: number) => typed(String(value), "integer");

const ALL_FILMS = "casino epic heat insider lola lost rivers roma";

/** What sets and selections of every store give, by what that shows. */
const SETS: Readonly<Record<string, Cases>> = {
  "follows steps forward and backward, from one member and from many": [
    [follow(terms("heat"), "cast"), "deniro pacino"],
    [follow(terms("deniro"), "^cast"), "casino heat"],
    [follow(terms("mann"), "^director/genre"), "crime drama"],
    [follow(terms("island"), "near/^near"), "island"],
  ],
  "follows steps to values, and back from them by the very term": [
    [follow(terms("heat", "casino"), "year"), "1995^gYear"],
    [follow(year1995, "^year"), "casino heat lost rivers"],
    [
      follow(terms(typed("1962", "gYear"), literal("1962"), literal("1962", { language: "en" })), "^year"),
      "",
    ],
    [follow(terms(typed("1962", "integer")), "^year"), "epic"],
    [follow(terms(typed("178", "decimal")), "^runtime"), "epic"],
    [follow(year1995, "year"), ""],
  ],
  "passes through blank nodes": [
    [follow(terms("tykwer"), "won"), "_:"],
    [follow(terms("tykwer"), "won/award"), "bear"],
    [follow(terms("bear"), "^award/^won"), "tykwer"],
  ],
  "takes a class with all classes below it, circles included": [
    [films, ALL_FILMS],
    [instances("Work"), ALL_FILMS],
    [instances("City"), "chicago mexicocity newyork rome wuppertal"],
    [instances("Circle"), "saturn"],
    [instances("heat"), ""],
  ],
  "joins, adds and takes away sets of entities": [
    [both(mann, drama), "heat insider"],
    [either(mann, drama), "epic heat insider rivers roma"],
    [without(mann, drama), "rivers"],
    [without(mann, terms("heat")), "insider rivers"],
    [without(mann, mann), ""],
  ],
  "joins, adds and takes away values by their terms, and mixes kinds": [
    [both(years, year1995), "1995^gYear"],
    [without(years, year1995), "1999^gYear"],
    [both(years, terms(typed("1995", "integer"))), ""],
    [either(years, terms("oscar")), "1995^gYear 1999^gYear oscar"],
    [both(follow(terms("roma"), "year"), follow(terms("honor2"), "year")), ""],
  ],
  "takes sets that are empty, and terms that are not in the data": [
    [terms(), ""],
    [follow(terms("heat"), "no-such-predicate"), ""],
    [either(none, terms("heat")), "heat"],
    [without(terms("heat"), none), "heat"],
    [unknown, "heat unheard of unheard-of"],
    [without(unknown, films), "unheard of unheard-of"],
    [follow(unknown, "director"), "mann"],
  ],
  "counts members once each, and a count is a value": [
    [count(films), "8^integer"],
    [count(follow(terms("mann", "mann", "tykwer"), "won/award")), "2^integer"],
    [count(count(terms())), "1^integer"],
    [either(count(terms("heat")), terms("heat")), "1^integer heat"],
  ],
  "finds the members with the extreme number, ties kept, whatever its datatype": [
    [most(films, "runtime"), "casino epic"],
    [least(films, "runtime"), "rivers"],
    [least(instances("Actor"), "height"), "pacino"],
    [least(films, "budget"), "epic roma"],
  ],
  "orders dates of different precision by their text": [
    [least(films, "released"), "casino"],
    [most(terms("heat", "casino"), "released"), "heat"],
    [least(people, "born"), "lean"],
  ],
  "lets numbers decide where an attribute has numbers and dates": [
    [most(films, "score"), "heat"],
    [most(films, "year"), "epic"],
  ],
  "follows an attribute over several steps, back too, and counts a member's most extreme value": [
    [most(people, "won/year"), "cuaron scorsese"],
    [least(people, "won/year"), "tykwer"],
    [most(instances("Director"), "^director/runtime"), "lean scorsese"],
    [most(people, "bornIn/population"), "cuaron"],
  ],
  "passes over members without a comparable value": [
    [most(films, "director"), ""],
    [most(terms("oscar", "lola"), "runtime"), "lola"],
    [least(terms("insider"), "sold"), ""],
  ],
  "takes an attribute of no steps for the members themselves": [
    [most(follow(films, "runtime"), ""), "178^decimal 178^integer"],
    [filter(follow(films, "runtime"), "", "<", whole(100)), "-5^integer 81^integer"],
  ],
  "reads plain text as the numbers and dates that the vocabulary says it is": [
    [most(films, "sold"), "heat"],
    [filter(films, "sold", "<", whole(1000)), "casino lola"],
    [filter(films, "sold", "=", literal("900")), "casino"],
    [most(films, "seen"), "roma"],
    [filter(films, "seen", "<", typed("2002", "gYear")), "insider"],
  ],
  "compares numbers by value, with the bound and without": [
    [filter(films, "runtime", ">", whole(170)), "casino epic"],
    [filter(films, "runtime", "<", whole(81)), "rivers"],
    [filter(films, "runtime", "<=", typed("81.5", "decimal")), "lola rivers"],
    [filter(films, "runtime", "=", typed("178.0", "decimal")), "casino epic"],
    [filter(films, "year", "<", whole(3000)), "epic"],
  ],
  "compares dates, a shorter one before those that begin with it": [
    [filter(films, "released", ">", typed("1995-12", "gYearMonth")), "heat insider lola"],
    [filter(films, "released", "<=", typed("1995-12-15", "date")), "casino heat"],
    [filter(people, "born", "<=", typed("1942", "gYear")), "lean pacino scorsese"],
    [filter(films, "released", "<", whole(3000)), ""],
  ],
  "holds where at least one value compares so, unequal ones included": [
    [filter(films, "genre", "=", ex("crime")), "casino heat lost"],
    [filter(films, "genre", "!=", ex("crime")), "epic heat insider lola roma"],
    [filter(films, "runtime", "!=", whole(178)), "heat insider lola rivers roma"],
    [filter(films, "year", "!=", typed("1995", "gYear")), "epic insider lola roma"],
    [filter(people, "won/award", "=", ex("oscar")), "cuaron mann scorsese"],
    [filter(terms("crime", "drama"), "^genre/year", "=", typed("1999", "gYear")), "drama"],
  ],
  "looks into texts, whatever their case, and never into names of nodes": [
    [filter(films, "sold", "contains", literal("N/A")), "insider"],
    [filter(films, "released", "contains", literal("1995")), "casino heat"],
    [filter(films, "director", "contains", literal("mann")), ""],
  ],
};

/** With literals that engines rewrite or refuse. */
const AWKWARD: Cases = [
  [most(terms("odd", "lola"), "runtime"), "lola"],
  [most(terms("odd"), "year"), ""],
  [least(people, "born"), "caesar"],
  [most(films, "length"), "epic lost"],
  [filter(films, "length", "=", whole(178)), "epic lost"],
  [filter(terms("odd"), "runtime", "!=", whole(5)), "odd"],
];

async function checkCases(store: TripleStore, cases: Cases): Promise<void> {
  for (const [program, members] of cases) assert.equal(await membersOf(store, program), members);
}

function tripleStoreSetConformance(withStore: WithStore): void {
  for (const [title, cases] of Object.entries(SETS)) withStore(title, (store) => checkCases(store, cases));
  withStore(
    "passes over literals that are not of their datatype, and knows one number in many spellings",
    async (store) => {
      await checkCases(store, AWKWARD);
      const runtimes = follow(terms("epic"), "runtime");
      const { terms: values } = await store.members(runtimes, { limit: 5 }, storeBounds());
      assert.deepEqual(values, [typed("178", "decimal"), typed("178.00", "decimal")]);
    },
    { extra: fixture.AWKWARD_TRIPLES, needs: "awkward" },
  );

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
    for (const [of, complete] of [[program, false] as const, [terms(), true] as const])
      assert.deepEqual(await store.members(of, { limit: 0 }, storeBounds()), { terms: [], complete });
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
  const withQueries: WithStore = (title, body) => withStore(title, body, { needs: "query" });
  withQueries("answers a SELECT with its variables and rows, unbound ones left out", async (store) => {
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
  });

  withQueries("answers an ASK with one row", async (store) => {
    const yes = await rowsOf(store, "ASK { :heat :director :mann }");
    assert.deepEqual(yes, { variables: ["answer"], rows: ["true^boolean"], truncated: false });
    assert.deepEqual((await rowsOf(store, "ASK { :heat :director :tykwer }")).rows, ["false^boolean"]);
  });

  withQueries("cuts off at the row limit and says so, and only then", async (store) => {
    const cast = "SELECT ?who WHERE { ?film :cast ?who } ORDER BY ?film ?who";
    const whole = await rowsOf(store, cast, 7);
    assert.deepEqual({ size: whole.rows.length, truncated: whole.truncated }, { size: 7, truncated: false });
    const cut = await rowsOf(store, cast, 6);
    assert.deepEqual(cut, { ...whole, rows: whole.rows.slice(0, 6), truncated: true });
    assert.deepEqual((await rowsOf(store, "SELECT ?x WHERE { :heat :nothing ?x }")).rows, []);
  });

  withQueries("refuses what is no query and what would change or fetch something", async (store) => {
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
  });
}

/** Every method, called in the simplest way. */
const CALLS: readonly ((store: TripleStore, bounds: StoreBounds) => Promise<unknown>)[] = [
  (store, bounds) => store.dataVersion(bounds),
  (store, bounds) => store.summarize(films, { sample: 1 }, bounds),
  (store, bounds) => store.members(films, { limit: 1 }, bounds),
  (store, bounds) => store.relations(films, bounds),
  (store, bounds) => store.attributes(films, bounds),
  (store, bounds) => store.labels([ex("heat")], bounds),
  (store, bounds) => store.facts([ex("heat")], { valuesPerPredicate: 1 }, bounds),
  (store, bounds) => store.paths(ex("heat"), ex("mann"), { maxSteps: 2 }, bounds),
  (store, bounds) => store.schema(bounds),
];

function tripleStoreStopConformance(withStore: WithStore): void {
  withStore("refuses work under an aborted signal, and answers the next call", async (store) => {
    const aborted = storeBounds({ signal: AbortSignal.abort() });
    for (const call of CALLS) await rejectsWith("cancelled", call(store, aborted));
    assert.equal(await membersOf(store, follow(terms("heat"), "director")), "mann");
  });

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
 * What every triple store must hold to: sets, selections, relations and attributes, labels, facts, ways, schema, label search, stopping, queries.
 */
export function tripleStoreConformance(runner: TestRunner, subject: fixture.TripleStoreSubject): void {
  const withStore = fixture.withStoreOf(runner, subject);
  tripleStoreSetConformance(withStore);
  tripleStoreDescriptionConformance(withStore);
  tripleStoreLabelSearchConformance(withStore);
  tripleStoreStopConformance(withStore);
  tripleStoreQueryConformance(withStore);
}

type Among = "entities" | "classes";

/** What every label search finds, and more where its mode says so. */
function tripleStoreLabelSearchConformance(withStore: WithStore): void {
  const found = async (store: TripleStore, text: string, among: Among = "entities", limit = 5) =>
    (await store.labelSearch.find(text, { limit, among }, storeBounds())).matches;
  const nodes = async (store: TripleStore, text: string, among?: Among) =>
    (await found(store, text, among)).map(({ term }) => shown(term));

  withStore("finds entities and classes by their whole names, each among its own", async (store) => {
    const [first] = await found(store, "Heat");
    assert.deepEqual([first && shown(first.term), first?.name, first?.tier], ["heat", "Heat", "exact"]);
    assert.equal((await nodes(store, "Deutschland"))[0], "germany");
    const same = (await found(store, "Roma")).filter(({ tier }) => tier === "exact");
    assert.deepEqual(same.map(({ term }) => shown(term)).sort(), ["roma", "rome"]);
    assert.equal((await nodes(store, "Film", "classes"))[0], "Film");
    assert.ok(!(await nodes(store, "Film")).includes("Film"));
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
    assert.ok((await nodes(store, "lola run run")).includes("lola"));
    if (mode === "words") return;
    assert.ok((await nodes(store, "Michael Man")).includes("mann"));
  });
}
