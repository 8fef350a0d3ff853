import { expect, it } from "vitest";
import {
  scalarAt,
  scalarCalled,
} from "../../../../src/evaluation/benchmarks/restbench/restbench-benchmark.ts";

it("finds the first value at a field as origins name it, through lists and lists of lists", () => {
  expect(scalarAt({ results: [{ id: 7 }, { id: 8 }] }, "results[].id")).toBe(7);
  expect(scalarAt([[{ key: "a" }]], "[][].key")).toBe("a");
  expect(scalarAt({ results: [] }, "results[].id")).toBeUndefined();
  expect(scalarAt({ results: { id: 7 } }, "results[].id")).toBeUndefined();
  expect(scalarAt({ id: { of: 1 } }, "id")).toBeUndefined();
});

it("finds a value by its name alone, the one nearest to the top", () => {
  expect(scalarCalled({ cast: [{ id: 2 }], id: 1 }, "id")).toBe(1);
  expect(scalarCalled([{ film: { id: 3 } }], "id")).toBe(3);
  expect(scalarCalled({ id: null, film: null }, "id")).toBeUndefined();
});
