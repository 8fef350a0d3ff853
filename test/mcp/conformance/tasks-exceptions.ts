import { exceptionsFor } from "./hold-against.ts";

/** For any revision that runs the scenarios of the extension; none of them is required. */
export const TASKS_EXCEPTIONS = exceptionsFor(
  {
    reason:
      "The extension Tasks is not offered: what takes long reports progress, and a run is resumed by a tool.",
    says: /./u,
  },
  [
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-request-state-removal",
    "tasks-mrtr-input",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
    "tasks-required-task-error",
    "tasks-mrtr-composition",
  ],
);
