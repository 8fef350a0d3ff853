import { expect, it } from "vitest";
import { ShopSession } from "../../../support/shop-session.ts";
import { checkedSqlite } from "../check/checked-database.ts";

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
  expect(text).toContain("(by name, without a foreign key: worker.firm_id = firm.id)");
});
