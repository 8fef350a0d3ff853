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
import { memoryWorkspaceStore, sqliteWorkspaceStore } from "../../support/stores.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { callerNamed, choose, chosenIn, ORDER, order, serverOver, TASK } from "./task-fixture.ts";

const anna = callerNamed("anna");
const folder = temporaryFolder();
const REFUSED = "was begun under the same leave before and is not done a second time";
const LOST = "was begun and its result has not arrived";
const UNKEPT = "was carried out, but what came of it could not be kept";

/** Two servers over one store, as two processes. */
async function twoServers(store: WorkspaceStore = memoryWorkspaceStore()) {
  const [one, two] = [serverOver(store), serverOver(store)];
  const { handle } = await one.open(TASK, anna);
  return { one, two, handle };
}

describe("a change with an effect outside", () => {
  it("is written down before it begins, and taken away with its result", async () => {
    const { one, two, handle } = await twoServers();
    const { held, value } = await order(one, handle, async (now) => {
      expect(now.content.pending).toBeUndefined();
      const during = await two.read(handle, anna);
      expect(during.held?.content.pending).toEqual({ id: "leave", action: ORDER });
      return await choose("sent")(now);
    });
    expect([value, chosenIn(held?.content), held?.version]).toEqual(["sent", ["sent"], 3]);
    expect(held?.content).toMatchObject({ done: ["leave"] });
    expect(held?.content).not.toHaveProperty("pending");
    expect(await two.read(handle, anna)).toEqual({ held });
  });

  it("ends also where its work changes nothing", async () => {
    const { one, handle } = await twoServers();
    const { held, value } = await order(one, handle, async () => ({ value: "refused" }));
    expect(value).toBe("refused");
    expect(held?.content).toMatchObject({ done: ["leave"], task: TASK });
  });

  it("is not done a second time under the same leave", async () => {
    const { one, two, handle } = await twoServers();
    let done = 0;
    const count = async (held: Held) => await choose(String(++done))(held);
    const results = await Promise.all([order(one, handle, count), order(one, handle, count)]);
    const later = await order(two, handle, count);
    const failures = [...results, later].flatMap(({ failure }) => failure ?? []);
    expect(failures.map(({ code }) => code)).toEqual(["effect-unknown", "effect-unknown"]);
    expect(failures[0]?.message).toContain(
      'call_operation in shop with {"operation":"POST /orders","arguments":{"item":"tea"}} was begun under the same leave',
    );
    expect(done).toBe(1);
    expect((await order(one, handle, count, { id: "another" })).value).toBe("2");
  });

  it("remembers the leave of the last five hundred", async () => {
    const { one, handle } = await twoServers();
    for (let n = 0; n < 505; n++) await order(one, handle, choose("a"), { id: `leave ${n}` });
    const { held } = await one.read(handle, anna);
    expect(held?.content.done).toEqual(Array.from({ length: 500 }, (_, n) => `leave ${n + 5}`));
  });

  it("is tied to a version where it has to be", async () => {
    const { one, handle } = await twoServers();
    await one.change(handle, "adds", anna, choose("a"));
    const { failure } = await order(one, handle, choose("b"), { how: "replaces" });
    expect(failure?.code).toBe("stale-workspace");
    expect((await order(one, handle, choose("b"))).value).toBe("b");
  });

  it("is not begun by a caller that has gone, and is kept where they go while it is sent", async () => {
    const { one, handle } = await twoServers();
    const gone = callerNamed("anna", AbortSignal.abort());
    await expect(order(one, handle, choose("a"), { caller: gone })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect((await one.read(handle, anna)).held?.version).toBe(1);
    const cancel = new AbortController();
    const work = async (now: Held) => {
      cancel.abort();
      return await choose("sent")(now);
    };
    const { held } = await order(one, handle, work, { caller: callerNamed("anna", cancel.signal) });
    expect(chosenIn(held?.content)).toEqual(["sent"]);
  });
});

describe("an effect whose end is not known", () => {
  it("is told once to whoever changes the task next, and then forgotten but not sent again", async () => {
    const { one, two, handle } = await twoServers();
    const broken = new FuxiError("engine-unavailable", "The server hung up.");
    await expect(order(one, handle, async () => await Promise.reject(broken))).rejects.toBe(broken);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : two).change(handle, "adds", anna, choose(String(n))),
      ),
    );
    const failures = results.flatMap(({ failure }) => failure ?? []);
    expect(failures).toMatchObject([{ code: "effect-unknown", message: expect.stringContaining(LOST) }]);
    expect(chosenIn((await one.read(handle, anna)).held?.content)).toHaveLength(19);
    expect((await order(two, handle, choose("twice"))).failure?.message).toContain(REFUSED);
  });

  it("of a killed process is told to the next change", async () => {
    const path = join(folder, "killed.store");
    const store = sqliteWorkspaceStore(path);
    const { one, handle } = await twoServers(store);
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
    expect((await one.change(handle, "adds", anna, choose("told"))).failure?.message).toContain(LOST);
    expect((await order(one, handle, choose("twice"))).failure?.message).toContain(REFUSED);
    const after = await one.change(handle, "adds", anna, choose("after"));
    expect(chosenIn(after.held?.content)).toEqual(["after"]);
    expect(orders).toBe(1);
    shop.close();
    await store.close();
  });

  it("is told by both where another process changes the task meanwhile, whose change stays", async () => {
    const { one, two, handle } = await twoServers();
    const { failure } = await order(one, handle, async (held) => {
      expect((await two.change(handle, "adds", anna, choose("a"))).failure?.message).toContain(LOST);
      await two.change(handle, "adds", anna, choose("b"));
      return await choose("sent")(held);
    });
    expect(failure?.message).toContain(UNKEPT);
    const { held } = await two.read(handle, anna);
    expect(chosenIn(held?.content)).toEqual(["b"]);
    expect(failure?.suggestions[0]?.text).toBe(held?.handle);
  });

  it("is told at once where its result is too large to keep", async () => {
    const { one, handle } = await twoServers();
    const bulky = "x".repeat(WORKSPACE_LIMIT_BYTES * 20);
    const { failure } = await order(one, handle, choose(bulky));
    expect(failure?.message).toContain(UNKEPT);
    const next = await one.change(failure?.suggestions[0]?.text ?? "", "replaces", anna, choose("a"));
    expect(chosenIn(next.held?.content)).toEqual(["a"]);
    expect((await order(one, handle, choose("b"))).failure?.message).toContain(REFUSED);
  });
});
