import { Parser } from "@traqula/parser-sparql-1-1";
import { beforeAll, describe, expect, it } from "vitest";
import type { QueryResult } from "../../../../../src/environments/knowledge-base/store/triple-store.ts";
import { TripleStoreError } from "../../../../../src/environments/knowledge-base/store/triple-store-error.ts";
import { embeddedQuery } from "../../../../../src/environments/knowledge-base/stores/embedded/query/embedded-query.ts";
import type { TripleTable } from "../../../../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { iri, literal, type Term } from "../../../../../src/environments/knowledge-base/term/term.ts";
import { FuxiError } from "../../../../../src/errors/fuxi-error.ts";
import { tableOf } from "../../../../support/table-of.ts";

const n = (name: string): Term => iri(`urn:x:${name}`);
const PEOPLE = 2000;

function* people(): Generator<readonly [Term, Term, Term]> {
  for (let i = 0; i < PEOPLE; i++) {
    yield [n(`p${i}`), n("knows"), n(`p${(i * 7 + 1) % PEOPLE}`)];
    yield [n(`p${i}`), n("name"), literal(`Name ${i}`)];
    if (i < 3) yield [n(`p${i}`), n("type"), n("First")];
  }
}

let table: TripleTable;
const parser = new Parser();

beforeAll(async () => {
  table = await tableOf(people());
});

interface Options {
  readonly milliseconds?: number;
  readonly signal?: AbortSignal;
  readonly mostBytes?: number;
  readonly maxRows?: number;
}

function run(query: string, { maxRows = 100, mostBytes, ...bounds }: Options = {}): Promise<QueryResult> {
  const parsed = parser.parse(`PREFIX : <urn:x:> ${query}`) as Parameters<typeof embeddedQuery>[1];
  const limits = { maxRows, ...(mostBytes === undefined ? {} : { mostBytes }) };
  const signal = new AbortController().signal;
  return embeddedQuery(table, parsed, limits, { milliseconds: 20_000, signal, ...bounds });
}

async function failure(query: string, options?: Options): Promise<TripleStoreError> {
  const error = await run(query, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof TripleStoreError) return error;
  throw new TypeError(`Not a complaint of the store: ${String(error)}`);
}

/** Counts the turns that everything else of the process has, and may do something in one of them. */
function counting(onTurn: (turn: number) => void = () => undefined) {
  const counted = { turns: 0 };
  let timer = setImmediate(tick);
  function tick(): void {
    onTurn(++counted.turns);
    timer = setImmediate(tick);
  }
  return { counted, stop: () => clearImmediate(timer) };
}

const SEARCH = "EXISTS { ?x :name ?y . ?u :name ?w FILTER(?y = ?u) }";

