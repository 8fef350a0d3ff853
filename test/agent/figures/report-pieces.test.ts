import { describe, expect, it } from "vitest";
import { readReportPieces } from "../../../src/agent/figures/report-pieces.ts";

/** Figures as `written<source>`, numbers without a source as `written`. */
const read = (text: string): readonly string[] =>
  readReportPieces(text).flatMap((piece) => {
    if (piece.type === "figure") return [`${piece.written}<${piece.source}>`];
    if (piece.type === "filled") return [`{${piece.source}}`];
    if (piece.type === "citation") return [piece.queries.join("+")];
    return piece.type === "number" ? [piece.written] : [];
  });

describe("a writer's text", () => {
  it.each([
    ["1,234 tickets [Q1:1.a] in all", ["1,234<Q1:1.a>"]],
    ["12.5 per cent of all tickets [Q1:1.a]", ["12.5 per cent<Q1:1.a>"]],
    ["7 of all the tickets there [Q1:1.a]", ["7", "<Q1:1.a>"]],
    ["It sold 7. Then came Rome [Q1:1.a]", ["7", "<Q1:1.a>"]],
    ["It sold 7 tickets. [Q1:1.a]", ["7<Q1:1.a>"]],
    ["7 [Q1:1.a] and [Q1:2.a]", ["7<Q1:1.a>", "<Q1:2.a>"]],
    ["{Q1:1.a} of 9 [Q1; Q2]", ["{Q1:1.a}", "9", "Q1+Q2"]],
    ["all of it [Q1]", ["Q1"]],
    ["€ 1.2 million [Q1:1.a]", ["€ 1.2 million<Q1:1.a>"]],
    ["12\u00a0345 [Q1:1.a], 1 204 500 [Q1:1.b]", ["12\u00a0345<Q1:1.a>", "1 204 500<Q1:1.b>"]],
    ["−12 % [Q1:1.a]", ["−12 %<Q1:1.a>"]],
    ["١٢ [Q1:1.a]", ["<Q1:1.a>"]],
    [
      "on 1 May 2024 [Q1:1.day], on May 3rd, 2024, 2024-05-01",
      ["1 May 2024<Q1:1.day>", "May 3rd, 2024", "2024-05-01"],
    ],
    ["3rd [rank(Q1:1.a)], two [count(Q1)]", ["3rd<rank(Q1:1.a)>", "<count(Q1)>"]],
    ["10-12 of B2B, Q3 and 1990s", ["10", "12", "1990"]],
    ['5 [Q1:1."a ] b"]', ['5<Q1:1."a ] b">']],
    ["{{Q1:1.a}} [see Rome] [[Q1]]", ["{Q1:1.a}", "Q1"]],
    ["1. First\n2) 12 more\n- 3. Last", ["12"]],
  ])("%s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("loses nothing but the brackets", () => {
    const text = "In 2024 we sold 7 tickets [Q1:1.a]; see (B2B).";
    const shown = readReportPieces(text).map((piece) =>
      piece.type === "text"
        ? piece.text
        : piece.type === "number" || piece.type === "figure"
          ? piece.written
          : "",
    );
    expect(shown.join("")).toBe("In 2024 we sold 7 tickets; see (B2B).");
  });

  it.each([
    "1".repeat(20_000),
    "[".repeat(20_000),
    "{[".repeat(10_000),
    '["'.repeat(10_000),
    "[Q1".repeat(6000),
    "1,".repeat(10_000),
    "1 000 ".repeat(4000),
    "-".repeat(20_000),
    "1 a".repeat(7000),
    "may ".repeat(5000),
    "٣".repeat(20_000),
    "\u00a0 ".repeat(10_000),
  ])("is read to its end whatever stands there: %#", (text) => {
    const written = readReportPieces(text).map((piece) =>
      "text" in piece ? piece.text : "written" in piece ? piece.written : "",
    );
    expect(written.join("")).toBe(text);
  });
});
