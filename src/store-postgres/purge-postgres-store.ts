import type { Principal } from "../environment/principal.ts";
import { keyText, type PostgresStore, type Query } from "./postgres-store.ts";

/** What shall go from a store that machines share. Only runs that have ended go, and only those that nobody holds. */
export interface SharedPurge {
  /** Whose; everybody's where it is absent. */
  readonly principal?: Principal;
  /** Only what was begun before (milliseconds since 1970). */
  readonly before?: number;
  /** Only what has to do with this environment. */
  readonly environment?: string;
  /** What words mean, too. */
  readonly everything: boolean;
  /** Counts, and deletes nothing. */
  readonly dryRun: boolean;
}

export interface SharedPurged {
  readonly runs: number;
  /** With their results; those that a process is working on stay. */
  readonly evaluations: number;
  /** Only of runs that were deleted; none of a principal of whom a run is being worked on. */
  readonly artifacts: number;
  readonly glossary: number;
  /** Of all that, in bytes. */
  readonly bytes: number;
  /** Runs that fit, but have no end yet or are being continued. */
  readonly running: number;
}

interface Digest {
  readonly principal: string;
  readonly sha256: string;
}

/** Whether the store's role may delete what is others': it has to own the schema, as whoever set the store up does. */
export async function ownsStore(store: PostgresStore): Promise<boolean> {
  const { rows } = await store.run((query) =>
    query("SELECT pg_has_role(nspowner, 'USAGE') AS owns FROM pg_namespace WHERE nspname = $1", [
      store.schema,
    ]),
  );
  return rows[0]?.["owns"] === true;
}

/**
 * Deletes what fits, all of it or nothing.
 * @throws FuxiError `store-unavailable`, `store-corrupt`
 */
export async function purgePostgresStore(store: PostgresStore, purge: SharedPurge): Promise<SharedPurged> {
  return await store.transaction(async (query) => {
    // Counting is deleting that is undone: the two cannot differ.
    await query("SAVEPOINT counting");
    const purged = await remove(query, store, purge);
    if (purge.dryRun) await query("ROLLBACK TO SAVEPOINT counting");
    return purged;
  });
}

async function remove(query: Query, store: PostgresStore, purge: SharedPurge): Promise<SharedPurged> {
  const [run, event, artifact] = [store.table("run"), store.table("event"), store.table("artifact")];
  const { fitting, running } = await fittingRuns(query, run, purge);
  const { rows: locked } = await query(
    `SELECT number, principal FROM ${run} WHERE number = ANY($1::bigint[]) AND (holder IS NULL OR held_until <= clock_timestamp()) FOR UPDATE`,
    [fitting],
  );
  const chosen = locked.map(({ number }) => String(number));
  const principals = [...new Set(locked.map(({ principal }) => String(principal)))];
  const mentioned = await query(
    `SELECT DISTINCT r.principal, found[1] AS sha256 FROM ${event} e JOIN ${run} r ON r.number = e.run,
       regexp_matches(e.body, '\\m[0-9a-f]{64}\\M', 'g') AS found WHERE e.run = ANY($1::bigint[])`,
    [chosen],
  );
  const { rows: sizes } = await query(
    `SELECT coalesce(sum(octet_length(body)), 0) AS bytes FROM ${event} WHERE run = ANY($1::bigint[])`,
    [chosen],
  );
  const evaluations = await removeEvaluations(query, store, purge, chosen);
  await query(`DELETE FROM ${run} WHERE number = ANY($1::bigint[])`, [chosen]);
  const unused = await unusedDigests(query, store, { principals, digests: digestsIn(mentioned.rows) });
  const artifacts = await query(
    `DELETE FROM ${artifact} a USING unnest($1::text[], $2::text[]) AS u (principal, sha256)
     WHERE a.principal = u.principal AND a.sha256 = u.sha256 RETURNING a.bytes`,
    [unused.map(({ principal }) => principal), unused.map(({ sha256 }) => sha256)],
  );
  const glossary = purge.everything ? await removeGlossary(query, store, purge) : { count: 0, bytes: 0 };
  return {
    runs: chosen.length,
    evaluations: evaluations.count,
    artifacts: artifacts.rowCount,
    glossary: glossary.count,
    bytes:
      Number(sizes[0]?.["bytes"]) +
      artifacts.rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) +
      glossary.bytes +
      evaluations.bytes,
    running: running + fitting.length - chosen.length,
  };
}

