import type { Tool } from "../environment/tool.ts";

/**
 * Sets of tools that a client sees. `minimal`: the smallest set that can answer questions; `navigate`: tools that explore; `build`: tools that
 * build and check an answer; `all`.
 */
export const PROFILES = ["minimal", "navigate", "build", "all"] as const;

/** One of `PROFILES`. */
export type Profile = (typeof PROFILES)[number];

export function showsIn(profile: Profile, { essential, group }: Tool): boolean {
  switch (profile) {
    case "minimal":
      return essential === true;
    case "navigate":
      return group === "navigational";
    case "build":
      return group === "functional";
    case "all":
      return true;
  }
}
