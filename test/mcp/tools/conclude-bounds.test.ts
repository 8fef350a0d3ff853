import { describe, expect, it } from "vitest";
import type { Answer, Evidence } from "../../../src/environment/answer.ts";
import { concludeReply } from "../../../src/mcp/tools/conclude-tool.ts";

const full = { sha256: "ab".repeat(32), bytes: 999, mediaType: "application/x-ndjson" };
const long = "x".repeat(1_000_000);
const rests: Evidence = { environment: "shop", kind: "database", sql: "SELECT 1" };

function reply(answer: Answer, evidence = rests) {
  const made = concludeReply({ answer, evidence }, { claim: "c", newer: undefined, characters: 20_000 });
  if (made.type !== "result") throw new Error(made.type);
  return { text: made.text, data: made.data as Record<string, unknown> };
}

describe("the reply to a claim", () => {
  it("cuts long cells off, shows as many rows as fit, and says where all are", () => {
    const rows = Array.from({ length: 60 }, (_, at) => [at, long]);
    const { text, data } = reply({ text: "60 rows", rows: { columns: ["id", "x"], rows, total: 60, full } });
    expect(text).toContain(`0 | ${"x".repeat(1000)}…(1,000,000 characters)\n`);
    expect(text).toMatch(/cut: .*; the resource has all rows/);
    expect(text.length).toBeLessThan(21_000);
    const shown = data["rows"] as readonly unknown[];
    expect(shown.length).toBeGreaterThan(5);
    expect(text).toContain(`… ${60 - shown.length} more rows`);
    expect(JSON.stringify(data).length).toBeLessThan(32_000);
  });

  it("bounds a single value, its text, members and evidence", () => {
    for (const { text, data } of [
      reply({ text: long, value: long, rows: { columns: ["x"], rows: [[long]], total: 1, full } }),
      reply({ text: "members", members: Array.from({ length: 90 }, () => ({ in: { name: long } })) }),
      reply({ text: "values", value: Array.from({ length: 90 }, () => long) }),
      reply({ text: "1", value: 1 }, { ...rests, sql: long, sparql: long, calls: [{ path: long }] }),
    ]) {
      expect(text).toContain("cut: ");
      expect(JSON.stringify({ text, data }).length).toBeLessThan(60_000);
    }
  });
});
