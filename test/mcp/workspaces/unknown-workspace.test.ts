import { describe, expect, it } from "vitest";
import type { Caller } from "../../../src/mcp/caller.ts";
import type { Workspaces } from "../../../src/mcp/workspaces/workspaces.ts";
import { memoryWorkspaceStore } from "../../support/stores.ts";
import { callerNamed, choose, LIFETIME, order, serverOver } from "./task-fixture.ts";

const [anna, ben] = [callerNamed("anna"), callerNamed("ben")];
const SECRET = "the salary of everybody";

/** What every way of naming a workspace answers. */
async function failuresOf(server: Workspaces, handle: string, caller: Caller): Promise<readonly unknown[]> {
  const results = [
    await server.read(handle, caller),
    await server.change(handle, "adds", caller, choose("thief")),
    await server.change(handle, "replaces", caller, choose("thief")),
    await order(server, handle, choose("thief"), { caller }),
  ];
  return results.map(({ failure }) => failure);
}

/** Anna's server, at which hours can pass. */
function timedServer() {
  let now = Date.parse("2026-01-02T03:04:05Z");
  const clock = () => new Date(now);
  const store = memoryWorkspaceStore(clock);
  return { store, server: serverOver(store), pass: (seconds: number) => (now += seconds * 1000) };
}

describe("a workspace that the caller may not know", () => {
  it("is unknown in the same words whether it never was, has expired, was forged or is another's", async () => {
    const { server, pass } = timedServer();
    const expired = await server.open({ question: SECRET }, anna);
    pass(LIFETIME);
    const foreign = await server.open({ question: SECRET }, anna);
    await server.change(foreign.handle, "replaces", anna, choose(SECRET));
    const id = foreign.handle.replace(".1", "");
    const seen = [
      await failuresOf(server, "aaaaaaaaaaaaaa.1", anna),
      await failuresOf(server, expired.handle, anna),
      await failuresOf(server, "x'; DROP TABLE workspace; --", anna),
      await failuresOf(server, "", anna),
      await failuresOf(server, `${id}.0`, anna),
      await failuresOf(server, foreign.handle, ben),
      await failuresOf(server, `${id}.2`, ben),
      await failuresOf(server, `${id}.77`, ben),
      await failuresOf(server, id, ben),
    ].flat();
    const [first] = seen;
    expect(first).toMatchObject({
      code: "unknown-workspace",
      suggestions: [{ text: "open_workspace" }],
    });
    for (const failure of seen) expect(JSON.stringify(failure)).toBe(JSON.stringify(first));
    for (const word of [SECRET, id, "anna", "ben"]) expect(JSON.stringify(first)).not.toContain(word);
    // Nothing was done to it either.
    expect((await server.read(foreign.handle, anna)).held).toMatchObject({ version: 2, handle: `${id}.2` });
  });

  it("becomes unknown with its lifetime, which each use begins anew", async () => {
    const { server, pass } = timedServer();
    const { handle } = await server.open(undefined, anna);
    for (let hours = 0; hours < 5; hours++) {
      pass(LIFETIME * 0.8);
      expect((await server.read(handle, anna)).failure).toBeUndefined();
      pass(LIFETIME * 0.8);
      expect((await server.change(handle, "adds", anna, choose("a"))).failure).toBeUndefined();
    }
    pass(LIFETIME);
    expect((await server.read(handle, anna)).failure?.code).toBe("unknown-workspace");
  });
});
