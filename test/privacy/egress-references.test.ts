import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderFailure } from "../../src/agent/render-result.ts";
import { type Taken, takeAction } from "../../src/agent/take-action.ts";
import type { EgressLevel } from "../../src/environment/egress/egress-level.ts";
import { toldAnswer } from "../../src/environment/egress/told-answer.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/index.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CANARY } from "./canary-database.ts";
import { CANARY_ENGINES, type CanaryPlace } from "./canary-engines.ts";
import { canaryKnowledgeBase } from "./canary-knowledge-base.ts";

const TASK = { question: "How much is there of each?" };
const LEVELS = ["schema", "masked"] as const;
type Level = (typeof LEVELS)[number];

/** Columns `code`, then one for each cell of `note`. */
const NAMED_BY_CELLS = "PIVOT thing ON note USING sum(price) GROUP BY id";
/** Columns `code`, then `1` to `8`, so that none stands at the place that it is called by. */
const NAMED_BY_NUMBERS =
  "PIVOT (SELECT code, salary, row_number() OVER (ORDER BY id) AS n FROM person) ON n USING sum(salary) GROUP BY code";

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
    const taken = await takeAction(
      { environment, tool, arguments: given },
      { environments, workspaces },
      context,
    );
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

async function valuesOf(environment: Environment, workspace: Workspace, name: string) {
  const read = await environment.capabilities.references?.read(workspace, name, context);
  if (read?.values === undefined) throw new Error(`nothing was read by ${name}`);
  const bytes = await context.artifacts.get(read.values.values.sha256, context.principal);
  return new TextDecoder().decode(bytes).trim().split("\n");
}

describe.each(LEVELS)("what can be handed over, at the level %s", (level) => {
  it("is told by its place where an engine has named a column by a cell", async () => {
    const { use } = await beside(NAMED_BY_CELLS, level);
    const { failure } = await use("db:nothing");
    if (failure === undefined) throw new Error("nothing is handed over by that");
    expect(renderFailure(failure)).toContain("There is: db:draft.id, db:draft.2, db:draft.3.");
    expect(JSON.stringify(failure)).not.toMatch(CANARY);
  });

  it("is handed over by that place", async () => {
    const { use, environment, workspace } = await beside(NAMED_BY_CELLS, level);
    const { observation, failure } = await use("db:draft.3");
    expect(failure).toBeUndefined();
    expect(observation?.data).toMatchObject({ name: "given", total: 1 });
    expect(JSON.stringify(observation)).not.toMatch(CANARY);
    expect(await valuesOf(environment, workspace(), "draft.3")).toEqual(["770402.5"]);
  });

  it("is what stands at the place, and not what another column is called", async () => {
    const { environment, workspace } = await beside(NAMED_BY_NUMBERS, level);
    const names = (await environment.capabilities.references?.list(workspace(), context)) ?? [];
    expect(names.map(({ name }) => name)).toEqual([
      "draft.code",
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((at) => `draft.${at}`),
    ]);
    // The third column is called 2, and holds what the second person earns.
    expect(await valuesOf(environment, workspace(), "draft.3")).toEqual(["770202"]);
    expect(await valuesOf(environment, workspace(), "draft.code")).toEqual(['"zqxa"', '"zqxb"']);
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

  it("keeps the names of a knowledge base, which are its own", async () => {
    const base = await canaryKnowledgeBase(temporaryFolder());
    const environment = withEgress(base, level);
    let workspace = await environment.openWorkspace(TASK, context);
    for (const [tool, given] of [
      ["instances", { class: "Ferry" }],
      ["get_relations", { variable: "#0" }],
      ["values", { variable: "#0", attribute: "motto" }],
    ] as const) {
      const acted = await environment.act(workspace, { environment: "kb", tool, arguments: given }, context);
      if (acted.failure !== undefined) throw new Error(renderFailure(acted.failure));
      workspace = acted.workspace;
    }
    const names = (await environment.capabilities.references?.list(workspace, context)) ?? [];
    await base.close();
    expect(names.map(({ name }) => name)).toEqual(["#1.values", "#0.labels", "#0.ids", "#0.keys"]);
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

    it("are not called by a sign that is a cell", async () => {
      const { told, own } = await columnsOf(
        database,
        "PIVOT (SELECT id, chr(8364) AS sign FROM thing) ON sign USING count(*)",
      );
      expect(own).toContain("€");
      expect(told).not.toContain("€");
    });

    it("are not there where the policy denies them", async () => {
      const denying = await place.open({ id: "denying", privacy: { deny: ["person.salary"] } });
      const { told } = await columnsOf(denying, "SELECT * FROM person");
      await denying.close();
      expect(told).toContain("joined");
      expect(told).not.toContain("salary");
    });
  },
);
