import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../../src/environments/database/driver/sql-driver.ts";
import { openMysqlDriver } from "../../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import {
  readJsonHb,
  readMysqlHistogram,
} from "../../../../../src/environments/database/drivers/mysql/mysql-histogram.ts";
import { mysqlServerFacts } from "../../../../../src/environments/database/drivers/mysql/mysql-server-facts.ts";
import { mysqlStatistics } from "../../../../../src/environments/database/drivers/mysql/mysql-statistics.ts";
import { lazyIndex } from "../../../../../src/environments/database/index/lazy-index.ts";
import { openValueIndex } from "../../../../../src/environments/database/index/open-value-index.ts";
import {
  type MariadbCluster,
  mariadbCluster,
  mariadbClusterIsMissing,
} from "../../../../support/mariadb-cluster.ts";

const missing = mariadbClusterIsMissing();
const never = new AbortController().signal;
const options = { limit: 5, signal: never };

describe.skipIf(missing !== undefined)(`What MariaDB knows of its columns ${missing ?? ""}`, () => {
  let cluster: MariadbCluster;
  const user = "reader";
  const open: SqlDriver[] = [];

  const driverAs = async (name?: string): Promise<SqlDriver> => {
    const url = name === undefined ? cluster.url : cluster.url.replace("root@", `${name}@`);
    const driver = await openMysqlDriver({ url });
    open.push(driver);
    return driver;
  };
  const of = async (driver: SqlDriver, table: string, column: string) =>
    (await driver.columnStatistics?.([{ name: table }], never))?.find((each) => each.column === column);

  beforeAll(async () => {
    // Its many rows would be counted as writes by whoever looks at the shared one.
    cluster = await mariadbCluster();
    for (const sql of [
      `CREATE TABLE visit (id INT PRIMARY KEY, code VARCHAR(20), place VARCHAR(40), latin VARCHAR(20) CHARACTER SET latin1,
        note VARCHAR(60), secret VARCHAR(20), body TEXT, KEY (code), KEY beginning (note(8)), KEY alike (latin(1)), KEY two (place, code))`,
      `INSERT INTO visit SELECT seq, CONCAT('V', seq), IF(seq % 3 = 0, 'Marseille', IF(seq % 3 = 1, 'Toulouse', NULL)), CONCAT('é', seq % 2),
        MD5(seq), CONCAT('hidden', seq % 3), 'text' FROM seq_1_to_250000`,
      "CREATE TABLE town (id INT PRIMARY KEY, name VARCHAR(20))",
      "INSERT INTO town VALUES (1, 'Clairmont')",
      "SET GLOBAL histogram_type = JSON_HB",
      "ANALYZE TABLE visit PERSISTENT FOR ALL",
      `CREATE USER ${user}@'%'`,
      `GRANT SELECT (id, code, place, latin, note, body) ON shop.visit TO ${user}@'%'`,
      `GRANT SELECT ON shop.town TO ${user}@'%'`,
    ])
      await cluster.execute(sql);
  }, 120_000);
  afterAll(async () => {
    for (const driver of open) await driver.close();
    await cluster?.remove();
  });

  it("is read out of histograms that name values: frequent ones with their share of all rows, and how many there are", async () => {
    const driver = await driverAs();
    const place = await of(driver, "visit", "place");
    expect(place).toMatchObject({ known: true, indexed: true, distinct: 2 });
    expect(place?.nullShare).toBeCloseTo(1 / 3, 2);
    expect(place?.commonValues.map(({ value }) => value).sort()).toEqual(["Marseille", "Toulouse"]);
    expect(place?.commonValues[0]?.share).toBeCloseTo(1 / 3, 2);
    const code = await of(driver, "visit", "code");
    expect(code?.otherValues.length).toBeGreaterThan(100);
    expect(code?.otherValues.every((value) => /^V\d+$/u.test(value))).toBe(true);
    const latin = await of(driver, "visit", "latin");
    expect(latin?.commonValues.map(({ value }) => value).sort()).toEqual(["é0", "é1"]);
  });

  it("counts an index of beginnings where they differ, and not where they are all alike", async () => {
    const driver = await driverAs();
    expect(await of(driver, "visit", "note")).toMatchObject({ indexed: true });
    expect(await of(driver, "visit", "latin")).toMatchObject({ indexed: false });
    expect(await of(driver, "visit", "secret")).toMatchObject({ indexed: false });
  });

  it("is said not to be known for a text that ANALYZE leaves out", async () => {
    expect(await of(await driverAs(), "visit", "body")).toMatchObject({ known: false, commonValues: [] });
  });

  it("finds near values of a large table, and confirms them on the server", async () => {
    const driver = await driverAs();
    const schema = await driver.introspect(never);
    const index = lazyIndex(openValueIndex({ driver, schema, cacheFolder: "", mode: "memory" }), schema);
    try {
      const found = await index.findFuzzy("Marseile", options);
      expect(found.matches[0]).toMatchObject({
        column: { table: "visit", column: "place" },
        value: "Marseille",
      });
      expect((await index.findFuzzy("Clairmnt", options)).matches[0]).toMatchObject({ value: "Clairmont" });
      expect((await index.findExact("V4711", options)).matches).toMatchObject([{ value: "V4711", count: 1 }]);
      const nothing = await index.findExact("nowhere at all", options);
      expect(nothing.incomplete.map(({ column }) => column)).toEqual(
        expect.arrayContaining(["secret", "body"]),
      );
    } finally {
      await index.close();
    }
  });

  it("is withheld from a user without rights on it: then the indexes tell how many values there are", async () => {
    const driver = await driverAs(user);
    expect(await of(driver, "visit", "code")).toMatchObject({
      known: false,
      indexed: true,
      commonValues: [],
    });
    expect((await of(driver, "visit", "code"))?.distinct).toBeGreaterThan(100_000);
    expect(await of(driver, "visit", "secret")).toBeUndefined();
    const told = (await driver.diagnose?.(never))?.find(({ name }) => name === "statistics");
    expect(told).toMatchObject({ state: "ok", text: expect.stringContaining("may not read") });
  });

  it("tells a user who may read it nothing of columns that he may not", async () => {
    await cluster.execute(`GRANT SELECT ON mysql.column_stats TO ${user}@'%'`);
    const driver = await driverAs(user);
    expect((await of(driver, "visit", "place"))?.commonValues.length).toBe(2);
    expect(await of(driver, "visit", "secret")).toBeUndefined();
  });

  it("is missed by the doctor where histograms hold no values, with what would make them", async () => {
    const statistics = async () =>
      (await (await driverAs()).diagnose?.(never))?.find(({ name }) => name === "statistics");
    expect(await statistics()).toMatchObject({ state: "ok", text: expect.stringContaining("histograms") });
    await cluster.execute("SET GLOBAL histogram_type = DOUBLE_PREC_HB");
    await cluster.execute("ANALYZE TABLE visit PERSISTENT FOR ALL");
    expect(await statistics()).toMatchObject({
      state: "warning",
      text: expect.stringContaining("1 of 1 large table"),
      mend: expect.stringContaining("JSON_HB"),
    });
    expect(await of(await driverAs(), "visit", "place")).toMatchObject({
      known: true,
      distinct: 2,
      commonValues: [],
    });
  }, 60_000);
});

