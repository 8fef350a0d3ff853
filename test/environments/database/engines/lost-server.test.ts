import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptedPolicy } from "../../../../src/agent/policies/scripted-policy.ts";
import { resumeRun, runTask } from "../../../../src/agent/run-loop.ts";
import type { RunTaskOptions } from "../../../../src/agent/run-options.ts";
import { react } from "../../../../src/agent/strategies/react.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../../../src/store/trajectories.ts";
import type { RunEvent } from "../../../../src/trajectory/run-event.ts";
import { mariadbCluster, mariadbClusterIsMissing } from "../../../support/mariadb-cluster.ts";
import { clusterIsMissing, postgresCluster } from "../../../support/postgres-cluster.ts";

/** A server that the test may treat as it likes. */
interface OwnServer {
  open(): Promise<SqlDriver>;
  execute(sql: string): Promise<void>;
  start(): Promise<void>;
  kill(): Promise<void>;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  remove(): Promise<void>;
  /** A query that takes a minute. */
  readonly slow: string;
}

async function ownPostgres(): Promise<OwnServer> {
  const cluster = await postgresCluster();
  return {
    open: () => openPostgresDriver({ url: cluster.url, connectMilliseconds: 1500 }),
    async execute(sql) {
      const owner = new (await import("pg")).default.Client({ connectionString: cluster.url });
      await owner.connect();
      await owner.query(sql);
      await owner.end();
    },
    start: () => cluster.start(),
    kill: async () => cluster.stop("immediate"),
    signal: (name) => cluster.signal(name),
    remove: async () => cluster.remove(),
    slow: "SELECT pg_sleep(60)",
  };
}

async function ownMariadb(): Promise<OwnServer> {
  const cluster = await mariadbCluster();
  return { ...cluster, open: () => openMysqlDriver({ url: cluster.url }), slow: "SELECT sleep(60)" };
}

const SERVERS = [
  { name: "PostgreSQL", missing: clusterIsMissing(), own: ownPostgres },
  { name: "MariaDB", missing: mariadbClusterIsMissing(), own: ownMariadb },
] as const;

const running = SERVERS.filter(({ missing }) => missing === undefined);

describe.each(running)("a run on $name whose server goes away", ({ own }) => {
  let server: OwnServer;
  let environment: DatabaseEnvironment;

  beforeAll(async () => {
    server = await own();
    await server.execute("CREATE TABLE city (id integer PRIMARY KEY, name text)");
    await server.execute("INSERT INTO city VALUES (1, 'Paris'), (2, 'York')");
    environment = await createDatabaseEnvironment({
      id: "shop",
      driver: await server.open(),
      cacheFolder: "",
      indexMode: "memory",
    });
  }, 120_000);
  afterAll(async () => {
    await environment?.close();
    await server?.remove();
  }, 60_000);

  const search = (query: string) => ({ environment: "shop", tool: "search_by_SQL", arguments: { query } });
  const COUNT = search("SELECT count(*) FROM city");

  /** The calls and then the answer; `between` happens once, behind the call of that number. */
  function runOf(
    calls: readonly ReturnType<typeof search>[],
    after: number,
    between: () => Promise<void> | void,
  ) {
    let observed = 0;
    const events: RunEvent[] = [];
    const script = [
      ...calls.map((call) => ({ actions: [call] })),
      { claim: { claim: { text: "SELECT count(*) FROM city" } } },
    ];
    const options: RunTaskOptions = {
      environments: [environment],
      task: { question: "How many cities are there?" },
      strategy: react(),
      policy: scriptedPolicy(script),
      store: memoryTrajectoryStore(),
      artifacts: memoryArtifactStore(),
      principal: { id: "tester" },
      runId: "lost",
      actLimits: { rows: 100, characters: 20_000, milliseconds: 2000 },
      async onEvent(event) {
        events.push(event);
        if (event.type !== "action-observed" && event.type !== "action-failed") return;
        observed += 1;
        if (observed === after) await between();
      },
    };
    return { options, events };
  }

  const failures = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.type === "action-failed" ? [event.failure.code] : []));

  it("goes on after a restart between two calls that nobody noticed", async () => {
    const { options, events } = runOf([COUNT, COUNT], 1, async () => {
      await server.kill();
      await server.start();
    });
    const { outcome } = await runTask(options);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 2 } });
    expect(failures(events)).toEqual([]);
  }, 120_000);

  it("ends clearly failed while it is gone, and is resumed once it is back", async () => {
    const { options } = runOf([COUNT, COUNT], 1, () => server.kill());
    const { outcome } = await runTask(options);
    await server.start();
    expect(outcome).toMatchObject({ type: "failed", code: "engine-unavailable" });
    const resumed = await resumeRun({ ...options, runId: "lost" });
    expect(resumed.outcome).toMatchObject({ type: "answered", answer: { value: 2 } });
  }, 120_000);

  it("ends clearly failed when it is killed within a call, and is resumed once it is back", async () => {
    const { options } = runOf([COUNT, search(server.slow)], 1, () => {
      setTimeout(() => void server.kill(), 500);
    });
    const { outcome } = await runTask(options);
    await server.start();
    expect(outcome).toMatchObject({ type: "failed", code: "engine-unavailable" });
    const resumed = await resumeRun({ ...options, runId: "lost" });
    expect(resumed.outcome.type).toBe("answered");
  }, 120_000);

  it("does not hang with it, ends clearly failed, and is resumed once it goes on", async () => {
    const { options } = runOf([COUNT, COUNT, COUNT], 1, () => server.signal("SIGSTOP"));
    const { outcome } = await runTask(options).finally(() => server.signal("SIGCONT"));
    expect(outcome).toMatchObject({ type: "failed", code: "engine-unavailable" });
    const resumed = await resumeRun({ ...options, runId: "lost" });
    expect(resumed.outcome).toMatchObject({ type: "answered", answer: { value: 2 } });
  }, 120_000);
});

for (const { name, missing } of SERVERS)
  if (missing !== undefined) it.skip(`servers that go away, ${name}: ${missing}`);
