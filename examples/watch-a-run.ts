// A run as a stream of its events: what the model thinks, does and sees, as it happens. The run waits for whoever takes the events, and
// leaving the loop cancels it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { askStream, open, type RunEvent } from "fuxi";
import { scriptedModel } from "fuxi/testing";

const folder = mkdtempSync(join(tmpdir(), "shop-"));
const path = join(folder, "shop.sqlite");
const data = new DatabaseSync(path);
data.exec(
  "CREATE TABLE sale (city TEXT, amount INTEGER); INSERT INTO sale VALUES ('Lyon', 5), ('Paris', 7), ('Lyon', 4)",
);
data.close();
const shop = await open(path, { cacheFolder: folder });

const query = "SELECT city FROM sale GROUP BY city ORDER BY SUM(amount) DESC LIMIT 1";
const script = () =>
  scriptedModel([
    { text: "Add up the sales of each city.", calls: [{ name: "check_query", arguments: { query } }] },
    { text: "That is it.", calls: [{ name: "final_answer", arguments: {} }] },
  ]);
const question = { environments: [shop], question: "Which city sold most?" };

/** One line for what a person would want to see of an event. */
function line(event: RunEvent): string | undefined {
  switch (event.type) {
    case "policy-replied":
      return `thought: ${event.reply.thought}`;
    case "action-observed":
      return `${event.action.tool}: ${event.observation.text.split("\n")[0]}`;
    case "run-finished":
      return event.outcome.type === "answered"
        ? [`answer: ${event.outcome.answer.text}`, ...event.outcome.assumptions].join("\n  assumed: ")
        : event.outcome.type;
    default:
      return undefined;
  }
}

const shown: string[] = [];
const run = askStream({ ...question, model: script() });
for await (const event of run) {
  const text = line(event);
  if (text !== undefined) shown.push(text);
}
console.log(shown.join("\n"));
assert.equal(shown[0], "thought: Add up the sales of each city.");
assert.equal(shown.at(-1), "answer: Lyon");
assert.equal((await run.result()).outcome.type, "answered");

// Somebody has seen enough: nothing goes on behind the loop.
const left = askStream({ ...question, model: script() });
for await (const event of left) if (event.type === "policy-replied") break;
const { outcome } = await left.result();
assert.equal(outcome.type === "stopped" && outcome.reason, "cancelled");
await shop.close();
rmSync(folder, { recursive: true });
