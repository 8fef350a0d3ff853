import { describe, expect, it } from "vitest";
import type { Answer } from "../../../src/environment/answer.ts";
import { boundedAnswer, boundedEvidence } from "../../../src/mcp/tools/bounded-answer.ts";

const rowsOf = (count: number, cell = "a") => Array.from({ length: count }, (_, at) => [at, cell] as const);
const table = (rows: readonly (readonly [number, string])[], total = rows.length): Answer => ({
  text: "The films.",
  rows: { columns: ["id", "title"], rows, total },
});
const bounded = (answer: Answer) => boundedAnswer(answer, 16_000);

describe("an answer within what a reply may carry", () => {
  it("lists a small table whole", () => {
    const { lines, data, isCut } = bounded(
      table([
        [1, "Fargo"],
        [2, "two\nlines"],
      ]),
    );
    expect(lines).toEqual(["id | title", "1 | Fargo", "2 | two\\nlines"]);
    expect([data["total"], isCut]).toEqual([2, false]);
  });

  it("shows the beginning of a long table as lines, more in the data, and counts the rest", () => {
    const { lines, data } = bounded(table(rowsOf(100), 30_000));
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe("… 29980 more rows");
    expect(data["rows"]).toHaveLength(100);
    expect(data["total"]).toBe(30_000);
  });

  it("stays within bounds whatever a cell, a member, a value or the text is", () => {
    const long = "x".repeat(100_000);
    for (const answer of [
      table(rowsOf(50, long)),
      { text: long },
      { text: "one", value: long },
      { text: "list", value: rowsOf(5000) },
      { text: "members", members: Array.from({ length: 50 }, () => ({ name: long })) },
      { text: "members", members: Array.from({ length: 5000 }, (_, at) => ({ at })) },
    ]) {
      const { text, lines, data, isCut } = bounded(answer);
      expect(isCut).toBe(true);
      expect(text.length + lines.join("\n").length).toBeLessThan(20_500);
      expect(JSON.stringify(data).length).toBeLessThan(20_000);
    }
    expect(bounded({ text: long }).text).toContain("…(100,000 characters)");
  });

  it("names where all rows are, where they are kept", () => {
    const full = { sha256: "ab".repeat(32), bytes: 999, mediaType: "application/x-ndjson" };
    const rows = { columns: ["id", "title"], rows: rowsOf(2), total: 5000, full };
    const { data, links } = bounded({ text: "The films.", rows });
    const uri = `fuxi://results/${full.sha256}`;
    expect(data["full"]).toBe(uri);
    expect(links).toEqual([{ uri, name: "all rows", mediaType: full.mediaType, bytes: 999 }]);
  });
});

it("what an answer rests on is its query, program or calls, cut where it is too long", () => {
  const where = { environment: "cinema", kind: "database" };
  expect(boundedEvidence({ ...where, sql: "SELECT 1", program: "", preview: [[1]] })).toEqual({
    evidence: { sql: "SELECT 1" },
    isCut: false,
  });
  const { evidence, isCut } = boundedEvidence({ ...where, sql: `SELECT ${"1,".repeat(9000)}1` });
  expect(evidence["sql"]).toMatch(/…\(18,008 characters\)$/u);
  expect(isCut).toBe(true);
});
