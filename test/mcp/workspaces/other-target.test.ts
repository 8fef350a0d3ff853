import { describe, expect, it } from "vitest";
import { DEFAULT_ACT_LIMITS } from "../../../src/environment/act-context.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { Caller } from "../../../src/mcp/caller.ts";
import { storedWorkspaces } from "../../../src/mcp/workspaces/stored-workspaces.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { memoryWorkspaceStore } from "../../support/stores.ts";

const caller: Caller = {
  principal: { id: "anna" },
  signal: new AbortController().signal,
  elicits: false,
  progress: () => {},
};

/** An environment of the id `api` that is connected to something of its own. */
const connectedTo = (targetKey: string): Environment => ({
  id: "api",
  kind: "test",
  targetKey,
  tools: [],
  instructions: "",
  capabilities: {},
  describe: async () => ({ text: "" }),
  openWorkspace: async () => ({ environment: "api", kind: "test", version: 0, state: { at: targetKey } }),
  act: async (workspace) => ({ workspace, observation: { text: "", data: {}, warnings: [], notes: [] } }),
  conclude: async () => ({ failure: { code: "no-answer", message: "", suggestions: [] } }),
  close: async () => {},
});

describe("a handle taken to a server whose environment of the same id is connected to something else", () => {
  it("finds neither what was done there nor the leave that was given there, and both again at home", async () => {
    const store = memoryWorkspaceStore();
    const server = (targetKey: string) =>
      storedWorkspaces({
        store,
        environments: [connectedTo(targetKey)],
        artifacts: memoryArtifactStore(),
        limits: DEFAULT_ACT_LIMITS,
        lifetimeSeconds: 600,
      });
    const staging = server("staging");
    const { handle } = await staging.open(undefined, caller);
    const given = await staging.change(handle, "adds", caller, async ({ content }) => ({
      content: { ...content, allowed: ["api POST /lists", "other POST /lists"] },
      value: undefined,
    }));
    const there = await server("production").read(given.held?.handle ?? "", caller);
    expect(there.held?.content.workspaces["api"]?.state).toEqual({ at: "production" });
    expect(there.held?.content.allowed).toEqual(["other POST /lists"]);
    const home = await staging.read(given.held?.handle ?? "", caller);
    expect(home.held?.content.workspaces["api"]?.state).toEqual({ at: "staging" });
    expect(home.held?.content.allowed).toContain("api POST /lists");
  });
});
