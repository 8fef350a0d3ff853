import { describe, expect, it } from "vitest";
import { workPlaces } from "../../../src/mcp/work-places.ts";

const { signal } = new AbortController();
const taken = async (places: ReturnType<typeof workPlaces>) => {
  const release = await places.take(signal);
  if (release === undefined) throw new Error("no place");
  return release;
};

describe("places for work", () => {
  it("are given back once, however often that is said", async () => {
    const places = workPlaces({ atWork: 1, waiting: 0, waitSeconds: 60 });
    const release = await taken(places);
    release();
    release();
    await taken(places);
    expect(await places.take(signal)).toBeUndefined();
  });

  it("are not kept for somebody who went away while waiting", async () => {
    const places = workPlaces({ atWork: 1, waiting: 1, waitSeconds: 60 });
    const release = await taken(places);
    const gone = new AbortController();
    const waiting = places.take(gone.signal);
    gone.abort();
    expect(await waiting).toBeUndefined();
    expect(await places.take(gone.signal)).toBeUndefined();
    release();
    await taken(places);
  });
});
