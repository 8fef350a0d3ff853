import { FuxiError } from "../errors/fuxi-error.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { PostgresStore, Query } from "./postgres-store.ts";

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
