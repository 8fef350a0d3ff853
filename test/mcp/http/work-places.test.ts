import { describe, expect, it } from "vitest";
import { workPlaces } from "../../../src/mcp/work-places.ts";

const { signal } = new AbortController();
const taken = async (places: ReturnType<typeof workPlaces>, count = 1) => {
  const release = await places.take(count, signal);
  if (release === undefined) throw new Error("no place");
  return release;
};

describe("places for work", () => {
  it("are not taken by somebody who comes later and needs fewer", async () => {
    const places = workPlaces({ atWork: 2, waiting: 2, waitSeconds: 60 });
    const release = await taken(places);
    const order: string[] = [];
    const two = taken(places, 2).then((done) => {
      order.push("two");
      done();
    });
    const one = taken(places).then((done) => {
      order.push("one");
      done();
    });
    release();
    await Promise.all([two, one]);
    expect(order).toEqual(["two", "one"]);
  });

  it("are given back once, however often that is said", async () => {
    const places = workPlaces({ atWork: 1, waiting: 0, waitSeconds: 60 });
    const release = await taken(places);
    release();
    release();
    await taken(places);
    expect(await places.take(1, signal)).toBeUndefined();
  });

  it("are all of them what a message with more requests than places gets", async () => {
    const places = workPlaces({ atWork: 2, waiting: 0, waitSeconds: 60 });
    const release = await taken(places, 100);
    expect(await places.take(1, signal)).toBeUndefined();
    release();
    await taken(places);
  });

  it("are not kept for somebody who went away while waiting", async () => {
    const places = workPlaces({ atWork: 1, waiting: 1, waitSeconds: 60 });
    const release = await taken(places);
    const gone = new AbortController();
    const waiting = places.take(1, gone.signal);
    gone.abort();
    expect(await waiting).toBeUndefined();
    expect(await places.take(1, gone.signal)).toBeUndefined();
    release();
    await taken(places);
  });
});
