import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../src/environment/environment.ts";
import {
  createDatabaseEnvironment,
  openDuckdbDriver,
  openSqliteDriver,
  type SqlDriver,
} from "../../src/environments/database/index.ts";
import {
  createKnowledgeBaseEnvironment,
  openEmbeddedStore,
} from "../../src/environments/knowledge-base/index.ts";
import { createRestApiEnvironment } from "../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../src/environments/rest-api/document/load-document.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { loopbackServer } from "../environments/http/loopback-server.ts";
import { asDuckdbOwner } from "../support/duckdb-owner.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { observedTexts } from "./observed-texts.ts";

/** Values that are words of Fuxi's own sentences, and others in their place, in the same order. */
const WORDS = ["expired", "failed", "first", "high", "left", "open"];
const OTHERS = ["zaqxzaq", "zbqxzb", "zcqxz", "zdqx", "zeqx", "zfqx"];

type Actions = readonly (readonly [tool: string, given: JsonObject])[];

interface Place {
  readonly name: string;
  readonly actions: Actions;
  open(words: readonly string[]): Promise<Environment>;
}

const statements = (words: readonly string[]) => [
  "CREATE TABLE ticket (id integer PRIMARY KEY, state text, price text, day text)",
  "CREATE TABLE visit (ticket_id integer, remark text)",
  ...words.map((word, at) => `INSERT INTO ticket VALUES (${at}, '${word}', '${word}', '0${at + 1}/02/2950')`),
  ...words.map((word, at) => `INSERT INTO visit VALUES (${at}, '${word.toUpperCase()}')`),
];

const database = (driver: SqlDriver, cacheFolder: string) =>
  createDatabaseEnvironment({
    ...{ id: "db", driver, cacheFolder, indexMode: "memory", valueIndex: "full" },
  });

const check = (query: string) => ["check_query", { query }] as const;
const search = (query: string) => ["search_by_SQL", { query }] as const;

const OF_DATABASES: Actions = [
  ["describe_tables", { tables: ["ticket"] }],
  ["get_distinct_values", { table: "ticket", column: "state" }],
  ["is_value_in_column", { table: "ticket", column: "state", value: "nowhere" }],
  ["find_columns_containing_value_fuzzy", { value: "nowhere" }],
  ["get_date_format", { table: "ticket", column: "day" }],
  search("SELECT * FROM ticket ORDER BY id"),
  search("SELECT CAST(state AS integer) FROM ticket"),
  check("SELECT avg(price), max(day) FROM ticket"),
  check("SELECT state FROM ticket WHERE price > 5"),
  check("SELECT id FROM ticket ORDER BY price LIMIT 1"),
  check("SELECT id FROM ticket JOIN visit ON ticket.state = visit.remark"),
  check("SELECT id FROM ticket WHERE state = 'nowhere'"),
  check("SELECT stat FROM ticket"),
  ["where", { where_statement: "day > '2000-01-01'" }],
];

