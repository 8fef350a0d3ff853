import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readItool } from "../../../src/evaluation/itool/itool-item.ts";
import { itemWith, missingItem } from "./itool-fixture.ts";

const read = (items: unknown) => () => readItool(JSON.stringify(items));

describe("reading a set of items", () => {
  it("gives the items as they are written", () => {
    const items = [itemWith(), missingItem({ id: "i2" })];
    expect(readItool(JSON.stringify(items))).toEqual(items);
  });

  it("reads the bundled set, with at least as many unclear items as the paper has", () => {
    const file = join(import.meta.dirname, "../../../src/samples/cinema/itool-items.json");
    const items = readItool(readFileSync(file, "utf8"));
    expect(items.filter(({ category }) => category !== "clear").length).toBeGreaterThanOrEqual(139);
  });

  it.each([
    ["what is no JSON", () => readItool("[{"), "no JSON"],
    [
      "an item with a member that the format does not have",
      read([itemWith(), { ...itemWith(), approved: true }]),
      "Item 2",
    ],
    ["an unknown category", read([{ ...itemWith(), category: "vague" }]), "category"],
    [
      "a step with a name that expressions cannot use",
      read([itemWith({ solution: [{ as: "first", operation: "GET /genres", arguments: {} }] })]),
      "solution.0.as",
    ],
    ["an item without a query", read([itemWith({ query: "" })]), "query"],
    ["two items of one name", read([itemWith(), itemWith()]), 'Two items are named "i1"'],
    ["an object instead of a list", read({ items: [] }), "Item 1"],
  ])("refuses %s and says where", (_, reading, place) => {
    expect(reading).toThrowError(
      expect.objectContaining({ code: "data-invalid", message: expect.stringContaining(place) }),
    );
  });
});
