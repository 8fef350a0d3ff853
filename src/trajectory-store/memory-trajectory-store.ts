import type { Principal } from "../environment/principal.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import { newRunRecord, type RunRecord, recordAfter, summaryOf } from "./run-record.ts";
import { checkContinuity, runExists, runNotFound } from "./store-errors.ts";

interface StoredRun {
  readonly id: string;
  readonly reopen: string | undefined;
  record: RunRecord;
  /** As text, so that nobody's later change reaches what is stored. */
  readonly events: string[];
}

/** Trajectories for as long as the process lives. */
export function memoryTrajectoryStore(clock: () => Date = () => new Date()): TrajectoryStore {
  const byPrincipal = new Map<string, Map<string, StoredRun>>();
  const runsOf = ({ id }: Principal): Map<string, StoredRun> => {
    const runs = byPrincipal.get(id) ?? new Map<string, StoredRun>();
    byPrincipal.set(id, runs);
    return runs;
  };
  const runOf = (runId: string, principal: Principal): StoredRun => {
    const run = runsOf(principal).get(runId);
    if (run === undefined) throw runNotFound(runId);
    return run;
  };
  return {
    async create({ id, principal, reopen }) {
      const runs = runsOf(principal);
      if (runs.has(id)) throw runExists(id);
      runs.set(id, { id, reopen, record: newRunRecord(clock()), events: [] });
    },
    async append(runId, principal, events) {
      const run = runOf(runId, principal);
      checkContinuity(runId, run.events.length, events);
      const texts = events.map((event) => JSON.stringify(event));
      run.record = events.reduce(recordAfter, run.record);
      run.events.push(...texts);
    },
    async read(runId, principal, { afterSeq = 0 } = {}) {
      const { events } = runOf(runId, principal);
      return events.slice(afterSeq).map((text) => JSON.parse(text) as RunEvent);
    },
    async summary(runId, principal) {
      const { id, record, reopen } = runOf(runId, principal);
      return summaryOf(id, record, reopen);
    },
    async list({ principal, limit, before }) {
      const newestFirst = [...runsOf(principal).values()].reverse();
      const from = before === undefined ? 0 : newestFirst.indexOf(runOf(before, principal)) + 1;
      return newestFirst
        .slice(from, from + limit)
        .map(({ id, record, reopen }) => summaryOf(id, record, reopen));
    },
    async delete(runId, principal) {
      runOf(runId, principal);
      runsOf(principal).delete(runId);
    },
    async close() {},
  };
}
