import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WORKSPACE_LIMIT_BYTES } from "../../../src/environment/workspace.ts";
import { FuxiError } from "../../../src/errors/fuxi-error.ts";
import type { Held } from "../../../src/mcp/workspaces/workspaces.ts";
import { memoryWorkspaceStore, sqliteWorkspaceStore } from "../../support/stores.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  callerNamed,
  choose,
  choosing,
  chosenIn,
  filesNamed,
  LIFETIME,
  serverOver,
  TASK,
} from "./task-fixture.ts";

const anna = callerNamed("anna");
const folder = temporaryFolder();

describe("a task's workspaces", () => {
  it("are opened in every environment, and read under their handle", async () => {
    const server = serverOver(
      memoryWorkspaceStore(() => new Date(0)),
      {
        environments: [filesNamed("one"), filesNamed("two")],
      },
    );
    const held = await server.open(TASK, anna);
    expect(held).toMatchObject({ version: 1, expires: new Date(LIFETIME * 1000).toISOString() });
    expect(held.handle).toMatch(/^[a-z0-9]{14}\.1$/);
    expect(held.content.task).toEqual(TASK);
    expect(Object.keys(held.content.workspaces)).toEqual(["one", "two"]);
    expect(await server.read(held.handle, anna)).toEqual({ held });
    expect(server.lifetimeSeconds).toBe(LIFETIME);
  });

  it("are read as they are now under any version that there has been, or none", async () => {
    const server = serverOver();
    const { handle } = await server.open(TASK, anna);
    const { held } = await server.change(handle, "replaces", anna, choose("a"));
    expect(held).toMatchObject({ version: 2, handle: handle.replace(/1$/, "2") });
    for (const named of [handle, held?.handle ?? "", handle.replace(".1", ""), ` "${handle}" `]) {
      expect(await server.read(named, anna)).toEqual({ held });
    }
  });

  it("keep their version where nothing was changed", async () => {
    const server = serverOver();
    const held = await server.open(TASK, anna);
    const result = await server.change(held.handle, "replaces", anna, async () => ({ value: "seen" }));
    expect(result).toEqual({ held, value: "seen" });
    expect(await server.read(held.handle, anna)).toEqual({ held });
  });

  it("stay as they were where the work fails, and can be changed by the next", async () => {
    const server = serverOver();
    const { handle } = await server.open(TASK, anna);
    const error = new FuxiError("engine-unavailable", "The engine went away.");
    const failing = server.change(handle, "adds", anna, async () => await Promise.reject(error));
    const next = server.change(handle, "adds", anna, choose("a"));
    await expect(failing).rejects.toBe(error);
    expect((await next).held).toMatchObject({ version: 2 });
  });

  it("are too large to keep for a change that would make them so, and stay as they were", async () => {
    const server = serverOver();
    const held = await server.open(TASK, anna);
    const bulky = "x".repeat(WORKSPACE_LIMIT_BYTES * 20);
    const { failure } = await server.change(held.handle, "adds", anna, choose(bulky));
    expect(failure).toMatchObject({ code: "workspace-full" });
    expect(await server.read(held.handle, anna)).toEqual({ held });
  });

  it("of damaged content are refused as invalid, in reading and changing", async () => {
    const store = memoryWorkspaceStore();
    const server = serverOver(store);
    const options = { principal: anna.principal, lifetimeSeconds: LIFETIME };
    const { id } = await store.open({ shape: 7, workspaces: {} }, options);
    const invalid = expect.objectContaining({ code: "workspace-invalid" });
    await expect(server.read(id, anna)).rejects.toEqual(invalid);
    await expect(server.change(id, "adds", anna, choose("a"))).rejects.toEqual(invalid);
  });
});

