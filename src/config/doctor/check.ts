import type { Diagnosis } from "../../environments/database/driver/diagnosis.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { scrubSecrets } from "../../util/scrub-secrets.ts";

/** A check with its finding and duration. */
export interface Check extends Diagnosis {
  readonly seconds: number;
}

/** The finding of a check, under the check's name unless it has its own. A plain text means that all is well. */
export type Finding = string | (Omit<Diagnosis, "name"> & { readonly name?: string });

/** One finding, several, or none. */
export type Findings = Finding | readonly Finding[] | undefined;

/** `mend`: how to fix it. */
export const warning = (text: string, mend?: string) =>
  ({ state: "warning", text, ...(mend === undefined ? {} : { mend }) }) as const;

export const fault = (text: string, mend?: string) =>
  ({ state: "fault", text, ...(mend === undefined ? {} : { mend }) }) as const;

/** Collects the checks of one target or of the machine, each with its time. */
export interface Examination {
  readonly checks: readonly Check[];
  /** Runs a check. An error in `work` becomes a fault under this name. False if there is a fault. */
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
        const findings = [(await work()) ?? []].flat();
        found = findings.map((each) => ({
          name,
          ...(typeof each === "string" ? { state: "ok", text: each } : each),
        }));
      } catch (error) {
        if (FuxiError.isInstance(error) && error.code === "cancelled") throw error;
        found = [{ name, ...faultOf(error) }];
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

/** An error as a fault, with its hint as the fix. */
function faultOf(error: unknown) {
  const text = scrubSecrets(error instanceof Error ? error.message : String(error));
  const hint = FuxiError.isInstance(error) ? error.hint : undefined;
  return fault(text, hint === undefined ? undefined : scrubSecrets(hint));
}
