import assert from "node:assert/strict";
import type { SqlCapability, TableDefinition } from "../environment/capabilities.ts";
import { withEgress } from "../environment/egress/with-egress.ts";
import type { Environment } from "../environment/environment.ts";
import { testContext } from "./environment-under-test.ts";
import { openedOnce, rejectsWith, type TestRunner } from "./test-runner.ts";

/** An environment with SQL, and statements that it must and must not run. */
export interface SqlCapabilityUnderTest {
  /** Called once for most tests; closed after them. */
  open(): Promise<Environment>;
  /** Queries of different forms that all give at least two rows. */
  readonly queries: readonly string[];
  /** A statement that would change something. */
  readonly writing: string;
  /** A query that does not end by itself. */
  readonly endless: string;
}

/** What an environment with `capabilities.sql` must hold to. */
export function sqlCapabilityConformance(runner: TestRunner, setup: SqlCapabilityUnderTest): void {
  const onOne = openedOnce(runner, () => setup.open());
  const withSql = (
    name: string,
    body: (sql: SqlCapability, environment: Environment) => Promise<void>,
  ): void =>
    onOne(name, async (environment) => {
      assert.ok(environment.capabilities.sql !== undefined, "the environment has no sql capability");
      await body(environment.capabilities.sql, environment);
    });

  for (const query of setup.queries) {
    withSql(`takes apart and rebuilds: ${query}`, async (sql, environment) => {
      const wanted = await sql.query(query, { maxRows: 1000 }, testContext());
      const actions = sql.takeApart(query);
      assert.ok(actions !== undefined && actions.length > 0, "it was not taken apart");
      let workspace = await environment.openWorkspace(undefined, testContext());
      for (const action of actions) {
        const result = await environment.act(workspace, action, testContext());
        if (result.failure !== undefined) assert.fail(`${action.tool}: ${result.failure.message}`);
        workspace = result.workspace;
      }
      const concluded = await environment.conclude(workspace, {}, testContext());
      if (concluded.failure !== undefined) assert.fail(concluded.failure.message);
      assert.deepEqual(concluded.answer.rows?.rows, wanted.rows);
    });
  }

  withSql("tells which engine answers, and its version, if it tells any", async ({ engine }) => {
    if (engine === undefined) return;
    assert.match(engine.name, /\S/u);
    assert.match(engine.version, /^\d+\.\d+/u);
  });

  withSql("says truly whether rows were cut off", async (sql) => {
    const [query] = setup.queries;
    assert.ok(query !== undefined);
    const all = await sql.query(query, { maxRows: 1000 }, testContext());
    assert.ok(all.rows.length >= 2 && !all.truncated);
    const exact = await sql.query(query, { maxRows: all.rows.length }, testContext());
    assert.deepEqual(exact, all);
    const cut = await sql.query(query, { maxRows: all.rows.length - 1 }, testContext());
    assert.ok(cut.truncated);
    assert.deepEqual(cut.rows, all.rows.slice(0, -1));
  });

  withSql("gives rows as JSON", async (sql) => {
    for (const query of setup.queries) {
      const { rows } = await sql.query(query, { maxRows: 1000 }, testContext());
      assert.deepEqual(JSON.parse(JSON.stringify(rows)), rows);
    }
  });

  withSql("defines every table that its queries may name, and shows no row unless asked", async (sql) => {
    const plain = await definitionsOf(sql, 0);
    assert.ok(plain.length > 0);
    for (const { name, definition, sample } of plain) {
      assert.match(definition, /^CREATE (?:TABLE|VIEW) /u);
      assert.ok(definition.includes(name));
      assert.equal(sample, undefined);
      await sql.query(`SELECT count(*) FROM ${name}`, { maxRows: 1 }, testContext());
    }
  });

  withSql("shows as many rows of each table as were asked for, below its columns", async (sql) => {
    for (const wanted of [1, 2]) {
      for (const { name, sample = [] } of await definitionsOf(sql, wanted)) {
        const { rows } = await sql.query(`SELECT count(*) FROM ${name}`, { maxRows: 1 }, testContext());
        const count = Number(rows[0]?.[0]);
        assert.equal(sample.length, 1 + Math.min(wanted, count), name);
        assert.ok(sample.every((line) => !line.includes("\n")));
      }
    }
  });

  withSql("tells a model no value of the tables that it may not see", async (_, environment) => {
    for (const level of ["schema", "masked"] as const) {
      const guarded = withEgress(environment, level).capabilities.sql;
      assert.ok(guarded !== undefined);
      const open = await definitionsOf(environment.capabilities.sql as SqlCapability, 2);
      const told = await definitionsOf(guarded, 2);
      assert.deepEqual(
        told.map(({ definition }) => definition),
        open.map(({ definition }) => definition),
      );
      for (const [at, { sample }] of told.entries()) {
        if (level === "schema") assert.equal(sample, undefined);
        else assert.equal(sample?.length, open[at]?.sample?.length);
        const rows = open[at]?.sample?.slice(1) ?? [];
        for (const row of rows.filter((line) => /\p{L}{4}/u.test(line)))
          assert.ok(!sample?.includes(row), row);
      }
    }
  });

  withSql("refuses to write", async (sql) => {
    await rejectsWith("engine-error", sql.query(setup.writing, { maxRows: 1 }, testContext()));
  });

  withSql("stops at the time limit, and answers the next query", async (sql) => {
    const limits = { ...testContext().limits, milliseconds: 200 };
    await rejectsWith("engine-timeout", sql.query(setup.endless, { maxRows: 1 }, testContext({ limits })));
    const [query] = setup.queries;
    assert.ok(query !== undefined);
    assert.ok((await sql.query(query, { maxRows: 1000 }, testContext())).rows.length > 0);
  });

  withSql("stops when it is cancelled", async (sql) => {
    const signal = AbortSignal.abort();
    await rejectsWith("cancelled", sql.query(setup.endless, { maxRows: 1 }, testContext({ signal })));
  });
}

async function definitionsOf(sql: SqlCapability, sampleRows: number): Promise<readonly TableDefinition[]> {
  assert.ok(sql.definitions !== undefined, "the capability does not define its tables");
  return await sql.definitions({ sampleRows }, testContext());
}
