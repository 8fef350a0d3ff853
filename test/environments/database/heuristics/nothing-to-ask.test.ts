import { expect, it } from "vitest";
import { checkedSqlite } from "../check/checked-database.ts";

const reasonFor = async (script: string) => {
  const { environment, context, close } = await checkedSqlite(script);
  const read = await environment.capabilities.heuristics?.interpret({ question: "How many?" }, context);
  await close();
  return read && "reason" in read ? read.reason : undefined;
};

it("says of a database without tables that there is nothing to ask about", async () => {
  expect(await reasonFor("")).toBe(
    "The database has no tables that may be read, so that there is nothing to ask about.",
  );
});

it("says of a question that names nothing just that", async () => {
  expect(await reasonFor("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT)")).toBe(
    "The question names nothing of this database.",
  );
});
