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
