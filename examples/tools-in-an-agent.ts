// The tools of a database in an agent of your own, made with the AI SDK. What the agent says is its own; what it rests on comes from the tools.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isStepCount, ToolLoopAgent } from "ai";
import { open } from "fuxi";
import { createTools, taskOf } from "fuxi/ai-sdk";
import { scriptedModel } from "fuxi/testing";

const folder = mkdtempSync(join(tmpdir(), "shop-"));
const path = join(folder, "shop.sqlite");
const data = new DatabaseSync(path);
data.exec(`CREATE TABLE product (title TEXT, price REAL);
  INSERT INTO product VALUES ('lamp', 20.5), ('desk', 120), ('chair', 45)`);
data.close();
const shop = await open(path, { cacheFolder: folder });

// Any model of the AI SDK; this one follows a script.
const model = scriptedModel([
  {
    calls: [
      { name: "check_query", arguments: { query: "SELECT title FROM product ORDER BY price DESC LIMIT 1" } },
    ],
  },
  { text: "The desk is the dearest." },
]);

// One tool set is one task: its draft lives in it, and every call works on that.
const question = "What is the dearest product?";
const tools = createTools(shop, {
  question,
  onAction: ({ toolName, action }) => console.log(toolName, action.arguments),
});
const task = taskOf(tools);
const agent = new ToolLoopAgent({
  model,
  tools,
  instructions: await task.instructions(),
  stopWhen: isStepCount(10),
});
const { text } = await agent.generate({ prompt: await task.prompt() });
console.log(text);
assert.equal(text, "The desk is the dearest.");

// What it rests on: the query that the agent has drafted, and its rows.
const { answer, evidence } = await task.conclude();
console.log(answer?.rows, evidence?.sql);
assert.deepEqual(answer?.rows?.rows, [["desk"]]);
await shop.close();
rmSync(folder, { recursive: true });
