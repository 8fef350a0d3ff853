import type { Serializable } from "node:child_process";
import type { FuxiError } from "../../../errors/fuxi-error.ts";
import { cancelledStatement, overTimeStatement } from "./stopped-statement.ts";
import type { WorkerProcess } from "./worker-process.ts";

/** A request that waits this long for a busy process is worth another process. */
const GROW_AFTER = 20;
/** A request that runs this long may have to be killed: a spare process is started so that the next request need not wait. */
const SPARE_AFTER = 150;

interface Waiter<Request extends Serializable, Reply> {
  readonly take: (worker: WorkerProcess<Request, Reply>) => void;
  readonly fail: (error: unknown) => void;
}

export interface RequestBounds {
  readonly milliseconds?: number;
  readonly signal: AbortSignal;
}

export interface ProcessPoolOptions<Reply> {
  /** At most this many; more only for the moment in which a spare stands ready. */
  readonly size: number;
  /** When nothing was asked for so long, all processes are ended; kept until the pool is closed unless given. */
  readonly idleMilliseconds?: number;
  /** True for a reply after which its process is of no more use. */
  readonly endsProcess?: (reply: Reply) => boolean;
}

/** Processes on one file: started when needed, kept while idle, killed when a request must stop. */
export class ProcessPool<Request extends Serializable, Reply extends { readonly kind: string }> {
  readonly #start: () => WorkerProcess<Request, Reply>;
  readonly #failure: (reply: Reply) => FuxiError;
  readonly #size: number;
  readonly #idleMilliseconds: number | undefined;
  readonly #endsProcess: (reply: Reply) => boolean;
  #retiring: NodeJS.Timeout | undefined;
  readonly #all = new Set<WorkerProcess<Request, Reply>>();
  readonly #starting = new Set<WorkerProcess<Request, Reply>>();
  #idle: WorkerProcess<Request, Reply>[] = [];
  #waiters: Waiter<Request, Reply>[] = [];
  #growing: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    start: () => WorkerProcess<Request, Reply>,
    { size, idleMilliseconds, endsProcess = () => false }: ProcessPoolOptions<Reply>,
    /** Makes the error of a process that could not open its file. */
    failure: (reply: Reply) => FuxiError,
  ) {
    this.#start = start;
    this.#size = size;
    this.#idleMilliseconds = idleMilliseconds;
    this.#endsProcess = endsProcess;
    this.#failure = failure;
  }

  get processIds(): readonly number[] {
    return [...this.#all].flatMap((worker) => worker.processId ?? []);
  }

  /** Runs one request; the time limit counts from the moment a process takes it up. */
  async run(request: Request, bounds: RequestBounds): Promise<Reply> {
    const { milliseconds, signal } = bounds;
    const worker = await this.#acquire(signal);
    let stopped: FuxiError | undefined;
    const stop = (reason: FuxiError): void => {
      stopped ??= reason;
      this.#all.delete(worker);
      worker.kill();
      if (this.#waiters.length > 0) this.#grow();
    };
    const onAbort = (): void => stop(cancelledStatement());
    const limit =
      milliseconds === undefined
        ? undefined
        : setTimeout(() => stop(overTimeStatement(milliseconds)), milliseconds);
    const spare = setTimeout(() => this.#startSpare(), SPARE_AFTER);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const reply = await worker.ask(request);
      if (this.#endsProcess(reply)) {
        this.#all.delete(worker);
        worker.kill();
        if (this.#waiters.length > 0) this.#grow();
      }
      return reply;
    } catch (error) {
      throw stopped ?? (this.#closed ? cancelledStatement() : error);
    } finally {
      clearTimeout(limit);
      clearTimeout(spare);
      signal.removeEventListener("abort", onAbort);
      this.#offer(worker);
    }
  }

  /** Starts the first process, so that a file that cannot be opened is told before the first request. */
  async warmUp(): Promise<void> {
    this.#offer(await this.#acquire(new AbortController().signal));
  }

  /** Ends idle processes, so that the next request opens the file anew. */
  retireIdle(): void {
    for (const worker of this.#idle.splice(0)) {
      this.#all.delete(worker);
      void worker.end();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#growing);
    clearTimeout(this.#retiring);
    for (const waiter of this.#waiters.splice(0)) waiter.fail(cancelledStatement());
    const idle = new Set(this.#idle.splice(0));
    await Promise.all(
      [...this.#all].map((worker) => {
        if (idle.has(worker)) return worker.end();
        worker.kill();
        return worker.gone();
      }),
    );
  }

  async #acquire(signal: AbortSignal): Promise<WorkerProcess<Request, Reply>> {
    if (signal.aborted || this.#closed) throw cancelledStatement();
    clearTimeout(this.#retiring);
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) {
      if (worker.isAlive) return worker;
      this.#all.delete(worker);
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        signal.removeEventListener("abort", onAbort);
      };
      const waiter: Waiter<Request, Reply> = {
        take: (worker) => {
          leave();
          resolve(worker);
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const onAbort = (): void => waiter.fail(cancelledStatement());
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiters.push(waiter);
      this.#grow();
    });
  }

  /** Starts a process for those who wait: at once when there is none, otherwise only if the wait lasts. */
  #grow(): void {
    for (const worker of this.#starting) worker.holdParent();
    if (this.#starting.size > 0) return;
    if (this.#all.size === 0) this.#startOne();
    else if (this.#all.size < this.#size) {
      this.#growing ??= setTimeout(() => {
        this.#growing = undefined;
        const room = this.#all.size < this.#size && this.#starting.size === 0;
        if (this.#waiters.length > 0 && room) this.#startOne();
      }, GROW_AFTER);
    }
  }

  #startSpare(): void {
    const free = this.#idle.length + this.#starting.size;
    if (!this.#closed && free === 0 && this.#all.size <= this.#size) this.#startOne()?.releaseParent();
  }

  #startOne(): WorkerProcess<Request, Reply> | undefined {
    let worker: WorkerProcess<Request, Reply>;
    try {
      worker = this.#start();
    } catch (error) {
      for (const waiter of this.#waiters.splice(0)) waiter.fail(error);
      return undefined;
    }
    this.#all.add(worker);
    this.#starting.add(worker);
    void worker.exited.then(() => {
      this.#forget(worker);
      if (this.#waiters.length > 0) this.#grow();
    });
    worker.ready.then(
      (reply) => {
        this.#starting.delete(worker);
        if (reply.kind === "ready") this.#offer(worker);
        else this.#refuse(worker, this.#failure(reply));
      },
      (error) => this.#refuse(worker, error),
    );
    return worker;
  }

  #refuse(worker: WorkerProcess<Request, Reply>, error: unknown): void {
    worker.kill();
    this.#forget(worker);
    this.#waiters[0]?.fail(error);
    if (this.#waiters.length > 0) this.#grow();
  }

  #forget(worker: WorkerProcess<Request, Reply>): void {
    this.#all.delete(worker);
    this.#starting.delete(worker);
    this.#idle = this.#idle.filter((other) => other !== worker);
  }

  #offer(worker: WorkerProcess<Request, Reply>): void {
    if (!this.#all.has(worker) || this.#closed) return;
    if (!worker.isAlive) {
      this.#forget(worker);
      if (this.#waiters.length > 0) this.#grow();
      return;
    }
    const waiter = this.#waiters[0];
    if (waiter) waiter.take(worker);
    else {
      this.#idle.push(worker);
      this.#retireLater();
    }
    if (this.#waiters.length > 0) this.#grow();
  }

  #retireLater(): void {
    if (this.#idleMilliseconds === undefined) return;
    clearTimeout(this.#retiring);
    this.#retiring = setTimeout(() => this.retireIdle(), this.#idleMilliseconds);
    this.#retiring.unref();
  }
}
