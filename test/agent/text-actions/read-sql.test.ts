import { describe, expect, it } from "vitest";
import { readSql } from "../../../src/agent/text-actions/read-answer.ts";

describe("the query of a reply", () => {
  it.each([
    ["in a fence", "Here it is:\n```sql\nSELECT 1\n```", "SELECT 1"],
    ["in a fence without a language", "```\nselect a\nfrom t\n```\nDone.", "select a\nfrom t"],
    ["in the last of several fences", "```sql\nSELECT 1\n```\nBetter:\n```sql\nSELECT 2\n```", "SELECT 2"],
    ["in a fence that is never closed", "```sql\nSELECT 1", "SELECT 1"],
    ["and not the fence of something else", "```sql\nSELECT 1\n```\n```json\n{}\n```", "SELECT 1"],
    ["by itself", "SELECT a FROM t WHERE b = 'x;y'; That is all.", "SELECT a FROM t WHERE b = 'x;y'"],
    ["behind a label", "SQL: SELECT count(*) FROM t", "SELECT count(*) FROM t"],
    ["behind words and a line break", "The query is\nSELECT a\nFROM t", "SELECT a\nFROM t"],
    ["before a paragraph of prose", "SELECT a FROM t\n\nThis counts all.", "SELECT a FROM t"],
    ["with quoted names", 'SELECT "e mail" FROM `t`', 'SELECT "e mail" FROM `t`'],
    ["as a CTE", "WITH n AS (SELECT 1 AS a) SELECT a FROM n", "WITH n AS (SELECT 1 AS a) SELECT a FROM n"],
    ["after thinking aloud", "<think>SELECT wrong</think>```sql\nSELECT 1\n```", "SELECT 1"],
    ["that only changes something", "```sql\nDELETE FROM t\n```", "DELETE FROM t"],
  ])("is found %s", (_, reply, sql) => {
    expect(readSql(reply)?.sql).toBe(sql);
  });

  it.each([
    "",
    "I cannot answer this.",
    "With the tables as given, nothing can be said.",
    "You could select the rows of May.",
    "```json\n{}\n```",
    "<think>SELECT 1 FROM t</think>",
  ])("is not found in %j", (reply) => {
    expect(readSql(reply)).toBeUndefined();
  });

  it("is found in a very long reply without going over it again and again", () => {
    const noise = `${"With the tables: ".repeat(20_000)}\n${"(".repeat(20_000)}`;
    expect(readSql(noise)).toBeUndefined();
    expect(readSql(`${noise}\nSELECT 1 FROM t`)?.sql).toBe("SELECT 1 FROM t");
  });
});
