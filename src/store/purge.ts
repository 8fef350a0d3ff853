import type { Principal } from "../environment/principal.ts";
import { keyText, query, type Sql, type Steps } from "./sql.ts";

/** Selects data to delete. Without a time or an environment: all data. */
export interface StorePurge {
  /** Owner of the data; if absent, data of all owners. */
  readonly principal?: Principal;
  /** Only data begun before this time (milliseconds since 1970). */
  readonly before?: number;
  /** Only data that concerns this environment. */
  readonly environment?: string;
  /**
   * Deletes glossary and workspaces, too, not only runs with their artifacts. Workspaces of a shared store are left to expire: another machine
   * may be using one.
   */
  readonly everything: boolean;
  /** Counts, and deletes nothing. */
  readonly dryRun: boolean;
}

export interface PurgedStore {
  readonly runs: number;
  /** Evaluations with their results; those that a process is working on stay. */
  readonly evaluations: number;
  readonly artifacts: number;
  readonly workspaces: number;
  readonly glossary: number;
  /** Bytes deleted in total. */
  readonly bytes: number;
  /** Matching runs that another process may still be executing. */
  readonly running: number;
}

/** In a file, an unfinished run whose last event is younger than this may be waiting for its model. */
const MAY_RUN_MILLISECONDS = 60 * 60 * 1000;

type Row = Readonly<Record<string, unknown>>;

/** Number and size of deleted entries of one kind. */
interface Gone {
  readonly count: number;
  readonly bytes: number;
}

const NOTHING: Gone = { count: 0, bytes: 0 };

/**
 * Deletes the selected data, all of it or nothing.
 * @throws FuxiError `store-unavailable`, `store-corrupt`
 */
export async function purgeStore(sql: Sql, purge: StorePurge): Promise<PurgedStore> {
  return await sql.transaction(function* () {
    // A dry run deletes and rolls back, so that its numbers cannot differ.
    yield* query("SAVEPOINT counting");
    const purged = yield* remove(sql, purge);
    if (purge.dryRun) yield* query("ROLLBACK TO SAVEPOINT counting");
    return purged;
  });
}

function* remove(sql: Sql, purge: StorePurge): Steps<PurgedStore> {
  const [run, event] = [sql.table("run"), sql.table("event")];
  const { fitting, running } = yield* fittingRuns(sql, purge);
  const { rows: locked } = yield* query(
    `SELECT number, principal FROM ${run} WHERE number IN (SELECT value::bigint FROM ${sql.elements(1)})
       AND (holder IS NULL OR held_until <= ${sql.now}) FOR UPDATE`,
    [JSON.stringify(fitting)],
  );
  const chosen = JSON.stringify(locked.map(({ number }) => String(number)));
  const isChosen = `IN (SELECT value::bigint FROM ${sql.elements(1)})`;
  const { rows: mentioned } = yield* query(
    `SELECT DISTINCT r.principal AS principal, found.value AS sha256
     FROM ${event} AS e JOIN ${run} AS r ON r.number = e.run, ${sql.digests("e.body")} WHERE e.run ${isChosen}`,
    [chosen],
  );
  const { rows: sizes } = yield* query(
    `SELECT coalesce(sum(octet_length(body)), 0) AS bytes FROM ${event} WHERE run ${isChosen}`,
    [chosen],
  );
  const evaluations = yield* removeEvaluations(sql, purge, chosen);
  yield* query(`DELETE FROM ${run} WHERE number ${isChosen}`, [chosen]);
  const unbound = purge.before === undefined && purge.environment === undefined;
  // Not while other runs are executing: their artifacts and workspaces cannot be told apart.
  const clears = purge.everything && unbound && running === 0;
  const expired = yield* removeExpired(sql, clears);
  const unused = yield* removeUnused(sql, mentioned);
  const glossary = purge.everything ? yield* removeGlossary(sql, purge) : NOTHING;
  const artifacts = [expired.artifacts, unused];
  return {
    runs: locked.length,
    evaluations: evaluations.count,
    artifacts: artifacts.reduce((sum, { count }) => sum + count, 0),
    workspaces: expired.workspaces.count,
    glossary: glossary.count,
    bytes:
      Number(sizes[0]?.["bytes"]) +
      [...artifacts, expired.workspaces, glossary, evaluations].reduce((sum, { bytes }) => sum + bytes, 0),
    running: running + fitting.length - locked.length,
  };
}

