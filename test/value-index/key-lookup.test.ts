import { describe, expect, it } from "vitest";
import { buildSegment } from "../../src/value-index/build-segment.ts";
import { DistinctValues } from "../../src/value-index/distinct-values.ts";
import { eachWithHashedKey, idsWithKey } from "../../src/value-index/exact-search.ts";
import { hashText } from "../../src/value-index/hash-text.ts";
import { lookupKey, type Segment, valueAt } from "../../src/value-index/segment.ts";

const VALUES = [
  "",
  "Bruce Wayne",
  "bruce wayne",
  "  BRUCE  WAYNE",
  "Brúce Wayne",
  "e\u0301te\u0301",
  "Été",
  "ETE",
  "Zürich",
  "zurich",
  "\u212Aelvin",
  "Kelvin",
  "[x]",
  "{x}",
  "@a",
  "`a",
  "007",
  "7",
  "7.0",
  "seven",
  "東京",
];

async function segmentOf(names: readonly string[], numeric: boolean): Promise<Segment> {
  const values = new DistinctValues();
  for (const name of names) values.add(name, 1);
  const facts = {
    source: "names",
    key: "names",
    dataVersion: "1",
    digest: values.digest(),
    holds: "values" as const,
    numeric,
    sampled: false,
    builtAt: "2026-01-01T00:00:00.000Z",
  };
  return buildSegment(values, facts, new AbortController().signal);
}

describe("looking up a key", () => {
  it.each([false, true])("finds what folding each value would find (numeric: %s)", async (numeric) => {
    const segment = await segmentOf(VALUES, numeric);
    for (const text of VALUES) {
      const key = lookupKey(text, numeric);
      const same = VALUES.filter((value) => lookupKey(value, numeric) === key);
      const found: string[] = [];
      eachWithHashedKey(segment, { key, hash: hashText(key), text }, (_, value) => found.push(value));
      expect(found.toSorted()).toEqual(same.toSorted());
      expect(
        idsWithKey(segment, key)
          .map((id) => valueAt(segment, id))
          .toSorted(),
      ).toEqual(same.toSorted());
    }
  });
});
