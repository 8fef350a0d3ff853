import { afterAll, beforeAll, expect, it } from "vitest";
import { ShopSession } from "../../../support/shop-session.ts";
import { type CheckedDatabase, checkedSqlite } from "../check/checked-database.ts";

let lists: CheckedDatabase;
beforeAll(async () => {
  lists = await checkedSqlite(`
    CREATE TABLE person (person_no INTEGER PRIMARY KEY, called TEXT);
    CREATE TABLE visitor (ticket TEXT, who TEXT);
    CREATE TABLE guest (seat TEXT, guest_name TEXT);
    INSERT INTO person VALUES (1, 'Anna Meyer'), (2, 'Ben Ox'), (3, 'Cleo Fry');
    INSERT INTO visitor VALUES ('t1', 'ANNA MEYER '), ('t2', 'BEN OX'), ('t3', 'DORA LI');
    INSERT INTO guest VALUES ('s1', 'Anna Meyer'), ('s2', 'Ben Ox');`);
});
afterAll(() => lists.close());

const sharedBy = async (...tables: string[]) =>
  (await (await ShopSession.open(lists.environment)).act("find_join_path", { tables })).data["shared"];

it("Columns that share values as they are written are found first", async () => {
  expect(await sharedBy("person", "guest")).toEqual([
    "person.called = guest.guest_name (67 % of the values)",
  ]);
});

it("Where none do, columns whose texts differ in case and space alone are found, with the condition that joins them", async () => {
  expect(await sharedBy("person", "visitor")).toEqual([
    "LOWER(TRIM(person.called)) = LOWER(TRIM(visitor.who)) (67 % of the values)",
  ]);
});

it("A column that says only what kind a row is of, and an amount, share values by chance and are left out", async () => {
  const kinds = await checkedSqlite(`
    CREATE TABLE parcel (parcel_id INTEGER, year INTEGER, state TEXT, fragile INTEGER, total_cents INTEGER, PRIMARY KEY (parcel_id, year));
    CREATE TABLE stop (parcel_id INTEGER, line INTEGER, state TEXT, fragile INTEGER, PRIMARY KEY (parcel_id, line));
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
    INSERT INTO parcel SELECT i, 2024, CASE i % 3 WHEN 0 THEN 'open' WHEN 1 THEN 'sent' ELSE 'lost' END, i % 2, i FROM n;
    INSERT INTO stop SELECT parcel_id, 1, state, fragile FROM parcel;`);
  const { data } = await (await ShopSession.open(kinds.environment)).act("find_join_path", {
    tables: ["parcel", "stop"],
  });
  await kinds.close();
  expect(data["shared"]).toEqual(["parcel.parcel_id = stop.parcel_id (100 % of the values)"]);
});

it("Ways over foreign keys come before shorter ones that only names tell, and say so", async () => {
  const firms = await checkedSqlite(`
    CREATE TABLE firm (id INTEGER PRIMARY KEY, title TEXT);
    CREATE TABLE branch (id INTEGER PRIMARY KEY, firm_id INTEGER REFERENCES firm (id));
    CREATE TABLE worker (id INTEGER PRIMARY KEY, branch_id INTEGER REFERENCES branch (id), firm_id INTEGER);
    INSERT INTO firm VALUES (1, 'Ox'), (2, 'Fry'); INSERT INTO branch VALUES (1, 1), (2, 2), (3, 2);
    INSERT INTO worker VALUES (1, 1, 1), (2, 2, 2), (3, 3, 2);`);
  const { data, text } = await (await ShopSession.open(firms.environment)).act("find_join_path", {
    tables: ["firm", "worker"],
  });
  await firms.close();
  expect(data["paths"]).toEqual([
    {
      from: "firm JOIN branch ON branch.firm_id = firm.id JOIN worker ON worker.branch_id = branch.id",
      declared: true,
    },
    { from: "firm JOIN worker ON worker.firm_id = firm.id", declared: false },
  ]);
  expect(text).toContain("those over foreign keys first");
  expect(text).toContain("(by name; no foreign key)");
});
