import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

/** Environment variables of every worker: the folders for temporary files and compiled code, and nothing that could be a secret. */
const PASSED_VARIABLES = ["TMPDIR", "TEMP", "TMP", "SystemRoot", "NODE_COMPILE_CACHE"];

/** The program of a worker process. */
export interface WorkerProgram {
  /** The engine's name as people know it. */
  readonly engine: string;
  /** The worker's main file, beside the module that names it: with `.ts` in the sources and `.js` in the package. */
  readonly file: URL;
  readonly arguments: readonly string[];
  /** Environment variables that it gets besides those of every worker. */
  readonly variables?: readonly string[];
}

interface Settle {
  readonly resolve: (reply: WorkerReply) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One child process that holds one read-only connection. It answers one request at a time, keeps the parent's event loop alive only
 * meanwhile, and can be killed at any moment.
 */
export class WorkerProcess {
  /** Settles with the first message, the reply to the opening. Rejects if the process ends before. */
  readonly ready: Promise<WorkerReply>;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  #settle: Settle | undefined;
  #alive = true;
  /** True if someone awaits the end of the process, so that the parent must not exit before it. */
  #awaited = false;

  readonly #engine: string;

  constructor(program: WorkerProgram) {
    const passed = [...PASSED_VARIABLES, ...(program.variables ?? [])];
    this.#engine = program.engine;
    this.#child = fork(workerFile(program), [...program.arguments], {
      serialization: "advanced",
      execArgv: [],
      env: Object.fromEntries(passed.map((name) => [name, process.env[name]])),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.exited = new Promise((resolve) => {
      const gone = (): void => {
        this.#alive = false;
        this.#finish()?.reject(this.#processGone());
        resolve();
      };
      this.#child.once("exit", gone);
      this.#child.once("error", gone);
    });
    this.ready = this.#expectReply();
    this.#child.on("message", (message) => this.#finish()?.resolve(message as WorkerReply));
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#alive && this.#child.connected;
  }

  /** @throws FuxiError `engine-unavailable` when the process ends before it replies. */
  ask(request: WorkerRequest): Promise<WorkerReply> {
    const reply = this.#expectReply();
    this.holdParent();
    this.#child.send(request, (error) => {
      if (!error) return;
      // The exit event may come later than this error. Kill now, so that nobody else gets this process meanwhile.
      this.kill();
    });
    return reply;
  }

  /** The pending request fails at once; the process may take some milliseconds to be gone. */
  kill(): void {
    this.#alive = false;
    this.#child.kill("SIGKILL");
    this.#finish()?.reject(this.#processGone());
  }

  /** Lets the connection close in order; after 300 ms kills the process. */
  async end(): Promise<void> {
    const gone = this.gone();
    if (this.#child.connected) this.#child.disconnect();
    const force = setTimeout(() => this.kill(), 300);
    await gone;
    clearTimeout(force);
  }

  /** Settles when the process has ended; until then it keeps the parent alive. */
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

  #expectReply(): Promise<WorkerReply> {
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

  #processGone(): FuxiError {
    return new FuxiError(
      "engine-unavailable",
      `The ${this.#engine} process ended in the middle of a statement.`,
      {
        hint: "Try the statement again; if the process ends again, the statement may need more memory than there is.",
      },
    );
  }
}

function workerFile({ engine, file }: WorkerProgram): string {
  const path = fileURLToPath(file);
  if (Number.parseInt(process.versions.node, 10) < 24) {
    throw new FuxiError(
      "dependency-missing",
      `${engine} databases need Node.js 24; this is ${process.version}.`,
      {
        hint: "Run Fuxi with Node.js 24 or later.",
      },
    );
  }
  if (!existsSync(path)) {
    throw new FuxiError("internal", `The file of the ${engine} worker process is missing from the package.`, {
      hint: "Do not bundle Fuxi into one file: keep it an external package.",
    });
  }
  return path;
}
