import type { LongFormAnswer } from "../../../src/trajectory/long-form-answer.ts";

/** A report with every kind of piece, and with content that would like to be more than text. */
export const ADMISSIONS: LongFormAnswer = {
  title: "Admissions at the harbour <b>cinemas</b>",
  summary: [
    "The Anchor sold ",
    { shown: "1,234", source: "Q1:1.tickets", computed: 1234, verdict: "holds" },
    " tickets, ",
    { shown: "61.7 %", source: "share(Q1:1.tickets, sum(Q1.tickets))", computed: 61.7, verdict: "holds" },
    " of all.",
  ],
  findings: [
    {
      heading: "By cinema",
      text: [
        "Against ",
        {
          shown: "766",
          written: "676",
          source: "Q1:2.tickets",
          computed: 766,
          verdict: "corrected",
          remark: "Q1:2.tickets is 766.",
        },
        " at the Buoy ",
        { cites: ["Q1", "Q2"] },
        ", and the Anchor's ",
        { shown: "1,234", source: "Q1:1.tickets", computed: 1234, verdict: "holds" },
        " again; some say ",
        { shown: "9", verdict: "unsupported", remark: "It has no source." },
        ".",
      ],
    },
    { text: ["Months are in order: ", { cites: ["Q2"] }] },
  ],
  notFound: [["No query tells of the year before."]],
  charts: [
    { title: "Tickets by cinema", form: "bar", query: "Q1", x: "cinema", y: ["tickets"] },
    { title: "Tickets by month", form: "line", query: "Q2", x: "month", y: ["tickets", "price"] },
    { title: "Nothing to draw", form: "points", query: "Q1", x: "cinema", y: ["tickets"] },
  ],
  plan: ["Count tickets by cinema.", "Count them by month."],
  queries: [
    {
      name: "Q1",
      purpose: "Tickets by cinema",
      environment: "shop",
      sql: "SELECT cinema, count(*) AS tickets FROM sale GROUP BY cinema ORDER BY tickets DESC",
      outcome: "rows",
      evidence: { environment: "shop", kind: "database", sql: "SELECT 1", asOf: "2026-01-02T03:04:05.000Z" },
      columns: ["cinema", "tickets"],
      rows: [
        ["Anchor</td><script>alert(1)</script>", 1234],
        ["Buoy | *both*", 766],
      ],
      total: 2,
    },
    {
      name: "Q2",
      purpose: "Tickets by month",
      environment: "shop",
      sql: "SELECT month, tickets, price FROM by_month",
      outcome: "rows",
      columns: ["month", "tickets", "price"],
      rows: [
        ["2024-02", 900, "7.50"],
        ["2024-01", 1100, "7.25"],
        ["2024-03", null, "8.00"],
      ],
      total: 3,
    },
    {
      name: "Q3",
      purpose: "The year before",
      environment: "shop",
      sql: "SELECT * FROM last_year",
      outcome: "failed",
      columns: [],
      rows: [],
      total: 0,
      remark: "There is no table last_year.",
    },
  ],
};
