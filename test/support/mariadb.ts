import { randomUUID } from "node:crypto";
import mysql from "mysql2/promise";

const URL_OF_SERVER = process.env.FUXI_TEST_MARIADB_URL ?? "mysql://root@127.0.0.1:3306/";

export interface ScratchMariadb {
  readonly url: string;
  readonly name: string;
  /** Runs one statement as the owner of the server. */
  execute(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** The address for another user, or with other parameters. */
  urlWith(changed: {
    readonly user?: string;
    readonly password?: string;
    readonly database?: string;
    readonly search?: string;
  }): string;
  drop(): Promise<void>;
}

/** Why MariaDB tests cannot run here, or undefined when a server answers. */
export async function mariadbIsMissing(): Promise<string | undefined> {
  try {
    const connection = await mysql.createConnection({ uri: URL_OF_SERVER, connectTimeout: 2000 });
    await connection.end();
    return undefined;
  } catch (error) {
    const place = new URL(URL_OF_SERVER).host;
    if (process.env.FUXI_TEST_REQUIRE_MARIADB !== undefined) {
      throw new Error(`MariaDB is required here and does not answer at ${place}`, { cause: error });
    }
    return `skipped: no MariaDB at ${place} (${(error as { code?: string }).code ?? "no answer"}); set FUXI_TEST_MARIADB_URL`;
  }
}

/** A database of its own for the tests of one file. Drop it after them. */
export async function scratchMariadb(
  name = `fuxi_test_${randomUUID().replaceAll("-", "").slice(0, 12)}`,
): Promise<ScratchMariadb> {
  const owner = await mysql.createConnection({ uri: URL_OF_SERVER, dateStrings: true });
  await owner.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await owner.query(`USE ${name}`);
  const urlWith: ScratchMariadb["urlWith"] = ({ user, password, database = name, search = "" }) => {
    const url = new URL(URL_OF_SERVER);
    url.pathname = `/${database}`;
    url.search = search;
    if (user !== undefined) url.username = user;
    if (password !== undefined) url.password = password;
    return url.href;
  };
  return {
    url: urlWith({}),
    name,
    urlWith,
    async execute(sql) {
      const [rows] = await owner.query(sql);
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
    },
    async drop() {
      await owner.query(`DROP DATABASE ${name}`);
      await owner.end();
    },
  };
}
