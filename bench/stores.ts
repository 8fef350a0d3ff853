/**
 * The shared store on PostgreSQL beside the SQLite file: events appended, and reading a run to go on with it.
 *
 * npm run bench -- stores [postgres-url] [--events N]
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { openPostgresStore } from "../src/store-postgres/open-postgres-store.ts";
import { sampleTrajectory } from "../src/testing/sample-trajectory.ts";
import type { RunEvent } from "../src/trajectory/run-event.ts";
import type { TrajectoryStore } from "../src/trajectory/trajectory-store.ts";
import { postgresTrajectoryStore } from "../src/trajectory-store/postgres-trajectory-store.ts";
import { sqliteTrajectoryStore } from "../src/trajectory-store/sqlite-trajectory-store.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { events: { type: "string", default: "2000" } },
});
const url =
  positionals[0] ?? process.env["FUXI_TEST_POSTGRES_URL"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
const most = Number(values.events);
const ROUNDS = 3;
const RESUMES = 20;
/** Events of a long run, which is what is read to go on with it. */
const LONG = 200;
const principal = { id: "bench" };

/** An event with the text of an ordinary observation. */
const eventOf = (seq: number): RunEvent =>
  ({
    ...sampleTrajectory("how many?")[1],
    seq,
    text: "name | city | price\n".repeat(60),
  }) as unknown as RunEvent;

interface Measured {
  readonly one: number;
  readonly four: number;
  readonly resume: number;
  readonly batch: number;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

async function appended(store: TrajectoryStore, runs: number, each: number): Promise<number> {
  const ids = Array.from({ length: runs }, () => randomUUID());
  for (const id of ids) await store.create({ id, principal });
  const begun = performance.now();
  await Promise.all(
    ids.map(async (id) => {
      for (let seq = 1; seq <= each; seq++) await store.append(id, principal, [eventOf(seq)]);
    }),
  );
  return (runs * each) / ((performance.now() - begun) / 1000);
}

async function measure(store: TrajectoryStore): Promise<Measured> {
  const [one, four, batch, resume]: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    one?.push(await appended(store, 1, most));
    four?.push(await appended(store, 4, most / 4));
    const id = randomUUID();
    await store.create({ id, principal });
    const events = Array.from({ length: LONG }, (_, index) => eventOf(index + 1));
    const begun = performance.now();
    await store.append(id, principal, events);
    batch?.push(performance.now() - begun);
    for (let again = 0; again < RESUMES; again++) {
      const from = performance.now();
      const hold = await store.hold?.(id, principal);
      const read = await store.read(id, principal);
      if (read.length !== LONG) throw new RangeError(`${read.length} events were read`);
      resume?.push(performance.now() - from);
      await hold?.release();
    }
  }
  await store.close();
  return {
    one: median(one ?? []),
    four: median(four ?? []),
    batch: median(batch ?? []),
    resume: median(resume ?? []),
  };
}

const folder = mkdtempSync(join(tmpdir(), "fuxi-bench-"));
const schema = `fuxi_bench_${randomUUID().slice(0, 8)}`;
const address = new URL(url);
address.searchParams.set("schema", schema);
const file = await measure(sqliteTrajectoryStore(join(folder, "store.sqlite")));
const server = await measure(postgresTrajectoryStore(await openPostgresStore({ url: address.href })));
rmSync(folder, { recursive: true });
const admin = new pg.Client({ connectionString: url });
await admin.connect();
const version = (await admin.query("SHOW server_version")).rows[0].server_version;
await admin.query(`DROP SCHEMA ${schema} CASCADE`);
await admin.end();

const row = (what: string, a: number, b: number, unit: string): string =>
  `| ${what} | ${a.toFixed(unit === "ms" ? 2 : 0)} | ${b.toFixed(unit === "ms" ? 2 : 0)} | ${(b / a).toFixed(2)} |`;
console.log(
  [
    `PostgreSQL ${version}; ${most} events of 1.3 kB, median of ${ROUNDS}`,
    "",
    "| | SQLite file | PostgreSQL | ratio |",
    "|---|---:|---:|---:|",
    row("events appended per second, one run", file.one, server.one, "/s"),
    row("events appended per second, four runs at once", file.four, server.four, "/s"),
    row(`${LONG} events in one append, ms`, file.batch, server.batch, "ms"),
    row(`taking a run of ${LONG} events to go on with it, ms`, file.resume, server.resume, "ms"),
  ].join("\n"),
);
