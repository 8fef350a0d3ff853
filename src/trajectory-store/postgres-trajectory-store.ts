import { randomUUID } from "node:crypto";
import type { Principal } from "../environment/principal.ts";
import { DURABLE, keyText, type PostgresStore, type Query } from "../store-postgres/postgres-store.ts";
import { damagedStore, storedOnServer } from "../store-postgres/store-server-errors.ts";
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

interface LeaseOptions {
  /** How long it lasts without being renewed. */
  readonly milliseconds: number;
  /** False where somebody else has it by now. */
  readonly renew: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/** Three chances before it is over. */
const RENEWALS = 3;

/** Renews a lease until it is released, and says when it may be somebody else's: by this machine's steady clock, from before it was asked for. */
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
      // The next one may get through.
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

/** How runs are held. */
export interface PostgresTrajectoryStoreOptions {
  /** How long a run stays held after its process was killed (30,000). */
  readonly holdMilliseconds?: number;
}

interface RunRow extends StoredRun {
  readonly id: string;
  readonly reopen?: string;
}

/** Of the runs that are written to, how many need not be read before each event. */
const MOST_RECENT = 200;

/**
 * Trajectories that machines share.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function postgresTrajectoryStore(
  store: PostgresStore,
  { holdMilliseconds = 30_000 }: PostgresTrajectoryStoreOptions = {},
): TrajectoryStore {
  const [run, event] = [store.table("run"), store.table("event")];
  const close = store.share();
  const recent = recentRuns(MOST_RECENT);
  const holds = new Map<string, string>();

  const parse = <T>(text: unknown): T => storedOnServer(store.place, text);
  const rowOf = (row: Readonly<Record<string, unknown>>): RunRow => ({
    number: String(row["number"]),
    record: parse<RunRecord>(row["record"]),
    ...parse<Pick<RunRow, "id" | "reopen">>(row["opening"]),
  });
  const find = async (query: Query, runId: string, { id }: Principal): Promise<RunRow> => {
    const { rows } = await query(
      `SELECT number, opening, record FROM ${run} WHERE principal = $1 AND id = $2`,
      [keyText(id), keyText(runId)],
    );
    if (rows[0] === undefined) throw runNotFound(runId);
    return rowOf(rows[0]);
  };
  const isWritten = async (query: Query, number: string, seq: number, call: string): Promise<boolean> => {
    const { rowCount } = await query(`SELECT 1 FROM ${event} WHERE run = $1 AND seq = $2 AND call = $3`, [
      number,
      seq,
      call,
    ]);
    return rowCount > 0;
  };
  /** Seconds for which somebody else holds the run; 0 where nobody does. */
  const heldFor = async (query: Query, number: string, holder: string | null): Promise<number> => {
    const { rows } = await query(
      `SELECT greatest(0, extract(epoch FROM held_until - clock_timestamp())) AS seconds FROM ${run}
       WHERE number = $1 AND holder IS DISTINCT FROM $2::uuid`,
      [number, holder],
    );
    return Number(rows[0]?.["seconds"] ?? 0);
  };
  /** One statement, so that it is one transaction and one journey. False where the run is not as `before` says, or somebody else's. */
  const insert = async (
    query: Query,
    before: StoredRun,
    { events, holder, call }: { events: readonly RunEvent[]; holder: string | null; call: string },
  ): Promise<StoredRun | undefined> => {
    const record = events.reduce(recordAfter, before.record);
    const { rowCount } = await query(
      `WITH moved AS (
         UPDATE ${run} SET record = $3, events = $4, holder = $5::uuid,
           held_until = CASE WHEN $5::uuid IS NULL THEN NULL ELSE clock_timestamp() + $6::float8 * interval '1 ms' END
         WHERE number = $1 AND events = $2 AND ${DURABLE}
           AND (holder IS NOT DISTINCT FROM $5::uuid OR ($5::uuid IS NULL AND held_until <= clock_timestamp()))
         RETURNING number
       )
       INSERT INTO ${event} (run, seq, call, body)
       SELECT number, seq, $9::uuid, body FROM moved, unnest($7::integer[], $8::text[]) AS given (seq, body)`,
      [
        before.number,
        before.record.events,
        JSON.stringify(record),
        record.events,
        holder,
        holdMilliseconds,
        events.map(({ seq }) => seq),
        events.map((each) => JSON.stringify(each)),
        call,
      ],
    );
    return rowCount > 0 ? { number: before.number, record } : undefined;
  };

