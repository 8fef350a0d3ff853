import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type TableQuery,
  tableQuery,
} from "../../../../../src/environments/knowledge-base/stores/embedded/query/table-query.ts";
import { iri, literal, type Term } from "../../../../../src/environments/knowledge-base/term/term.ts";
import type { QueryResult } from "../../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { TripleStoreError } from "../../../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import { PRESETS } from "../../../../../src/environments/knowledge-base/vocabulary/presets.ts";
import { bytesOf } from "../../../../support/table-of.ts";

const n = (name: string): Term => iri(`urn:x:${name}`);
const PEOPLE = 2000;

function* people(): Generator<readonly [Term, Term, Term]> {
  for (let i = 0; i < PEOPLE; i++) {
    yield [n(`p${i}`), n("knows"), n(`p${(i * 7 + 1) % PEOPLE}`)];
    yield [n(`p${i}`), n("name"), literal(`Name ${i}`)];
    if (i < 3) yield [n(`p${i}`), n("type"), n("First")];
  }
}

let store: TableQuery;

beforeAll(async () => {
  store = tableQuery(await bytesOf(people()), PRESETS.rdfs, 128);
});
afterAll(() => store.close());

function run(
  query: string,
  milliseconds = 20_000,
  signal = new AbortController().signal,
): Promise<QueryResult> {
  return store.query(`PREFIX : <urn:x:> ${query}`, { maxRows: 10_000 }, { milliseconds, signal });
}

async function failure(query: string, milliseconds?: number): Promise<TripleStoreError> {
  const error = await run(query, milliseconds).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof TripleStoreError) return error;
  throw new TypeError(`Not a complaint of the store: ${String(error)}`);
}

/** None of these ends within hours. */
const endless: readonly (readonly [string, string])[] = [
  ["a cross join", "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"],
  ["paths behind paths", "SELECT (COUNT(*) AS ?n) { ?a :knows*/:knows*/:knows*/:knows* ?b }"],
  [
    "EXISTS",
    "SELECT * { ?x :knows ?z . ?q :name ?r FILTER EXISTS { ?x :name ?y . ?u :name ?w FILTER(?y = ?u) } }",
  ],
  ["a regular expression", `SELECT (REGEX("${"a".repeat(48)}!", "^(a+)+$") AS ?x) {}`],
];

describe("a query that takes long", () => {
  it.each(endless)("lets others have their turns, and is stopped at its time limit: %s", async (_, query) => {
    let turns = 0;
    const clock = setInterval(() => turns++, 10);
    const { facts, hint } = await failure(query, 300);
    clearInterval(clock);
    expect(facts.kind).toBe("time-limit");
    expect(hint).not.toBe(undefined);
    expect(turns).toBeGreaterThan(5);
  });

  it("is stopped when it is cancelled, and the next one runs", async () => {
    const controller = new AbortController();
    const running = run(endless[0]?.[1] ?? "", 20_000, controller.signal);
    setTimeout(() => controller.abort(), 50);
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    expect((await run("SELECT ?x { ?x :type :First } ORDER BY DESC(?x) LIMIT 1")).rows).toEqual([[n("p2")]]);
  });
});

describe("a query that would make or keep too much", () => {
  const doubled = (step: string) =>
    Array.from({ length: 40 }, (_, i) => `BIND(${step.replaceAll("#", `?t${i}`)} AS ?t${i + 1})`).join(" ");

  it.each([
    ["CONCAT of itself", `SELECT * { BIND("abcdefgh" AS ?t0) ${doubled("CONCAT(#, #)")} }`],
    ["REPLACE by more", `SELECT * { BIND("aaaa" AS ?t0) ${doubled('REPLACE(#, "a", "aa")')} }`],
    [
      "GROUP_CONCAT over a join",
      'SELECT (GROUP_CONCAT(?b; separator=", ") AS ?t) { ?a :name ?b . ?c :name ?d }',
    ],
    ["groups", "SELECT ?a ?c (COUNT(*) AS ?n) { ?a :name ?b . ?c :name ?d } GROUP BY ?a ?c"],
    ["MINUS", "SELECT * { ?a :type :First MINUS { ?c :name ?d . ?e :name ?f } }"],
    ["ORDER BY of a cross join", "SELECT ?a { ?a :name ?b . ?c :name ?d . ?e :name ?f } ORDER BY ?b"],
  ])("is refused with advice: %s", async (_, query) => {
    const { facts, hint } = await failure(query);
    expect(facts.kind).toBe("too-large");
    expect(hint).toMatch(/texts|filter earlier/u);
  });
});

describe("a relative IRI", () => {
  it.each([
    ["<knows>", "SELECT ?x { ?x <knows> ?y }"],
    ["a namespace", "PREFIX a: <names> SELECT ?x { ?x a:b ?y }"],
    ["a function", "SELECT (<f>(1) AS ?x) {}"],
  ])("is a fault of the query: %s", async (_, query) => {
    const { facts, hint } = await failure(query);
    expect(facts.kind).toBe("syntax");
    expect(facts.engineMessage).toMatch(/is not a whole IRI/u);
    expect(hint).toMatch(/BASE/u);
  });
});
