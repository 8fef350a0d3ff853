import type { FaultKind } from "../../agent/policies/damaged-oracle/fault.ts";

/** What goes wrong, coarsely: the rows of the study. */
export const FAULT_CLASSES = [
  "wrong name",
  "wrong value",
  "wrong tool",
  "malformed action",
  "ignored observation",
] as const;

/** One of `FAULT_CLASSES`. */
export type FaultClass = (typeof FAULT_CLASSES)[number];

/** Of each class, the damage that is done; which of it is drawn for each action. */
export const KINDS_OF: Readonly<Record<FaultClass, readonly FaultKind[]>> = {
  "wrong name": ["misspelt-name", "foreign-name"],
  "wrong value": ["misspelt-value"],
  "wrong tool": ["wrong-clause"],
  "malformed action": ["malformed-action"],
  "ignored observation": ["ignored-observation"],
};
