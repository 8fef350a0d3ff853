import type { PathShape } from "./path-shape.ts";
import type { ReadStep } from "./read-step.ts";
import type { Expansion } from "./vocabulary.ts";
import { wordKey } from "./word-key.ts";

const GIVEN = 0.15;
const NOT_GIVEN = 0.22;
const NOT_GIVEN_BUT_LED_TO = 0.11;
const NOT_TAKEN = 0.15;
const LEAST_NEARNESS = 0.4;

export interface IdentifierFit {
  /** About 1: more where the path asks for ids that the step gives, less where it asks for others or leaves some out. */
  readonly worth: number;
  /** Names of variables that the step gives no id for. */
  readonly missing: readonly string[];
}

/**
 * How well the identifiers that paths ask for are those of which a step speaks. Names in the step stand in for ids, as they lead to them. Only words for
 * things that some path asks for make a mention: `400 dollars` is none.
 */
export function identifierFits(
  shapes: readonly PathShape[],
): (step: ReadStep, expand: (word: string) => Expansion) => (shape: PathShape) => IdentifierFit {
  const asked = new Set(
    shapes.flatMap(({ variables }) => variables.flatMap(({ nouns }) => nouns.map(wordKey))),
  );
  return (step, expand) => {
    const mentioned = step.mentions
      .map((words) => words.map((word) => nearKeys(expand(word), asked)).find((keys) => keys.size > 0))
      .filter((keys) => keys !== undefined);
    const leads = step.named;
    return ({ variables }) => {
      const free = new Set(mentioned.keys());
      const missing: string[] = [];
      for (const { name, nouns } of variables) {
        const keys = nouns.map(wordKey);
        const taken = [...free].find((at) => keys.some((key) => mentioned[at]?.has(key)));
        if (taken === undefined) missing.push(name);
        else free.delete(taken);
      }
      const given = variables.length - missing.length;
      const penalty = missing.length * (leads ? NOT_GIVEN_BUT_LED_TO : NOT_GIVEN) + free.size * NOT_TAKEN;
      return { worth: (1 + given * GIVEN) / (1 + penalty), missing };
    };
  };
}

function nearKeys(expansion: Expansion, asked: ReadonlySet<string>): ReadonlySet<string> {
  const near = [...expansion].filter(([key, strength]) => strength >= LEAST_NEARNESS && asked.has(key));
  return new Set(near.map(([key]) => key));
}
