// A question about a SQLite database, answered by a model behind any OpenAI-compatible server. The server here follows a script, so that nothing
// leaves the machine; with a real one, only its address changes.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ask, createModel, open } from "fuxi";
import { startScriptedOpenAiServer } from "fuxi/testing";

const folder = mkdtempSync(join(tmpdir(), "shop-"));
const path = join(folder, "shop.sqlite");
const data = new DatabaseSync(path);
data.exec(`CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
  INSERT INTO customer (name, city) VALUES ('Ana', 'Lyon'), ('Bo', 'Paris'), ('Cy', 'Lyon')`);
data.close();

// The model guesses a column that there is not, reads what is wrong with it, mends that and hands in the draft.
const turns = [
  {
    calls: [
      { name: "check_query", arguments: { query: "SELECT COUNT(*) FROM customer WHERE town = 'Lyon'" } },
    ],
  },
  {
    calls: [
      { name: "check_query", arguments: { query: "SELECT COUNT(*) FROM customer WHERE city = 'Lyon'" } },
    ],
  },
  { calls: [{ name: "final_answer", arguments: {} }] },
];
await using server = await startScriptedOpenAiServer(turns);
const model = await createModel({ name: "scripted", baseUrl: server.url });

const shop = await open(path, { cacheFolder: folder });
const question = "How many customers live in Lyon?";
const { outcome, events } = await ask({ environments: [shop], question, model, limits: { steps: 10 } });

assert(outcome.type === "answered");
console.log(`${question} ${outcome.answer.text}, by ${outcome.evidence[0]?.sql}`, outcome.assumptions);
assert.equal(outcome.answer.text, "2");
assert.match(outcome.evidence[0]?.sql ?? "", /city = 'Lyon'/);

const failures = events.flatMap((event) => (event.type === "action-failed" ? [event.failure] : []));
assert.equal(failures[0]?.code, "unknown-column");

// Without a model the built-in rules answer what they understand of a question.
const { outcome: byRules } = await ask({ environments: [shop], question });
assert(byRules.type === "answered");
console.log(byRules.answer.text, byRules.assumptions);
assert.equal(byRules.answer.text, "2");
await shop.close();
rmSync(folder, { recursive: true });
