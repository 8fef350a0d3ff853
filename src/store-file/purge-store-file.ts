import { existsSync } from "node:fs";
import { inTransaction, openStoreFile, type StoreFile } from "./store-file.ts";
import { guarded } from "./store-file-errors.ts";

/** What shall go. Without a bound in time or by environment: all of it. */
export interface StorePurge {
  /** Only what was begun before (milliseconds since 1970). */
  readonly before?: number;
  /** Only what has to do with this environment. */
  readonly environment?: string;
  /** Glossary and workspaces, too, and not only runs with their artifacts. */
  readonly everything: boolean;
  /** Counts, and deletes nothing. */
  readonly dryRun: boolean;
  /** Rewrites the file, so that what was deleted is not in its unused parts either. */
  readonly compact: boolean;
  readonly now: number;
}

export interface PurgedStore {
  readonly runs: number;
  /** With their results; those that a process is working on stay. */
  readonly evaluations: number;
  readonly artifacts: number;
  readonly workspaces: number;
  readonly glossary: number;
  /** Characters and bytes of all that. */
  readonly bytes: number;
  /** Runs that fit, but that another process may be in the middle of. */
  readonly running: number;
  /** False where another process kept the file from being rewritten. */
  readonly compacted: boolean;
}

/** A run without an end whose last event is younger may be in the middle of a reply of its model. */
const MAY_RUN_MILLISECONDS = 60 * 60 * 1000;
const DIGEST = /\b[0-9a-f]{64}\b/gu;
const NOTHING: PurgedStore = {
  runs: 0,
  evaluations: 0,
  artifacts: 0,
  workspaces: 0,
  glossary: 0,
  bytes: 0,
  running: 0,
  compacted: true,
};

/**
 * Deletes from a store file what fits. Deleted content is overwritten, also in the write-ahead log.
 * @throws FuxiError `store-corrupt`, `store-unavailable`
 */
export function purgeStoreFile(path: string, purge: StorePurge): PurgedStore {
  if (!existsSync(path)) return NOTHING;
  const file = openStoreFile(path);
  try {
    file.database.exec("PRAGMA secure_delete = ON");
    const purged = purge.dryRun
      ? rolledBack(file, () => remove(file, purge))
      : inTransaction(file, () => remove(file, purge));
    return { ...purged, compacted: purge.dryRun || rewritten(file, purge.compact) };
  } finally {
    file.database.close();
  }
}

/** Counting is deleting without a commit: the two cannot differ. */
function rolledBack<T>({ path, database }: StoreFile, work: () => T): T {
  return guarded(path, () => {
    database.exec("BEGIN IMMEDIATE");
    try {
      return work();
    } finally {
      database.exec("ROLLBACK");
    }
  });
}

type Removed = Omit<PurgedStore, "compacted">;

function remove({ database }: StoreFile, { before, environment, everything, now }: StorePurge): Removed {
  const total = (table: string, size: string): number =>
    Number(database.prepare(`SELECT coalesce(sum(${size}), 0) AS bytes FROM ${table}`).get()?.bytes);
  const size = (): number =>
    total("event", "length(body)") +
    total("run", "length(record) + length(coalesce(reopen, ''))") +
    total("work_list", "length(manifest)") +
    total("work_item", "length(coalesce(result, ''))") +
    total("artifact", "length(content)") +
    total("workspace", "length(content)") +
    total("glossary", "length(entry)");
  const sizeBefore = size();
  const { chosen, running } = runsThatFit({ database, path: "" }, { before, environment, now });
  const digests = new Set<string>();
  const bodies = database.prepare("SELECT body FROM event WHERE run = ?");
  for (const run of chosen)
    for (const { body } of bodies.iterate(run))
      for (const [digest] of String(body).matchAll(DIGEST)) digests.add(digest);
  const evaluations = dropEvaluations(database, { before, environment, now, runs: chosen });
  const deleteRun = database.prepare("DELETE FROM run WHERE number = ?");
  for (const run of chosen) deleteRun.run(run);
  // What runs in other processes refers to artifacts and workspaces that nothing here tells apart.
  const clears = everything && before === undefined && environment === undefined && running === 0;
  const artifacts = clears
    ? database.prepare("DELETE FROM artifact").run().changes
    : Number(database.prepare("DELETE FROM artifact WHERE expires <= ?").run(now).changes) +
      dropUnused(database, digests);
  const workspaces = clears
    ? database.prepare("DELETE FROM workspace").run().changes
    : database.prepare("DELETE FROM workspace WHERE expires <= ?").run(now).changes;
  const glossary = everything
    ? database
        .prepare("DELETE FROM glossary WHERE (? IS NULL OR at < ?) AND (? IS NULL OR environment = ?)")
        .run(isoOf(before), isoOf(before), environment ?? null, environment ?? null).changes
    : 0;
  return {
    runs: chosen.length,
    evaluations,
    artifacts: Number(artifacts),
    workspaces: Number(workspaces),
    glossary: Number(glossary),
    bytes: sizeBefore - size(),
    running,
  };
}

