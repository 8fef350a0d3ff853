import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";

const PROGRAM = "/usr/sbin/pgbouncer";

/** A pooler in front of a server, which gives each transaction any of its connections. */
export interface Pgbouncer {
  /** Of the same database, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Why no pooler can be started here, or undefined. */
export function pgbouncerIsMissing(): string | undefined {
  if (existsSync(PROGRAM)) return undefined;
  if (process.env.FUXI_TEST_REQUIRE_PGBOUNCER !== undefined) {
    throw new Error("pgbouncer is required here and is not installed");
  }
  return "skipped: pgbouncer is not installed";
}

/** Pools transactions of the database at `url` over `size` connections. */
export async function startPgbouncer(url: string, size: number): Promise<Pgbouncer> {
  const { hostname, port: behind, username, password } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), "fuxi-bouncer-"));
  const port = await freePort();
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o644 });
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${behind || 5432} pool_size=${size}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
`,
    { mode: 0o644 },
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  chmodSync(folder, 0o755);
  const pooler = spawn(PROGRAM, ["-q", settings], { ...user, stdio: "ignore" });
  const ended = once(pooler, "exit");
  const address = new URL(url);
  address.hostname = "127.0.0.1";
  address.port = String(port);
  await answers(address.href);
  return {
    url: address.href,
    async stop() {
      pooler.kill("SIGINT");
      const quick = setTimeout(() => pooler.kill("SIGKILL"), 2000);
      await ended;
      clearTimeout(quick);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
