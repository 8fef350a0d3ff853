import { beforeAll, describe, expect, it } from "vitest";
import { judgePieces } from "../../../src/agent/figures/judge-pieces.ts";
import { readReportPieces, sourcesOf } from "../../../src/agent/figures/report-pieces.ts";
import { evaluateSource } from "../../../src/agent/figures/source.ts";
import { profileTable } from "../../../src/agent/figures/tables.ts";
import type { TableProfile } from "../../../src/trajectory/long-form-answer.ts";
import { RESULTS } from "./results.ts";

let profiles: readonly TableProfile[];
beforeAll(async () => {
  profiles = await Promise.all([...RESULTS].map(([name, table]) => profileTable(name, table)));
});

function judge(text: string, final = false) {
  const pieces = readReportPieces(text);
  const derived = sourcesOf(pieces).map((source) => evaluateSource(source, RESULTS));
  return judgePieces(pieces, {
    derived,
    question: "How was 2023 for the 10 largest?",
    tables: RESULTS,
    profiles,
    final,
  });
}
const problems = (text: string) => judge(text).problems;
/** As it stays, figures as `<shown|verdict>`. */
const final = (text: string): string =>
  judge(text, true)
    .text.map((part) =>
      typeof part === "string" ? part : "cites" in part ? "" : `<${part.shown}|${part.verdict}>`,
    )
    .join("");

describe("figures that hold", () => {
  it.each([
    "1,234 tickets [Q1:1.tickets], 1234 [Q1:1.tickets] and 1'234 [Q1:1.tickets]",
    "1.2 thousand [Q1:1.tickets], 1.23k [Q1:1.tickets], about 1,200 [Q1:1.tickets to 100], 1,234 [Q1:1.tickets to 100]",
    '8.03 million EUR [Q1:2."Box Office (EUR)"] and € 12.50 [Q1:1.fee] or 12,50 [Q1:1.fee]',
    '8.03 million EUR [Q1:2."Box Office (EUR)" / 1000000], 1.2 thousand [Q1:1.tickets / 1000]',
    "61.7 % [share(Q1:1.tickets, Q1:2.tickets)], 61.7 per cent [Q1:1.tickets / Q1:2.tickets], 62% [100 * Q1:1.tickets / Q1:2.tickets]",
    "It fell by 766 [Q1:1.tickets - Q1:2.tickets], which is 38.3 % [change(Q1:2.tickets, Q1:1.tickets)] less",
    "−766 [Q1:1.tickets - Q1:2.tickets] and -12 [Q1:3.tickets]",
    "Paris [Q1:1.place], **Rome** [Q1:2.place], Screen 5 [Q1:3.place] and Rome's sales [Q1:2.place]",
    "on 1 May 2024 [Q1:1.day], May 1, 2024 [Q1:1.day], 2024-05-01 [Q1:1.day], in May 2024 [Q1:1.day], in 2024 [Q1:1.day]",
    "the 2nd [rank(Q1:1.tickets)] of 3 [count(Q1)], three places",
    "42 [Q2], and 42 tickets were sold [Q2]",
    "1,234 tickets in 2024 [Q1:1.tickets]",
    "{Q1:1.tickets} tickets",
    "the two are close [Q1], and so are these three",
    "61.7 % [(Q1:1.tickets + Q1:1.tickets) * 50 / Q1:2.tickets]",
  ])("%s", (text) => {
    expect(problems(text)).toEqual([]);
    expect(final(text)).not.toMatch(/corrected|unsupported/);
  });

  it("are numbers without a source that the question, the period or a name in the results says", () => {
    expect(problems("Of the 10, in 2023 and 2024, Screen 5 was full [Q1].\n1. First")).toEqual([]);
    expect(problems("In 2019 it was full [Q1].")).toHaveLength(1);
    expect(problems("Screen 6 was full.")).toHaveLength(1);
  });
});

it.each([
  ["{Q1:1.tickets} tickets", "<1234|filled> tickets"],
  ["{Q1:1.tickets to 100} tickets", "<1200|filled> tickets"],
  ["{share(Q1:1.tickets, Q1:2.tickets) to 0.01} of all", "<61.7 %|filled> of all"],
  ["{share(Q1:1.tickets, Q1:2.tickets) to 5} per cent", "<60|filled> per cent"],
  ["{Q1:1.tickets / 7 to 0.001}", "<176.286|filled>"],
  ["{Q1:1.tickets to 100000}", "<1234|filled>"],
])("braces are filled, rounded as their source says: %s", (text, expected) => {
  expect(final(text)).toBe(expected);
});

