import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { scratchMariadb } from "../../../support/mariadb.ts";
import type { PerEngine } from "../../../support/per-engine.ts";
import { scratchPostgresDatabase } from "../../../support/postgres.ts";
import { SHOP_SQL } from "../../../support/shop-database.ts";

/** What stands in the name of everything that a hostile statement tries to make. */
export const MARK = `fuxi_evil_${randomUUID().replaceAll("-", "").slice(0, 10)}`;

/** A shop behind an address, to be attacked. */
export interface HostileShop {
  /** For the owner, who may do anything, and for a user with SELECT only where the engine has users. */
  readonly targets: Readonly<Partial<Record<"owner" | "reader", string>>>;
  /** Rows, catalog, settings, users and files, as a text to compare. */
  state(): Promise<string>;
  /** Runs a statement as the owner, past everything that is tested. */
  execute(sql: string): Promise<void>;
  drop(): Promise<void>;
}

/** Files called like the mark, where a statement could put them. */
function markedFiles(...folders: readonly string[]): readonly string[] {
  return [process.cwd(), tmpdir(), ...folders].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.includes(MARK))
      .map((name) => join(folder, name)),
  );
}

/** Name, size, time of the last change and content of each file. */
function listing(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      const hash = createHash("sha256").update(readFileSync(join(folder, name)));
      return `${name} ${size} ${mtimeMs} ${hash.digest("hex")}`;
    });
}

function fileShop(folder: string, path: string, execute: HostileShop["execute"]): HostileShop {
  return {
    targets: { owner: path },
    state: async () => JSON.stringify([listing(folder), markedFiles()]),
    execute,
    drop: async () => {},
  };
}

const POSTGRES_STATE = `SELECT json_build_array(
  (SELECT json_agg(c ORDER BY id) FROM city c), (SELECT json_agg(c ORDER BY id) FROM customer c),
  (SELECT json_agg(p ORDER BY id) FROM purchase p), (SELECT json_agg(p ORDER BY id) FROM product p),
  (SELECT json_agg(l ORDER BY l::text) FROM purchase_line l), (SELECT json_agg(p ORDER BY p::text) FROM parameter p),
  (SELECT json_agg(json_build_array(relname, relkind, relacl::text) ORDER BY oid) FROM pg_class),
  (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_largeobject_metadata), (SELECT count(*) FROM pg_extension),
  (SELECT json_agg(rolname) FROM pg_roles WHERE rolname LIKE '%fuxi_evil%'),
  (SELECT json_agg(json_build_array(name, setting) ORDER BY name) FROM pg_settings WHERE source IN ('configuration file', 'database', 'user', 'default')),
  (SELECT json_agg(s::text) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database()),
  (SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE datname = current_database() AND locktype = 'advisory'),
  (SELECT last_value FROM counter), (SELECT json_agg(f) FROM pg_ls_dir('.') f WHERE f LIKE '%fuxi_evil%'))::text AS state`;

/** Settings of the server that go up by themselves, or that other tests set. */
const MOVING_SETTINGS = "'GTID_BINLOG_POS', 'GTID_CURRENT_POS', 'TIMESTAMP', 'MAX_ALLOWED_PACKET'";
const MARIADB_STATE = [
  "SELECT * FROM city ORDER BY id",
  "SELECT * FROM customer ORDER BY id",
  "SELECT * FROM purchase ORDER BY id",
  "SELECT * FROM product ORDER BY id",
  "SELECT * FROM purchase_line ORDER BY 1, 2",
  "SELECT * FROM parameter ORDER BY 1, 2",
  "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
  "SELECT routine_name FROM information_schema.routines WHERE routine_schema = DATABASE() ORDER BY 1",
  "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = DATABASE()",
  `SELECT variable_name, variable_value FROM information_schema.global_variables WHERE variable_name NOT IN (${MOVING_SETTINGS}) ORDER BY 1`,
  "SELECT user, host FROM mysql.user WHERE user LIKE '%fuxi_evil%'",
  "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE '%fuxi_evil%'",
  "SELECT next_not_cached_value FROM counter",
  `SELECT IS_FREE_LOCK('${MARK}')`,
];

export const HOSTILE_SHOPS: PerEngine<(folder: string) => Promise<HostileShop>> = {
  async sqlite(folder) {
    const path = join(folder, "shop.sqlite");
    const database = new DatabaseSync(path);
    for (const sql of SHOP_SQL) database.exec(sql);
    database.close();
    return fileShop(folder, path, async (sql) => {
      using owner = new DatabaseSync(path);
      owner.exec(sql);
    });
  },
  async duckdb(folder) {
    const path = join(folder, "shop.duckdb");
    await asDuckdbOwner(path, ...SHOP_SQL, "CREATE SEQUENCE counter");
    return fileShop(folder, path, (sql) => asDuckdbOwner(path, sql));
  },
  async postgres() {
    const scratch = await scratchPostgresDatabase();
    const role = `reader_${scratch.name}`;
    for (const sql of SHOP_SQL) await scratch.execute(sql);
    await scratch.execute(`CREATE SEQUENCE counter; ANALYZE; CREATE ROLE ${role} LOGIN;
      GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    const reader = new URL(scratch.url);
    reader.username = role;
    return {
      targets: { owner: scratch.url, reader: reader.href },
      state: async () => {
        const { rows } = await scratch.execute(POSTGRES_STATE);
        return JSON.stringify([rows, markedFiles()]);
      },
      execute: async (sql) => void (await scratch.execute(sql)),
      async drop() {
        await scratch.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
        await scratch.drop();
      },
    };
  },
  async mariadb() {
    const scratch = await scratchMariadb();
    await scratch.execute("SET sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')");
    for (const sql of [...SHOP_SQL, "CREATE SEQUENCE counter"]) await scratch.execute(sql);
    const user = `u_${scratch.name.slice(-12)}`;
    await scratch.execute(`CREATE USER ${user}@'%' IDENTIFIED BY 'reads'`);
    await scratch.execute(`GRANT SELECT ON ${scratch.name}.* TO ${user}@'%'`);
    const [row] = await scratch.execute("SELECT @@datadir AS folder");
    const data = String(row?.["folder"]);
    return {
      targets: { owner: scratch.url, reader: scratch.urlWith({ user, password: "reads" }) },
      async state() {
        const all: unknown[] = [];
        for (const sql of MARIADB_STATE) all.push(await scratch.execute(sql));
        const files =
          process.getuid?.() === 0 ? [readdirSync(join(data, scratch.name)).sort(), markedFiles(data)] : [];
        return JSON.stringify([all, files, markedFiles()]);
      },
      execute: async (sql) => void (await scratch.execute(sql)),
      async drop() {
        await scratch.execute(`DROP USER ${user}@'%'`);
        await scratch.drop();
      },
    };
  },
};
