import { isUntold } from "../../../environment/egress/told-text.ts";
import { egressSentence } from "../../../environment/egress/with-egress.ts";
import type { TeamState } from "./team-state.ts";

/** For roles that would write values out: how they are named where they are withheld. The parser reads forms at each level. */
export function namedValues({ withheld, turn }: TeamState): readonly string[] {
  if (withheld === undefined || turn.role === "parser") return [];
  return [
    `${egressSentence(withheld)} Where you would write a value out, name it in braces: {e1} is what e1 holds, {e1[0].id} and {r1.results[0].id} are parts. A step, an argument of an operation that changes nothing ("film_id": "{e1[0].id}") and an answer take it so; in the answer the person reads the value itself.`,
  ];
}

/** True for an answer with the mark of a withheld value in it. */
export function tellsNothing({ withheld }: TeamState, answer: string): boolean {
  return withheld === "schema" && isUntold(answer);
}

export const TELLS_NOTHING =
  "It holds •, which tells the person nothing. Name values in braces, such as {e1}, or say what was found in words.";
