import { randomInt } from "node:crypto";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 14;

/** 14 characters of `a-z0-9`, 72 bits of chance: nobody comes upon somebody else's. */
export function newWorkspaceId(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