describe("a server with other environments than the one that opened the workspaces", () => {
  it("opens one where one lacks, and keeps those that it does not have untouched", async () => {
    const store = memoryWorkspaceStore();
    const [before, after] = [
      serverOver(store, { environments: [filesNamed("old"), filesNamed("both")] }),
      serverOver(store, { environments: [filesNamed("both"), filesNamed("new"), filesNamed("constructor")] }),
    ];
    const { handle } = await before.open(TASK, anna);
    const old = (await before.change(handle, "replaces", anna, async (held) => ({
      content: choosing({ ...held, content: choosing(held, "b", "both") }, "o", "old"),
      value: 0,
    }))) as { readonly held: Held };
    const read = await after.read(old.held.handle, anna);
    expect(Object.keys(read.held?.content.workspaces ?? {})).toEqual(["old", "both", "new", "constructor"]);
    // Reading writes nothing, so that the handle stays current.
    expect(read.held?.handle).toBe(old.held.handle);
    const { held } = await after.change(old.held.handle, "replaces", anna, async (now) => ({
      content: choosing(now, "n", "new"),
      value: 0,
    }));
    expect(["old", "both", "new"].map((id) => chosenIn(held?.content, id))).toEqual([["o"], ["b"], ["n"]]);
    const back = await before.read(held?.handle ?? "", anna);
    expect(chosenIn(back.held?.content, "old")).toEqual(["o"]);
    expect(chosenIn(back.held?.content, "new")).toEqual(["n"]);
  });
});

describe("a change on another version than the current one", () => {
  it("that replaces is stale, with what is held now and the handle to go on with, and its work is not begun", async () => {
    const server = serverOver();
    const { handle } = await server.open(TASK, anna);
    await server.change(handle, "replaces", anna, choose("notes/bread.txt"));
    const current = handle.replace(/1$/, "2");
    let begun = false;
    const { failure } = await server.change(handle, "replaces", anna, async () => {
      begun = true;
      return { value: 0 };
    });
    expect(begun).toBe(false);
    expect(failure).toEqual({
      code: "stale-workspace",
      message: `The workspace has been changed since version 1. Look whether the call still makes sense, then make it with the current handle, ${current}. It holds now:\nnotes/bread.txt`,
      part: { argument: "workspace" },
      suggestions: [{ text: current, reason: "the current version" }],
    });
    const again = await server.change(failure?.suggestions[0]?.text ?? "", "replaces", anna, choose("b"));
    expect(chosenIn(again.held?.content)).toEqual(["notes/bread.txt", "b"]);
  });

  it("has to name its version where it replaces, and not where it adds", async () => {
    const server = serverOver();
    const { handle } = await server.open(TASK, anna);
    const bare = handle.replace(".1", "");
    const { failure } = await server.change(bare, "replaces", anna, choose("a"));
    expect(failure).toMatchObject({ code: "stale-workspace", suggestions: [{ text: handle }] });
    expect(failure?.message).toMatch(/^The handle has no version/);
    expect((await server.change(bare, "adds", anna, choose("a"))).held?.version).toBe(2);
  });

  it("cannot name one that has not been yet, nor can a read", async () => {
    const server = serverOver();
    const { handle } = await server.open(TASK, anna);
    const later = handle.replace(/1$/, "4");
    const results = [
      await server.read(later, anna),
      await server.change(later, "adds", anna, choose("a")),
      await server.change(later, "replaces", anna, choose("a")),
    ];
    for (const { failure } of results) {
      expect(failure).toMatchObject({ code: "stale-workspace", suggestions: [{ text: handle }] });
      expect(failure?.message).toMatch(/^The workspace has no version 4 yet\./);
    }
  });
});

