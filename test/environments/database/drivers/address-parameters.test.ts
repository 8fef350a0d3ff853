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
    ["PostgreSQL", "application_name=report&connect_timeout=10&keepalives=1&target_session_attrs=any"],
    ["PostgreSQL", "channel_binding=require&gssencmode=disable&client_encoding=utf8&sslcompression=0"],
    ["PostgreSQL", "uselibpqcompat=true&sslmode=require&sslnegotiation=postgres&load_balance_hosts=disable"],
    ["PostgreSQL", "statement_timeout=5000&host=/run/postgresql&port=5433&user=ann"],
    ["PostgreSQL", "pgbouncer=true&connection_limit=1&socket_timeout=5&statement_cache_size=0"],
    ["PostgreSQL", "prepareThreshold=0&tcpKeepAlive=true&loginTimeout=3&readOnly=true&serverVersion=15"],
    ["PostgreSQL", "pool=5&encoding=unicode&prepared_statements=false&supa=base-pooler.x"],
    ["MySQL", "connection_limit=1&socket_timeout=5&charset=utf8mb4&serverTimezone=UTC&useUnicode=true"],
    ["MySQL", "pool=5&reconnect=true&interpolateParams=true&allowPublicKeyRetrieval=true&parseTime=true"],
  ])("may be one that nothing depends on, of libpq or another tool, on %s: %s", (engine, query) => {
    expect(refusalOf(() => (engine === "MySQL" ? mysql : postgres)(query))).toBeUndefined();
  });

  it("reaches the client library only where that is to read it", () => {
    expect(postgres("pgbouncer=true&connectionLimit=1&application_name=x").connectionString).toBe(
      "postgres://ann@db.example/shop?application_name=x",
    );
  });

  it.each([
    ["PostgreSQL", "gssencmode=require"],
    ["PostgreSQL", "sslcrl=/crl.pem"],
    ["PostgreSQL", "require_auth=scram-sha-256"],
    ["PostgreSQL", "dbname=other"],
    ["PostgreSQL", "search_path=sales"],
    ["PostgreSQL", "sslfactory=org.postgresql.ssl.NonValidatingFactory"],
    ["PostgreSQL", "ssl=maybe"],
    ["PostgreSQL", "options=endpoint%3Dep-x"],
    ["PostgreSQL", "schema=a&schemas=b"],
    ["MySQL", "trustServerCertificate=true"],
    ["MySQL", "verifyServerCertificate=true"],
    ["MySQL", "useSSL=true"],
    ["MySQL", "tls=skip-verify"],
  ])("of another tool that asks for something is refused, on %s: %s", (engine, query) => {
    const refusal = refusalOf(() => (engine === "MySQL" ? mysql : postgres)(query));
    expect(refusal?.code).toBe("configuration-invalid");
    expect(refusal?.message.toLowerCase()).toContain(query.split("=")[0]?.toLowerCase());
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
    ["0&sslmode=require", "require"],
  ])("may say by ssl= what libpq says by sslmode=: %s", (ssl, mode) => {
    const { connectionString, tls } = postgres(`ssl=${ssl}`);
    expect(connectionString).toBe("postgres://ann@db.example/shop");
    expect(tls.mode).toBe(mode);
  });

  it("may check the server of MySQL in the words of its client library", () => {
    expect(mysql('ssl={"rejectUnauthorized":true}').tls.mode).toBe("verify-full");
    expect(mysql("unix_socket=/run/mysqld/mysqld.sock").socketPath).toBe("/run/mysqld/mysqld.sock");
  });
});

const noPostgres = await postgresIsMissing();
const noMariadb = await mariadbIsMissing();
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
        `jdbc:mariadb://${place}?user=${user}&password=${encodeURIComponent("p@s#s/w:r?d%1")}&ssl-mode=disable`,
      ])
        await (await openMysqlDriver({ url: address })).close();
    } finally {
      await execute(`DROP USER IF EXISTS ${user}`);
      await drop();
    }
  },
);