  return {
    async create({ id, principal, reopen }) {
      const made = randomUUID();
      const keys = [keyText(principal.id), keyText(id)];
      const isMine = await store.run(async (query, again) => {
        const { rowCount } = await query(
          `INSERT INTO ${run} (principal, id, opening, record, made) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
          [...keys, JSON.stringify({ id, reopen }), JSON.stringify(newRunRecord(new Date())), made],
        );
        if (rowCount > 0 || !again) return rowCount > 0;
        const found = await query(`SELECT 1 FROM ${run} WHERE principal = $1 AND id = $2 AND made = $3`, [
          ...keys,
          made,
        ]);
        return found.rowCount > 0;
      });
      if (!isMine) throw runExists(id);
    },
    async append(runId, principal, events) {
      const key = JSON.stringify([principal.id, runId]);
      const [first] = events;
      const call = randomUUID();
      await store.run(async (query, again) => {
        const holder = holds.get(key) ?? null;
        const known = recent.get(key);
        let before: StoredRun =
          known !== undefined && known.record.events + 1 === first?.seq
            ? known
            : await find(query, runId, principal);
        if (first === undefined) return;
        for (;;) {
          if (again && (await isWritten(query, before.number, first.seq, call))) return recent.delete(key);
          checkContinuity(runId, before.record.events, events);
          const after = await insert(query, before, { events, holder, call });
          if (after !== undefined) return recent.set(key, after);
          recent.delete(key);
          const now = await find(query, runId, principal);
          if (again && (await isWritten(query, now.number, first.seq, call))) return;
          checkContinuity(runId, now.record.events, events);
          if (holder !== null || (await heldFor(query, now.number, holder)) > 0) throw runTaken(runId);
          before = now;
        }
      });
    },
    async hold(runId, principal) {
      const key = JSON.stringify([principal.id, runId]);
      const holder = randomUUID();
      const lease = [holdMilliseconds, holder];
      const since = performance.now();
      const number = await store.run(async (query) => {
        const { number } = await find(query, runId, principal);
        const { rowCount } = await query(
          `UPDATE ${run} SET holder = $3::uuid, held_until = clock_timestamp() + $2::float8 * interval '1 ms'
           WHERE number = $1 AND (holder IS NULL OR holder = $3::uuid OR held_until <= clock_timestamp())`,
          [number, ...lease],
        );
        if (rowCount > 0) return number;
        throw runHeld(runId, await heldFor(query, number, holder));
      });
      holds.set(key, holder);
      const renew = async (): Promise<boolean> =>
        await store.run(
          async (query) => {
            const { rowCount } = await query(
              `UPDATE ${run} SET held_until = clock_timestamp() + $2::float8 * interval '1 ms'
               WHERE number = $1 AND holder = $3::uuid`,
              [number, ...lease],
            );
            return rowCount > 0;
          },
          { patienceMilliseconds: 0 },
        );
      return keepLease(since, {
        milliseconds: holdMilliseconds,
        renew,
        async release() {
          if (holds.get(key) === holder) holds.delete(key);
          // Where the server is away it ends by itself.
          await store
            .run(
              (query) =>
                query(
                  `UPDATE ${run} SET holder = NULL, held_until = NULL WHERE number = $1 AND holder = $2::uuid`,
                  [number, holder],
                ),
              { patienceMilliseconds: 0 },
            )
            .catch(() => {});
        },
      });
    },
    async read(runId, principal, { afterSeq = 0 } = {}) {
      const rows = await store.run(async (query) => {
        const { number } = await find(query, runId, principal);
        return (
          await query(`SELECT seq, body FROM ${event} WHERE run = $1 AND seq > $2::float8 ORDER BY seq`, [
            number,
            afterSeq,
          ])
        ).rows;
      });
      return rows.map(({ seq, body }, index) => {
        const parsed = parse<RunEvent>(body);
        if (seq !== afterSeq + index + 1 || parsed.seq !== seq) throw damagedStore(store.place);
        return parsed;
      });
    },
    async summary(runId, principal) {
      const { id, record, reopen } = await store.run((query) => find(query, runId, principal));
      return summaryOf(id, record, reopen);
    },
    async list({ principal, limit, before }) {
      const rows = await store.run(async (query) => {
        const from = before === undefined ? null : (await find(query, before, principal)).number;
        return (
          await query(
            `SELECT number, opening, record FROM ${run}
             WHERE principal = $1 AND ($2::bigint IS NULL OR number < $2::bigint) ORDER BY number DESC LIMIT $3`,
            [keyText(principal.id), from, limit],
          )
        ).rows;
      });
      return rows.map(rowOf).map(({ id, record, reopen }) => summaryOf(id, record, reopen));
    },
    async delete(runId, principal) {
      recent.delete(JSON.stringify([principal.id, runId]));
      const isGone = await store.run(async (query, again) => {
        const { rowCount } = await query(`DELETE FROM ${run} WHERE principal = $1 AND id = $2`, [
          keyText(principal.id),
          keyText(runId),
        ]);
        return rowCount > 0 || again;
      });
      if (!isGone) throw runNotFound(runId);
    },
    close,
  };
}

/** A run as it was when it was last read or written. `number` tells it from another that had the same id before. */
interface StoredRun {
  readonly number: string;
  readonly record: RunRecord;
}

/** At most so many; the one used longest ago goes first. */
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
