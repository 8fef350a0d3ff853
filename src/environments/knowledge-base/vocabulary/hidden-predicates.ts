import type { Vocabulary } from "./vocabulary.ts";

/** Whether a predicate (full IRI) is not listed as a relation, attribute, fact or way: exactly those that `hidden` names. */
export function hiddenPredicates({ hidden }: Vocabulary): (predicate: string) => boolean {
  const whole = new Set(hidden.filter((each) => !each.endsWith("*")));
  const beginnings = hidden.filter((each) => each.endsWith("*")).map((each) => each.slice(0, -1));
  return (predicate) => whole.has(predicate) || beginnings.some((start) => predicate.startsWith(start));
}
