import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

/** The environment of every worker: where temporary files and compiled code go, and nothing that could be a secret. */
const PASSED_VARIABLES = ["TMPDIR", "TEMP", "TMP", "SystemRoot", "NODE_COMPILE_CACHE"];

/** What runs in a worker process. */
export interface WorkerProgram {
  /** The engine's name as people know it. */
  readonly engine: string;
  /** The worker's main file, beside the module that names it: with `.ts` in the sources and `.js` in the package. */
  readonly file: URL;
  readonly arguments: readonly string[];
  /** Environment variables that it gets on top of those that every worker gets. */
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
  /** Settles with the first message, which answers the opening of the file. Rejects when the process ends before. */
  readonly ready: Promise<WorkerReply>;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  #settle: Settle | undefined;
  #alive = true;
  /** Somebody waits for the end of the process, so that the parent must not end before it. */
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
      // Its end may be heard of later than that nothing reaches it: nobody else is to be given to it meanwhile.
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
