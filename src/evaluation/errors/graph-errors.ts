import { RUN_ERRORS } from "./run-errors.ts";

/**
 * What kinds of error an answer from a knowledge base can be: a closed table of our own. Of several that hold, the first of this order is told, so that a
 * kind further down says that nothing above it was seen.
 */
export const GRAPH_ERRORS = {
  ...RUN_ERRORS,
  "no-members": "The answer is words alone and rests on no set.",
  "empty-set": "The program gives no members at all.",
  "wrong-entity": "The program begins with another entity or value in the place of the gold's.",
  "wrong-function":
    "The program counts, or takes the largest or smallest, where the gold does not, or the other way round.",
  "wrong-direction": "The relations are the gold's, and one of them is followed the other way.",
  "missing-step": "A relation of the gold is not followed, and no other is.",
  "extra-step": "All relations of the gold are followed, and another as well.",
  "wrong-relation": "A relation is followed in the place of another.",
  "missing-constraint": "A set or a comparison that the gold narrows the answer by is not there.",
  "extra-constraint": "The answer is narrowed by a set or a comparison that the gold has not.",
  "wrong-attribute": "It is compared or sorted by another attribute.",
  "wrong-comparison": "A comparison is with another value, or another comparison.",
  "wrong-class": "Another class is taken.",
  "wrong-combination": "The same parts, put together in another way.",
  "same-program": "The program is the gold's, and the gold's members are others all the same.",
  "partly-right": "There is no gold program to compare with; some members are right.",
  "other-members": "There is no gold program to compare with; no member is right.",
} as const;

/** A key of `GRAPH_ERRORS`. */
export type GraphError = keyof typeof GRAPH_ERRORS;