function isoOf(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

interface Fitting {
  readonly before: number | undefined;
  readonly environment: string | undefined;
  readonly now: number;
}

function runsThatFit(
  { database }: StoreFile,
  { before, environment, now }: Fitting,
): { readonly chosen: readonly number[]; readonly running: number } {
  const lastEvent = database.prepare("SELECT body FROM event WHERE run = ? ORDER BY seq DESC LIMIT 1");
  const chosen: number[] = [];
  let running = 0;
  for (const { number, record } of database.prepare("SELECT number, record FROM run").all()) {
    const { startedAt, outcome, environments } = readRecord(String(record));
    if (before !== undefined && Date.parse(startedAt) >= before) continue;
    if (environment !== undefined && !environments.includes(environment)) continue;
    const body = lastEvent.get(Number(number))?.body;
    const last = Date.parse(body === undefined ? startedAt : timeOf(String(body), startedAt));
    if (outcome === undefined && now - last < MAY_RUN_MILLISECONDS) running += 1;
    else chosen.push(Number(number));
  }
  return { chosen, running };
}

/** What an evaluation worked on is known by its runs: with an environment, those go of which a run goes. */
function dropEvaluations(
  database: StoreFile["database"],
  { before, environment, now, runs }: Fitting & { readonly runs: readonly number[] },
): number {
  const { changes } = database
    .prepare(
      `DELETE FROM work_list WHERE (?1 IS NULL OR created < ?1)
         AND NOT EXISTS (SELECT 1 FROM work_item WHERE list = work_list.number AND result IS NULL AND held_until > ?2)
         AND (?3 IS NULL OR EXISTS (
           SELECT 1 FROM work_item JOIN run ON run.principal = work_list.principal AND run.id = result ->> 'run'
           WHERE list = work_list.number AND run.number IN (SELECT value FROM json_each(?4))))`,
    )
    .run(before ?? null, now, environment ?? null, JSON.stringify(runs));
  return Number(changes);
}

/** A record that cannot be read is as old as can be, and goes. */
function readRecord(text: string): { startedAt: string; outcome?: string; environments: readonly string[] } {
  const unknown = { startedAt: new Date(0).toISOString(), outcome: "unknown", environments: [] };
  try {
    return { environments: [], ...(JSON.parse(text) as { startedAt: string }) };
  } catch {
    return unknown;
  }
}

function timeOf(body: string, otherwise: string): string {
  try {
    return (JSON.parse(body) as { readonly at?: string }).at ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Artifacts of deleted runs that neither another run nor a workspace mentions. */
function dropUnused(database: StoreFile["database"], digests: ReadonlySet<string>): number {
  const isUsed = database.prepare(
    "SELECT EXISTS (SELECT 1 FROM event WHERE instr(body, ?1)) OR EXISTS (SELECT 1 FROM workspace WHERE instr(content, ?1)) AS used",
  );
  const drop = database.prepare("DELETE FROM artifact WHERE sha256 = ?");
  let dropped = 0;
  for (const digest of digests)
    if (isUsed.get(digest)?.used === 0) dropped += Number(drop.run(digest).changes);
  return dropped;
}

/** False where another process has the file in use: what is left then is overwritten, but the file does not shrink. */
function rewritten({ database }: StoreFile, compact: boolean): boolean {
  try {
    if (compact) database.exec("VACUUM");
    return database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
  } catch {
    return false;
  }
}