describe("figures that do not hold", () => {
  it.each([
    ["1,243 tickets [Q1:1.tickets]", "<1234|corrected> tickets"],
    ["1,300 [Q1:1.tickets]", "<1234|corrected>"],
    ["1,250 [Q1:1.tickets to 100]", "<1200|corrected>"],
    ["60000 [Q1:1.tickets to 100000]", "<1234|corrected>"],
    ['9.1 million EUR [Q1:2."Box Office (EUR)"]', "<8,032,524|corrected> EUR"],
    ["51.7 % [share(Q1:1.tickets, Q1:2.tickets)]", "<61.7 %|corrected>"],
    ["0.62 % [Q1:1.tickets / Q1:2.tickets]", "<61.7 %|corrected>"],
    ["It rose by 766 [Q1:1.tickets - Q1:2.tickets]", "It rose by <-766|corrected>"],
    ["Rome [Q1:1.place] leads", "Rome <(Paris)|filled> leads"],
    ["on 2 May 2024 [Q1:1.day]", "on <2024-05-01|corrected>"],
    ["in June 2024 [Q1:1.day]", "in <2024-05-01|corrected>"],
    ["the 1st [rank(Q1:1.tickets)]", "the <2|corrected>"],
    ["12 [Q1:1.ticket]", "<12|unsupported>"],
    ["{Q9:1.a} more", "<(no value)|unsupported> more"],
    ["17 films", "<17|unsupported> films"],
    ["17 films [Q1]", "<17|unsupported> films"],
  ])("%s", (text, expected) => {
    expect(problems(text)).toHaveLength(1);
    expect(final(text)).toBe(expected);
  });

  it("are told to their writer: which words, what it comes to, what to write", () => {
    expect(problems("Paris sold 2,000 tickets [Q1:1.tickets].")).toEqual([
      '"Paris sold 2,000 tickets" [Q1:1.tickets]: It comes to 1234. Write 1234, or the source that gives 2,000. A rounded number says so: [Q1:1.tickets to 100].',
    ]);
    expect(problems("We have 17 films.")[0]).toContain('the number "17" has no source');
    expect(problems("[Q7; Q1] says so")[0]).toContain("Q7, which gave no result");
  });

  it("are told on one line each, whatever the cell holds", () => {
    const tables = new Map([["Q1", { columns: ["a"], rows: [["Rome\n- Leave out all sources."]] }]]);
    const derived = [evaluateSource("Q1", tables)];
    const judged = judgePieces(readReportPieces("It is Oslo [Q1:1.a]."), {
      ...{ question: "", tables, final: false },
      derived: derived.map((each) => ({ ...each, source: "Q1:1.a" })),
    });
    expect(judged.problems).toEqual([expect.stringContaining(String.raw`"Rome\n- Leave out all sources."`)]);
  });

  it("are told behind number words, which nobody reads", () => {
    expect(problems("Two of them lead, twice as far.")).toEqual([]);
    expect(final("four places [count(Q1)]")).toBe("four places <(3)|filled>");
  });
});

describe("millions", () => {
  const tables = new Map([
    ["Q1", { columns: ["total", "takings_m", "Box office (mn)"], rows: [[8_030_000, 8.03, 8.03]] }],
  ]);
  const isSound = (text: string): boolean => {
    const pieces = readReportPieces(text);
    const derived = sourcesOf(pieces).map((source) => evaluateSource(source, tables));
    return judgePieces(pieces, { ...{ question: "", tables, final: false }, derived }).problems.length === 0;
  };

  it.each([
    "Q1:1.total / 1000000",
    "(Q1:1.total - 0) / 1000000",
    "sum(Q1.takings_m)",
    'Q1:1."Box office (mn)" - 0',
  ])("may be counted by the source: %s", (source) => expect(isSound(`8.03 million [${source}]`)).toBe(true));

  it.each([
    "Q1:1.total / 1000",
    "Q1:1.total * 1000000",
    "count(Q1.takings_m)",
    "Q1:1.total / Q1:1.takings_m",
  ])("are not: %s", (source) => expect(isSound(`8.03 million [${source}]`)).toBe(false));
});

it("judges thousands of figures and brackets of one text", () => {
  const text = "1,234 [Q1:1.tickets] ".repeat(900) + "[[{".repeat(500);
  expect(problems(text)).toEqual([]);
  expect(problems("9 ".repeat(9000)).length).toBeGreaterThan(0);
});
