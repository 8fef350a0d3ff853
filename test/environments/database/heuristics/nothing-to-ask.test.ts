import { expect, it } from "vitest";
import { checkedSqlite } from "../check/checked-database.ts";

it.each([
  ["", "The database has no tables that may be read, so that there is nothing to ask about."],
  ["CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT)", "The question names nothing of this database."],
])("says that there is nothing to ask about, or that nothing is named: %s", async (script, reason) => {
  const { environment, context, close } = await checkedSqlite(script);
  const question = "How many?";
  expect(await environment.capabilities.heuristics?.interpret({ question }, context)).toMatchObject({
    reason,
  });
  await close();
});