/** None of these ends within hours. */
const endless: readonly (readonly [string, string])[] = [
  ["a cross join", "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"],
  ["a cross join without a solution", "SELECT * { ?a :name ?b . ?c :name ?d . ?e :name ?f FILTER(?a = ?b) }"],
  ["groups", "SELECT ?a ?c (COUNT(?e) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } GROUP BY ?a ?c"],
  ["distinct values in a group", "SELECT (COUNT(DISTINCT ?c) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"],
  ["DISTINCT", "SELECT DISTINCT ?b { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?a = ?b) }"],
  ["OPTIONAL", "SELECT (COUNT(*) AS ?n) { ?a ?b ?c OPTIONAL { ?d ?e ?f . ?g ?h ?i FILTER(?f = ?h) } }"],
  [
    "MINUS",
    "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f MINUS { VALUES (?a ?b) { (:p1 :p2) } } MINUS { ?a :knows ?f } }",
  ],
  [
    "a sub-select",
    "SELECT (COUNT(*) AS ?n) { { SELECT ?a { ?a ?b ?c } } { SELECT ?d { ?d ?e ?f } } { SELECT ?g { ?g ?h ?i } } }",
  ],
  ["UNION", "SELECT (COUNT(*) AS ?n) { { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } UNION { ?a :name ?b } }"],
  [
    "VALUES",
    `SELECT (COUNT(*) AS ?n) { ${["a", "b", "c", "d"].map((name) => `VALUES ?${name} { ${"1 ".repeat(500)} }`).join(" ")} }`,
  ],
  ["a path between any two", "SELECT (COUNT(*) AS ?n) { ?a (:knows|^:knows)* ?b . ?c :knows+ ?d }"],
  ["paths behind paths", "SELECT (COUNT(*) AS ?n) { ?a :knows*/:knows*/:knows*/:knows* ?b }"],
  ["EXISTS", `SELECT * { ?x :knows ?z . ?q :name ?r FILTER ${SEARCH} }`],
  [
    "EXISTS in EXISTS",
    `SELECT * { ?z :knows ?q . ?q :name ?r FILTER EXISTS { ?x :name ?v FILTER ${SEARCH} } }`,
  ],
  ["EXISTS in a key", `SELECT * { ?a :knows ?x . ?q :name ?r } ORDER BY (${SEARCH})`],
  ["EXISTS in a sum", `SELECT (SUM(IF(${SEARCH}, 1, 0)) AS ?n) { ?a :knows ?x . ?q :name ?r }`],
  [
    "EXISTS in BIND",
    `SELECT ?k { ?a :knows ?x . ?q :name ?r BIND(IF(${SEARCH}, 1, 0) AS ?k) FILTER(?k = 1) }`,
  ],
  [
    "long texts",
    `SELECT (COUNT(?t) AS ?n) { ?a :name ?b . ?c :name ?d BIND(STRLEN(CONCAT(?b, "${"x".repeat(50_000)}", ?d)) AS ?t) }`,
  ],
];

describe("a query that takes long", () => {
  it.each(endless)("lets others have their turns, and ends at its time limit: %s", async (_, query) => {
    const { counted, stop } = counting();
    const { facts, hint } = await failure(query, { milliseconds: 250 });
    stop();
    expect(facts.kind).toBe("time-limit");
    expect(hint).not.toBe(undefined);
    // How many there are within a time depends on the machine; below they are counted without one.
    expect(counted.turns).toBeGreaterThan(0);
  });

  it.each(endless)("ends within a few turns when it is cancelled: %s", async (_, query) => {
    const controller = new AbortController();
    const at = 5;
    const { counted, stop } = counting((turn) => {
      if (turn === at) controller.abort();
    });
    const error: unknown = await run(query, { signal: controller.signal }).catch((reason: unknown) => reason);
    stop();
    expect(FuxiError.isInstance(error) ? error.code : error).toBe("cancelled");
    expect(counted.turns).toBeLessThan(at + 4);
  });

  it("sorts what it was given with pauses, and the same as ever", async () => {
    const { counted, stop } = counting();
    const sorted = "{ ?a :name ?b . ?c :type :First } ORDER BY DESC(?b) ?c";
    const { rows } = await run(`SELECT ?b ?c ${sorted}`, { maxRows: 10_000 });
    stop();
    const texts = rows.map(
      ([b, c]) => `${b?.kind === "literal" ? b.value : ""} ${c?.kind === "iri" ? c.value : ""}`,
    );
    expect(texts).toHaveLength(3 * PEOPLE);
    expect(texts.slice(0, 4)).toEqual([
      "Name 999 urn:x:p0",
      "Name 999 urn:x:p1",
      "Name 999 urn:x:p2",
      "Name 998 urn:x:p0",
    ]);
    expect(texts.at(-1)).toBe("Name 0 urn:x:p2");
    expect(counted.turns).toBeGreaterThan(0);
  });

  it("finds with pauses in the middle of an EXISTS what it would find at once", async () => {
    const slow = (last: string) => `EXISTS { ?a :name ?b . ?c :type :First . ?c :name ?d FILTER(${last}) }`;
    const never = slow("STR(?a) = ?b && ?d != ?b");
    const onlyFirst = slow('?b = "Name 1999" && ?c = :p2 && ?x = :p1');
    const ask = (condition: string) => run(`SELECT ?x { ?x :type :First FILTER(${condition}) } ORDER BY ?x`);
    expect((await ask(`${never} || ${onlyFirst}`)).rows).toEqual([[n("p1")]]);
    expect((await ask(`!(${never}) && !(${onlyFirst})`)).rows).toEqual([[n("p0")], [n("p2")]]);
    expect((await ask(`IF(${never}, true, ${onlyFirst})`)).rows).toEqual([[n("p1")]]);
  });
});

