import { setTimeout as sleep } from "node:timers/promises";
import type { FuxiError } from "../../../errors/fuxi-error.ts";
import type { SessionBounds, SessionLink } from "./sessions.ts";
import { cancelledStatement } from "./stopped-statement.ts";
import { type OpenedEngine, receivedError } from "./worker-messages.ts";
import { WorkerProcess, type WorkerProgram } from "./worker-process.ts";

/** Milliseconds that a request waits for a busy process before another process is started. */
const GROW_AFTER = 20;

/** Processes on one file: started when needed, kept while idle, killed when a request must stop. */
export interface WorkerPool extends SessionLink<WorkerProcess, SessionBounds> {
  readonly processIds: readonly number[];
  /** The first process's opening message; undefined before. */
  readonly opened: OpenedEngine | undefined;
  /** Ends idle processes, so that the next request reopens the file. */
  retire(): void;
}

/** @param idleMilliseconds time without requests after which all processes are ended; undefined keeps them */
export function workerPool(program: WorkerProgram, idleMilliseconds: number | undefined): WorkerPool {
  const all = new Set<WorkerProcess>();
  let idle: WorkerProcess[] = [];
  let freed = Promise.withResolvers<void>();
  let retiring: NodeJS.Timeout | undefined;
  let opened: OpenedEngine | undefined;
  let isClosed = false;

  const start = async (): Promise<WorkerProcess> => {
    if (isClosed) throw cancelledStatement();
    const worker = new WorkerProcess(program);
    all.add(worker);
    void worker.exited.then(() => all.delete(worker));
    const reply = await worker.ready;
    if ("error" in reply) {
      worker.kill();
      throw receivedError(reply.error);
    }
    opened ??= reply.value as OpenedEngine;
    return worker;
  };
  const idleOne = (): WorkerProcess | undefined => {
    clearTimeout(retiring);
    idle = idle.filter(({ isAlive }) => isAlive);
    return idle.pop();
  };
  const retire = (): void => {
    for (const worker of idle.splice(0)) void worker.end();
  };
  const release = (worker: WorkerProcess): void => {
    if (isClosed) worker.kill();
    else if (worker.isAlive) idle.push(worker);
    freed.resolve();
    freed = Promise.withResolvers();
    if (idleMilliseconds === undefined) return;
    clearTimeout(retiring);
    retiring = setTimeout(retire, idleMilliseconds).unref();
  };
  const stop = (worker: WorkerProcess): Promise<void> => {
    worker.kill();
    return worker.gone();
  };
  return {
    get processIds() {
      return [...all].flatMap(({ isAlive, processId }) => (isAlive ? (processId ?? []) : []));
    },
    get opened() {
      return opened;
    },
    retire,
    async connect() {
      const worker = idleOne();
      if (worker !== undefined) return worker;
      if ([...all].some(({ isAlive }) => isAlive)) await Promise.race([freed.promise, sleep(GROW_AFTER)]);
      return idleOne() ?? start();
    },
    begin: async () => {},
    giveBack: async (worker) => release(worker),
    release,
    stop,
    destroy: (worker) => worker.kill(),
    refusesMore: () => false,
    isLost: () => false,
    connectFailure: (error) => error as FuxiError,
    statementFailure: (error) => error as FuxiError,
    async end() {
      isClosed = true;
      clearTimeout(retiring);
      const resting = new Set(idle.splice(0));
      await Promise.all([...all].map((worker) => (resting.has(worker) ? worker.end() : stop(worker))));
    },
    grace: 0,
  };
}
