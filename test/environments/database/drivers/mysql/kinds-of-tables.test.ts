import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabaseEnvironment } from "../../../../../src/environments/database/create-database-environment.ts";
import type { SqlDriver } from "../../../../../src/environments/database/driver/sql-driver.ts";
import { openMysqlDriver } from "../../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import type { DatabaseSchema } from "../../../../../src/environments/database/schema/database-schema.ts";
import { renderTable } from "../../../../../src/environments/database/schema/render-schema.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../../support/mariadb.ts";
import { ShopSession } from "../../../../support/shop-session.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";
import { statementOptions } from "../sql-driver-queries.ts";

const missing = await mariadbIsMissing();
const never = new AbortController().signal;

describe.skipIf(missing !== undefined)(`Tables and columns of MariaDB of every kind ${missing ?? ""}`, () => {
  let scratch: ScratchMariadb;
  let driver: SqlDriver;
  let schema: DatabaseSchema;
  let user = "";

  beforeAll(async () => {
    scratch = await scratchMariadb();
    user = `u_${scratch.name.slice(-12)}`;
    for (const sql of [
      "SET sql_mode = ''",
      "CREATE TABLE parted (id INT, y INT) PARTITION BY RANGE (y) (PARTITION p1 VALUES LESS THAN (2000), PARTITION p2 VALUES LESS THAN MAXVALUE)",
      "INSERT INTO parted VALUES (1, 1990), (2, 2010)",
      "CREATE TABLE made (a INT, twice INT AS (a * 2) VIRTUAL, more INT GENERATED ALWAYS AS (a + 1) STORED, hidden INT INVISIBLE DEFAULT 5)",
      "INSERT INTO made (a) VALUES (4)",
      "CREATE TABLE dated (id INT, x INT) WITH SYSTEM VERSIONING",
      "INSERT INTO dated VALUES (1, 1), (2, 2)",
      "UPDATE dated SET x = 3 WHERE id = 1",
      "CREATE TABLE placed (g GEOMETRY, p POINT)",
      "INSERT INTO placed VALUES (ST_GeomFromText('POINT(1 2)'), POINT(3, 4))",
      "CREATE TABLE bits (one BIT, wide BIT(64), made YEAR, day DATE, at DATETIME, stamp TIMESTAMP NULL, big BIGINT UNSIGNED, filled INT ZEROFILL)",
      "INSERT INTO bits VALUES (1, 18446744073709551615, 0, '2024-02-00', '0000-00-00 00:00:00', '0000-00-00', 18446744073709551615, 7)",
      `CREATE TABLE lettered (a VARCHAR(20) CHARACTER SET latin1, b VARCHAR(20) CHARACTER SET utf8mb3, c VARCHAR(20) CHARACTER SET koi8r,
        d VARCHAR(20) CHARACTER SET ucs2)`,
      "INSERT INTO lettered VALUES ('Zoë', 'Zoë', 'Привет', 'Zoë 漢')",
      "CREATE TABLE chosen (e ENUM('', 'a', 'b,c', 'it''s'), s SET('x', 'y'))",
      "INSERT INTO chosen VALUES ('b,c', 'x,y'), ('unknown', '')",
      "CREATE TABLE documents (doc JSON COMMENT 'as it came', list JSON, checked TEXT CHECK (json_valid(checked)), plain TEXT)",
      `INSERT INTO documents VALUES ('{"name": "Ann", "home town": 1}', '[{"sku": 1}]', NULL, NULL), ('{"name": "Ben"}', NULL, NULL, NULL)`,
      `CREATE USER ${user}@'%'`,
      `GRANT SELECT ON ${scratch.name}.* TO ${user}@'%'`,
    ])
      await scratch.execute(sql);
    driver = await openMysqlDriver({ url: scratch.urlWith({ user, password: "" }) });
    schema = await driver.introspect(never);
  });
  afterAll(async () => {
    await driver?.close();
    await scratch?.execute(`DROP USER ${user}@'%'`);
    await scratch?.drop();
  });

  const table = (name: string) => schema.tables.find((each) => each.name === name);
  const noteOf = (name: string, column: string) =>
    table(name)?.columns.find((each) => each.name === column)?.note;
  const rows = async (sql: string) => (await driver.query(sql, [], statementOptions())).rows;

  it("stand once where they are partitioned", async () => {
    expect(schema.tables.filter(({ name }) => name.startsWith("parted")).length).toBe(1);
    expect(await rows("SELECT id FROM parted PARTITION (p2)")).toEqual([[2]]);
  });

  it("list the values of an enumeration once", () => {
    const shown = schema.tables
      .filter(({ name }) => name === "chosen")
      .map((each) => renderTable(each, "full", { driver }));
    expect(shown.join()).toContain("  e enum in ('','a','b,c','it''s')\n");
  });

  it("say what computes a column, and which one SELECT * leaves out", async () => {
    expect(noteOf("made", "twice")).toBe("computed: `a` * 2");
    expect(noteOf("made", "more")).toBe("computed: `a` + 1");
    expect(noteOf("made", "hidden")).toBe("SELECT * leaves it out: name it");
    expect(await rows("SELECT * FROM made")).toEqual([[4, 8, 5]]);
    expect(await rows("SELECT hidden FROM made")).toEqual([[5]]);
  });

  it("say that they keep earlier rows, and how these are seen", async () => {
    expect(table("dated")).toMatchObject({
      kind: "table",
      note: expect.stringContaining("FOR SYSTEM_TIME ALL"),
    });
    expect(await rows("SELECT x FROM dated ORDER BY id")).toEqual([[3], [2]]);
    expect(await rows("SELECT count(*) FROM dated FOR SYSTEM_TIME ALL")).toEqual([[3]]);
  });

  it("say how places are read as text", async () => {
    expect(noteOf("placed", "p")).toBe("ST_AsText(p) gives it as text");
    expect(await rows("SELECT ST_AsText(g), ST_AsText(p) FROM placed")).toEqual([
      ["POINT(1 2)", "POINT(3 4)"],
    ]);
  });

  it("give bits, years, dates of zero and large numbers as they are", async () => {
    expect(await rows("SELECT * FROM bits")).toEqual([
      [
        1,
        18446744073709551615n,
        0,
        "2024-02-00",
        "0000-00-00 00:00:00",
        "0000-00-00 00:00:00",
        18446744073709551615n,
        7,
      ],
    ]);
  });

  it("give texts of every character set, and find them", async () => {
    expect(await rows("SELECT * FROM lettered")).toEqual([["Zoë", "Zoë", "Привет", "Zoë 漢"]]);
    for (const [column, value] of [
      ["a", "Zoë"],
      ["c", "Привет"],
      ["d", "Zoë 漢"],
    ] as const) {
      const sql = `SELECT count(*) FROM lettered WHERE ${column} = ?`;
      expect((await driver.query(sql, [value], statementOptions())).rows).toEqual([[1]]);
    }
  });

  it("have the values of an enumeration, also the empty one and those with commas", async () => {
    expect(table("chosen")?.columns[0]?.enumValues).toEqual(["", "a", "b,c", "it's"]);
    expect(await rows("SELECT e, s FROM chosen WHERE FIND_IN_SET('x', s)")).toEqual([["b,c", "x,y"]]);
  });

  it("know JSON that the catalog calls a text", async () => {
    const kinds = table("documents")?.columns.map(({ affinity }) => affinity);
    expect(kinds).toEqual(["json", "json", "json", "text"]);
    expect(noteOf("documents", "checked")).toBe("JSON_VALUE(checked, '$.key') gives a text or number");
    expect(
      await rows("SELECT JSON_VALUE(doc, '$.name'), JSON_VALUE(list, '$[0].sku') FROM documents"),
    ).toEqual([
      ["Ann", "1"],
      ["Ben", null],
    ]);
  });

  it("can be drafted with a partition, and with the rows of another time", async () => {
    const environment = await createDatabaseEnvironment({
      id: "kinds",
      driver: await openMysqlDriver({ url: scratch.urlWith({ user, password: "" }) }),
      cacheFolder: temporaryFolder(),
    });
    try {
      for (const [from, count] of [
        ["parted PARTITION (p2)", 1],
        ["dated FOR SYSTEM_TIME ALL", 3],
        ["dated FOR SYSTEM_TIME ALL AS d", 3],
      ] as const) {
        const session = await ShopSession.open(environment, "How many are there?");
        const observation = await session.draft({ from, where: "" });
        expect([from, observation.warnings]).toEqual([from, []]);
        await session.draft({ select: "count(*)" });
        expect(await rows(await session.sql())).toEqual([[count]]);
      }
      const { text } = await (await ShopSession.open(environment)).act("describe_tables", {
        tables: ["dated", "documents"],
      });
      expect(text).toContain("FOR SYSTEM_TIME ALL");
      expect(text).toContain("JSON_VALUE(doc, '$.key')");
    } finally {
      await environment.close();
    }
  });
});

if (missing !== undefined) it.skip(`MariaDB tables of every kind: ${missing}`);