describe("Histograms", () => {
  it("of MariaDB that are no JSON, or JSON of another shape, tell nothing", () => {
    for (const text of ["", "{", "[]", '{"histogram_hb": [null, {"start_hex": "05", "size": 1, "ndv": 1}]}'])
      expect(readJsonHb(text, 0)).toMatchObject({ commonValues: [], otherValues: [] });
  });

  it("of MariaDB with a last value that is not the first of its bucket name both", () => {
    const json = JSON.stringify({
      histogram_hb: [
        { start: "a", size: 0.5, ndv: 1 },
        { start: "b", end: "z", size: 0.5, ndv: 9 },
      ],
    });
    expect(readJsonHb(json, 0.5)).toEqual({
      commonValues: [{ value: "a", share: 0.25 }],
      otherValues: ["b", "z"],
    });
  });

  // No MySQL server was to be had: these are written after its manual.
  it("of MySQL name single values with their frequency", () => {
    const buckets = [
      [`base64:type254:${Buffer.from("Köln").toString("base64")}`, 0.25],
      ["base64:type254:/w==", 0.5],
      [2 ** 60, 0.75],
    ];
    const json = JSON.stringify({ buckets, "histogram-type": "singleton", "null-values": 0.25 });
    expect(readMysqlHistogram(json)).toEqual({
      commonValues: [{ value: "Köln", share: 0.25 }],
      otherValues: [],
      distinct: 3,
      nullShare: 0.25,
    });
  });

  it("of MySQL name the ends of ranges", () => {
    const buckets = [
      ["2024-01-01", "2024-01-31", 0.5, 31],
      ["2024-02-01", "2024-02-29", 1, 29],
    ];
    const json = JSON.stringify({ buckets, "histogram-type": "equi-height", "null-values": 0 });
    expect(readMysqlHistogram(json)).toEqual({
      commonValues: [],
      otherValues: ["2024-01-01", "2024-02-01", "2024-02-29"],
      distinct: 60,
      nullShare: 0,
    });
  });
});

describe("A MySQL server that is scripted", () => {
  const columns = [["town", "name", "varchar(20)", "varchar", "YES", "", "select"]];
  const histogram = JSON.stringify({
    buckets: [["Lyon", 1]],
    "histogram-type": "singleton",
    "null-values": 0,
  });

  it("is asked for the histograms of its own catalog", async () => {
    const heard: string[] = [];
    const rows = async (sql: string) => {
      heard.push(sql);
      if (/COLUMN_STATISTICS/u.test(sql)) return [["town", "name", null, null, "MYSQL", histogram]];
      if (/information_schema.COLUMNS/u.test(sql)) return columns;
      return /information_schema.TABLES/u.test(sql) ? [["town", "BASE TABLE", "", "10", "InnoDB"]] : [];
    };
    const server = mysqlServerFacts("8.0.36");
    expect(await mysqlStatistics(rows, [{ name: "town" }], { server, database: "shop" })).toEqual([
      {
        table: { name: "town" },
        column: "name",
        commonValues: [{ value: "Lyon", share: 1 }],
        otherValues: [],
        distinct: 1,
        nullShare: 0,
        indexed: false,
        known: true,
      },
    ]);
    expect(heard.some((sql) => sql.includes("mysql.column_stats"))).toBe(false);
  });
});

if (missing !== undefined) it.skip(`MariaDB statistics: ${missing}`);
