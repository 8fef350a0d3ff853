import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WORKSPACE_LIMIT_BYTES } from "../../../src/environment/workspace.ts";
import type { WorkspaceStore } from "../../../src/environment/workspace-store.ts";
import { FuxiError } from "../../../src/errors/fuxi-error.ts";
import type { Held } from "../../../src/mcp/workspaces/workspaces.ts";
import { memoryWorkspaceStore, sqliteWorkspaceStore } from "../../../src/store/workspaces.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { callerNamed, choose, chosenIn, LIFETIME, ORDER, serverOver, TASK } from "./task-fixture.ts";

const anna = callerNamed("anna");
const folder = temporaryFolder();
const effect = (id = "leave", milliseconds = 1000) => ({ id, action: ORDER, milliseconds });
const REFUSED = "was begun under the same leave before and is not done a second time";
const LOST = "was begun and its result never arrived";
const UNKEPT = "was carried out, but what came of it could not be kept";

/** Work that goes on until it is told to end. */
function open(file = "sent") {
  const [begun, end] = [Promise.withResolvers<Held>(), Promise.withResolvers<void>()];
  const work = async (held: Held) => {
    begun.resolve(held);
    await end.promise;
    return await choose(file)(held);
  };
  return { work, begun: begun.promise, end: end.resolve };
}

/** Two servers over one store, as two processes, with a clock that goes on only when it is told to. */
async function twoServers(store?: WorkspaceStore) {
  let now = Date.parse("2026-01-02T03:04:05Z");
  const clock = () => new Date(now);
  const shared = store ?? memoryWorkspaceStore(clock);
  const [one, two] = [serverOver(shared, { clock }), serverOver(shared, { clock })];
  const { handle } = await one.open(TASK, anna);
  return { one, two, handle, store: shared, pass: (seconds: number) => (now += seconds * 1000) };
}

describe("a change with an effect outside", () => {
  it("is written down before it begins, and taken away with its result", async () => {
    const { one, two, handle } = await twoServers();
    const { work, begun, end } = open();
    const changing = one.changeOutside(handle, effect(), anna, work);
    expect((await begun).content.pending).toBeUndefined();
    const during = await two.read(handle, anna);
    expect(during.held?.content.pending).toEqual({
      id: "leave",
      action: ORDER,
      until: "2026-01-02T03:04:11.000Z",
    });
    end();
    const { held, value } = await changing;
    expect([value, chosenIn(held?.content), held?.version]).toEqual(["sent", ["sent"], 3]);
    expect(held?.content).toMatchObject({ done: ["leave"] });
    expect(held?.content).not.toHaveProperty("pending");
    expect(await two.read(handle, anna)).toEqual({ held });
  });

  it("ends also where its work changes nothing", async () => {
    const { one, handle } = await twoServers();
    const { held, value } = await one.changeOutside(handle, effect(), anna, async () => ({
      value: "refused",
    }));
    expect(value).toBe("refused");
    expect(held?.content).toMatchObject({ done: ["leave"], task: TASK });
    expect(held?.content.pending).toBeUndefined();
  });

  it("is not done a second time under the same leave, whether the first has ended, failed or is going on", async () => {
    const { one, two, handle } = await twoServers();
    let done = 0;
    const count = async (held: Held) => await choose(String(++done))(held);
    const both = [
      one.changeOutside(handle, effect(), anna, count),
      one.changeOutside(handle, effect(), anna, count),
    ];
    const results = await Promise.all([...both, two.changeOutside(handle, effect(), anna, count)]);
    const later = await two.changeOutside(handle, effect(), anna, count);
    const failures = [...results, later].flatMap(({ failure }) => failure ?? []);
    expect(failures.map(({ code }) => code)).toEqual(["effect-unknown", "effect-unknown", "effect-unknown"]);
    for (const { message } of failures) {
      expect(message).toContain(
        'call_operation in shop with {"operation":"POST /orders","arguments":{"item":"tea"}} was begun under the same leave',
      );
    }
    expect(done).toBe(1);
    expect((await one.changeOutside(handle, effect("another"), anna, count)).value).toBe("2");
  });

  it("remembers the leave of the last five hundred", async () => {
    const { one, handle } = await twoServers();
    for (let n = 0; n < 505; n++) await one.changeOutside(handle, effect(`leave ${n}`), anna, choose("a"));
    const { held } = await one.read(handle, anna);
    expect(held?.content.done).toEqual(Array.from({ length: 500 }, (_, n) => `leave ${n + 5}`));
  });

  it("is tied to a version where it has to be", async () => {
    const { one, handle } = await twoServers();
    await one.change(handle, "adds", anna, choose("a"));
    const strict = { ...effect(), how: "replaces" } as const;
    const { failure } = await one.changeOutside(handle, strict, anna, choose("b"));
    expect(failure?.code).toBe("stale-workspace");
    const { value } = await one.changeOutside(handle, effect(), anna, choose("b"));
    expect(value).toBe("b");
  });

  it("is not begun by a caller that has gone, and is kept where they go while it is sent", async () => {
    const { one, handle } = await twoServers();
    const gone = callerNamed("anna", AbortSignal.abort());
    const call = one.changeOutside(handle, effect(), gone, choose("a"));
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect((await one.read(handle, anna)).held?.version).toBe(1);
    const cancel = new AbortController();
    const { held } = await one.changeOutside(
      handle,
      effect(),
      callerNamed("anna", cancel.signal),
      async (now) => {
        cancel.abort();
        return await choose("sent")(now);
      },
    );
    expect(chosenIn(held?.content)).toEqual(["sent"]);
  });
});

