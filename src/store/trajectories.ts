import { randomUUID } from "node:crypto";
import type { Principal } from "../environment/principal.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { RunHold, TrajectoryStore } from "../trajectory/trajectory-store.ts";
import {
  checkContinuity,
  newRunRecord,
  type RunRecord,
  recordAfter,
  runExists,
  runHeld,
  runNotFound,
  runTaken,
  summaryOf,
} from "./run-record.ts";
import { keyText, parseStored, query, type Sql, type Steps } from "./sql.ts";
import { IN_MEMORY, openSqliteStore } from "./sqlite.ts";

/** Hold time and clock of a trajectory store. */
export interface TrajectoryStoreOptions {
  /** Where machines share the store: how long a run stays held after its process was killed (30,000). */
  readonly holdMilliseconds?: number;
  /** The system clock unless given. */
  readonly clock?: (() => Date) | undefined;
}

/** A run as last read or written. `number` distinguishes it from a deleted run of the same id. */
interface StoredRun {
  readonly number: string;
  readonly record: RunRecord;
}

interface RunRow extends StoredRun {
  readonly id: string;
  readonly reopen?: string;
}

/** Number of recently written runs that are cached, so that they need not be read before each event. */
const MOST_RECENT = 200;

/** Trajectories that end with the process. */
export const memoryTrajectoryStore = (clock?: () => Date): TrajectoryStore =>
  trajectoryStore(openSqliteStore(IN_MEMORY), { clock });

