import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import type { SqliteWorkerReply, SqliteWorkerRequest } from "./sqlite-worker-messages.ts";

/** The environment of a worker: where SQLite puts temporary files, and nothing that could be a secret. */
const PASSED_VARIABLES = ["TMPDIR", "SQLITE_TMPDIR", "TEMP", "TMP", "SystemRoot"];

interface Settle {
  readonly resolve: (reply: SqliteWorkerReply) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One child process that holds one read-only connection. It answers one request at a time, keeps the parent's event loop alive only
 * meanwhile, and can be killed at any moment.
 */
export class SqliteWorkerProcess {
  /** Settles with the first message: `ready`, or the complaint of an open that failed. Rejects when the process ends before. */
  readonly ready: Promise<SqliteWorkerReply>;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  #settle: Settle | undefined;
  #alive = true;
  /** Somebody waits for the end of the process, so that the parent must not end before it. */
  #awaited = false;

  constructor(path: string, busyMilliseconds: number) {
    this.#child = fork(workerFile(), [path, String(busyMilliseconds)], {
      serialization: "advanced",
      execArgv: [],
      env: Object.fromEntries(PASSED_VARIABLES.map((name) => [name, process.env[name]])),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.exited = new Promise((resolve) => {
      const gone = (): void => {
        this.#alive = false;
        this.#finish()?.reject(processGone());
        resolve();
      };
      this.#child.once("exit", gone);
      this.#child.once("error", gone);
    });
    this.ready = this.#expectReply();
    this.#child.on("message", (message) => this.#finish()?.resolve(message as SqliteWorkerReply));
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#alive && this.#child.connected;
  }

  /** @throws FuxiError `engine-unavailable` when the process ends before it replies. */
  ask(request: SqliteWorkerRequest): Promise<SqliteWorkerReply> {
    const reply = this.#expectReply();
    this.holdParent();
    this.#child.send(request, (error) => {
      if (error) this.#finish()?.reject(processGone());
    });
    return reply;
  }

  /** The pending request fails at once; the process may take some milliseconds to be gone. */
  kill(): void {
    this.#alive = false;
    this.#child.kill("SIGKILL");
    this.#finish()?.reject(processGone());
  }

  /** Lets the connection close in order, then ends the process by force. */
  async end(): Promise<void> {
    const gone = this.gone();
    if (this.#child.connected) this.#child.disconnect();
    const force = setTimeout(() => this.kill(), 300);
    await gone;
    clearTimeout(force);
  }

  /** Settles when the process has ended; until then the parent lives on. */
  gone(): Promise<void> {
    this.#awaited = true;
    this.holdParent();
    return this.exited;
  }

  holdParent(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  releaseParent(): void {
    if (this.#awaited) return;
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #expectReply(): Promise<SqliteWorkerReply> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  #finish(): Settle | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    this.releaseParent();
    return settle;
  }
}

function processGone(): FuxiError {
  return new FuxiError("engine-unavailable", "The SQLite process ended in the middle of a statement.", {
    hint: "Try the statement again; if the process ends again, the statement may need more memory than there is.",
  });
}

/** The worker lies beside this file, as source or as built. */
function workerFile(): string {
  const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const file = fileURLToPath(new URL(`./sqlite-worker${extension}`, import.meta.url));
  if (Number.parseInt(process.versions.node, 10) < 24) {
    throw new FuxiError(
      "dependency-missing",
      `SQLite databases need Node.js 24; this is ${process.version}.`,
      {
        hint: "Run Fuxi with Node.js 24 or later.",
      },
    );
  }
  if (!existsSync(file)) {
    throw new FuxiError("internal", "The file of the SQLite worker process is missing from the package.", {
      hint: "Do not bundle Fuxi into one file: keep it an external package.",
    });
  }
  return file;
}
