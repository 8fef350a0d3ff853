import { describe, expect, it } from "vitest";
import { buildSegment } from "../../src/value-index/build-segment.ts";
import { DistinctValues } from "../../src/value-index/distinct-values.ts";
import { eachWithHashedKey, idsWithKey } from "../../src/value-index/exact-search.ts";
import { hashText } from "../../src/value-index/hash-text.ts";
import {
  decodeSegment,
  encodeSegment,
  lookupKey,
  type Segment,
  valueAt,
} from "../../src/value-index/segment.ts";

async function segmentOf(names: readonly string[], numeric = false): Promise<Segment> {
  const values = new DistinctValues();
  for (const name of names) values.add(name, 1);
  const facts = {
    source: { shelf: "upper" },
    key: "names",
    dataVersion: "1",
    digest: values.digest(),
    numeric,
    sampled: false,
    builtAt: "2026-01-01T00:00:00.000Z",
  };
  return buildSegment(values, facts, new AbortController().signal);
}

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

const bytesOf = (segment: Segment): Buffer => {
  const whole = Buffer.concat(encodeSegment(segment));
  const aligned = Buffer.allocUnsafeSlow(whole.length);
  whole.copy(aligned);
  return aligned;
};

describe("the file of a segment", () => {
  it("gives back facts, arrays and what the owner keeps beside them", async () => {
    const built = await segmentOf(["Łódź", "Bruce Wayne", "x"]);
    const segment = { ...built, beside: { owners: Uint32Array.of(7, 8, 9), none: new Uint32Array(0) } };
    expect(decodeSegment(bytesOf(segment))).toEqual(segment);
  });

  it("gives nothing where an array beside the values was damaged", async () => {
    const built = await segmentOf(["Bruce Wayne"]);
    const bytes = bytesOf({ ...built, beside: { owners: Uint32Array.of(0x12345678) } });
    const at = bytes.indexOf(Buffer.from(Uint32Array.of(0x12345678).buffer));
    bytes[at] = 0;
    expect(decodeSegment(bytes)).toBeUndefined();
  });
});
