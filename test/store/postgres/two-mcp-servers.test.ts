import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcpStateKey } from "../../../src/config/mcp-state-key.ts";
import { openStore } from "../../../src/config/shared-store.ts";
import { openPostgresStore } from "../../../src/store/postgres.ts";
import { workspaceStore } from "../../../src/store/workspaces.ts";
import { call, does } from "../../mcp/support/call.ts";
import { connectMcp } from "../../mcp/support/mcp-process.ts";
import { callerNamed, choose, order, serverOver, TASK } from "../../mcp/workspaces/task-fixture.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { scratchStores } from "../../support/shared-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const missing = await postgresIsMissing();
const folder = temporaryFolder();
const anna = callerNamed("anna");

describe.skipIf(missing !== undefined)(
  `MCP servers that share a store on PostgreSQL ${missing ?? ""}`,
  () => {
    const { begin, end, url, database } = scratchStores();
    beforeAll(begin);
    afterAll(end);

    const twoServers = async () => {
      const address = url();
      const stores = await Promise.all(
        [1, 2].map(async () => workspaceStore(await openPostgresStore({ url: address }))),
      );
      const [one, two] = stores.map((store) => serverOver(store)) as [
        ReturnType<typeof serverOver>,
        ReturnType<typeof serverOver>,
      ];
      const { handle } = await one.open(TASK, anna);
      const close = () => Promise.all(stores.map((store) => store.close()));
      return { one, two, handle, close };
    };

    it("go on with each other's handles, also where one was killed", async () => {
      const env = { FUXI_STORE: url() };
      await database().execute(
        "CREATE SCHEMA cinemas CREATE TABLE cinema (cinema_id integer PRIMARY KEY, name text)",
      );
      await database().execute("INSERT INTO cinemas.cinema VALUES (1, 'Metropol'), (2, 'Urania')");
      const machine = (name: string) => {
        mkdirSync(join(folder, name), { recursive: true });
        const args = [`${database().url}?schemas=cinemas`];
        return connectMcp({ transport: "stdio", era: "2026-07-28", folder: join(folder, name), args, env });
      };
      const a = await machine("a");
      const opened = await does(a.client, "open_workspace");
      const workspace = opened.data["workspace"];
      const drafted = await does(a.client, "from", { workspace, from_statement: "FROM cinema" });
      await a.kill();
      await using b = await machine("b");
      const next = drafted.data["workspace"];
      const narrowed = await does(b.client, "where", { workspace: next, where_statement: "cinema_id = 1" });
      expect(narrowed.text).toContain("where set");
      const stale = await call(b.client, "from", { workspace, from_statement: "FROM cinema AS other" });
      expect(stale.failure?.code).toBe("stale-workspace");
    }, 60_000);

    it("tell of an effect that the other one began and never ended, and do not begin it a second time", async () => {
      const { one, two, handle, close } = await twoServers();
      let sent = 0;
      const begun = Promise.withResolvers<void>();
      void order(one, handle, async () => {
        sent++;
        begun.resolve();
        return await new Promise<never>(() => {});
      });
      await begun.promise;
      const count = async (held: Parameters<ReturnType<typeof choose>>[0]) => {
        sent++;
        return await choose("second")(held);
      };
      const told = await order(two, handle, count);
      expect(told.failure?.code).toBe("effect-unknown");
      const again = await order(two, handle, count);
      expect([again.failure?.code, sent]).toEqual(["effect-unknown", 1]);
      await close();
    });

    it("sign with one key, so that each knows what the other one asked", async () => {
      const store = url();
      const machines = ["a", "b"].map((name) => ({ data: join(folder, `key-${name}`), store }));
      const keys = await Promise.all(machines.map((folders) => mcpStateKey(folders, {})));
      expect(keys[0]).toHaveLength(32);
      expect(keys[1]).toEqual(keys[0]);
      for (const folders of machines) await (await openStore(folders))?.share()();
    });
  },
);
