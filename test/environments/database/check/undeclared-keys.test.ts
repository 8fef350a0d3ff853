import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { type CheckedDatabase, checkedDriver, checkedSqlite } from "./checked-database.ts";

const list = (count: number, row: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `(${row(i + 1)})`).join(",");

/** No key is declared; `weight_kg` and the number of `trophies` lie within all ids by chance. */
const STABLE = `
CREATE TABLE racehorse (id bigint, horse_name text, stall_id bigint, weight_kg bigint, seen_by_vet text, zip bigint, trophies bigint);
CREATE TABLE vet (vet_id text, vet_name text);
CREATE TABLE zip_code (zip_code bigint, town text);
CREATE TABLE stall (id bigint, stall_name text);
CREATE TABLE jockeys (jockey_id bigint, jockey_name text);
CREATE TABLE horse_ride (horse_id bigint, jockey_id bigint);
CREATE TABLE trophy (id bigint, trophy_name text);
INSERT INTO racehorse VALUES ${list(40, (i) => `${i}, 'Horse ${i}', ${1 + (i % 4)}, ${1 + (i % 30)}, 'V-${i % 5}', ${1000 + 913 * (i % 9)}, ${1 + (i % 3)}`)};
INSERT INTO vet VALUES ${list(5, (i) => `'V-${i - 1}', 'Vet ${i}'`)};
INSERT INTO zip_code VALUES ${list(20, (i) => `${1000 + 913 * (i - 1)}, 'Town ${i}'`)};
INSERT INTO stall VALUES ${list(4, (i) => `${i}, 'Stall ${i}'`)};
INSERT INTO jockeys VALUES ${list(30, (i) => `${i}, 'Jockey ${i}'`)};
INSERT INTO horse_ride VALUES ${list(60, (i) => `${1 + (i % 40)}, ${1 + (i % 30)}`)};
INSERT INTO trophy VALUES ${list(50, (i) => `${i}, 'Trophy ${i}'`)};
`;

const missing = await postgresIsMissing();

describe.each([
  ["SQLite", false],
  ["PostgreSQL", true],
])("tables without declared keys on %s", (_, onPostgres) => {
  describe.skipIf(onPostgres && missing !== undefined)(missing ?? "keys by name and data", () => {
    let scratch: ScratchDatabase | undefined;
    let stable: CheckedDatabase;

    beforeAll(async () => {
      if (!onPostgres) {
        stable = await checkedSqlite(STABLE);
        return;
      }
      scratch = await scratchPostgresDatabase();
      await scratch.execute(STABLE);
      stable = await checkedDriver(await openPostgresDriver({ url: scratch.url }));
    });
    afterAll(async () => {
      await stable?.close();
      await scratch?.drop();
    });

    const pathOf = async (...tables: string[]) => {
      const { environment, context } = stable;
      const workspace = await environment.openWorkspace(undefined, context);
      const action = { environment: "test", tool: "find_join_path", arguments: { tables } };
      return (await environment.act(workspace, action, context)).observation?.text ?? "";
    };

    it("are joined through their link table", async () => {
      const text = await pathOf("racehorse", "jockeys");
      expect(text).toContain(
        "racehorse JOIN horse_ride ON horse_ride.horse_id = racehorse.id JOIN jockeys ON horse_ride.jockey_id = jockeys.jockey_id",
      );
    });

    it("are joined by a column named after the table", async () => {
      expect(await pathOf("racehorse", "stall")).toContain("racehorse.stall_id = stall.id");
    });

    it.each([
      ["texts that are all keys", "vet", "racehorse.seen_by_vet = vet.vet_id"],
      ["numbers that are all keys among few", "zip_code", "racehorse.zip = zip_code.zip_code"],
    ])("are joined by a column named alike with %s", async (_name, table, condition) => {
      expect(await pathOf("racehorse", table)).toContain(condition);
    });

    it("are not joined over numbers that lie within ids by chance", async () => {
      const text = await pathOf("racehorse", "trophy");
      expect(text).toContain("No keys connect");
      expect(text).not.toContain("=");
    });

    it("pass joins along such keys without a warning", async () => {
      const { codes } = await stable.check(
        "SELECT COUNT(*) FROM racehorse h JOIN horse_ride r ON h.id = r.horse_id JOIN jockeys j ON j.jockey_id = r.jockey_id JOIN stall s ON s.id = h.stall_id",
      );
      expect(codes).toEqual([]);
    });

    it("doubt a join over a key of another table", async () => {
      const { codes } = await stable.check(
        "SELECT COUNT(*) FROM racehorse h JOIN trophy t ON h.stall_id = t.id",
      );
      expect(codes).toContain("join-without-key");
    });
  });
});

describe("exports without declared keys", () => {
  const pathsOf = async (script: string, tables: readonly string[]) => {
    const exports = await checkedSqlite(script);
    try {
      const { environment, context } = exports;
      const workspace = await environment.openWorkspace(undefined, context);
      const action = { environment: "test", tool: "find_join_path", arguments: { tables } };
      return (await environment.act(workspace, action, context)).observation?.data["paths"];
    } finally {
      await exports.close();
    }
  };

  it.each([
    ["customer_no", "customer_no"],
    ["Customer No", "CUSTOMER NO"],
    ["Kunden-Nr.", "Kunden-Nr."],
    ["customerid", "CUSTOMERID"],
    ["Kundennummer", "Kundennummer"],
  ])("are joined over %s, the key that one begins with", async (key, reference) => {
    const script = `
CREATE TABLE master_data ("${key}" bigint, name text, region text);
CREATE TABLE invoices_2025 (invoice text, day text, "${reference}" bigint, amount real);
INSERT INTO master_data VALUES ${list(10, (i) => `${i}, 'Name ${i}', 'North'`)};
INSERT INTO invoices_2025 VALUES ${list(40, (i) => `'R${i}', '2025-01-01', ${1 + (i % 10)}, ${i}`)};`;
    expect(await pathsOf(script, ["invoices_2025", "master_data"])).toMatchObject([{ declared: false }]);
  });

  it("are joined over a text that tells the rows of one apart and nearly always stands in it", async () => {
    const script = `
CREATE TABLE Fleet (Depot text, "Plate" text);
CREATE TABLE Trips (Day text, "Plate" text, Km bigint);
INSERT INTO Fleet VALUES ${list(30, (i) => `'North', 'X-${i}'`)};
INSERT INTO Trips VALUES ${list(60, (i) => `'2025-01-01', '${i === 7 ? "?" : `X-${1 + (i % 30)}`}', ${i}`)};`;
    expect(await pathsOf(script, ["Trips", "Fleet"])).toEqual([
      { from: "Trips JOIN Fleet ON Trips.Plate = Fleet.Plate", declared: false },
    ]);
  });

  it("are not joined over a column that only occurs in both", async () => {
    const script = `
CREATE TABLE may (amount bigint, city text);
CREATE TABLE june (amount bigint, city text);
INSERT INTO may VALUES ${list(10, (i) => `${i}, 'Ulm'`)};
INSERT INTO june VALUES ${list(10, (i) => `${i}, 'Bonn'`)};`;
    expect(await pathsOf(script, ["may", "june"])).toEqual([]);
  });
});
