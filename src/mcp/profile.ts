import type { Tool } from "../environment/tool.ts";

/**
 * Which tools a client sees. `minimal`: the smallest set with which questions can be answered; `navigate`: what looks around; `build`: what
 * builds and checks an answer; `all`.
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