/**
 * Trajectories in an open store.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function trajectoryStore(
  sql: Sql,
  { holdMilliseconds = 30_000, clock = () => new Date() }: TrajectoryStoreOptions = {},
): TrajectoryStore {
  const [run, event] = [sql.table("run"), sql.table("event")];
  const close = sql.share();
  const recent = recentRuns(MOST_RECENT);
  const holds = new Map<string, string>();

  const rowOf = (row: Readonly<Record<string, unknown>>): RunRow => ({
    number: String(row["number"]),
    record: parseStored<RunRecord>(sql, row["record"]),
    ...parseStored<Pick<RunRow, "id" | "reopen">>(sql, row["opening"]),
  });
  function* find(runId: string, { id }: Principal): Steps<RunRow> {
    const { rows } = yield* query(
      `SELECT number, opening, record FROM ${run} WHERE principal = $1 AND id = $2`,
      [keyText(id), keyText(runId)],
    );
    if (rows[0] === undefined) throw runNotFound(runId);
    return rowOf(rows[0]);
  }
  /** Seconds for which somebody else still holds the run; 0 or less if nobody does. */
  function* heldFor(number: string, holder: string | null): Steps<number> {
    const { rows } = yield* query(
      `SELECT (held_until - ${sql.now}) / 1000 AS seconds FROM ${run}
       WHERE number = $1 AND holder IS DISTINCT FROM $2::uuid`,
      [number, holder],
    );
    return Number(rows[0]?.["seconds"] ?? 0);
  }
  /** Undefined if the run has changed since `before`, or somebody else holds it. */
  function* insert(
    before: StoredRun,
    { events, holder }: { events: readonly RunEvent[]; holder: string | null },
  ): Steps<StoredRun | undefined> {
    const record = events.reduce(recordAfter, before.record);
    const { number } = before;
    const { rowCount } = yield* query(
      `UPDATE ${run} SET record = $3, events = $4, holder = $5::uuid,
         held_until = CASE WHEN $5::uuid IS NULL THEN NULL ELSE ${sql.now} + $6::float8 END
       WHERE number = $1 AND events = $2
         AND (holder IS NOT DISTINCT FROM $5::uuid OR ($5::uuid IS NULL AND held_until <= ${sql.now}))`,
      [number, before.record.events, JSON.stringify(record), record.events, holder, holdMilliseconds],
    );
    if (rowCount === 0) return undefined;
    yield* query(
      `INSERT INTO ${event} (run, seq, body) SELECT $1::bigint, $2::integer + key, value FROM ${sql.elements(3)}`,
      [number, before.record.events + 1, JSON.stringify(events.map((each) => JSON.stringify(each)))],
    );
    return { number, record };
  }

  async function hold(runId: string, principal: Principal): Promise<RunHold> {
    const key = JSON.stringify([principal.id, runId]);
    const holder = randomUUID();
    const lease = [holdMilliseconds, holder];
    const since = performance.now();
    const number = await sql.run(function* () {
      const { number } = yield* find(runId, principal);
      const { rowCount } = yield* query(
        `UPDATE ${run} SET holder = $3::uuid, held_until = ${sql.now} + $2::float8
         WHERE number = $1 AND (holder IS NULL OR holder = $3::uuid OR held_until <= ${sql.now})`,
        [number, ...lease],
      );
      if (rowCount > 0) return number;
      throw runHeld(runId, yield* heldFor(number, holder));
    });
    holds.set(key, holder);
    const change = async (set: string, values: readonly unknown[]): Promise<boolean> => {
      const statement = `UPDATE ${run} SET ${set} WHERE number = $1 AND holder = $2::uuid`;
      const { rowCount } = await sql.run(() => query(statement, [number, holder, ...values]), {
        patienceMilliseconds: 0,
      });
      return rowCount > 0;
    };
    return keepLease(since, {
      milliseconds: holdMilliseconds,
      renew: () => change(`held_until = ${sql.now} + $3::float8`, [holdMilliseconds]),
      async release() {
        if (holds.get(key) === holder) holds.delete(key);
        // If the server is away, the hold expires.
        await change("holder = NULL, held_until = NULL", []).catch(() => {});
      },
    });
  }

  return {
    async create({ id, principal, reopen }) {
      const record = JSON.stringify(newRunRecord(clock()));
      const { rowCount } = await sql.transaction(() =>
        query(
          `INSERT INTO ${run} (principal, id, opening, record) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
          [keyText(principal.id), keyText(id), JSON.stringify({ id, reopen }), record],
        ),
      );
      if (rowCount === 0) throw runExists(id);
    },
    async append(runId, principal, events) {
      const key = JSON.stringify([principal.id, runId]);
      const [first] = events;
      const after = await sql.transaction(function* () {
        const holder = holds.get(key) ?? null;
        const known = recent.get(key);
        let before: StoredRun =
          known !== undefined && known.record.events + 1 === first?.seq
            ? known
            : yield* find(runId, principal);
        if (first === undefined) return undefined;
        for (;;) {
          checkContinuity(runId, before.record.events, events);
          const after = yield* insert(before, { events, holder });
          if (after !== undefined) return after;
          recent.delete(key);
          const now = yield* find(runId, principal);
          checkContinuity(runId, now.record.events, events);
          if (holder !== null || (yield* heldFor(now.number, holder)) > 0) throw runTaken(runId);
          before = now;
        }
      });
      if (after === undefined) recent.delete(key);
      else recent.set(key, after);
    },
    ...(sql.shared ? { hold } : {}),
    async read(runId, principal, { afterSeq = 0 } = {}) {
      const { rows } = await sql.run(function* () {
        const { number } = yield* find(runId, principal);
        return yield* query(
          `SELECT seq, body FROM ${event} WHERE run = $1 AND seq > $2::float8 ORDER BY seq`,
          [number, afterSeq],
        );
      });
      return rows.map(({ seq, body }, index) => {
        const parsed = parseStored<RunEvent>(sql, body);
        if (seq !== afterSeq + index + 1 || parsed.seq !== seq) throw sql.damaged();
        return parsed;
      });
    },
    async summary(runId, principal) {
      return summaryOf(await sql.run(() => find(runId, principal)));
    },
    async list({ principal, limit, before }) {
      const { rows } = await sql.run(function* () {
        const from = before === undefined ? null : (yield* find(before, principal)).number;
        return yield* query(
          `SELECT number, opening, record FROM ${run}
           WHERE principal = $1 AND ($2::bigint IS NULL OR number < $2::bigint) ORDER BY number DESC LIMIT $3`,
          [keyText(principal.id), from, limit],
        );
      });
      return rows.map((row) => summaryOf(rowOf(row)));
    },
    async delete(runId, principal) {
      recent.delete(JSON.stringify([principal.id, runId]));
      const isGone = await sql.transaction(function* () {
        const { rowCount } = yield* query(`DELETE FROM ${run} WHERE principal = $1 AND id = $2`, [
          keyText(principal.id),
          keyText(runId),
        ]);
        return rowCount > 0;
      });
      if (!isGone) throw runNotFound(runId);
    },
    close,
  };
}

interface LeaseOptions {
  /** Duration of the lease without renewal. */
  readonly milliseconds: number;
  /** False if somebody else has the lease by now. */
  readonly renew: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/** Renewals attempted per lease duration. */
const RENEWALS = 3;

/**
 * Renews a lease until it is released, and aborts the signal once the lease may be somebody else's. Time is measured by this machine's steady
 * clock, from before each request.
 */
function keepLease(since: number, { milliseconds, renew, release }: LeaseOptions): RunHold {
  const lost = new AbortController();
  let sure = since + milliseconds;
  let renewing = false;
  const lose = (): void => {
    clearInterval(timer);
    lost.abort();
  };
  const beat = async (): Promise<void> => {
    if (performance.now() >= sure) return lose();
    if (renewing) return;
    renewing = true;
    const asked = performance.now();
    try {
      if (await renew()) sure = asked + milliseconds;
      else lose();
    } catch {
      // The next renewal may succeed.
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(beat, milliseconds / RENEWALS);
  timer.unref();
  return {
    signal: lost.signal,
    async release() {
      clearInterval(timer);
      await release();
    },
  };
}

/** A cache of at most `most` runs; evicts the run set longest ago. */
function recentRuns(most: number): Pick<Map<string, StoredRun>, "get" | "set" | "delete"> {
  const runs = new Map<string, StoredRun>();
  const set = (key: string, run: StoredRun): typeof runs => {
    runs.delete(key);
    runs.set(key, run);
    const [oldest] = runs.keys();
    if (runs.size > most && oldest !== undefined) runs.delete(oldest);
    return runs;
  };
  return { get: (key) => runs.get(key), set, delete: (key) => runs.delete(key) };
}
