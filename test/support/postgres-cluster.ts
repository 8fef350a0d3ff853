import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";

/** A server of a test's own, that may be stopped, restarted and stalled. */
export interface PostgresCluster {
  readonly port: number;
  /** Of the database `postgres`, as its owner. */
  readonly url: string;
  /** Belongs to the server's user; sockets are in it. */
  readonly folder: string;
  start(): Promise<void>;
  /** `immediate`: as in a crash. */
  stop(mode?: "fast" | "immediate"): void;
  /** SIGSTOP or SIGCONT, for the server and all its processes. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  remove(): void;
}

function programs(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** Why a cluster cannot be made here, or undefined. */
export function clusterIsMissing(): string | undefined {
  if (programs() !== undefined) return undefined;
  if (process.env.FUXI_TEST_REQUIRE_POSTGRES !== undefined) {
    throw new Error("PostgreSQL's initdb is required here and is not installed");
  }
  return "skipped: PostgreSQL's initdb is not installed";
}

/** Refuses to run as root: then the user of the package does. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** `settings` are lines of postgresql.conf, `access` those of pg_hba.conf in place of trust for all. `prepare` may put files in the folder. */
export async function postgresCluster(
  settings: readonly string[] = [],
  {
    access,
    prepare,
  }: { readonly access?: readonly string[]; readonly prepare?: (folder: string) => void } = {},
): Promise<PostgresCluster> {
  const bin = programs() ?? "";
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), "fuxi-pg-"));
  chmodSync(folder, 0o755);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(bin, program), args, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  run("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8"]);
  prepare?.(folder);
  const port = await freePort();
  const lines = [
    "fsync = off",
    `unix_socket_directories = '${folder}'`,
    "listen_addresses = '127.0.0.1'",
    ...settings,
  ];
  write(join(data, "postgresql.auto.conf"), lines);
  if (access !== undefined) write(join(data, "pg_hba.conf"), access);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const processes = (): readonly number[] => {
    const first = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    const children = readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(/\s+/u);
    return [first, ...children.filter(Boolean).map(Number)];
  };
  const cluster: PostgresCluster = {
    port,
    url,
    folder,
    async start() {
      spawn(join(bin, "postgres"), ["-D", data, "-p", String(port)], {
        ...user,
        cwd: folder,
        stdio: "ignore",
      }).unref();
      await answers(folder, port);
    },
    stop: (mode = "fast") => void run("pg_ctl", ["-D", data, "-m", mode, "-w", "stop"]),
    signal(name) {
      for (const id of processes()) process.kill(id, name);
    },
    remove() {
      if (existsSync(join(data, "postmaster.pid"))) cluster.stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await cluster.start();
  return cluster;

  function write(path: string, content: readonly string[]): void {
    const text = `${content.join("\n")}\n`;
    execFileSync("tee", [path], { ...user, input: text, stdio: ["pipe", "ignore", "inherit"] });
  }
}

async function answers(folder: string, port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ host: folder, port, user: "postgres", database: "postgres" });
    client.on("error", () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
