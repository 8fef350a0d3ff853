import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { scrubSecrets } from "../../util/scrub-secrets.ts";

/** One thing that was looked at, what was found, and how long that took. */
export interface Check extends Diagnosis {
  readonly seconds: number;
}

/** What one examination says: one finding, several, or none. */
export type Findings = Diagnosis | readonly Diagnosis[] | undefined;

/** Collects the checks of one target or of the machine, each with its time. */
export interface Examination {
  readonly checks: readonly Check[];
  /** A fault of the look itself becomes a fault under this name. False where something is at fault. */
  look(name: string, work: () => Promise<Findings> | Findings): Promise<boolean>;
}

export function examination(onCheck: (check: Check) => void = () => {}): Examination {
  const checks: Check[] = [];
  return {
    checks,
    async look(name, work) {
      const started = performance.now();
      let found: readonly Diagnosis[];
      try {
        found = [(await work()) ?? []].flat();
      } catch (error) {
        if (FuxiError.isInstance(error) && error.code === "cancelled") throw error;
        found = [faultOf(name, error)];
      }
      const seconds = Math.round(performance.now() - started) / 1000;
      for (const [at, each] of found.entries()) {
        const check = { ...each, seconds: at === 0 ? seconds : 0 };
        checks.push(check);
        onCheck(check);
      }
      return found.every(({ state }) => state !== "fault");
    },
  };
}

/** An error as a fault, with its hint as what mends it. */
export function faultOf(name: string, error: unknown): Diagnosis {
  const known = FuxiError.isInstance(error);
  const text = scrubSecrets(error instanceof Error ? error.message : String(error));
  return {
    name,
    state: "fault",
    text,
    ...(known && error.hint !== undefined ? { mend: scrubSecrets(error.hint) } : {}),
  };
}
