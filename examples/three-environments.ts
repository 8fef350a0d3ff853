// One question over a knowledge base, an API and a database. Results go from one to the next by reference: the titles and the warehouses reach the
// query without passing through the model, however many they are.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ask, open } from "fuxi";
import { createRestApiEnvironment, loadDocument } from "fuxi/rest-api";
import { scriptedModel } from "fuxi/testing";

const cacheFolder = mkdtempSync(join(tmpdir(), "books-"));
const triples = join(cacheFolder, "books.ttl");
writeFileSync(
  triples,
  `@prefix : <http://books.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  :ada a :Person ; rdfs:label "Ada Lind" .
  :tide a :Book ; rdfs:label "The Tide" ; :author :ada .
  :salt a :Book ; rdfs:label "Salt" ; :author :ada .
  :fog a :Book ; rdfs:label "Fog" ; :author :bo . :bo a :Person ; rdfs:label "Bo Marsh" .`,
);
const path = join(cacheFolder, "shop.sqlite");
const data = new DatabaseSync(path);
data.exec(`CREATE TABLE stock (title TEXT, warehouse TEXT);
  INSERT INTO stock VALUES ('The Tide', 'north'), ('Salt', 'south'), ('Fog', 'north')`);
data.close();
const server = createServer((_, response) => {
  response.setHeader("content-type", "application/json").end('{"warehouses": ["north", "west"]}');
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const openToday = {
  summary: "Warehouses that are open today",
  responses: { 200: { description: "Their names" } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "Warehouses", version: "1" },
  paths: { "/open": { get: openToday } },
};

const environments = [
  await open(triples, { cacheFolder }),
  createRestApiEnvironment({
    id: "warehouses",
    document: await loadDocument({ document }),
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }),
  await open(path, { cacheFolder }),
];

const query =
  "SELECT title FROM stock WHERE title IN (SELECT value FROM titles) AND warehouse IN (SELECT value FROM open)";
const call = (name: string, given: Readonly<Record<string, string>> = {}) => ({ name, arguments: given });
const model = scriptedModel([
  { calls: [call("books__get_relations", { variable: "Ada Lind" })] },
  { calls: [call("books__get_neighbors", { variable: "Ada Lind", relation: "^books:author" })] },
  { calls: [call("warehouses__call_operation", { operation: "GET /open" })] },
  { calls: [call("warehouses__extract", { response: "r1", expression: "warehouses" })] },
  {
    calls: [
      call("shop__use_values", { name: "titles", values: "books:#0.labels" }),
      call("shop__use_values", { name: "open", values: "warehouses:e1" }),
      call("shop__check_query", { query }),
      call("final_answer", { environment: "shop" }),
    ],
  },
]);
const { outcome, events } = await ask({
  environments,
  question: "Which books by Ada Lind can be sent today?",
  model,
});
assert(outcome.type === "answered");
console.log(outcome.answer.text, outcome.assumptions, outcome.evidence[0]?.sql);
assert.equal(outcome.answer.text, "The Tide");

// What the references stand for is nowhere in what the model wrote.
const written = JSON.stringify(events.filter(({ type }) => type === "policy-replied"));
assert(!written.includes("The Tide") && !written.includes("north"));
await Promise.all(environments.map((environment) => environment.close()));
server.close();
rmSync(cacheFolder, { recursive: true });
