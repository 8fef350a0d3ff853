import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresArtifactStore } from "../../src/artifact-store/postgres-artifact-store.ts";
import { openPostgresStore } from "../../src/store-postgres/open-postgres-store.ts";
import { sampleTrajectory } from "../../src/testing/sample-trajectory.ts";
import { postgresTrajectoryStore } from "../../src/trajectory-store/postgres-trajectory-store.ts";
import { postgresWorkspaceStore } from "../../src/workspace-store/postgres-workspace-store.ts";
import { postgresIsMissing } from "../support/postgres.ts";
import { scratchStores } from "../support/shared-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PGBOUNCER = ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find(
  existsSync,
);
const missing =
  PGBOUNCER === undefined
    ? "skipped: no pgbouncer"
    : userInfo().uid === 0 && !existsSync("/usr/bin/setpriv")
      ? "skipped: pgbouncer does not run as root"
      : await postgresIsMissing();
const principal = { id: "anna" };
const keep = { principal, lifetimeSeconds: 600 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe.skipIf(missing !== undefined)(`a shared store behind PgBouncer ${missing ?? ""}`, () => {
  const folder = temporaryFolder();
  const { begin, end, url } = scratchStores();
  let stop = (): void => {};
  let port = 0;
  beforeAll(async () => {
    await begin();
    port = await freePort();
    const { hostname, port: upstream, username } = new URL(url());
    // Where it may not run as we do, it reads its files as somebody else.
    chmodSync(folder, 0o755);
    const users = join(folder, "users");
    const file = join(folder, "pgbouncer.ini");
    writeFileSync(users, `"${username}" ""\n`);
    writeFileSync(
      file,
      `[databases]\n* = host=${hostname} port=${upstream || 5432}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
auth_type = trust\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = 2\nunix_socket_dir =\n`,
    );
    const asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups", PGBOUNCER ?? "", file];
    const given = process.getuid?.() === 0 ? ["setpriv", ...asNobody] : [PGBOUNCER ?? "", file];
    const child = spawn(given[0] ?? "", given.slice(1), { stdio: "ignore" });
    stop = () => void child.kill("SIGKILL");
    while (child.exitCode === null && !(await answers(port))) await pause(50);
  });
  afterAll(async () => {
    stop();
    await end();
  });

  it("works where each transaction gets another connection, with more machines than connections", async () => {
    const address = new URL(url());
    address.hostname = "127.0.0.1";
    address.port = String(port);
    const machines = await Promise.all(
      Array.from({ length: 5 }, () => openPostgresStore({ url: address.href })),
    );
    await Promise.all(
      machines.map(async (store, index) => {
        const [runs, workspaces] = [postgresTrajectoryStore(store), postgresWorkspaceStore(store)];
        const artifacts = postgresArtifactStore(store);
        const id = String(index);
        const events = sampleTrajectory("how many?");
        await runs.create({ id, principal });
        const hold = await runs.hold?.(id, principal);
        for (const event of events) await runs.append(id, principal, [event]);
        await hold?.release();
        expect(await runs.read(id, principal)).toEqual(events);
        const opened = await workspaces.open({ n: 0 }, keep);
        const writes = [1, 2, 3].map((n) => workspaces.write(opened.id, 1, { n }, keep));
        expect((await Promise.all(writes)).map(({ type }) => type).sort()).toEqual([
          "stale",
          "stale",
          "written",
        ]);
        const content = new Uint8Array(5_000_000).fill(index);
        const { sha256 } = await artifacts.put(content, { ...keep, mediaType: "text/plain" });
        expect(Buffer.compare(await artifacts.get(sha256, principal), content)).toBe(0);
        for (const each of [runs, workspaces, artifacts]) await each.close();
      }),
    );
  }, 60_000);
});
