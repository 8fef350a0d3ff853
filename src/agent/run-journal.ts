import type { Principal } from "../environment/principal.ts";
import type { RunEvent, RunEventBody } from "../trajectory/run-event.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import type { RunFold } from "./run-fold.ts";
import { JournalFailure } from "./run-interruption.ts";
import type { RunTaskOptions } from "./run-options.ts";

export interface EventFrame {
  readonly parentSeq: number | null;
  /** "run" for what the loop itself does. */
  readonly role?: string;
  readonly environment?: string | undefined;
  readonly milliseconds?: number;
}

export interface JournalOptions {
  readonly runId: string;
  readonly principal: Principal;
  readonly store: TrajectoryStore;
  readonly fold: RunFold;
  readonly clock: () => Date;
  readonly onEvent?: RunTaskOptions["onEvent"] | undefined;
  /** What is stored already. */
  readonly events: readonly RunEvent[];
}

/** Writes a run's events, each to the store first, then to the listener, then into the fold. */
export class RunJournal {
  readonly events: RunEvent[];
  readonly #options: JournalOptions;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.events = [...options.events];
  }

  async write(body: RunEventBody, frame: EventFrame): Promise<RunEvent> {
    const { runId, principal, store, fold, clock, onEvent } = this.#options;
    const { parentSeq, role = "run", environment, milliseconds } = frame;
    const event = asStored({
      ...body,
      seq: this.events.length + 1,
      parentSeq,
      role,
      ...(environment === undefined ? {} : { environment }),
      at: clock().toISOString(),
      ...(milliseconds === undefined ? {} : { milliseconds }),
    });
    try {
      await store.append(runId, principal, [event]);
      this.events.push(event);
      await onEvent?.(event);
    } catch (error) {
      throw new JournalFailure(error);
    }
    fold.apply(event);
    return event;
  }
}

/** The event as it will be read back, so that this run and a resumed one fold the very same. */
function asStored(event: RunEvent): RunEvent {
  return JSON.parse(JSON.stringify(event)) as RunEvent;
}
