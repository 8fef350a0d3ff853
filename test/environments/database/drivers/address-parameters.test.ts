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
    const refusal = refusalOf(() => readPostgresUrl("postgres://ann@db.example/shop?s3cret"));
    expect(refusal?.message).toBe("The PostgreSQL address has a parameter that is not known.");
    expect(`${refusal?.message} ${refusal?.hint}`).not.toContain("s3cret");
  });

  it.each([
    "application_name=report",
    "connect_timeout=10&keepalives=1&target_session_attrs=any",
    "channel_binding=require&gssencmode=disable",
    "client_encoding=utf8&load_balance_hosts=disable&sslcompression=0",
    "uselibpqcompat=true&sslmode=require",
    "sslmode=require&sslnegotiation=postgres",
    "statement_timeout=5000",
    "host=/run/postgresql&port=5433&user=ann",
  ])("may be one of libpq's that nothing depends on: %s", (query) => {
    expect(refusalOf(() => postgres(query))).toBeUndefined();
  });

  it.each(["gssencmode=require", "sslcrl=/crl.pem", "require_auth=scram-sha-256", "dbname=other"])(
    "is refused where libpq keeps it and Fuxi would not: %s",
    (query) => {
      const refusal = refusalOf(() => postgres(query));
      expect(refusal?.code).toBe("configuration-invalid");
      expect(refusal?.message).toContain(`${query.split("=")[0]}=`);
    },
  );

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
    [
      "PostgreSQL",
      "pool=5&encoding=unicode&prepared_statements=false&command_timeout=60&stringtype=unspecified",
    ],
    ["MySQL", "pool=5&encoding=utf8mb4&reconnect=true&useServerPrepStmts=true&interpolateParams=true"],
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
    ["PostgreSQL", "search_path=sales"],
    ["PostgreSQL", "sslfactory=org.postgresql.ssl.NonValidatingFactory"],
    ["PostgreSQL", "ssl=maybe"],
    ["PostgreSQL", "options=endpoint%3Dep-x"],
    ["PostgreSQL", "schema=a&schemas=b"],
    ["MySQL", "trustServerCertificate=true"],
    ["MySQL", "useSSL=true"],
    ["MySQL", "tls=skip-verify"],
  ])("of another tool that asks for something is refused, on %s: %s", (engine, query) => {
    expect(refusalOf(() => (engine === "MySQL" ? mysql : postgres)(query))?.code).toBe(
      "configuration-invalid",
    );
  });

  it("is Prisma's schema= for schemas=", () => {
    expect(postgres("schema=sales").schemas).toEqual(["sales"]);
    expect(postgres("schema=sales&schemas=sales").schemas).toEqual(["sales"]);
  });

  it.each([
    ["require", "require"],
    ["verify-full", "verify-full"],
    ["disable", "disable"],
    ["false", "disable"],
    ["0", "disable"],
    ["true", "verify-full"],
  ])("may say by ssl= what libpq says by sslmode=: %s", (ssl, mode) => {
    const { connectionString, tls } = postgres(`ssl=${ssl}`);
    expect(connectionString).toBe("postgres://ann@db.example/shop");
    expect(tls.mode).toBe(mode);
  });

  it("may check the server of MySQL in the words of its client library", () => {
    expect(mysql('ssl={"rejectUnauthorized":true}').tls.mode).toBe("verify-full");
    expect(mysql("unix_socket=/run/mysqld/mysqld.sock").socketPath).toBe("/run/mysqld/mysqld.sock");
  });

  it("says more as sslmode= than as ssl=, which does not stand in its way", () => {
    const { connectionString, tls } = postgres("ssl=0&sslmode=require");
    expect(connectionString).toBe("postgres://ann@db.example/shop");
    expect(tls.mode).toBe("require");
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

it.skipIf(noPostgres !== undefined)(
  `a PostgreSQL server is reached by the addresses of other tools, and by a password as it is ${noPostgres ?? ""}`,
  async () => {
    const { url, name, execute, drop } = await scratchPostgresDatabase();
    const { hostname, port, username, password } = new URL(url);
    const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    const role = `${name}_reader`;
    const place = `${hostname}:${port || "5432"}/${name}`;
    const given = `${username}${password && ":"}${password}@${place}`;
    try {
      await execute(`CREATE ROLE ${role} LOGIN PASSWORD 'p@s#s/w:r?d%1'`);
      for (const address of [
        `postgresql://${given}?ssl=prefer`,
        `postgres://${given}?pool=5`,
        `jdbc:postgresql://${place}?user=${username}&password=${password || "x"}`,
        `host=${hostname} port=${port || "5432"} dbname=${name} user='${user}' password='${secret || "x"}'`,
        `postgres://${role}:p@s#s/w:r?d%1@${place}?schema=public`,
      ])
        await (await openPostgresDriver({ url: address })).close();
    } finally {
      await execute(`DROP ROLE IF EXISTS ${role}`);
      await drop();
    }
  },
);

it.skipIf(noMariadb !== undefined)(
  `a MariaDB server is reached by the addresses of other tools, and by a password as it is ${noMariadb ?? ""}`,
  async () => {
    const { url, name, execute, drop } = await scratchMariadb();
    const { host, username } = new URL(url);
    const user = `${name.slice(0, 24)}_r`;
    const place = `${host}/${name}`;
    try {
      await execute(`CREATE USER ${user} IDENTIFIED BY 'p@s#s/w:r?d%1'`);
      await execute(`GRANT SELECT ON ${name}.* TO ${user}`);
      for (const address of [
        `mariadb://${username}@${place}`,
        `mysql://${user}:p@s#s/w:r?d%1@${place}`,
        `jdbc:mariadb://${place}?user=${user}&password=${encodeURIComponent("p@s#s/w:r?d%1")}&useSsl=false`,
      ])
        await (await openMysqlDriver({ url: address })).close();
    } finally {
      await execute(`DROP USER IF EXISTS ${user}`);
      await drop();
    }
  },
);
