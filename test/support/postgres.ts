import { randomUUID } from "node:crypto";
import pg from "pg";

const URL_OF_SERVER = process.env.FUXI_TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

export interface ScratchDatabase {
  readonly url: string;
  readonly name: string;
  /** Runs statements as the owner; several may stand in one text. */
  execute(sql: string): Promise<pg.QueryResult>;
  drop(): Promise<void>;
}

/** Why PostgreSQL tests cannot run here, or undefined when a server answers. */
export async function postgresIsMissing(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: URL_OF_SERVER, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const place = new URL(URL_OF_SERVER).host;
    if (process.env.FUXI_TEST_REQUIRE_POSTGRES !== undefined) {
      throw new Error(`PostgreSQL is required here and does not answer at ${place}`, { cause: error });
    }
    return `skipped: no PostgreSQL at ${place} (${(error as { code?: string }).code ?? "no answer"}); set FUXI_TEST_POSTGRES_URL`;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A database of its own for the tests of one file. Drop it after them. */
export async function scratchPostgresDatabase(): Promise<ScratchDatabase> {
  const name = `fuxi_test_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(URL_OF_SERVER);
  url.pathname = `/${name}`;
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  return {
    url: url.href,
    name,
    execute: (sql) => owner.query(sql),
    async drop() {
      await owner.end();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: URL_OF_SERVER });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
