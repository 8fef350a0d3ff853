import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import type { QueryTree } from "../../../../src/environments/database/sql/query-tree.ts";
import { readQuery } from "../../../../src/environments/database/sql/read-query.ts";
import { sqliteLexical } from "./lexicals.ts";
import { opaqueTexts, readerFacts } from "./reader-facts.ts";
import { reassemble } from "./reassemble.ts";
import { sqliteParserFacts } from "./sqlite-parser-facts.ts";
import { trickyQueries, trickySchema } from "./tricky-sqlite-queries.ts";

const database = new DatabaseSync(":memory:", { enableDoubleQuotedStringLiterals: true });
database.exec(trickySchema);
afterAll(() => database.close());

/** What the engine will do, without the comments that repeat the text. */
function bytecode(sql: string): string {
  const rows = database.prepare(`EXPLAIN ${sql}`).all();
  return JSON.stringify(rows.map((row) => ({ ...row, comment: undefined })));
}

describe.each(trickyQueries)("%s", (sql) => {
  const tree = readQuery(sql, sqliteLexical);

  test("is read, and nothing in it stays opaque", () => {
    expect(tree).toBeDefined();
    expect(opaqueTexts(sql, sqliteLexical)).toEqual([]);
  });

  test("compiles to the same bytecode when put together from the pieces cut by span", () => {
    expect(bytecode(reassemble(sql, tree as QueryTree, sqliteLexical))).toBe(bytecode(sql));
  });

  test("has the columns, conditions and sources that SQLite's own grammar finds", () => {
    const theirs = sqliteParserFacts(sql);
    expect(theirs).toBeDefined();
    expect(readerFacts(sql, sqliteLexical)).toEqual(theirs);
  });
});
