import { FuxiError } from "../errors/fuxi-error.ts";
import type { PostgresStore, Query } from "./postgres-store.ts";

/**
 * Each step brings the schema of a shared store from the version of its index to the next; it runs with that schema as the search path. Steps
 * are never changed once they were released: stores of every earlier version exist.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE run (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     principal text NOT NULL,
     id text NOT NULL,
     opening text NOT NULL,
     record text NOT NULL,
     events integer NOT NULL DEFAULT 0,
     made uuid NOT NULL,
     holder uuid,
     held_until timestamptz,
     UNIQUE (principal, id)
   ) WITH (fillfactor = 70);
   CREATE INDEX run_by_principal ON run (principal, number DESC);
   CREATE TABLE event (
     run bigint NOT NULL REFERENCES run (number) ON DELETE CASCADE,
     seq integer NOT NULL,
     call uuid NOT NULL,
     body text NOT NULL,
     PRIMARY KEY (run, seq)
   );
   CREATE TABLE artifact (
     principal text NOT NULL,
     sha256 text NOT NULL,
     expires bigint NOT NULL,
     bytes bigint NOT NULL,
     PRIMARY KEY (principal, sha256)
   );
   CREATE INDEX artifact_by_expiry ON artifact (expires);
   CREATE INDEX artifact_by_principal ON artifact (principal, expires);
   CREATE TABLE artifact_part (
     principal text NOT NULL,
     sha256 text NOT NULL,
     part integer NOT NULL,
     content bytea NOT NULL,
     PRIMARY KEY (principal, sha256, part),
     FOREIGN KEY (principal, sha256) REFERENCES artifact ON DELETE CASCADE
   );
   CREATE TABLE glossary (
     principal text NOT NULL,
     environment text NOT NULL,
     folded text NOT NULL,
     at bigint NOT NULL,
     entry text NOT NULL,
     PRIMARY KEY (principal, environment, folded)
   );
   CREATE TABLE workspace (
     number bigint GENERATED ALWAYS AS IDENTITY,
     principal text NOT NULL,
     id text NOT NULL,
     version bigint NOT NULL,
     call uuid NOT NULL,
     expires bigint NOT NULL,
     content text NOT NULL,
     PRIMARY KEY (principal, id)
   ) WITH (fillfactor = 70);
   CREATE INDEX workspace_by_expiry ON workspace (expires);
   CREATE INDEX workspace_by_principal ON workspace (principal, expires);
   CREATE TABLE secret (
     name text PRIMARY KEY,
     content bytea NOT NULL
   );`,
  `CREATE TABLE work_list (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     principal text NOT NULL,
     id text NOT NULL,
     opening text NOT NULL,
     manifest text NOT NULL,
     created bigint NOT NULL,
     items integer NOT NULL,
     made uuid NOT NULL,
     UNIQUE (principal, id)
   );
   CREATE TABLE work_item (
     list bigint NOT NULL REFERENCES work_list (number) ON DELETE CASCADE,
     place integer NOT NULL,
     key text NOT NULL,
     item text NOT NULL,
     holder text,
     held_until bigint,
     result text,
     PRIMARY KEY (list, place),
     UNIQUE (list, key)
   ) WITH (fillfactor = 70);
   CREATE INDEX work_item_open ON work_item (list, place) WHERE result IS NULL;
   CREATE INDEX work_item_held ON work_item (list, holder) WHERE result IS NULL AND holder IS NOT NULL;`,
];

/** First number of the advisory locks: "Fuxi" in ASCII. */
export const LOCK_SPACE = 0x46757869;

/**
 * Brings the schema up to date, once however many processes begin at the same moment.
 * @throws FuxiError `store-corrupt` for a schema of another program or of a newer version; `store-unavailable`
 */
export async function migrate(store: PostgresStore): Promise<void> {
  if ((await store.run((query) => versionOf(query, store))) === MIGRATIONS.length) return;
  await store.transaction(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [LOCK_SPACE, `migrate ${store.schema}`]);
    // Again: another process may have migrated in between.
    const from = await versionOf(query, store);
    if (from === MIGRATIONS.length) return;
    if (from === undefined) await query(`CREATE SCHEMA "${store.schema}"`);
    await query(`SET LOCAL search_path = "${store.schema}"`);
    if (!from) await query("CREATE TABLE store_version (version integer NOT NULL)");
    for (const step of MIGRATIONS.slice(from ?? 0)) await query(step);
    await query("DELETE FROM store_version");
    await query("INSERT INTO store_version VALUES ($1)", [MIGRATIONS.length]);
  });
}

/** Undefined where there is no such schema, 0 for an empty one. */
async function versionOf(query: Query, { schema, place, table }: PostgresStore): Promise<number | undefined> {
  const { rows } = await query(
    `SELECT current_setting('server_encoding') AS encoding, to_regclass($2) IS NOT NULL AS versioned,
       (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid) AS relations
     FROM (SELECT 1) AS one LEFT JOIN pg_namespace n ON n.nspname = $1`,
    [schema, table("store_version")],
  );
  const [found] = rows;
  if (found?.["encoding"] !== "UTF8") {
    throw new FuxiError("store-unavailable", `The database at ${place} is not in UTF-8.`, {
      hint: "Create one for the store with ENCODING 'UTF8'.",
    });
  }
  if (found["versioned"] !== true) {
    if (found["relations"] === "0") return (await exists(query, schema)) ? 0 : undefined;
    throw new FuxiError("store-corrupt", `The schema ${schema} at ${place} is not a store of Fuxi.`, {
      hint: "Name another schema: add ?schema=name to the address.",
    });
  }
  const version = Number((await query(`SELECT version FROM ${table("store_version")}`)).rows[0]?.["version"]);
  if (version > MIGRATIONS.length) {
    throw new FuxiError("store-corrupt", `The store at ${place} was written by a newer version of Fuxi.`, {
      hint: "Update Fuxi on this machine, or name another schema: add ?schema=name to the address.",
    });
  }
  return version;
}

async function exists(query: Query, schema: string): Promise<boolean> {
  const { rows } = await query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  return rows.length > 0;
}
