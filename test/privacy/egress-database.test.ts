import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ACTIONS, CANARY, canaryDatabase } from "./canary-database.ts";
import { observedTexts, type Seen } from "./observed-texts.ts";

const TASK = { question: "How many people are there in each city?" };
const context = testContext();
const leaks = (seen: readonly Seen[]) => seen.filter(({ text }) => CANARY.test(text));

let database: DatabaseEnvironment;
beforeAll(async () => {
  database = await canaryDatabase(temporaryFolder());
});
afterAll(() => database.close());

const observe = (level: "schema" | "masked" | "all") =>
  observedTexts(withEgress(database, level), TASK, ACTIONS, context);

async function act(level: "schema" | "masked", tool: string, given: Record<string, string>) {
  const environment = withEgress(database, level);
  const workspace = await environment.openWorkspace(TASK, context);
  const result = await environment.act(workspace, { environment: "db", tool, arguments: given }, context);
  return result.observation?.text ?? result.failure?.message ?? "";
}

describe("a database whose every cell is a canary", () => {
  it("tells only forms at the level masked", async () => {
    const seen = await observe("masked");
    expect(leaks(seen)).toEqual([]);
    expect(seen.some(({ text }) => text.includes("'Xxxxxx-9'"))).toBe(true);
  });

  it("goes through the levels in any order: what is kept at one is not shown at another", async () => {
    expect(leaks(await observe("all")).length).toBeGreaterThan(0);
    expect(leaks(await observe("schema"))).toEqual([]);
    expect(leaks(await observe("masked"))).toEqual([]);
  });
});

describe("tools without values still help", () => {
  it.each(["schema", "masked"] as const)(
    "describe the database in each run alike, at the level %s",
    async (level) => {
      const environment = withEgress(database, level);
      const [first, second] = [
        await environment.describe("schema", undefined, context),
        await environment.describe("schema", TASK, context),
      ];
      expect(first.text).toContain("person");
      expect(second).toEqual(first);
    },
  );

  it.each(["schema", "masked"] as const)(
    "permit a call that the model wrote, at the level %s",
    async (level) => {
      const environment = withEgress(database, level);
      const workspace = await environment.openWorkspace(TASK, context);
      const written = {
        environment: "db",
        tool: "find_columns_containing_value",
        arguments: { value: "Zrinyi" },
      };
      const hint = { task: TASK, thought: "Is it kept?", written: [written], limit: 30 };
      const list = await environment.permittedActions?.(workspace, hint, context);
      expect(list).toContainEqual(expect.objectContaining({ action: written }));
    },
  );

  it("says in how many rows a value stands that the model names", async () => {
    const text = await act("schema", "is_value_in_column", {
      table: "city",
      column: "name",
      value: "Canary-2",
    });
    expect(text).toBe("Yes: city.name holds 'Canary-2' in 1 row.");
  });

  it("says that a near value exists, and of which column, without naming it", async () => {
    const text = await act("schema", "check_query", { query: "SELECT id FROM city WHERE name = 'cnary-2'" });
    expect(text).toContain("city.name has no value 'cnary-2'. Probably meant: '•' (1 row of city.name).");
  });

  it("says how dates are written and how to read them, without one of them", async () => {
    const text = await act("schema", "get_date_format", { table: "person", column: "joined" });
    expect(text).toContain("MM/DD/YYYY, e.g. '•', '•', '•'");
    expect(text).toContain("substr(joined, 7, 4)");
  });

  it("shows the form of a date at the level masked", async () => {
    expect(await act("masked", "get_date_format", { table: "person", column: "joined" })).toContain(
      "'99/99/9999'",
    );
  });

  it("does not tell a value that is made of words of this program", async () => {
    const text = await act("schema", "search_by_SQL", { query: "SELECT 'not ' || 'found' AS state" });
    expect(text).not.toContain("not found");
  });
});

it("keeps the answer whole: it is the person's", async () => {
  const environment = withEgress(database, "schema");
  const workspace = await environment.openWorkspace(TASK, context);
  const result = await environment.conclude(
    workspace,
    { text: "SELECT name FROM city ORDER BY id" },
    context,
  );
  expect(result.answer?.rows?.rows[0]).toEqual(["Canary-1"]);
});

it("says its level once, and what stands for a value", async () => {
  const { instructions } = withEgress(database, "schema");
  expect(instructions.match(/Values are withheld/gu)).toHaveLength(1);
  expect(withEgress(database, "all")).toBe(database);
});
