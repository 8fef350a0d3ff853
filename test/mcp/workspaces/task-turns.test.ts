import { setImmediate as nextRound } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { taskTurns } from "../../../src/mcp/workspaces/kept-workspaces.ts";

const idle = new AbortController().signal;
const LONG = 2 ** 30;

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

describe("turns at a task", () => {
  it("go to one call at a time, in the order in which they came, and leave nothing behind", async () => {
    const turns = taskTurns({ mostWaiting: 1000, milliseconds: LONG });
    const order: number[] = [];
    let inside = 0;
    const calls = Array.from({ length: 100 }, (_, n) =>
      turns.take("a", idle, async () => {
        expect(++inside).toBe(1);
        await nextRound();
        order.push(n);
        inside--;
        return n;
      }),
    );
    expect(await Promise.all(calls)).toEqual(order);
    expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(turns.size).toBe(0);
  });

  it("at different tasks do not wait for each other", async () => {
    const turns = taskTurns({ mostWaiting: 9, milliseconds: LONG });
    const first = held();
    const taken = turns.take("a", idle, first.work);
    expect(await turns.take("b", idle, async () => "through")).toBe("through");
    expect(turns.size).toBe(1);
    first.end();
    await taken;
    expect(turns.size).toBe(0);
  });

  it("are passed on by work that fails", async () => {
    const turns = taskTurns({ mostWaiting: 9, milliseconds: LONG });
    const failing = turns.take("a", idle, async () => await Promise.reject(new TypeError("no")));
    const next = turns.take("a", idle, async () => "next");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
    expect(turns.size).toBe(0);
  });

  it("are left by a waiting call that is cancelled, without its work and without a trace", async () => {
    const turns = taskTurns({ mostWaiting: 2, milliseconds: LONG });
    const first = held();
    const taken = turns.take("a", idle, first.work);
    const cancel = new AbortController();
    let done = false;
    const cancelled = turns.take("a", cancel.signal, async () => {
      done = true;
    });
    const last = turns.take("a", idle, async () => "last");
    cancel.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    // Its place is free again.
    const another = turns.take("a", idle, async () => "another");
    first.end();
    await taken;
    expect(await Promise.all([last, another])).toEqual(["last", "another"]);
    expect([done, turns.size]).toEqual([false, 0]);
  });

  it("are not taken by a call that was cancelled before", async () => {
    const turns = taskTurns({ mostWaiting: 2, milliseconds: LONG });
    const call = turns.take("a", AbortSignal.abort(), async () => "done");
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(turns.size).toBe(0);
  });

  it("are not disturbed by a call that is cancelled while it works", async () => {
    const turns = taskTurns({ mostWaiting: 2, milliseconds: LONG });
    const [first, cancel] = [held(), new AbortController()];
    const waiting = turns.take("a", idle, first.work);
    const second = held();
    const working = turns.take("a", cancel.signal, second.work);
    first.end();
    await waiting;
    cancel.abort();
    const third = turns.take("a", idle, async () => "third");
    second.end();
    await working;
    expect([await third, turns.size]).toEqual(["third", 0]);
  });

  it("are refused where too many wait", async () => {
    const turns = taskTurns({ mostWaiting: 1, milliseconds: LONG });
    const first = held();
    const taken = turns.take("a", idle, first.work);
    const second = turns.take("a", idle, async () => "second");
    expect(await turns.take("a", idle, async () => "third")).toBe("busy");
    first.end();
    await taken;
    expect(await second).toBe("second");
  });

  it("that do not come in time are given up, and the next one is not", async () => {
    const turns = taskTurns({ mostWaiting: 9, milliseconds: 5 });
    const first = held();
    const taken = turns.take("a", idle, first.work);
    expect(await turns.take("a", idle, async () => "second")).toBe("busy");
    const third = turns.take("a", idle, async () => "third");
    first.end();
    await taken;
    expect([await third, turns.size]).toEqual(["third", 0]);
  });
});
