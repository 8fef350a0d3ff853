import type { GraphError } from "../../../src/evaluation/errors/classify-graph-error.ts";

/** A gold program over the sample, the same program with one thing made wrong, and what kind of error that is. */
export interface GraphCase {
  readonly code: GraphError;
  readonly gold: string;
  readonly predicted: string;
}

const COMEDIES = '(AND (JOIN genre (NAMED "Comedy")) (JOIN producedIn (NAMED "India")))';
const HEIST = '(ARGMAX (JOIN keyword (NAMED "heist")) runtime)';
const WESTERN = '(JOIN (R composer) (JOIN mainGenre (NAMED "Western")))';
const KOREA = '(COUNT (JOIN producedIn (NAMED "South Korea")))';
const LONG = "(AND Film (gt runtime 180))";

/** The codes were written down before there was anything that decides them. */
export const GRAPH_CASES: readonly GraphCase[] = [
  { code: "wrong-entity", gold: WESTERN, predicted: WESTERN.replace("Western", "Horror") },
  { code: "wrong-entity", gold: KOREA, predicted: KOREA.replace("South Korea", "Japan") },
  { code: "missing-constraint", gold: COMEDIES, predicted: '(JOIN genre (NAMED "Comedy"))' },
  {
    code: "missing-constraint",
    gold: "(AND Film (AND (gt runtime 150) (lt budget 10000000)))",
    predicted: "(AND Film (gt runtime 150))",
  },
  { code: "extra-constraint", gold: '(JOIN genre (NAMED "Comedy"))', predicted: COMEDIES },
  {
    code: "extra-constraint",
    gold: '(JOIN genre (NAMED "Comedy"))',
    predicted: '(AND (JOIN genre (NAMED "Comedy")) (gt runtime 120))',
  },
  { code: "wrong-function", gold: KOREA, predicted: '(JOIN producedIn (NAMED "South Korea"))' },
  { code: "wrong-function", gold: HEIST, predicted: HEIST.replace("ARGMAX", "ARGMIN") },
  { code: "wrong-function", gold: HEIST, predicted: '(JOIN keyword (NAMED "heist"))' },
  { code: "wrong-relation", gold: WESTERN, predicted: WESTERN.replace("composer", "director") },
  { code: "wrong-relation", gold: WESTERN, predicted: WESTERN.replace("mainGenre", "genre") },
  {
    code: "wrong-direction",
    gold: '(JOIN remakeOf (JOIN genre (NAMED "Horror")))',
    predicted: '(JOIN (R remakeOf) (JOIN genre (NAMED "Horror")))',
  },
  { code: "missing-step", gold: WESTERN, predicted: '(JOIN mainGenre (NAMED "Western"))' },
  {
    code: "missing-step",
    gold: '(JOIN (R population) (JOIN (R capital) (NAMED "Poland")))',
    predicted: '(JOIN (R capital) (NAMED "Poland"))',
  },
  {
    code: "extra-step",
    gold: '(JOIN (R birthPlace) (JOIN (R director) (JOIN genre (NAMED "Horror"))))',
    predicted: '(JOIN (R country) (JOIN (R birthPlace) (JOIN (R director) (JOIN genre (NAMED "Horror")))))',
  },
  { code: "wrong-attribute", gold: HEIST, predicted: HEIST.replace("runtime", "budget") },
  { code: "wrong-comparison", gold: LONG, predicted: LONG.replace("180", "150") },
  { code: "wrong-comparison", gold: LONG, predicted: LONG.replace("gt", "lt") },
  { code: "wrong-class", gold: "(AND Composer Director)", predicted: "(AND Composer Actor)" },
  {
    code: "wrong-combination",
    gold: '(OR (JOIN setIn (NAMED "Rome")) (JOIN setIn (NAMED "Madrid")))',
    predicted: '(AND (JOIN setIn (NAMED "Rome")) (JOIN setIn (NAMED "Madrid")))',
  },
  {
    code: "wrong-combination",
    gold: '(DIFFERENCE (JOIN keyword (NAMED "vampire")) (JOIN genre (NAMED "Horror")))',
    predicted: '(DIFFERENCE (JOIN genre (NAMED "Horror")) (JOIN keyword (NAMED "vampire")))',
  },
];
