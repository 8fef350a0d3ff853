import pc from "picocolors";
import { expect, it } from "vitest";
import type { CliIo } from "../../../src/cli/cli-io.ts";
import { drawnCharts } from "../../../src/cli/report/report-charts.ts";
import { reportIn } from "../../../src/cli/report/report-in.ts";
import type { ReportMade } from "../../../src/cli/report/report-parts.ts";
import { ADMISSIONS } from "./admissions-report.ts";

const MADE: ReportMade = {
  question: "Which <cinema> sold most?",
  runId: "run-1",
  at: "2026-01-02T03:04:05.000Z",
  strategy: "sequential",
  policy: "llm:scripted/one",
  environments: ["shop"],
  usage: { calls: 4, inputTokens: 4321 },
};

async function written(
  form: "text" | "md" | "html",
  over: Partial<CliIo> = {},
  report = { report: ADMISSIONS, assumptions: ["Refunds count."] },
): Promise<string> {
  const io: CliIo = {
    out: () => {},
    err: () => {},
    env: {},
    signal: new AbortController().signal,
    interactive: false,
    answers: false,
    outIsTerminal: true,
    width: 80,
    colors: pc.createColors(false),
    ...over,
  };
  let text = "";
  for await (const part of reportIn(form, report, MADE, {}, io)) text += part;
  return text;
}

it("numbers each source once, in the order of reading, and lists it", async () => {
  const text = await written("text", { width: 200 });
  expect(text).toContain("sold 1,234¹ tickets, 61.7 %² of all.");
  expect(text.replaceAll("\n", " ")).toContain(
    "Against 766³ [first written as 676] at the Buoy (Q1, Q2), and the Anchor's 1,234¹ again",
  );
  expect(text).toContain("¹ Q1:1.tickets\n² share(Q1:1.tickets, sum(Q1.tickets))\n³ Q1:2.tickets");
});

it("says which figures are doubtful, what was not found, what was assumed and which query failed", async () => {
  const text = await written("text");
  const onOneLine = text.replaceAll("\n", " ");
  expect(onOneLine).toContain("some say 9 [not verified]");
  expect(onOneLine).toContain("2 figures are marked");
  expect(text).toContain("Not found\nNo query tells of the year before.");
  expect(text).toContain("Assumed\n- Refunds count.");
  expect(text).toMatch(/Q3 The year before\n(?:.*\n)*could not be run\nThere is no table last_year\./u);
  expect(text).toContain("Written by scripted/one (sequential) from shop · 2026-01-02 03:04 UTC");
  expect(onOneLine).toContain("4 requests to the model, 4,321 tokens in ·");
});

it("draws what can be drawn, series of different size apart, in the order of their dates", () => {
  const [bars, line, ...others] = drawnCharts(ADMISSIONS);
  expect(others).toEqual([]);
  expect(bars?.charts).toMatchObject([{ kind: "bar", series: [{ values: [1234, 766] }] }]);
  expect(line?.charts).toMatchObject([
    { x: { labels: ["2024-01", "2024-02"] }, series: [{ values: [1100, 900] }] },
    { x: { labels: ["2024-01", "2024-02", "2024-03"] }, series: [{ values: [7.25, 7.5, 8] }] },
  ]);
});

it("is Markdown with footnotes, in which content is text", async () => {
  const markdown = await written("md");
  expect(markdown).toContain("# Admissions at the harbour &lt;b>cinemas&lt;/b>\n");
  expect(markdown).toContain("The Anchor sold 1,234[^1] tickets, 61.7 %[^2] of all.");
  expect(markdown).toContain("766[^3] *(first written as 676)*");
  expect(markdown).toContain("[^2]: `share(Q1:1.tickets, sum(Q1.tickets))`\n");
  expect(markdown).toContain("| Buoy \\| \\*both\\* | 766 |");
  expect(markdown).toContain("**Tickets by month** (Q2)\n\n| month | tickets | price |");
});

it("is a page that loads and runs nothing, in which content is text", async () => {
  const page = await written("html");
  expect(page).toContain('<h1 dir="auto">Admissions at the harbour &lt;b&gt;cinemas&lt;/b&gt;</h1>');
  expect(page).not.toContain("<script");
  expect(page).toContain("default-src 'none'");
  expect(page.match(/(?:src|href)="(?!#)/gu)).toBeNull();
});

it("links each figure of the page with the query that it is from, and shows its source beside it", async () => {
  const page = await written("html");
  expect(page).toContain(
    '<a class="figure" href="#q1">1,234<span class="source" role="note">Q1:1.tickets</span></a>',
  );
  expect(page).toContain('<a class="figure doubt" href="#q1">766 <small>(first written as 676)</small>');
  expect(page).toContain('<span class="figure doubt" tabindex="0">9 <small>(not verified)</small>');
  for (const name of ["q1", "q2", "q3"]) expect(page).toContain(`<section id="${name}">`);
});

it.each([
  ["# Not found", "\\# Not found"],
  ["- one", "\\- one"],
  ["---", "\\---"],
  ["> said", "\\> said"],
  ["1. one", "1\\. one"],
  ["2) two", "2\\) two"],
  ["-12 is less", "-12 is less"],
  ["1.5 is more", "1.5 is more"],
])("in Markdown a passage %s begins no heading, list, quote or rule", async (passage, shown) => {
  const report = { ...ADMISSIONS, summary: [{ shown: passage, verdict: "filled" as const }] };
  const markdown = await written("md", {}, { report, assumptions: [passage] });
  expect(markdown).toContain(`\n\n${shown}\n\n`);
  expect(markdown).toContain(`## Assumed\n\n- ${shown}\n`);
});
