import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mysql from "mysql2/promise";
import { freePort } from "./free-port.ts";

const INSTALL = "/usr/bin/mariadb-install-db";
const SERVER = ["/usr/sbin/mariadbd", "/usr/sbin/mysqld"];

/** A server of a test's own, that may be stopped, restarted and stalled. */
export interface MariadbCluster {
  /** Of the database `shop`, as a user who may do anything. */
  readonly url: string;
  readonly port: number;
  /** The server's own; its socket is `s` in it. */
  readonly folder: string;
  execute(sql: string): Promise<void>;
  start(): Promise<void>;
  /** SIGKILL, as in a crash; comes back when it is gone. */
  kill(): Promise<void>;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  remove(): Promise<void>;
}

/** Why a server cannot be made here, or undefined. */
export function mariadbClusterIsMissing(): string | undefined {
  if (existsSync(INSTALL) && SERVER.some((path) => existsSync(path))) return undefined;
  if (process.env["FUXI_TEST_REQUIRE_MARIADB"] !== undefined) {
    throw new Error("mariadb-install-db is required here and is not installed");
  }
  return "skipped: mariadb-install-db is not installed";
}

/** `settings` are options of the server's command line. `prepare` may put files in the folder. */
export async function mariadbCluster(
  settings: readonly string[] = [],
  { prepare }: { readonly prepare?: (folder: string) => void } = {},
): Promise<MariadbCluster> {
  const folder = mkdtempSync(join(tmpdir(), "fuxi-maria-"));
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const id = (flag: string) => Number(execFileSync("id", [flag, "mysql"], { encoding: "utf8" }));
    chownSync(folder, id("-u"), id("-g"));
  }
  const [data, socket, pidFile] = ["data", "s", "pid"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const user = isRoot ? ["--user=mysql"] : [];
  const common = ["--no-defaults", `--datadir=${data}`, ...user];
  execFileSync(INSTALL, [...common, "--auth-root-authentication-method=normal", "--skip-name-resolve"], {
    stdio: "ignore",
  });
  prepare?.(folder);
  const port = await freePort();
  const url = `mysql://root@127.0.0.1:${port}/shop`;
  const args = [
    ...common,
    `--socket=${socket}`,
    `--pid-file=${pidFile}`,
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    "--innodb-buffer-pool-size=32M",
    "--skip-name-resolve",
    ...settings,
  ];
  let gone: Promise<unknown> = Promise.resolve();
  const pid = (): number => Number(readFileSync(pidFile, "utf8"));
  const execute = async (sql: string, database?: string): Promise<void> => {
    const connection = await mysql.createConnection({
      host: "127.0.0.1",
      port,
      user: "root",
      connectTimeout: 1000,
      ...(database === undefined ? {} : { database }),
    });
    try {
      await connection.query(sql);
    } finally {
      connection.destroy();
    }
  };
  const cluster: MariadbCluster = {
    url,
    port,
    folder,
    execute: (sql) => execute(sql, "shop"),
    async start() {
      const server = spawn(SERVER.find((path) => existsSync(path)) ?? "", args, {
        cwd: folder,
        stdio: "ignore",
      });
      gone = once(server, "exit");
      for (let tries = 0; ; tries++) {
        try {
          await execute("SELECT 1");
          return;
        } catch (error) {
          if (tries > 200) throw error;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    },
    async kill() {
      process.kill(pid(), "SIGKILL");
      await gone;
    },
    signal: (name) => void process.kill(pid(), name),
    async remove() {
      if (existsSync(pidFile)) await cluster.kill().catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await cluster.start();
  await execute("CREATE DATABASE shop CHARACTER SET utf8mb4");
  return cluster;
}
