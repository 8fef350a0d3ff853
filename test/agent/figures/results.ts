import type { WholeTable } from "../../../src/agent/figures/tables.ts";

/** Two results: sales of three places, and a single number. */
export const RESULTS: ReadonlyMap<string, WholeTable> = new Map([
  [
    "Q1",
    {
      columns: ["place", "tickets", "Box Office (EUR)", "day", "fee", "code"],
      rows: [
        ["Paris", 1234, "1 204 500", "2024-05-01", "12,50", "007"],
        ["Rome", 2000, "8 032 524", "2024-06-11", "7,90", "012"],
        ["Screen 5", -12, null, "2025-01-01", "1.250,00", "100"],
      ],
    },
  ],
  ["Q2", { columns: ["n"], rows: [[42]] }],
]);
