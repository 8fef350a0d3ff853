import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresDriver } from "../../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import {
  clusterIsMissing,
  type PostgresCluster,
  postgresCluster,
} from "../../../../support/postgres-cluster.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";
import { statementOptions } from "../sql-driver-queries.ts";

const missing = clusterIsMissing();
const IS_ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

/** A certificate that vouches for itself, for the name `db.example`. */
function makeCertificate(folder: string): void {
  execFileSync(
    "openssl",
    [
      ...["req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=db.example"],
      ...["-addext", "subjectAltName=DNS:db.example"],
      ...["-keyout", join(folder, "server.key"), "-out", join(folder, "server.crt")],
    ],
    { stdio: "ignore" },
  );
  execFileSync("chmod", ["600", join(folder, "server.key")]);
  if (process.getuid?.() === 0) {
    execFileSync("chown", ["postgres", join(folder, "server.key"), join(folder, "server.crt")]);
  }
}

describe.skipIf(missing !== undefined)(`Encryption to PostgreSQL ${missing ?? ""}`, () => {
  let cluster: PostgresCluster;
  let bare: PostgresCluster;
  let root: string;

  beforeAll(async () => {
    let made = "";
    cluster = await postgresCluster(
      ["ssl = on", "ssl_cert_file = '../server.crt'", "ssl_key_file = '../server.key'"],
      {
        prepare: (folder) => {
          makeCertificate(folder);
          made = folder;
        },
        access: [
          "local all all trust",
          "hostssl all postgres 127.0.0.1/32 trust",
          "host all bound 127.0.0.1/32 scram-sha-256",
          "host all cleartext 127.0.0.1/32 password",
          "host all plain 127.0.0.1/32 trust",
        ],
      },
    );
    root = join(made, "server.crt");
    const owner = new pg.Client({ connectionString: cluster.url, ssl: { rejectUnauthorized: false } });
    await owner.connect();
    await owner.query(
      "CREATE ROLE bound LOGIN PASSWORD 'sesame'; CREATE ROLE cleartext LOGIN PASSWORD 'sesame'",
    );
    await owner.end();
    bare = await postgresCluster();
  }, 60_000);
  afterAll(() => {
    cluster?.remove();
    bare?.remove();
  });

  async function encrypted(url: string): Promise<unknown> {
    const driver = await openPostgresDriver({ url });
    try {
      return (await driver.query(IS_ENCRYPTED, [], statementOptions())).rows[0]?.[0];
    } finally {
      await driver.close();
    }
  }
  const at = (query: string) => `${cluster.url}?${query}`;

  /** `true` and `false`: whether it is encrypted. */
  it.each<readonly [server: string, query: string, said: boolean | RegExp]>([
    ["cluster", "", true],
    ["bare", "", false],
    ["cluster", "sslmode=require", true],
    ["cluster", "sslmode=verify-ca&sslrootcert=ROOT", true],
    ["cluster", "sslmode=allow", true],
    ["cluster", "sslmode=verify-full&sslrootcert=ROOT", /made for another name/u],
    ["cluster", "sslmode=verify-ca&sslrootcert=OTHER", /is not trusted.*sslrootcert=/u],
    ["cluster", "sslmode=require&sslrootcert=OTHER", /is not trusted.*sslrootcert=/u],
    ["bare", "sslmode=require", /does not encrypt/u],
    ["cluster", "sslmode=disable", / Write sslmode=require\.$/u],
  ])("of the server %s by %s is %s", async (server, query, said) => {
    const other = temporaryFolder();
    if (query.includes("OTHER")) makeCertificate(other);
    const written = query.replace("ROOT", root).replace("OTHER", join(other, "server.crt"));
    const answer = encrypted(`${(server === "bare" ? bare : cluster).url}?${written}`);
    if (said instanceof RegExp) {
      const { message, hint } = await rejectsWith("target-denied", answer);
      expect(`${message} ${hint}`).toMatch(said);
    } else expect(await answer).toBe(said);
  });

  it("is what signing in is bound to, where channel_binding=require asks for that", async () => {
    const as = (role: string, query: string) =>
      encrypted(`postgres://${role}:sesame@127.0.0.1:${cluster.port}/postgres?${query}`);
    expect(await as("bound", "sslmode=require&channel_binding=require")).toBe(true);
    await rejectsWith(
      "target-denied",
      encrypted(
        `postgres://bound:other@127.0.0.1:${cluster.port}/postgres?sslmode=require&channel_binding=require`,
      ),
    );
    for (const [role, mode] of [
      ["bound", "disable"],
      ["cleartext", "require"],
      ["postgres", "require"],
    ] as const) {
      const error = await rejectsWith("target-denied", as(role, `sslmode=${mode}&channel_binding=require`));
      expect(error.message).toContain("does not bind signing in to its certificate");
    }
    expect(await as("cleartext", "sslmode=require&channel_binding=prefer")).toBe(true);
  });

  it("says what is wrong with what it was told", async () => {
    const wrong = async (query: string) =>
      (await rejectsWith("configuration-invalid", encrypted(at(query)))).message;
    expect(await wrong("sslmode=verify-ca")).toBe("sslmode=verify-ca needs the certificate of an authority.");
    expect(await wrong("sslmode=sure")).toBe("The sslmode of the address is not known.");
    expect(await wrong("sslmode=require&sslrootcert=/nowhere/root.crt")).toBe(
      "The file that sslrootcert names cannot be read.",
    );
  });

  it("is not used on a socket, which an address without a host may name", async () => {
    expect(
      await encrypted(`postgres:///postgres?host=${cluster.folder}&port=${cluster.port}&user=postgres`),
    ).toBe(false);
  });

  it("reads passwords from the file that PGPASSFILE names", async () => {
    const locked = await postgresCluster([], {
      access: ["local all all trust", "host all all 127.0.0.1/32 scram-sha-256"],
    });
    const passwords = join(temporaryFolder(), "pgpass");
    const before = process.env.PGPASSFILE;
    try {
      const pg = await import("pg");
      const owner = new pg.default.Client({ host: locked.folder, port: locked.port, user: "postgres" });
      await owner.connect();
      await owner.query("ALTER ROLE postgres PASSWORD 'open-sesame'");
      await owner.end();
      const error = await rejectsWith("target-denied", encrypted(locked.url));
      expect(error.message).toContain("asks for a password");
      writeFileSync(passwords, `127.0.0.1:${locked.port}:*:postgres:open-sesame\n`, { mode: 0o600 });
      process.env.PGPASSFILE = passwords;
      expect(await encrypted(locked.url)).toBe(false);
    } finally {
      if (before === undefined) delete process.env.PGPASSFILE;
      else process.env.PGPASSFILE = before;
      locked.remove();
    }
  }, 60_000);
});

if (missing !== undefined) it.skip(`PostgreSQL encryption: ${missing}`);
