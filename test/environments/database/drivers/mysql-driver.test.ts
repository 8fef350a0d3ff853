import { createServer, type Server } from "node:net";
import mysql from "mysql2";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../../../src/environments/database/driver/sql-engine-error.ts";
import type { SqlValue } from "../../../../src/environments/database/driver/sql-value.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";

const missing = await mariadbIsMissing();
const never = new AbortController().signal;
const bounds = { maxRows: 100, milliseconds: 20_000, signal: never };

describe.skipIf(missing !== undefined)(`MariaDB databases as they are ${missing ?? ""}`, () => {
  let scratch: ScratchMariadb;
  const open: SqlDriver[] = [];

  async function driverOf(url: string): Promise<SqlDriver> {
    const driver = await openMysqlDriver({ url });
    open.push(driver);
    return driver;
  }

  async function rows(driver: SqlDriver, sql: string): Promise<readonly (readonly SqlValue[])[]> {
    return (await driver.query(sql, [], bounds)).rows;
  }

  async function kindOf(driver: SqlDriver, sql: string) {
    const error = await driver.query(sql, [], bounds).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof SqlEngineError ? error.facts : undefined;
  }

  beforeAll(async () => {
    scratch = await scratchMariadb();
    for (const sql of [
      `CREATE TABLE kinds (id INT PRIMARY KEY COMMENT 'the number', big BIGINT UNSIGNED, price DECIMAL(30,10), flag TINYINT(1), bits BIT(10),
        made YEAR, how ENUM('a','it''s'), many SET('x','y'), doc JSON, took TIME, at DATETIME(3), day DATE, place POINT, small FLOAT,
        twice INT GENERATED ALWAYS AS (id * 2) STORED) COMMENT='all kinds'`,
      `INSERT INTO kinds (id, big, price, flag, bits, made, how, many, doc, took, at, day, place, small) VALUES
        (1, 18446744073709551615, 12345678901234567890.0123456789, 1, b'1000000001', 2024, 'it''s', 'x,y', '{"a": 1}', '100:00:01',
        '2024-03-05 06:07:08.900', '2024-03-05', POINT(1, 2), 0.1)`,
      "CREATE TABLE folded (u VARCHAR(20) COLLATE utf8mb4_unicode_ci, g VARCHAR(20) COLLATE utf8mb4_general_ci, l VARCHAR(20) CHARACTER SET latin1, b VARCHAR(20) COLLATE utf8mb4_bin)",
      "INSERT INTO folded VALUES ('Zoë', 'Zoë', 'Zoë', 'Zoë')",
      "CREATE TABLE gone (id INT)",
      "CREATE VIEW broken AS SELECT id FROM gone",
      "DROP TABLE gone",
      "CREATE SEQUENCE numbers",
    ])
      await scratch.execute(sql);
  });
  afterEach(async () => {
    for (const driver of open.splice(0)) await driver.close();
  });
  afterAll(() => scratch?.drop());

  it("gives every type of value exactly, and in the form that the server prints", async () => {
    const driver = await driverOf(scratch.url);
    const sql =
      "SELECT big, price, flag, bits, made, how, many, doc, took, at, day, ST_AsText(place), small, twice FROM kinds";
    expect(await rows(driver, sql)).toEqual([
      [
        18446744073709551615n,
        "12345678901234567890.0123456789",
        1,
        513,
        2024,
        "it's",
        "x,y",
        '{"a": 1}',
        "100:00:01",
        "2024-03-05 06:07:08.900",
        "2024-03-05",
        "POINT(1 2)",
        0.1,
        2,
      ],
    ]);
    await scratch.execute("SET SESSION sql_mode = ''");
    await scratch.execute("INSERT INTO kinds (id, day) VALUES (2, '0000-00-00')");
    expect(await rows(driver, "SELECT day FROM kinds WHERE id = 2")).toEqual([["0000-00-00"]]);
    await scratch.execute("DELETE FROM kinds WHERE id = 2");
    const { columns } = await driver.query("SELECT big, price, doc, how FROM kinds", [], bounds);
    expect(columns.map(({ type }) => type)).toEqual(["bigint unsigned", "decimal", "json", "enum"]);
  });

  it("reads comments, enumerated values, generated columns and broken views, and leaves sequences out", async () => {
    const { tables } = await (await driverOf(scratch.url)).introspect(never);
    expect(tables.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      "view broken",
      "table folded",
      "table kinds",
    ]);
    expect(tables[0]).toMatchObject({ comment: expect.stringContaining("cannot be read") });
    expect(tables[2]).toMatchObject({ comment: "all kinds" });
    const column = (name: string) => tables[2]?.columns.find((each) => each.name === name);
    expect(column("id")).toMatchObject({ comment: "the number", primaryKeyPosition: 1 });
    expect(column("how")?.enumValues).toEqual(["a", "it's"]);
    expect(column("many")?.comment).toBe("FIND_IN_SET('x', many) tests for one of them");
    expect(column("flag")?.affinity).toBe("integer");
    expect(column("twice")?.affinity).toBe("integer");
  });

  it("follows recursive queries to their end, where the server would stop after a thousand rounds", async () => {
    const sql =
      "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000) SELECT max(i) FROM c";
    expect(await rows(await driverOf(scratch.url), sql)).toEqual([[5000]]);
  });

  it("leaves nothing of a statement to the next: variables, settings, locks", async () => {
    const driver = await openMysqlDriver({ url: scratch.url, poolSize: 1 });
    open.push(driver);
    await rows(driver, "SELECT @left := 7");
    expect(await rows(driver, "SELECT @left, @@tx_read_only, @@sql_select_limit")).toEqual([[null, 1, 101]]);
  });

  it("joins values that are handed over with columns of any collation", async () => {
    const driver = await driverOf(scratch.url);
    const { dialect } = driver;
    const values = JSON.stringify(["zoe", 'say "hi"', "\\", null, "Zoë"]);
    const table = dialect.boundColumn?.commonTable("v(value)", "?", { type: "text", count: 5 });
    for (const [column, count] of [
      ["u", 2],
      ["g", 2],
      ["l", 2],
      ["b", 1],
    ] as const) {
      const sql = `WITH ${table} SELECT count(*) FROM v JOIN folded ON value = ${column}`;
      const { rows } = await driver.query(sql, [values], bounds);
      expect([column, rows]).toEqual([column, [[count]]]);
    }
    const all = await driver.query(`WITH ${table} SELECT value FROM v`, [values], bounds);
    expect(all.rows).toEqual([["zoe"], ['say "hi"'], ["\\"], [null], ["Zoë"]]);
  });

  it("sorts the server's complaints and keeps users and hosts out of them", async () => {
    const user = `u_${scratch.name.slice(-12)}`;
    await scratch.execute("CREATE TABLE secret (id INT, open INT)");
    await scratch.execute(`CREATE USER ${user}@'%'`);
    try {
      await scratch.execute(`GRANT SELECT ON ${scratch.name}.folded TO ${user}@'%'`);
      await scratch.execute(`GRANT SELECT (open) ON ${scratch.name}.secret TO ${user}@'%'`);
      const driver = await driverOf(scratch.urlWith({ user, password: "" }));
      expect(driver.notices).toMatchObject([{ name: "rights", state: "ok" }]);
      const { tables } = await driver.introspect(never);
      expect(tables.map(({ name, columns }) => [name, columns.length])).toEqual([
        ["folded", 4],
        ["secret", 1],
      ]);
      for (const [sql, kind, identifier] of [
        ["SELECT nope(1)", "unknown-function", "nope"],
        ["SELECT id FROM secret", "other", undefined],
        ["SELECT * FROM kinds", "other", undefined],
        ["SELECT * FROM folded WHERE u = g", "type-mismatch", undefined],
        ["SELECT exp(1000)", "type-mismatch", undefined],
        ["SELECT f.* FROM folded", "unknown-table", "f"],
        ["SELECT max (u) FROM folded", "unknown-function", "max"],
        ["VALUES (1), (1, 2)", "column-count-mismatch", undefined],
      ] as const) {
        const facts = await kindOf(driver, sql);
        expect([sql, facts?.kind, facts?.identifier]).toEqual([sql, kind, identifier]);
        expect(facts?.engineMessage).not.toContain(user);
      }
    } finally {
      await scratch.execute(`DROP USER ${user}@'%'`);
      await scratch.execute("DROP TABLE secret");
    }
    expect((await driverOf(scratch.url)).notices?.[0]?.state).toBe("warning");
  });

  it("tells why it cannot connect, without saying as whom", async () => {
    for (const [url, code, message] of [
      [
        scratch.urlWith({ user: "nobody_here", password: "s3cret" }),
        "target-denied",
        /refused the credentials/u,
      ],
      [
        scratch.urlWith({ database: "no_such_database" }),
        "target-not-found",
        /no database no_such_database/u,
      ],
      [scratch.urlWith({ search: "ssl-mode=required" }), "target-denied", /does not encrypt/u],
      [
        scratch.urlWith({ search: "ssl-mode=perhaps" }),
        "configuration-invalid",
        /ssl-mode of the address is not known/u,
      ],
      ["mysql://root@127.0.0.1:1/x", "target-not-found", /Nothing listens at/u],
    ] as const) {
      const error = await openMysqlDriver({ url }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
      expect(String((error as Error).message)).not.toMatch(/nobody_here|s3cret/u);
    }
  });
});

