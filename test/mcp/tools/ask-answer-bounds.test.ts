import { describe, expect, it } from "vitest";
import type { Answer } from "../../../src/environment/answer.ts";
import { shownAnswer, shownEvidence } from "../../../src/mcp/tools/ask-reply.ts";

const rowsOf = (count: number, cell = "a") => Array.from({ length: count }, (_, at) => [at, cell] as const);
const table = (rows: readonly (readonly [number, string])[], total = rows.length): Answer => ({
  text: "The films.",
  rows: { columns: ["id", "title"], rows, total },
});

describe("an answer that is shown", () => {
  it("lists a small table, and leaves a single value to the text", () => {
    expect(
      shownAnswer(
        table([
          [1, "Fargo"],
          [2, "two\nlines"],
        ]),
      ).text,
    ).toBe("The films.\nid | title\n1 | Fargo\n2 | two\\nlines");
    const single = shownAnswer({ text: "7", value: 7, rows: { columns: ["n"], rows: [[7]], total: 1 } });
    expect(single).toMatchObject({ text: "7", data: { text: "7", value: 7, rows: [[7]], total: 1 } });
  });

  it("shows the beginning of a long table in the text, more in the data, and counts the rest", () => {
    const { text, data } = shownAnswer(table(rowsOf(100), 30_000));
    expect(text.split("\n")).toHaveLength(23);
    expect(text).toContain("… 29980 more rows");
    expect(data["rows"]).toHaveLength(100);
    expect(data["total"]).toBe(30_000);
  });

  it("stays within bounds whatever a cell, a member, a value or the text is", () => {
    const long = "x".repeat(100_000);
    const wide = rowsOf(3, "").map(([at]) => [at, long] as const);
    for (const answer of [
      table(wide),
      { text: long },
      { text: "one", value: long },
      { text: "members", members: Array.from({ length: 50 }, () => ({ name: long })) },
      { text: "members", members: Array.from({ length: 5000 }, (_, at) => ({ at })) },
    ]) {
      const { text, data } = shownAnswer(answer);
      expect(text.length).toBeLessThan(13_000);
      expect(JSON.stringify(data).length).toBeLessThan(25_000);
    }
    expect(shownAnswer(table(wide)).data).toMatchObject({ total: 3, rows: [] });
    expect(shownAnswer({ text: long }).text).toContain("… (100000 characters in all)");
    expect(shownAnswer({ text: "one", value: long }).text).toContain("too long to be shown");
  });

  it("names where all rows are, where they are kept", () => {
    const full = { sha256: "ab".repeat(32), bytes: 999, mediaType: "application/x-ndjson" };
    const { text, data, links } = shownAnswer({
      text: "The films.",
      rows: { columns: ["id", "title"], rows: rowsOf(2), total: 5000, full },
    });
    const uri = `fuxi://results/${full.sha256}`;
    expect(text).toContain(`all rows: ${uri}`);
    expect(data["full"]).toBe(uri);
    expect(links).toEqual([{ uri, name: "all rows", mediaType: full.mediaType, bytes: 999 }]);
  });
});

describe("what an answer rests on", () => {
  const where = { environment: "cinema", kind: "database" };

  it("is its query, program or calls, with a preview only where it is short", () => {
    expect(shownEvidence({ ...where, sql: "SELECT 1", preview: [[1]] })).toEqual({
      ...where,
      sql: "SELECT 1",
      preview: [[1]],
    });
    expect(shownEvidence({ ...where, sql: "SELECT 1", program: "", preview: rowsOf(500) })).toEqual({
      ...where,
      sql: "SELECT 1",
    });
  });

  it("is cut where it is too long, and says so", () => {
    const { sql } = shownEvidence({ ...where, sql: `SELECT ${"1,".repeat(9000)}1` });
    expect(String(sql)).toMatch(/… \(18008 characters in all\)$/u);
  });
});