describe("several clients on one workspace", () => {
  it("get in one at a time where they replace: the first wins, the others see what it did", async () => {
    const server = serverOver();
    const { handle } = await server.open(TASK, anna);
    const results = await Promise.all(
      ["a", "b", "c"].map((file) => server.change(handle, "replaces", anna, choose(file))),
    );
    expect(results.map(({ failure }) => failure?.code)).toEqual([
      undefined,
      "stale-workspace",
      "stale-workspace",
    ]);
    expect(results[2]?.failure?.message).toMatch(/holds now:\na$/);
    const read = await server.read(handle, anna);
    expect(chosenIn(read.held?.content)).toEqual(["a"]);
  });

  it("all get in where they add: a hundred at once, none lost and none twice", async () => {
    const server = serverOver();
    const { handle } = await server.open(TASK, anna);
    const files = Array.from({ length: 100 }, (_, n) => String(n));
    let inside = 0;
    const results = await Promise.all(
      files.map((file) =>
        server.change(handle, "adds", anna, async (held) => {
          expect(++inside).toBe(1);
          await Promise.resolve();
          inside--;
          return await choose(file)(held);
        }),
      ),
    );
    expect(results.map(({ value }) => value)).toEqual(files);
    expect(new Set(results.map(({ held }) => held?.handle)).size).toBe(100);
    const read = await server.read(handle, anna);
    expect(chosenIn(read.held?.content)).toEqual(files);
    expect(read.held?.version).toBe(101);
  });

  it.each(["in memory", "in one file"] as const)(
    "of two processes all get in where they add, and one wins where they replace (%s)",
    async (where) => {
      const path = join(folder, "two.store");
      const memory = memoryWorkspaceStore();
      const stores =
        where === "in memory" ? [memory, memory] : [sqliteWorkspaceStore(path), sqliteWorkspaceStore(path)];
      const servers = stores.map((store) => serverOver(store));
      const handle = (await servers[0]?.open(TASK, anna))?.handle ?? "";
      const files = Array.from({ length: 60 }, (_, n) => String(n));
      const added = await Promise.all(
        files.map((file, n) => servers[n % 2]?.change(handle, "adds", anna, choose(file))),
      );
      expect(added.flatMap((result) => result?.failure ?? [])).toEqual([]);
      const read = await servers[1]?.read(handle, anna);
      expect([...chosenIn(read?.held?.content)].sort()).toEqual([...files].sort());

      const both = Promise.withResolvers<void>();
      let begun = 0;
      const replaced = await Promise.all(
        servers.map((server, n) =>
          server.change(read?.held?.handle ?? "", "replaces", anna, async (held) => {
            if (++begun === 2) both.resolve();
            await both.promise;
            return await choose(`server ${n}`)(held);
          }),
        ),
      );
      expect(replaced.map(({ failure }) => failure?.code).sort()).toEqual(["stale-workspace", undefined]);
      const winner = replaced.find(({ failure }) => failure === undefined);
      const loser = replaced.find(({ failure }) => failure !== undefined);
      expect(chosenIn((await servers[0]?.read(handle, anna))?.held?.content).slice(60)).toEqual([
        winner?.value,
      ]);
      expect(loser?.failure?.suggestions[0]?.text).toBe(winner?.held?.handle);
      for (const store of stores) await store.close();
    },
  );

  it("are told that it is busy where an addition loses every race", async () => {
    const store = memoryWorkspaceStore();
    const [slow, fast] = [serverOver(store), serverOver(store)];
    const { handle } = await slow.open(TASK, anna);
    let rounds = 0;
    const { failure } = await slow.change(handle, "adds", anna, async (held) => {
      await fast.change(handle, "adds", anna, choose(`fast ${rounds++}`));
      return await choose("slow")(held);
    });
    expect(failure).toMatchObject({ code: "workspace-busy" });
    expect(chosenIn((await fast.read(handle, anna)).held?.content)).toHaveLength(rounds);
  });
});

describe("a call that is cancelled", () => {
  it("leaves the row of those that wait, and its work is not done", async () => {
    const server = serverOver();
    const { handle } = await server.open(TASK, anna);
    const first = Promise.withResolvers<void>();
    const working = server.change(handle, "adds", anna, async (held) => {
      await first.promise;
      return await choose("first")(held);
    });
    const cancel = new AbortController();
    const waiting = server.change(handle, "adds", callerNamed("anna", cancel.signal), choose("cancelled"));
    const last = server.change(handle, "adds", anna, choose("last"));
    cancel.abort();
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    first.resolve();
    await working;
    expect(chosenIn((await last).held?.content)).toEqual(["first", "last"]);
  });

  it("writes nothing though its work was done", async () => {
    const server = serverOver();
    const held = await server.open(TASK, anna);
    const cancel = new AbortController();
    const call = server.change(held.handle, "replaces", callerNamed("anna", cancel.signal), async (now) => {
      cancel.abort();
      return await choose("late")(now);
    });
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(await server.read(held.handle, anna)).toEqual({ held });
  });
});