describe("a server that is not one, or not MariaDB", () => {
  const servers: { close(): unknown }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it("is told when nothing that speaks the protocol answers", async () => {
    const server: Server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(
      0,
      "127.0.0.1",
    );
    servers.push(server);
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { readonly port: number };
    const url = `mysql://root@127.0.0.1:${port}/x`;
    await expect(openMysqlDriver({ url, connectMilliseconds: 1000 })).rejects.toMatchObject({
      code: "target-not-found",
    });
  });

  it("is asked in MySQL's own terms when its version says so", async () => {
    const heard: string[] = [];
    // The types leave out what the server side of the package can do.
    const { createServer: serve } = mysql as unknown as {
      createServer(listener: (connection: Scripted) => void): ScriptedServer;
    };
    const server = serve((connection) => {
      connection.serverHandshake({
        protocolVersion: 10,
        serverVersion: "8.0.36",
        connectionId: 7,
        statusFlags: 2,
        characterSet: 45,
        capabilityFlags: 0xffffff & ~0x800,
        authCallback: (_given: unknown, answered: (error: null) => void) => {
          answered(null);
          connection._resetSequenceId();
        },
      });
      connection.on("error", () => {});
      const answer = (write: () => void): void => {
        write();
        // The package leaves counting the packets of a command to whoever answers it.
        connection._resetSequenceId();
      };
      const settings = (sql: string): void => {
        heard.push(sql);
        answer(() => connection.writeOk());
      };
      connection.on("stmt_prepare", settings);
      connection.on("packet", (_packet, isKnown) => {
        if (isKnown === false) answer(() => connection.writeOk());
      });
      connection.on("query", (sql: string) => {
        if (sql.startsWith("START")) return settings(sql);
        heard.push(sql);
        const facts = { v: "8.0.36", m: "ONLY_FULL_GROUP_BY", p: "db:3306" };
        answer(() => {
          if (sql.startsWith("SELECT VERSION()"))
            connection.writeTextResult([facts], columnsOf("v", "m", "p"));
          else if (sql === "SHOW GRANTS")
            connection.writeTextResult([{ g: "GRANT SELECT ON *.* TO `r`@`%`" }], columnsOf("g"));
          else connection.writeTextResult([], columnsOf("n"));
        });
      });
    });
    server.listen(0);
    servers.push(server);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { port } = server._server.address();
    const driver = await openMysqlDriver({ url: `mysql://r@127.0.0.1:${port}/shop` });
    try {
      expect(driver.target).toMatchObject({ engine: "mysql", engineVersion: "8.0.36" });
      expect(driver.dialect).toMatchObject({ name: "MySQL", allowsBareColumns: false });
      expect(heard.some((sql) => /max_execution_time=10000.*transaction_read_only=1/su.test(sql))).toBe(true);
      expect(heard).toContain("START TRANSACTION READ ONLY");
    } finally {
      await driver.close();
    }
  });
});

interface ScriptedServer {
  readonly _server: { address(): { readonly port: number } };
  listen(port: number): unknown;
  close(): unknown;
}

interface Scripted {
  serverHandshake(args: object): void;
  on(event: string, listener: (argument: string, isKnown?: boolean) => void): void;
  _resetSequenceId(): void;
  writeOk(): void;
  writeTextResult(rows: readonly object[], columns: readonly object[]): void;
}

function columnsOf(...names: readonly string[]): readonly object[] {
  return names.map((name) => ({
    catalog: "def",
    schema: "",
    table: "",
    orgTable: "",
    name,
    orgName: "",
    characterSet: 45,
    columnLength: 255,
    columnType: 253,
    flags: 0,
    decimals: 0,
  }));
}

if (missing !== undefined) it.skip(`MariaDB databases: ${missing}`);