const PLACES: readonly Place[] = [
  {
    name: "SQLite",
    actions: OF_DATABASES,
    async open(words) {
      const folder = mkdtempSync(join(temporaryFolder(), "s"));
      const path = join(folder, "data.sqlite");
      const owner = new DatabaseSync(path);
      for (const sql of statements(words)) owner.exec(sql);
      owner.close();
      return database(await openSqliteDriver({ path, poolSize: 1 }), folder);
    },
  },
  {
    name: "DuckDB",
    actions: [
      ...OF_DATABASES,
      search("PIVOT ticket ON state USING count(*)"),
      check("SELECT * FROM (PIVOT ticket ON state USING count(*)) AS p"),
    ],
    async open(words) {
      const folder = mkdtempSync(join(temporaryFolder(), "d"));
      const path = join(folder, "data.duckdb");
      await asDuckdbOwner(path, ...statements(words));
      return database(await openDuckdbDriver({ path, poolSize: 1 }), folder);
    },
  },
  {
    name: "a knowledge base",
    actions: [
      ["find_entities", { text: "nowhere" }],
      ["instances", { class: "Ticket" }],
      ["get_relations", { variable: "#0" }],
      ["get_attributes", { variable: "#0" }],
      ["values", { variable: "#0", attribute: "state" }],
      ["filter", { variable: "#0", attribute: "state", comparison: "=", value: "nowhere" }],
      ["describe", { variable: "#0" }],
      ["query_sparql", { query: "SELECT ?t ?s WHERE { ?t <http://example.org/state> ?s }" }],
      ["query_sparql", { query: "SELECT ?s WHERE { ?t <http://example.org/states> ?s }" }],
      ["use_values", { values: '["nowhere"]' }],
    ],
    async open(words) {
      const folder = mkdtempSync(join(temporaryFolder(), "k"));
      const path = join(folder, "tickets.ttl");
      const lines = words.map(
        (word, at) => `:${word} a :Ticket ; rdfs:label "${word}" ; :state "${word}" ; :weight ${at} .`,
      );
      const prefixes =
        "@prefix : <http://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .";
      writeFileSync(path, [prefixes, ...lines].join("\n"));
      const { signal } = new AbortController();
      const store = await openEmbeddedStore({ path, cacheFolder: join(folder, "cache"), signal });
      return createKnowledgeBaseEnvironment({ id: "kb", store });
    },
  },
  {
    name: "an API",
    actions: [
      ["call_operation", { operation: "GET /tickets" }],
      ["call_operation", { operation: "GET /text" }],
      ["call_operation", { operation: "GET /wrong" }],
      ["extract", { response: "r1", expression: "name" }],
      ["extract", { response: "r1", expression: "nothing" }],
      ["extract", { response: "r1", expression: "$[0].nothing" }],
      ["extract", { response: "r1", program: "data" }],
      ["extract", { response: "r1", program: "throw new Error(data[0].name)" }],
      ["extract", { response: "r2", program: "data" }],
    ],
    async open(words) {
      const bodies: Readonly<Record<string, string>> = {
        "/tickets": JSON.stringify(words.map((word, id) => ({ id, name: word, [word]: { [word]: word } }))),
        "/text": words.join(" "),
        "/wrong": JSON.stringify({ message: words.join(" ") }),
      };
      const { url } = await loopbackServer((request, response) => {
        const type = request.url === "/text" ? "text/plain" : "application/json";
        response.writeHead(request.url === "/wrong" ? 404 : 200, { "content-type": type });
        response.end(bodies[request.url]);
      });
      const operation = { get: { responses: { 200: { description: "Fine" } } } };
      const paths = Object.fromEntries(Object.keys(bodies).map((path) => [path, operation]));
      const schemas = { Ticket: { type: "object", properties: { id: {}, name: {} } } };
      const info = { title: "Tickets", version: "1" };
      const text = JSON.stringify({ openapi: "3.1.0", info, paths, components: { schemas } });
      return createRestApiEnvironment({ id: "api", document: await loadDocument({ text }), server: url });
    },
  },
];

const TASK = { question: "How many tickets are there in each state?" };

describe.each(PLACES)("values of $name that are words of Fuxi's own sentences", ({ open, actions }) => {
  it.each(["schema", "masked"] as const)("are withheld like any others, at the level %s", async (level) => {
    const [words, others] = [await open(WORDS), await open(OTHERS)];
    const seen = async (environment: Environment) =>
      (await observedTexts(withEgress(environment, level), TASK, actions, testContext())).map(({ text }) =>
        // The order of near values, and of an engine's rows, may be another.
        text.replace(/127\.0\.0\.1:\d+/gu, "server").replace(/x{4,}/gu, "xxxx"),
      );
    const told = await seen(words);
    expect(told.join("\n")).toContain(level === "schema" ? "•" : "xxxx");
    expect(told).toEqual(await seen(others));
    await Promise.all([words.close(), others.close()]);
  });

  it("are told at the level all", async () => {
    const environment = await open(WORDS);
    const seen = await observedTexts(environment, TASK, actions, testContext());
    for (const word of WORDS) expect(seen.map(({ text }) => text).join("\n")).toContain(word);
    await environment.close();
  });
});