/** What an evaluation worked on is known by its runs: with an environment, those go of which a run goes. */
async function removeEvaluations(
  query: Query,
  store: PostgresStore,
  { principal, before, environment }: SharedPurge,
  runs: readonly string[],
): Promise<{ readonly count: number; readonly bytes: number }> {
  const [run, list, item] = [store.table("run"), store.table("work_list"), store.table("work_item")];
  const { rows } = await query(
    `SELECT number, principal, (SELECT coalesce(sum(octet_length(result)), 0) FROM ${item} WHERE list = number) AS bytes
     FROM ${list} WHERE ($1::text IS NULL OR principal = $1) AND ($2::float8 IS NULL OR created < $2::float8)
       AND NOT EXISTS (SELECT FROM ${item} WHERE list = number AND result IS NULL
         AND held_until > extract(epoch FROM clock_timestamp()) * 1000) FOR UPDATE`,
    [principal === undefined ? null : keyText(principal.id), before ?? null],
  );
  const going = await query(`SELECT principal, id FROM ${run} WHERE number = ANY($1::bigint[])`, [runs]);
  const gone = new Set(going.rows.map((row) => JSON.stringify([row["principal"], row["id"]])));
  const chosen: (typeof rows)[number][] = [];
  for (const row of rows)
    if (environment === undefined || (await ranOneOf(query, item, row, gone))) chosen.push(row);
  await query(`DELETE FROM ${list} WHERE number = ANY($1::bigint[])`, [chosen.map(({ number }) => number)]);
  return { count: chosen.length, bytes: chosen.reduce((sum, { bytes }) => sum + Number(bytes), 0) };
}

/** Not in SQL, for the same reason as in `readRecord`. */
async function ranOneOf(
  query: Query,
  item: string,
  { number, principal }: Readonly<Record<string, unknown>>,
  runs: ReadonlySet<string>,
): Promise<boolean> {
  const { rows } = await query(`SELECT result FROM ${item} WHERE list = $1 AND result IS NOT NULL`, [number]);
  return rows.some(({ result }) => runs.has(JSON.stringify([principal, keyText(runOf(String(result)))])));
}

function runOf(result: string): string {
  try {
    return String((JSON.parse(result) as { readonly run?: unknown }).run);
  } catch {
    return "";
  }
}

async function fittingRuns(
  query: Query,
  run: string,
  { principal, before, environment }: SharedPurge,
): Promise<{ readonly fitting: readonly string[]; readonly running: number }> {
  const { rows } = await query(
    `SELECT number, record FROM ${run} WHERE $1::text IS NULL OR principal = $1 ORDER BY number`,
    [principal === undefined ? null : keyText(principal.id)],
  );
  const fitting: string[] = [];
  let running = 0;
  for (const { number, record } of rows) {
    const { startedAt, outcome, environments } = readRecord(String(record));
    if (before !== undefined && Date.parse(startedAt) >= before) continue;
    if (environment !== undefined && !environments.includes(environment)) continue;
    if (outcome === undefined) running += 1;
    else fitting.push(String(number));
  }
  return { fitting, running };
}

interface RunFacts {
  readonly startedAt: string;
  readonly outcome?: string;
  readonly environments: readonly string[];
}

/** Not in SQL: the server's JSON has no place for the NUL that a question may hold. A record that cannot be read is as old as can be, and goes. */
function readRecord(text: string): RunFacts {
  try {
    return { environments: [], ...(JSON.parse(text) as { startedAt: string }) };
  } catch {
    return { startedAt: new Date(0).toISOString(), outcome: "unknown", environments: [] };
  }
}

function digestsIn(rows: readonly Readonly<Record<string, unknown>>[]): readonly Digest[] {
  return rows.map(({ principal, sha256 }) => ({ principal: String(principal), sha256: String(sha256) }));
}

/** Those that no other run and no workspace of the same principal mentions. */
async function unusedDigests(
  query: Query,
  store: PostgresStore,
  { principals, digests }: { readonly principals: readonly string[]; readonly digests: readonly Digest[] },
): Promise<readonly Digest[]> {
  if (digests.length === 0) return [];
  const [run, event, workspace] = [store.table("run"), store.table("event"), store.table("workspace")];
  // What is in the middle of something may have kept what it has not mentioned yet.
  const held = await query(
    `SELECT DISTINCT principal FROM ${run} WHERE principal = ANY($1::text[]) AND held_until > clock_timestamp()`,
    [principals],
  );
  const busy = new Set(held.rows.map(({ principal }) => String(principal)));
  const used = await query(
    `SELECT r.principal, found[1] AS sha256 FROM ${event} e JOIN ${run} r ON r.number = e.run,
       regexp_matches(e.body, '\\m[0-9a-f]{64}\\M', 'g') AS found WHERE r.principal = ANY($1::text[])
     UNION SELECT w.principal, found[1] FROM ${workspace} w,
       regexp_matches(w.content, '\\m[0-9a-f]{64}\\M', 'g') AS found WHERE w.principal = ANY($1::text[])`,
    [principals],
  );
  const keys = new Set(digestsIn(used.rows).map(({ principal, sha256 }) => `${sha256} ${principal}`));
  return digests.filter(
    ({ principal, sha256 }) => !busy.has(principal) && !keys.has(`${sha256} ${principal}`),
  );
}

async function removeGlossary(
  query: Query,
  store: PostgresStore,
  { principal, before, environment }: SharedPurge,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows, rowCount } = await query(
    `DELETE FROM ${store.table("glossary")} WHERE ($1::text IS NULL OR principal = $1)
       AND ($2::bigint IS NULL OR at < $2) AND ($3::text IS NULL OR environment = $3) RETURNING octet_length(entry) AS bytes`,
    [
      principal === undefined ? null : keyText(principal.id),
      before ?? null,
      environment === undefined ? null : keyText(environment),
    ],
  );
  return { count: rowCount, bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) };
}
