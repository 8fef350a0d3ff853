import { expect, it } from "vitest";
import { profileTable } from "../../../src/agent/figures/tables.ts";
import { RESULTS } from "./results.ts";

it("says of each column what it holds at large", async () => {
  const rows = [...(RESULTS.get("Q1")?.rows ?? []), ["Paris", 5, null, "2023-02-03", "1,00", "x"]];
  const columns = RESULTS.get("Q1")?.columns ?? [];
  const [place, tickets, office, day, fee] = (await profileTable("Q1", { columns, rows })).columns;
  expect(place).toEqual({
    name: "place",
    kind: "text",
    nulls: 0,
    distinct: 3,
    common: [{ value: "Paris", count: 2 }],
  });
  expect(tickets).toMatchObject({
    kind: "number",
    smallest: -12,
    largest: 2000,
    sum: 3227,
    mean: 806.75,
    median: 619.5,
  });
  expect(office).toMatchObject({ kind: "number", nulls: 2, distinct: 2, sum: 9_237_024 });
  expect(day).toMatchObject({ kind: "date", smallest: "2023-02-03", largest: "2025-01-01" });
  expect(fee).toMatchObject({ kind: "number", largest: 1250 });
});

it("tells empty and mixed columns apart, and takes a hundred thousand rows", async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => [at, null, at % 2 === 0 ? at : "n/a"]);
  const profile = await profileTable("Q1", { columns: ["a", "b", "c"], rows });
  expect(profile.total).toBe(100_000);
  expect(profile.columns).toMatchObject([
    { kind: "number", distinct: 100_000, median: 49_999.5, sum: 4_999_950_000 },
    { kind: "empty", nulls: 100_000, distinct: 0 },
    { kind: "mixed", distinct: 50_001 },
  ]);
});
