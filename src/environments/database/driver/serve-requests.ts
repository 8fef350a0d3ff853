import { Worker } from "node:worker_threads";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { type OpenedEngine, sentError, type WorkerReply, type WorkerRequest } from "./worker-messages.ts";

/** An engine with its file open, in the process that holds it. */
export interface WorkerSession {
  readonly opened: OpenedEngine;
  /** @throws FuxiError for refusals, else any error of the engine */
  answer(request: WorkerRequest): unknown;
  /** False after a failure that leaves the engine unusable; absent where there is no such failure. */
  isUsable?(): Promise<boolean>;
}

/**
 * The main part of a worker process: opens a file and answers requests until the parent disconnects. The parent stops a running statement by killing
 * the process, as nothing else stops every statement for sure.
 * @param failure turns the engine's error into Fuxi's; without a statement the error is about the file
 */
export async function serveRequests(
  open: () => WorkerSession | Promise<WorkerSession>,
  failure: (error: unknown, sql: string | undefined) => Promise<FuxiError>,
): Promise<void> {
  process.once("disconnect", () => process.exit());
  const reply = (message: WorkerReply) => process.send?.(message);
  const complain = async (error: unknown, sql?: string, session?: WorkerSession): Promise<void> => {
    const isLast = (await session?.isUsable?.()) === false;
    reply({ error: sentError(FuxiError.isInstance(error) ? error : await failure(error, sql)), isLast });
  };
  try {
    const session = await open();
    process.on("message", async (request: WorkerRequest) => {
      try {
        reply({ value: await session.answer(request) });
      } catch (error) {
        await complain(error, "sql" in request ? request.sql : undefined, session);
      }
    });
    reply({ value: session.opened });
  } catch (error) {
    await complain(error);
  }
  endWithParent();
}

/** A running statement blocks the main thread, which then misses that the parent died. A second thread watches for that. */
function endWithParent(): void {
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, "SIGKILL"), 500)`;
  new Worker(watch, { eval: true, stdin: false }).unref();
}
