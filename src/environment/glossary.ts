import type { Principal } from "./principal.ts";
import type { Settled } from "./settled.ts";

/** What words mean, as remembered for one environment. */
export interface GlossaryEntry extends Settled {
  /** The environment it was remembered for. */
  readonly environment: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * What people have said that words mean in an environment, remembered because they said so. Words are compared without regard to case and
 * spacing; the same words remembered again replace what was there.
 *
 * @throws FuxiError `store-unavailable`, `store-corrupt`
 */
export interface Glossary {
  /** In place of what the same words meant before. */
  remember(entry: Omit<GlossaryEntry, "at">, principal: Principal): Promise<void>;
  /** The newest first. */
  list(environment: string, principal: Principal): Promise<readonly GlossaryEntry[]>;
  /** False where there was no such entry. */
  forget(environment: string, words: string, principal: Principal): Promise<boolean>;
  close(): Promise<void>;
}
