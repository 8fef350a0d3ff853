import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderFailure } from "../../src/agent/render-result.ts";
import { type Taken, TaskSession } from "../../src/agent/task-session.ts";
import type { EgressLevel } from "../../src/environment/egress/egress-level.ts";
import { toldAnswer } from "../../src/environment/egress/told-answer.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import { CANARY } from "./canary-database.ts";
import { CANARY_ENGINES, type CanaryPlace } from "./canary-engines.ts";

const TASK = { question: "How much is there of each?" };
const LEVELS = ["schema", "masked"] as const;
type Level = (typeof LEVELS)[number];

/** Columns `code`, then one for each cell of `note`. */
const NAMED_BY_CELLS = "PIVOT thing ON note USING sum(price) GROUP BY id";

const context = testContext();
let place: CanaryPlace;
let database: DatabaseEnvironment;
let other: DatabaseEnvironment;
beforeAll(async () => {
  place = await CANARY_ENGINES.duckdb.create();
  database = await place.open();
  other = await place.open({ id: "beside" });
});
afterAll(async () => {
  await database.close();
  await other.close();
  await place.drop();
});

/** Two environments, the first with a query as its draft; what `use_values` of the second then says. */
async function beside(query: string, level: Level, levelBeside: EgressLevel = level) {
  const environments: readonly Environment[] = [withEgress(database, level), withEgress(other, levelBeside)];
  const workspaces = new Map<string, Workspace>();
  for (const each of environments) workspaces.set(each.id, await each.openWorkspace(TASK, context));
  const act = async (environment: string, tool: string, given: Record<string, string>): Promise<Taken> => {
    const session = new TaskSession(environments, { workspaces }, context);
    const taken = await session.act({ environment, tool, arguments: given });
    if (taken.workspace !== undefined) workspaces.set(environment, taken.workspace);
    return taken;
  };
  await act("db", "check_query", { query });
  return {
    use: (reference: string) => act("beside", "use_values", { name: "given", values: reference }),
    workspace: () => workspaces.get("db") as Workspace,
    environment: environments[0] as Environment,
  };
}

describe.each(LEVELS)("what can be handed over, at the level %s", (level) => {
  it("is not offered where an engine has named a column by a cell", async () => {
    const { use } = await beside(NAMED_BY_CELLS, level);
    const { failure } = await use("db:nothing");
    if (failure === undefined) throw new Error("nothing is handed over by that");
    expect(renderFailure(failure)).toContain("There is: db:draft.id.");
    expect(JSON.stringify(failure)).not.toMatch(CANARY);
  });

  it("is not handed over to an environment that would show it", async () => {
    const { use } = await beside("SELECT note FROM thing", level, "all");
    expect((await use("db:draft.note")).failure).toMatchObject({
      code: "not-permitted",
      message: `Values of db are withheld (egress ${level}), and beside would show them (egress all): they cannot be handed over.`,
    });
    expect((await use("nothing")).failure?.message).toContain("No other environment holds a result yet.");
  });

  it("is not named by a cell in why it cannot be handed over", async () => {
    const { use } = await beside("SELECT CAST(name AS integer) AS number FROM person", level);
    const { failure } = await use("db:draft.number");
    expect(failure?.code).not.toBe("unknown-reference");
    expect(JSON.stringify(failure)).not.toMatch(CANARY);
  });
});

it("names everything at the level all", async () => {
  const { workspace } = await beside(NAMED_BY_CELLS, "schema");
  const names = (await database.capabilities.references?.list(workspace(), context)) ?? [];
  expect(names.map(({ name }) => name)).toEqual(["draft.id", "draft.Canary note", "draft.Canary other"]);
});

describe.each(LEVELS)(
  "the columns of an answer that is handed in for somebody else, at the level %s",
  (level) => {
    async function columnsOf(environment: DatabaseEnvironment, query: string) {
      const guarded = withEgress(environment, level);
      const workspace = await guarded.openWorkspace(TASK, context);
      const { answer, failure } = await guarded.conclude(workspace, { text: query }, context);
      if (answer === undefined) throw new Error(failure.message);
      return { told: toldAnswer(answer, level).rows?.columns, own: answer.rows?.columns };
    }

    it("are called as the schema and the query call them", async () => {
      const { told } = await columnsOf(database, "SELECT city_id, salary AS pay FROM person LIMIT 1");
      expect(told).toEqual(["city_id", "pay"]);
    });

    it("are not called by a cell, and the person's are", async () => {
      const { told, own } = await columnsOf(database, NAMED_BY_CELLS);
      expect(own).toEqual(["id", "Canary note", "Canary other"]);
      expect(told).toEqual(level === "schema" ? ["id", "•", "•"] : ["id", "Xxxxxx xxxx", "Xxxxxx xxxxx"]);
    });
  },
);
