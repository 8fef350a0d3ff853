import { describe, expect, it } from "vitest";
import { buildSegment } from "../../src/value-index/build-segment.ts";
import { DistinctValues } from "../../src/value-index/distinct-values.ts";
import { decodeSegment, encodeSegment, type Segment } from "../../src/value-index/segment.ts";

interface Shelf {
  readonly shelf: string;
}

async function segmentOf(names: readonly string[]): Promise<Segment<Shelf>> {
  const values = new DistinctValues();
  for (const name of names) values.add(name, 1);
  const facts = {
    source: { shelf: "upper" },
    key: "names",
    dataVersion: "1",
    digest: values.digest(),
    holds: "values" as const,
    numeric: false,
    sampled: false,
    builtAt: "2026-01-01T00:00:00.000Z",
  };
  return buildSegment(values, facts, new AbortController().signal);
}

const bytesOf = (segment: Segment<Shelf>): Buffer => {
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
