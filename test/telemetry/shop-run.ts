import { DatabaseSync } from "node:sqlite";
import { llmPolicy } from "../../src/agent/policies/llm-policy.ts";
import { type AskOptions, ask } from "../../src/ask.ts";
import { createDatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { createModel } from "../../src/model/providers/create-model.ts";
import { type ServerTurn, startScriptedOpenAiServer } from "../../src/testing/scripted-openai-server.ts";

/** None of these may leave the process unless contents are wanted. */
export const CANARIES = {
  question: "Which customer lives in quokkaville?",
  cell: "quokkaville",
  name: "Zebulon",
  column: "favourite_wombat",
  sql: "SELECT name FROM customer WHERE city = 'quokkaville'",
  key: "sk-canary-0123456789abcdef",
  thought: "I look for the numbat.",
};

export function writeShop(folder: string): string {
  const path = `${folder}/shop.sqlite`;
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
    INSERT INTO customer VALUES (1, 'Zebulon', 'quokkaville'), (2, 'Ada', 'Lyon');
  `);
  database.close();
  return path;
}

export const search = (query: string) => ({ name: "search_by_SQL", arguments: { query } });
export const usage = { inputTokens: 900, outputTokens: 40, cachedInputTokens: 512 };

/** Two statements at once, one that fails, then the answer. */
export const TURNS: readonly ServerTurn[] = [
  { text: CANARIES.thought, calls: [search(CANARIES.sql), search("SELECT count(*) FROM customer")], usage },
  { calls: [search(`SELECT ${CANARIES.column} FROM customer`)], usage },
  { calls: [{ name: "final_answer", arguments: { answer: CANARIES.sql } }], usage },
];

/** A whole question over a database and a model that is a server on loopback. */
export async function askShop(
  path: string,
  turns: readonly ServerTurn[],
  more: Partial<Omit<AskOptions, "model" | "policy">> = {},
) {
  await using server = await startScriptedOpenAiServer(turns);
  const environment = await createDatabaseEnvironment({
    id: "shop",
    driver: await openSqliteDriver({ path }),
    cacheFolder: `${path}-cache`,
    indexMode: "memory",
  });
  const model = await createModel({
    name: "scripted",
    baseUrl: server.url,
    environment: { FUXI_API_KEY: CANARIES.key },
  });
  try {
    return await ask({
      environments: [environment],
      question: CANARIES.question,
      policy: llmPolicy({ model, sampling: { temperature: 0.25 }, stepLimit: 15 }),
      ...more,
    });
  } finally {
    await environment.close();
  }
}
