import { expect } from "vitest";
import type { Verdict } from "./run-suite.ts";

/** Why a server does not pass a scenario, and how all of its failures there read: a failure of another kind is not excused. */
export interface Exception {
  readonly reason: string;
  readonly says: RegExp;
}

export type Exceptions = Readonly<Record<string, Exception>>;

/** Finds what fails without standing in the table, and what stands in it but passes or is not run at all. */
export function holdAgainst(verdicts: readonly Verdict[], exceptions: Exceptions): void {
  const unexpected = verdicts.flatMap(({ scenario, failures }) =>
    failures
      .filter((failure) => exceptions[scenario]?.says.test(failure) !== true)
      .map((failure) => `${scenario}: ${failure}`),
  );
  const failing = new Set(
    verdicts.flatMap(({ scenario, failures }) => (failures.length > 0 ? [scenario] : [])),
  );
  const stale = Object.keys(exceptions).filter((scenario) => !failing.has(scenario));
  expect({ unexpected, stale }).toEqual({ unexpected: [], stale: [] });
}

/** The same exception for several scenarios. */
export function exceptionsFor(exception: Exception, scenarios: readonly string[]): Exceptions {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, exception]));
}
