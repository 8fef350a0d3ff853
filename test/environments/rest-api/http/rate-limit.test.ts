import { expect, test } from "vitest";
import { createRateLimit } from "../../../../src/environments/rest-api/http/rate-limit.ts";

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
    await limit.turn(host, "ada", new AbortController().signal);
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

test("one a second is one a second", async () => {
  expect(await turns(1, ["a", "a", "a"])).toEqual([0, 1000, 2000]);
});

test("less than one a second is a request in several", async () => {
  expect(await turns(0.5, ["a", "a", "a"])).toEqual([0, 2000, 4000]);
});

test("hosts do not wait for each other", async () => {
  expect(await turns(1, ["a", "b", "a", "b"])).toEqual([0, 0, 1000, 1000]);
});

test("principals take turns, however many requests one of them has waiting", async () => {
  let now = 0;
  const limit = createRateLimit(1, {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  });
  const order: string[] = [];
  const take = (principal: string, number: number) =>
    limit.turn("a", principal, new AbortController().signal).then(() => order.push(`${principal} ${number}`));
  const turns = [1, 2, 3, 4, 5, 6].map((number) => take("ada", number));
  turns.push(take("bob", 1), take("bob", 2), take("cleo", 1));
  await Promise.all(turns);
  expect(order).toEqual([
    ...["ada 1", "ada 2", "bob 1", "cleo 1", "ada 3", "bob 2"],
    ...["ada 4", "ada 5", "ada 6"],
  ]);
  expect(now).toBe(8000);
});

test("a principal that comes while others wait is not behind all of them", async () => {
  let now = 0;
  const order: string[] = [];
  const patient = new AbortController().signal;
  const take = (principal: string) => limit.turn("a", principal, patient).then(() => order.push(principal));
  const bob = Promise.withResolvers<unknown>();
  const limit = createRateLimit(1, {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
      if (now === 3000) take("bob").then(bob.resolve);
    },
  });
  await Promise.all([bob.promise, ...Array.from({ length: 20 }, () => take("ada"))]);
  expect(order.indexOf("bob")).toBeLessThanOrEqual(5);
  expect(now).toBe(20_000);
});

test("a turn that was given up goes to the next", async () => {
  let now = 0;
  const waits: number[] = [];
  const limit = createRateLimit(1, {
    now: () => now,
    sleep: async (milliseconds, signal) => {
      waits.push(milliseconds);
      // The first to wait gives up while it sleeps; the others sleep through.
      if (waits.length === 1) await given(signal);
      else now += milliseconds;
    },
  });
  const patient = new AbortController().signal;
  await limit.turn("a", "ada", patient);
  const givenUp = Array.from({ length: 40 }, () => {
    const controller = new AbortController();
    return { controller, turn: limit.turn("a", "ada", controller.signal) };
  });
  const last = limit.turn("a", "ada", patient);
  await Promise.resolve();
  for (const { controller } of givenUp) controller.abort(new Error("given up"));
  const ends = await Promise.allSettled(givenUp.map(({ turn }) => turn));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  await last;
  expect(now).toBe(1000);
  expect(waits).toEqual([1000, 1000]);
});

test("who gives up does not wait for those before", async () => {
  const limit = createRateLimit(1, { now: () => 0, sleep: (_, signal) => given(signal) });
  const [before, after] = [new AbortController(), new AbortController()];
  await limit.turn("a", "ada", before.signal);
  const waiting = limit.turn("a", "ada", before.signal);
  const behind = limit.turn("a", "ada", after.signal);
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
