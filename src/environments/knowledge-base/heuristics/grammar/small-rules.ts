import { type Rule, rule } from "./chart.ts";
import type { Phrase } from "./phrase.ts";

const nothing = () => "";

/** Words that only hold phrases together, and lists of names. */
export const SMALL_RULES: readonly Rule[] = [
  ...rule("BE", "is|are|was|were|be|'s", nothing),
  ...rule("BE", "has|have|had been", nothing),
  ...rule("BE", "can|could be", nothing),
  ...rule("DO", "do|does|did|has|have|had|can", nothing),
  ...rule("AUX", "is|are|was|were|do|does|did|has|have|had|can", nothing),
  ...rule("HAVE", "has|have|had", nothing),
  ...rule("P", "in|at|on|to|for|from|of|about|with|under|through|into|as", nothing),
  ...rule("WHAT", "what|which", nothing),
  ...rule("WHO", "who|whom", nothing),
  ...rule("THAT", "that|which|who|whom", nothing),
  ...rule("DET", "the|a|an|all|any|some|each|every|these|those|this|that", nothing),
  ...rule("DET", "all of? the", nothing),
  ...rule("DET", "some|any of the", nothing),
  ...rule("DET", "a few", nothing),
  ...rule("DET", "the name|names of DET?", nothing),
  ...rule("ALSO", "also|too", () => true),
  ...rule("OTHER", "other|another|further", () => true),
  ...rule("WHEN", "when", () => "when"),
  ...rule("WHEN", "where", () => "where"),
  ...rule("LINK", "about", () => "about"),
  ...rule("LINK", "in|within", () => "in"),
  ...rule("LINK", "from", () => "from"),
  ...rule("LINK", "by", () => "by"),
  ...rule("LINK", "with", () => "with"),
  ...rule("LINK", "on", () => "on"),
  ...rule("LINK", "at", () => "at"),
  ...rule("LINK", "of", () => "of"),

  // What a condition starts from: one phrase, or several.
  ...rule("KNOWN", "NP", (known: Phrase) => known),
  ...rule("KNOWN", "SEVERAL", (known: Phrase) => known),
  ...rule("SEVERAL", "both? NP and|& NP", (a: Phrase, b: Phrase) => ({ is: "both", of: [a, b] })),
  ...rule("SEVERAL", "NP , NP and|& NP", (...of: readonly Phrase[]) => ({ is: "both", of })),
  ...rule("SEVERAL", "either? NP or NP", (a: Phrase, b: Phrase) => ({ is: "either", of: [a, b] })),
  ...rule("SEVERAL", "NP , NP or NP", (...of: readonly Phrase[]) => ({ is: "either", of })),
];
