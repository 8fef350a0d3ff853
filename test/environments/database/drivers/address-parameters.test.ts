import { describe, expect, it } from "vitest";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { readMysqlUrl } from "../../../../src/environments/database/drivers/mysql/mysql-url.ts";
import { readPostgresUrl } from "../../../../src/environments/database/drivers/postgres/postgres-address.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import { mariadbIsMissing, scratchMariadb } from "../../../support/mariadb.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "../../../support/postgres.ts";

function refusalOf(read: () => unknown): FuxiError | undefined {
  try {
    read();
  } catch (error) {
    if (FuxiError.isInstance(error)) return error;
    throw error;
  }
  return undefined;
}

const postgres = (query: string) => readPostgresUrl(`postgres://ann@db.example/shop?${query}`);
const mysql = (query: string) => readMysqlUrl(`mysql://ann@db.example/shop?${query}`);

describe("A parameter of a database's address", () => {
  it.each([
    ["PostgreSQL", "sslmod=verify-full", "sslmode"],
    ["PostgreSQL", "SSLMODE=verify-full", "sslmode"],
    ["PostgreSQL", "ssl-mode=verify-full", "sslmode"],
    ["PostgreSQL", "schema=sales", "schemas"],
    ["PostgreSQL", "sslrootcrt=/ca.pem", "sslrootcert"],
    ["MySQL", "sslmod=verify-full", "ssl-mode"],
    ["MySQL", "ssl_mode=verify-full", "ssl-mode"],
    ["MySQL", "schema=sales", "schemas"],
    ["MySQL", "sslca=/ca.pem", "ssl-ca"],
  ])("is refused when it is misspelt, with the one that was meant: %s %s", (engine, query, meant) => {
    const refusal = refusalOf(() => (engine === "MySQL" ? mysql : postgres)(query));
    expect(refusal?.code).toBe("configuration-invalid");
    expect(refusal?.message).toContain(`${query.split("=")[0]}=`);
    expect(refusal?.hint).toContain(`Did you mean ${meant}?`);
  });

  it("is not repeated where it may be the end of a password", () => {
    const refusal = refusalOf(() => readPostgresUrl("postgres://ann:pa?s3cret@db.example/shop"));
    expect(refusal?.message).toBe("The PostgreSQL address has a parameter that is not known.");
    expect(`${refusal?.message} ${refusal?.hint}`).not.toContain("s3cret");
  });

  it.each([
    "application_name=report",
    "connect_timeout=10&keepalives=1&target_session_attrs=any",
    "channel_binding=require&gssencmode=disable&ssl_min_protocol_version=TLSv1.2",
    "client_encoding=utf8&load_balance_hosts=disable&sslcompression=0",
    "uselibpqcompat=true&sslmode=require",
    "sslmode=require&sslnegotiation=postgres",
    "statement_timeout=5000",
    "host=/run/postgresql&port=5433&user=ann",
  ])("may be one of libpq's that nothing depends on: %s", (query) => {
    expect(refusalOf(() => postgres(query))).toBeUndefined();
  });

  it.each([
    ["gssencmode=require", "sslmode=verify-full makes sure of the server"],
    ["ssl_min_protocol_version=TLSv1.3", "TLSv1.2"],
    ["sslcrl=/crl.pem", "withdrawn"],
    ["require_auth=scram-sha-256", "leave it out"],
    ["dbname=other", "postgres://user@host:port/database"],
    ["passfile=/p", "PGPASSFILE"],
    ["replication=database", "leave it out"],
  ])("is refused where libpq keeps it and Fuxi would not: %s", (query, hint) => {
    const refusal = refusalOf(() => postgres(query));
    expect(refusal?.code).toBe("configuration-invalid");
    expect(refusal?.message).toContain(`${query.split("=")[0]}=`);
    expect(refusal?.hint).toContain(hint);
  });

  it.each([
    [
      "PostgreSQL",
      "pgbouncer=true&connection_limit=1&pool_timeout=0&socket_timeout=5&statement_cache_size=0",
    ],
    ["PostgreSQL", "prepareThreshold=0&tcpKeepAlive=true&loginTimeout=3&readOnly=true"],
    [
      "PostgreSQL",
      "serverVersion=15&charset=utf8&supa=base-pooler.x&default_query_exec_mode=simple_protocol",
    ],
    ["MySQL", "connection_limit=1&pool_timeout=10&socket_timeout=5&charset=utf8mb4"],
    ["MySQL", "serverTimezone=UTC&characterEncoding=utf8&useUnicode=true&allowPublicKeyRetrieval=true"],
    ["MySQL", "parseTime=true&loc=Local&readTimeout=5s&serverVersion=10.5.8-MariaDB"],
  ])("may be another tool's for its pool, its time limits or its own client, on %s: %s", (engine, query) => {
    expect(refusalOf(() => (engine === "MySQL" ? mysql : postgres)(query))).toBeUndefined();
  });

  it("reaches the client library only where that is to read it", () => {
    expect(postgres("pgbouncer=true&connectionLimit=1&application_name=x").connectionString).toBe(
      "postgres://ann@db.example/shop?application_name=x",
    );
  });

  it.each([
    ["PostgreSQL", "search_path=sales", "Write schemas=a,b"],
    ["PostgreSQL", "TimeZone=UTC", "options=-c TimeZone=UTC"],
    ["PostgreSQL", "sslaccept=strict", "Write sslmode=verify-full"],
    ["MySQL", "useSSL=true", "Write ssl-mode=require"],
    ["MySQL", "tls=skip-verify", "Write ssl-mode=require"],
    ["MySQL", "sslaccept=strict", "Write ssl-mode=require"],
    ["MySQL", "database=shop", "mysql://user@host:port/database"],
  ])(
    "of another tool that asks for something is refused with what to write for it, on %s: %s",
    (engine, query, hint) => {
      const refusal = refusalOf(() => (engine === "MySQL" ? mysql : postgres)(query));
      expect(refusal?.code).toBe("configuration-invalid");
      expect(refusal?.hint).toContain(hint);
    },
  );

  it("says more as sslmode= than as ssl=, which does not stand in its way", () => {
    const { connectionString, tls } = postgres("ssl=0&sslmode=verify-full");
    expect(connectionString).toBe("postgres://ann@db.example/shop");
    expect(tls.sslmode).toBe("verify-full");
  });

  it("may be another tool's spelling for MySQL, or one without effect", () => {
    expect(mysql("sslmode=require&charset=utf8mb4&connectTimeout=5").tls.mode).toBe("require");
  });
});

const noPostgres = await postgresIsMissing();
it.skipIf(noPostgres !== undefined)(
  `a PostgreSQL server is not reached by sslmod= ${noPostgres ?? ""}`,
  async () => {
    const { url, drop } = await scratchPostgresDatabase();
    const open = (name: string) =>
      openPostgresDriver({ url: `${url}${url.includes("?") ? "&" : "?"}${name}` });
    try {
      await (await open("application_name=report")).close();
      await expect(open("sslmod=verify-full")).rejects.toMatchObject({ code: "configuration-invalid" });
    } finally {
      await drop();
    }
  },
);

const noMariadb = await mariadbIsMissing();
it.skipIf(noMariadb !== undefined)(
  `a MariaDB server is not reached by sslmod= ${noMariadb ?? ""}`,
  async () => {
    const { url, drop } = await scratchMariadb();
    const open = (name: string) => openMysqlDriver({ url: `${url}${url.includes("?") ? "&" : "?"}${name}` });
    try {
      await (await open("charset=utf8mb4")).close();
      await expect(open("sslmod=verify-full")).rejects.toMatchObject({ code: "configuration-invalid" });
    } finally {
      await drop();
    }
  },
);