describe("an effect whose end is not known", () => {
  it("is told once to whoever changes the task next, and then forgotten but not sent again", async () => {
    const { one, two, handle } = await twoServers();
    const broken = new FuxiError("engine-unavailable", "The server hung up.");
    const call = one.changeOutside(handle, effect(), anna, async () => await Promise.reject(broken));
    await expect(call).rejects.toBe(broken);
    const { failure } = await two.change(handle, "replaces", anna, choose("a"));
    expect(failure).toMatchObject({ code: "effect-unknown" });
    expect(failure?.message).toContain(LOST);
    const next = await one.change(failure?.suggestions[0]?.text ?? "", "replaces", anna, choose("a"));
    expect(chosenIn(next.held?.content)).toEqual(["a"]);
    const again = await two.changeOutside(handle, effect(), anna, choose("twice"));
    expect(again.failure?.message).toContain(REFUSED);
  });

  it("is told once though many change the task at the same time", async () => {
    const { one, two, handle } = await twoServers();
    await one
      .changeOutside(handle, effect(), anna, async () => await Promise.reject(new TypeError()))
      .catch(() => {});
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : two).change(handle, "adds", anna, choose(String(n))),
      ),
    );
    expect(results.flatMap(({ failure }) => failure?.code ?? [])).toEqual(["effect-unknown"]);
    expect(chosenIn((await one.read(handle, anna)).held?.content)).toHaveLength(19);
  });

  it("of a killed process holds changes up until its time is over, and reads never", async () => {
    const path = join(folder, "killed.store");
    const { one, handle, store, pass } = await twoServers(sqliteWorkspaceStore(path));
    let orders = 0;
    const program = join(import.meta.dirname, "dying-server.ts");
    const shop = createServer(() => {
      orders++;
      child.kill("SIGKILL");
    });
    await once(shop.listen(0, "127.0.0.1"), "listening");
    const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/orders`;
    const child = spawn(process.execPath, [program, path, handle, address]);
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);

    // The child's clock is the real one.
    pass((Date.now() - Date.parse("2026-01-02T03:04:05Z")) / 1000);
    const early = await one.change(handle, "adds", anna, choose("early"));
    expect(early.failure?.code).toBe("workspace-busy");
    expect((await one.read(handle, anna)).held?.content.pending?.action).toEqual(ORDER);
    pass(66);
    const told = await one.change(handle, "adds", anna, choose("told"));
    expect(told.failure?.code).toBe("effect-unknown");
    expect(told.failure?.message).toContain(LOST);
    const again = await one.changeOutside(handle, effect(), anna, choose("twice"));
    expect(again.failure?.message).toContain(REFUSED);
    const after = await one.change(handle, "adds", anna, choose("after"));
    expect(chosenIn(after.held?.content)).toEqual(["after"]);
    expect(orders).toBe(1);
    shop.close();
    await store.close();
  });

  it("is told at once by the call that was too late to keep its result, and what others did meanwhile stays", async () => {
    const { one, two, handle, pass } = await twoServers();
    const { work, begun, end } = open();
    const late = one.changeOutside(handle, effect(), anna, work);
    await begun;
    pass(7);
    expect((await two.change(handle, "adds", anna, choose("a"))).failure?.message).toContain(LOST);
    await two.change(handle, "adds", anna, choose("b"));
    end();
    const { failure } = await late;
    expect(failure?.code).toBe("effect-unknown");
    expect(failure?.message).toContain(UNKEPT);
    const { held } = await two.read(handle, anna);
    expect(chosenIn(held?.content)).toEqual(["b"]);
    expect(failure?.suggestions[0]?.text).toBe(held?.handle);
  });

  it("is told at once where its result is too large to keep", async () => {
    const { one, handle } = await twoServers();
    const bulky = "x".repeat(WORKSPACE_LIMIT_BYTES * 20);
    const { failure } = await one.changeOutside(handle, effect(), anna, choose(bulky));
    expect(failure?.message).toContain(UNKEPT);
    const next = await one.change(failure?.suggestions[0]?.text ?? "", "replaces", anna, choose("a"));
    expect(chosenIn(next.held?.content)).toEqual(["a"]);
    expect((await one.changeOutside(handle, effect(), anna, choose("b"))).failure?.message).toContain(
      REFUSED,
    );
  });

  it("is told at once where the workspace is gone when it ends", async () => {
    const { one, handle, store, pass } = await twoServers();
    const { failure } = await one.changeOutside(handle, effect(), anna, async (held) => {
      pass(LIFETIME);
      await store.sweep();
      return await choose("sent")(held);
    });
    expect(failure).toMatchObject({ code: "effect-unknown", suggestions: [{ text: "open_workspace" }] });
    expect(failure?.message).toContain(UNKEPT);
  });

  it("is told after its time where the store could not be written when it ended", async () => {
    const store = memoryWorkspaceStore();
    let broken = false;
    const failing: WorkspaceStore = {
      ...store,
      write: async (...given) => {
        if (broken) throw new FuxiError("store-unavailable", "The disk is full.");
        return await store.write(...given);
      },
    };
    let now = Date.now();
    const server = serverOver(failing, { clock: () => new Date(now) });
    const { handle } = await server.open(TASK, anna);
    const call = server.changeOutside(handle, effect(), anna, async (held) => {
      broken = true;
      return await choose("sent")(held);
    });
    await expect(call).rejects.toMatchObject({ code: "store-unavailable" });
    broken = false;
    expect((await server.change(handle, "adds", anna, choose("a"))).failure?.code).toBe("workspace-busy");
    now += 7000;
    expect((await server.change(handle, "adds", anna, choose("a"))).failure?.code).toBe("effect-unknown");
    expect((await server.change(handle, "adds", anna, choose("a"))).failure).toBeUndefined();
  });
});

describe("a change while another process carries out an effect", () => {
  it("waits for its end and goes on with what came of it", async () => {
    const { one, handle, store } = await twoServers();
    const two = serverOver(store, {
      clock: () => new Date("2026-01-02T03:04:05Z"),
      patienceMilliseconds: 50_000,
    });
    const { work, begun, end } = open();
    const outside = one.changeOutside(handle, effect(), anna, work);
    await begun;
    const added = two.change(handle, "adds", anna, choose("a"));
    const replaced = two.change(handle, "replaces", anna, choose("b"));
    end();
    await outside;
    expect(chosenIn((await added).held?.content)).toEqual(["sent", "a"]);
    expect((await replaced).failure?.code).toBe("stale-workspace");
  });

  it("is told that it is busy where that takes long, and can be read meanwhile", async () => {
    const { one, two, handle } = await twoServers();
    const { work, begun, end } = open();
    const outside = one.changeOutside(handle, effect(), anna, work);
    await begun;
    const { failure } = await two.change(handle, "adds", anna, choose("a"));
    expect(failure).toMatchObject({ code: "workspace-busy", part: { argument: "workspace" } });
    expect((await two.read(handle, anna)).failure).toBeUndefined();
    expect((await two.changeOutside(handle, effect("other"), anna, choose("b"))).failure?.code).toBe(
      "workspace-busy",
    );
    end();
    expect((await outside).value).toBe("sent");
  });

  it("stops waiting when it is cancelled", async () => {
    const { one, handle, store } = await twoServers();
    const two = serverOver(store, {
      clock: () => new Date("2026-01-02T03:04:05Z"),
      patienceMilliseconds: 2 ** 31,
    });
    const { work, begun, end } = open();
    const outside = one.changeOutside(handle, effect(), anna, work);
    await begun;
    const cancel = new AbortController();
    const waiting = two.change(handle, "adds", callerNamed("anna", cancel.signal), choose("a"));
    setImmediate(() => cancel.abort());
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    end();
    expect(chosenIn((await outside).held?.content)).toEqual(["sent"]);
    // Its turn is free again in its own process, too.
    expect((await two.change(handle, "adds", anna, choose("b"))).held?.version).toBe(4);
  });
});