function gone({ rows, rowCount }: { readonly rows: readonly Row[]; readonly rowCount: number }): Gone {
  return { count: rowCount, bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) };
}

const ofPrincipal = "($1::text IS NULL OR principal = $1)";
const keyOrNull = (key: string | undefined): string | null => (key === undefined ? null : keyText(key));

function* fittingRuns(
  sql: Sql,
  { principal, before, environment }: StorePurge,
): Steps<{ readonly fitting: readonly string[]; readonly running: number }> {
  const { rows } = yield* query(
    `SELECT number, record FROM ${sql.table("run")} WHERE ${ofPrincipal} ORDER BY number`,
    [keyOrNull(principal?.id)],
  );
  const fitting: string[] = [];
  let running = 0;
  for (const { number, record } of rows) {
    const { startedAt, outcome, environments } = readRecord(String(record));
    if (before !== undefined && Date.parse(startedAt) >= before) continue;
    if (environment !== undefined && !environments.includes(environment)) continue;
    if (outcome === undefined && (sql.shared || (yield* mayRun(sql, number, startedAt)))) running += 1;
    else fitting.push(String(number));
  }
  return { fitting, running };
}

function* mayRun(sql: Sql, run: unknown, startedAt: string): Steps<boolean> {
  const { rows } = yield* query(
    `SELECT body FROM ${sql.table("event")} WHERE run = $1 ORDER BY seq DESC LIMIT 1`,
    [run],
  );
  const { at = startedAt } = readJson<{ readonly at?: string }>(rows[0]?.["body"]) ?? {};
  return Date.now() - Date.parse(at) < MAY_RUN_MILLISECONDS;
}

/** Not in SQL: PostgreSQL's JSON cannot hold the NUL that a question may contain. An unreadable record counts as the oldest, and is deleted. */
function readRecord(text: string): { startedAt: string; outcome?: string; environments: readonly string[] } {
  const unknown = { startedAt: new Date(0).toISOString(), outcome: "unknown" };
  return { environments: [], ...(readJson<{ startedAt: string; outcome?: string }>(text) ?? unknown) };
}

function readJson<T extends object>(text: unknown): T | undefined {
  try {
    return JSON.parse(String(text)) as T;
  } catch {
    return undefined;
  }
}

/** The environment of an evaluation is known only by its runs. With an environment given, evaluations are deleted of which a run is deleted. */
function* removeEvaluations(
  sql: Sql,
  { principal, before, environment }: StorePurge,
  runs: string,
): Steps<Gone> {
  const [run, list, item] = [sql.table("run"), sql.table("work_list"), sql.table("work_item")];
  const { rows } = yield* query(
    `SELECT number, principal, (SELECT coalesce(sum(octet_length(result)), 0) FROM ${item} WHERE list = number) AS bytes
     FROM ${list} WHERE ${ofPrincipal} AND ($2::float8 IS NULL OR created < $2::float8)
       AND NOT EXISTS (SELECT 1 FROM ${item} WHERE list = number AND result IS NULL AND held_until > ${sql.now}) FOR UPDATE`,
    [keyOrNull(principal?.id), before ?? null],
  );
  const going = yield* query(
    `SELECT principal, id FROM ${run} WHERE number IN (SELECT value::bigint FROM ${sql.elements(1)})`,
    [runs],
  );
  const ids = new Set(going.rows.map((row) => JSON.stringify([row["principal"], row["id"]])));
  const chosen: Row[] = [];
  for (const row of rows)
    if (environment === undefined || (yield* ranOneOf(item, row, ids))) chosen.push(row);
  yield* query(`DELETE FROM ${list} WHERE number IN (SELECT value::bigint FROM ${sql.elements(1)})`, [
    JSON.stringify(chosen.map(({ number }) => String(number))),
  ]);
  return gone({ rows: chosen, rowCount: chosen.length });
}

