import { expect } from "vitest";
import type { Verdict } from "./run-suite.ts";

/** Scenarios that a server does not pass, each with the reason. */
export type Exceptions = Readonly<Record<string, string>>;

/** What fails without standing in the table, and what stands in it but passes or is not run at all. */
export function holdAgainst(verdicts: readonly Verdict[], exceptions: Exceptions): void {
  const failed = verdicts.filter(({ failures }) => failures.length > 0);
  const unexpected = failed.filter(({ scenario }) => exceptions[scenario] === undefined);
  const stale = Object.keys(exceptions).filter((name) => !failed.some(({ scenario }) => scenario === name));
  expect({ unexpected, stale }).toEqual({ unexpected: [], stale: [] });
}
