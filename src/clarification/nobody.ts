import type { UserProxy } from "./user-proxy.ts";

/** The user proxy of a run without a person: every question ends the run as `needs-clarification`. */
export const nobody: UserProxy = {
  ask: async () => ({ type: "unavailable" }),
};
