import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EgressLevel } from "../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { createDatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { AnswersForm } from "../mcp/support/mcp-process.ts";
import { memoryGlossary, memoryWorkspaceStore } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { firstOffered, type ModelBehindMcp, modelBehindMcp } from "./model-behind-mcp.ts";

const SQL = [
  "CREATE TABLE player (id integer PRIMARY KEY, name varchar(60), birth_place varchar(60), club varchar(60))",
  `INSERT INTO player VALUES (1, 'Ann', 'Bonn CANARYa', 'Bonn CANARYb'), (2, 'Bob', 'Bonn CANARYc', 'Other'),
    (3, 'Cid', 'Elsewhere', 'Bonn CANARYb')`,
];
const CANARY = /canary/iu;
const LEVELS: readonly EgressLevel[] = ["schema", "masked", "all"];
const QUESTION = "Which players are from Bonn?";
const ASKS = { words: "Bonn", question: "Which Bonn do you mean?" } as const;

async function players(): Promise<Environment> {
  const folder = temporaryFolder();
  const path = join(folder, "data.sqlite");
  const database = new DatabaseSync(path);
  for (const sql of SQL) database.exec(sql);
  database.close();
  const driver = await openSqliteDriver({ path, poolSize: 1 });
  const options = { id: "db", indexMode: "memory", valueIndex: "full" } as const;
  return createDatabaseEnvironment({ ...options, driver, cacheFolder: folder });
}

/** What the person is shown, beside their answer. */
const showing =
  (shown: string[]): AnswersForm =>
  (form) => {
    shown.push(JSON.stringify(form));
    return firstOffered(form);
  };

const leaks = ({ received }: ModelBehindMcp) => received.filter((text) => CANARY.test(text));

describe("words that several values of a database go by, asked about over MCP", () => {
  let environment: Environment;
  beforeAll(async () => {
    environment = await players();
  });
  afterAll(() => environment?.close());
  const at = (level: EgressLevel) => ({ environments: [withEgress(environment, level)] });

  it.each(LEVELS)(
    "tell a model that answers by itself, and asks the same again, no value below all: %s",
    async (level) => {
      await using model = await modelBehindMcp(at(level));
      const { workspace = "" } = await model.call("open_workspace", { question: QUESTION });
      const first = await model.call("clarify", { workspace, ...ASKS });
      expect(first.status).toBe("ask-the-person");
      const chosen = await model.call("clarify", { workspace, ...ASKS, answer: "1" });
      expect(chosen.status).toBe("settled");
      // The words again, another question about them, the question alone, what was chosen as words, and offers of one's own.
      const again = await model.call("clarify", { workspace, ...ASKS });
      expect(again).toMatchObject({ status: "clear", text: expect.stringContaining("the person said") });
      await model.call("clarify", { workspace, words: "bonn", question: "And which of these?" });
      await model.call("clarify", { workspace, question: ASKS.question });
      await model.call("clarify", {
        workspace,
        ...ASKS,
        question: "Or?",
        options: ["Bonn", "Bonn am Rhein"],
      });
      await model.call("clarify", { workspace, ...ASKS, answer: "2" });
      await model.call("clarify", { workspace, ...ASKS, answer: "7" });
      await model.call("open_workspace", { workspace });
      await model.call("clarify", { workspace: `${workspace}9`, ...ASKS });
      await model.call("where", { workspace, where_statement: "player.birth_place = 'Bonn'" });
      expect(leaks(model).length > 0).toBe(level === "all");
    },
    60_000,
  );

  it.each(LEVELS)(
    "tell no value below all after a person has chosen one in a form, now and in a later task: %s",
    async (level) => {
      const shown: string[] = [];
      const glossary = memoryGlossary();
      await using model = await modelBehindMcp({ ...at(level), glossary, answers: showing(shown) });
      const { workspace = "" } = await model.call("open_workspace", { question: QUESTION });
      const chosen = await model.call("clarify", { workspace, ...ASKS });
      expect(chosen.status).toBe("settled");
      // The person chooses between the values themselves.
      expect(shown.join()).toMatch(CANARY);
      await model.call("clarify", { workspace, ...ASKS });
      await model.call("clarify", { workspace, ...ASKS, question: "Another?" });
      const later = await model.call("open_workspace", { question: QUESTION });
      expect(later.text).toContain('"Bonn" means: ');
      await model.call("clarify", { workspace: later.workspace ?? "", ...ASKS });
      expect(leaks(model).length > 0).toBe(level === "all");
    },
    60_000,
  );

  it.each(["schema", "masked"] as const)(
    "whose meaning was kept where all may be told are told without the value: %s",
    async (level) => {
      const glossary = memoryGlossary();
      await using open = await modelBehindMcp({ ...at("all"), glossary, answers: firstOffered });
      const { workspace = "" } = await open.call("open_workspace", { question: QUESTION });
      await open.call("clarify", { workspace, ...ASKS });
      await using model = await modelBehindMcp({ ...at(level), glossary });
      const later = await model.call("open_workspace", { question: QUESTION });
      expect(later.text).toContain('"Bonn" means: ');
      await model.call("clarify", { workspace: later.workspace ?? "", ...ASKS });
      expect(leaks(model)).toEqual([]);
      await using again = await modelBehindMcp({ ...at("all"), glossary });
      expect((await again.call("open_workspace", { question: QUESTION })).text).toMatch(CANARY);
    },
    60_000,
  );

  it.each(["schema", "masked"] as const)(
    "whose workspace was begun where all may be told are not told in it: %s",
    async (level) => {
      const workspaces = memoryWorkspaceStore();
      await using open = await modelBehindMcp({ ...at("all"), workspaces });
      const { workspace = "" } = await open.call("open_workspace", { question: QUESTION });
      await open.call("clarify", { workspace, ...ASKS });
      await open.call("clarify", { workspace, ...ASKS, answer: "1" });
      const from = await open.call("from", { workspace, from_statement: "player" });
      const draft = {
        workspace: from.workspace ?? "",
        where_statement: "player.birth_place = 'Bonn CANARYa'",
      };
      await open.call("where", draft);
      await using model = await modelBehindMcp({ ...at(level), workspaces });
      await model.call("open_workspace", { workspace });
      await model.call("clarify", { workspace, ...ASKS });
      await model.call("where", { workspace, where_statement: "player.club = 'Other'" });
      await model.call("conclude", { workspace });
      await model.call("check_query", { workspace, query: "" });
      expect(leaks(model)).toEqual([]);
    },
    60_000,
  );
});
