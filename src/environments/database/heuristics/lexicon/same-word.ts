import { sameButForNumber } from "../../../../util/plural.ts";

/** Verbs whose forms do not show what they belong to. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `born birth|died death|dead death|sold sale|sell sale|wrote write|written write|paid pay|payed pay|payment pay|bought buy|won win|
  held hold|spent spend|built build|began begin|begun begin|left leave|made make|taught teach|ran run|spoken speak|speak language|
  weigh weight|weighs weight|weighed weight|weighing weight|flew flight|fly flight|grew grow|sang sing|drove drive|chose choose`
    .split(/[|\n]\s*/u)
    .map((pair) => pair.trim().split(" ") as [string, string]),
);

/** 1 for the same word, 0.97 for singular and plural, 0.85 for forms of one stem; 0 for different words. */
export function wordLikeness(asked: string, name: string): number {
  if (asked === name) return 1;
  if (sameButForNumber(asked, name)) return 0.97;
  return asked.length > 3 && name.length > 3 && stem(asked) === stem(name) ? 0.85 : 0;
}

/** What regular forms of a word have in common: `releas` of released, releases, release. */
export function stem(word: string): string {
  const known = IRREGULAR.get(word) ?? word;
  return known
    .replace(/(?<=.{3})(ies|ied)$/u, "y")
    .replace(/(?<=.{3})(ings?|ed|es|s)$/u, "")
    .replace(/(?<=.{4})(ment|ation|ion|ance|ence|ory)s?$/u, "")
    .replace(/(?<=.{4})(y|e|i)$/u, "")
    .replace(/([bdgmnprt])\1$/u, "$1");
}