describe("a query that would make or keep too much", () => {
  const doubled = (step: string) =>
    Array.from({ length: 40 }, (_, i) => `BIND(${step.replaceAll("#", `?t${i}`)} AS ?t${i + 1})`).join(" ");

  it.each([
    ["CONCAT of itself", `SELECT * { BIND("abcdefgh" AS ?t0) ${doubled("CONCAT(#, #)")} }`],
    ["REPLACE by more", `SELECT * { BIND("aaaa" AS ?t0) ${doubled('REPLACE(#, "a", "aa")')} }`],
    [
      "REPLACE by the match",
      `SELECT * { BIND("aaaa" AS ?t0) ${doubled('REPLACE(#, "(.+)", "$1$1", "s")')} }`,
    ],
    [
      "GROUP_CONCAT over a cross join",
      'SELECT (GROUP_CONCAT(?b; separator=", ") AS ?t) { ?a :name ?b . ?c :name ?d . ?e :name ?f }',
    ],
    [
      "many long texts in one expression",
      `SELECT ?n { BIND(CONCAT("${"y".repeat(50_000)}", "") AS ?a) BIND(CONCAT(${"?a, ".repeat(15)}?a) AS ?t) ` +
        `BIND(${"STRLEN(CONCAT(?t, ?a)) + ".repeat(40)}0 AS ?n) }`,
    ],
  ])("is refused with advice: %s", async (_, query) => {
    const { facts, hint } = await failure(query);
    expect(facts.kind).toBe("too-large");
    expect(hint).toMatch(/texts/u);
  });

  it.each([
    ["ORDER BY", "SELECT ?a { ?a :name ?b . ?c :name ?d } ORDER BY ?b"],
    ["DISTINCT", "SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?a ?c { ?a :name ?b . ?c :name ?d } }"],
    ["groups", "SELECT ?a ?c (COUNT(*) AS ?n) { ?a :name ?b . ?c :name ?d } GROUP BY ?a ?c"],
    ["distinct in a group", "SELECT (COUNT(DISTINCT *) AS ?n) { ?a :name ?b . ?c :name ?d }"],
    ["a sub-select", "SELECT * { ?a :type :First { SELECT ?c ?d { ?c :name ?d . ?e :name ?f } } }"],
    ["MINUS", "SELECT * { ?a :type :First MINUS { ?c :name ?d . ?e :name ?f } }"],
    ["a path", "SELECT (COUNT(*) AS ?n) { :p1 (:knows|^:knows)* ?b }", 500],
    ["terms", "SELECT (COUNT(?t) AS ?n) { ?a :name ?b . ?c :name ?d BIND(CONCAT(?b, ?d) AS ?t) }"],
  ])("is refused when it has to keep too much: %s", async (_, query, mostBytes = 2_000_000) => {
    const { facts, hint } = await failure(query, { mostBytes });
    expect(facts.kind).toBe("too-large");
    expect(hint).toMatch(/filter earlier/u);
  });

  it("is not charged for what it does not keep any more", async () => {
    const inner = "{ SELECT DISTINCT ?c { ?c :name ?d } }";
    const { rows } = await run(
      `SELECT (COUNT(*) AS ?n) { ?a :name ?b FILTER EXISTS { ${inner} FILTER(?c = :p9) } }`,
      {
        mostBytes: 400_000,
      },
    );
    expect(rows).toMatchObject([[{ value: String(PEOPLE) }]]);
  });

  it("is refused when it has more parts than can be taken apart", async () => {
    const parts = Array.from({ length: 8000 }, (_, i) => `BIND(1 AS ?x${i})`).join(" ");
    expect((await failure(`SELECT ?x0 { ${parts} }`)).facts.kind).toBe("too-large");
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

  it("is whole with a base", async () => {
    expect((await run("BASE <urn:x:> SELECT ?y { :p0 <urn:x:knows> ?y }")).rows).toEqual([[n("p1")]]);
  });
});
