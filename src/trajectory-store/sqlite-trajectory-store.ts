import type { Principal } from "../environment/principal.ts";
import { IN_MEMORY, inTransaction, openStoreFile } from "../store-file/store-file.ts";
import { damaged, guarded, stored } from "../store-file/store-file-errors.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import {
  checkContinuity,
  newRunRecord,
  type RunRecord,
  recordAfter,
  runExists,
  runNotFound,
  summaryOf,
} from "./run-record.ts";

interface RunRow {
  readonly number: number;
  readonly id: string;
  readonly record: string;
  readonly reopen: string | null;
}

/**
 * Trajectories in a SQLite file that several processes may share, and that may hold the artifacts too.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function sqliteTrajectoryStore(path: string, clock: () => Date = () => new Date()): TrajectoryStore {
  const file = openStoreFile(path);
  const { database } = file;
  const statements = guarded(path, () => ({
    create: database.prepare(
      "INSERT INTO run (principal, id, record, reopen) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    ),
    find: database.prepare("SELECT number, id, record, reopen FROM run WHERE principal = ? AND id = ?"),
    record: database.prepare("UPDATE run SET record = ? WHERE number = ?"),
    append: database.prepare("INSERT INTO event (run, seq, body) VALUES (?, ?, ?)"),
    read: database.prepare("SELECT seq, body FROM event WHERE run = ? AND seq > ? ORDER BY seq"),
    list: database.prepare(
      "SELECT number, id, record, reopen FROM run WHERE principal = ? AND number < ? ORDER BY number DESC LIMIT ?",
    ),
    delete: database.prepare("DELETE FROM run WHERE number = ?"),
  }));
  const find = (runId: string, principal: Principal): RunRow => {
    const row = statements.find.get(principal.id, runId);
    if (row === undefined) throw runNotFound(runId);
    return row as unknown as RunRow;
  };
  const summarise = (row: RunRow) =>
    summaryOf(row.id, stored<RunRecord>(path, row.record), row.reopen ?? undefined);
  return {
    async create({ id, principal, reopen }) {
      const record = JSON.stringify(newRunRecord(clock()));
      const { changes } = guarded(path, () =>
        statements.create.run(principal.id, id, record, reopen ?? null),
      );
      if (changes === 0) throw runExists(id);
    },
    async append(runId, principal, events) {
      const bodies = events.map((event) => JSON.stringify(event));
      inTransaction(file, () => {
        const row = find(runId, principal);
        const record = stored<RunRecord>(path, row.record);
        checkContinuity(runId, record.events, events);
        for (const [index, { seq }] of events.entries()) {
          statements.append.run(row.number, seq, bodies[index] ?? "");
        }
        statements.record.run(JSON.stringify(events.reduce(recordAfter, record)), row.number);
      });
    },
    async read(runId, principal, { afterSeq = 0 } = {}) {
      return guarded(path, () => {
        const rows = statements.read.all(find(runId, principal).number, afterSeq);
        return rows.map(({ seq, body }, index) => {
          const event = stored<RunEvent>(path, body);
          if (seq !== afterSeq + index + 1 || event.seq !== seq) throw damaged(path);
          return event;
        });
      });
    },
    async summary(runId, principal) {
      return guarded(path, () => summarise(find(runId, principal)));
    },
    async list({ principal, limit, before }) {
      return guarded(path, () => {
        const from = before === undefined ? Number.MAX_SAFE_INTEGER : find(before, principal).number;
        const rows = statements.list.all(principal.id, from, limit);
        return rows.map((row) => summarise(row as unknown as RunRow));
      });
    },
    async delete(runId, principal) {
      inTransaction(file, () => statements.delete.run(find(runId, principal).number));
    },
    async close() {
      if (database.isOpen) database.close();
    },
  };
}

/** Trajectories for as long as the process lives. */
export function memoryTrajectoryStore(clock?: () => Date): TrajectoryStore {
  return sqliteTrajectoryStore(IN_MEMORY, clock);
}
