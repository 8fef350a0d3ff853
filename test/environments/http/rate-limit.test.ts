import { expect, test } from "vitest";
import { createRateLimit } from "../../../src/environments/http/rate-limit.ts";

/** Takes turns all at once and says when each would begin. */
async function turns(perSecond: number, hosts: readonly string[]): Promise<readonly number[]> {
  const limit = createRateLimit(perSecond, {
    now: () => 0,
    sleep: async (milliseconds) => {
      waited = milliseconds;
    },
  });
  let waited = 0;
  const begun: number[] = [];
  for (const host of hosts) {
    waited = 0;
    await limit.turn(host, new AbortController().signal);
    begun.push(waited);
  }
  return begun;
}

test("a second's worth goes at once and no second ever has more", async () => {
  expect(
    await turns(
      3,
      Array.from({ length: 8 }, () => "a"),
    ),
  ).toEqual([0, 0, 0, 1000, 1000, 1000, 2000, 2000]);
});

test("less than one a second is a request in several", async () => {
  expect(await turns(0.5, ["a", "a", "a"])).toEqual([0, 2000, 4000]);
});

test("hosts do not wait for each other", async () => {
  expect(await turns(1, ["a", "b", "a", "b"])).toEqual([0, 0, 1000, 1000]);
});

test("who gives up does not wait for those before", async () => {
  const limit = createRateLimit(1, { now: () => 0, sleep: (_, signal) => given(signal) });
  const [before, after] = [new AbortController(), new AbortController()];
  await limit.turn("a", before.signal);
  const waiting = limit.turn("a", before.signal);
  const behind = limit.turn("a", after.signal);
  after.abort(new Error("given up"));
  await expect(behind).rejects.toThrow("given up");
  before.abort(new Error("ended"));
  await expect(waiting).rejects.toThrow("ended");
});

/** Never comes before it is given up. */
function given(signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => reject(signal.reason));
  return promise;
}