/** Not in SQL, for the same reason as in `readRecord`. */
function* ranOneOf(item: string, { number, principal }: Row, runs: ReadonlySet<string>): Steps<boolean> {
  const { rows } = yield* query(`SELECT result FROM ${item} WHERE list = $1 AND result IS NOT NULL`, [
    number,
  ]);
  return rows.some(({ result }) => {
    const { run } = readJson<{ readonly run?: unknown }>(result) ?? {};
    return runs.has(JSON.stringify([principal, keyText(String(run))]));
  });
}

/** Deletes expired artifacts and workspaces of a file, or all of them. */
function* removeExpired(
  sql: Sql,
  clears: boolean,
): Steps<{ readonly artifacts: Gone; readonly workspaces: Gone }> {
  if (sql.shared) return { artifacts: NOTHING, workspaces: NOTHING };
  const which = clears ? "true" : `expires <= ${sql.now}`;
  return {
    artifacts: gone(yield* query(`DELETE FROM ${sql.table("artifact")} WHERE ${which} RETURNING bytes`)),
    workspaces: gone(
      yield* query(
        `DELETE FROM ${sql.table("workspace")} WHERE ${which} RETURNING octet_length(content) AS bytes`,
      ),
    ),
  };
}

/** Artifacts of deleted runs that no other run and no workspace of the same principal mentions. */
function* removeUnused(sql: Sql, mentioned: readonly Row[]): Steps<Gone> {
  if (mentioned.length === 0) return NOTHING;
  const [run, event, workspace] = [sql.table("run"), sql.table("event"), sql.table("workspace")];
  const principals = [JSON.stringify([...new Set(mentioned.map(({ principal }) => principal))])];
  const isTheirs = `principal IN (SELECT value FROM ${sql.elements(1)})`;
  // A run in progress may have stored artifacts that it has not mentioned yet.
  const { rows: held } = yield* query(
    `SELECT DISTINCT principal FROM ${run} WHERE ${isTheirs} AND held_until > ${sql.now}`,
    principals,
  );
  const { rows: used } = yield* query(
    `SELECT r.principal AS principal, found.value AS sha256
     FROM ${event} AS e JOIN ${run} AS r ON r.number = e.run, ${sql.digests("e.body")} WHERE r.${isTheirs}
     UNION SELECT w.principal, found.value FROM ${workspace} AS w, ${sql.digests("w.content")} WHERE w.${isTheirs}`,
    principals,
  );
  const busy = new Set(held.map(({ principal }) => principal));
  const keyOf = ({ principal, sha256 }: Row): string => `${sha256} ${principal}`;
  const keys = new Set(used.map(keyOf));
  const unused = mentioned.filter((each) => !busy.has(each["principal"]) && !keys.has(keyOf(each)));
  return gone(
    yield* query(
      `DELETE FROM ${sql.table("artifact")} WHERE sha256 || ' ' || principal IN (SELECT value FROM ${sql.elements(1)})
       RETURNING bytes`,
      [JSON.stringify(unused.map(keyOf))],
    ),
  );
}

function* removeGlossary(sql: Sql, { principal, before, environment }: StorePurge): Steps<Gone> {
  return gone(
    yield* query(
      `DELETE FROM ${sql.table("glossary")} WHERE ${ofPrincipal}
         AND ($2::float8 IS NULL OR at < $2::float8) AND ($3::text IS NULL OR environment = $3)
       RETURNING octet_length(entry) AS bytes`,
      [keyOrNull(principal?.id), before ?? null, keyOrNull(environment)],
    ),
  );
}
