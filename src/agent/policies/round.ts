import type { Decided } from "./text-decision-reply.ts";

/** A prompt of two messages, and how its reply is read. */
export interface Round {
  /** The same for every question where that is possible. */
  readonly system: string;
  readonly user: string;
  /** Undefined where the reply has not what was asked for. */
  read(text: string): Decided | undefined;
  /** What a reply has to be. */
  readonly form: string;
}
