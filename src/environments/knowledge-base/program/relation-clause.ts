import { objectText, type SetPhrase, THINGS, withClauses } from "./set-phrase.ts";

const PREPOSITION = /\s(?:by|in|of|at|to|from|on|with|for|as|into|near|under|between)$/u;

/** Those from which the relation leads to the set: "things that were directed by Kubrick", "things whose genre is War". */
export function leadingTo(label: string, to: SetPhrase): SetPhrase {
  const object = objectText(to);
  const [first = "", ...rest] = label.split(" ");
  if (first === "has" && rest.length > 0) return clause(`that have ${rest.join(" ")} ${object}`);
  if ((first === "is" || first === "was") && rest.length > 0)
    return clause(`that ${first === "is" ? "are" : "were"} ${rest.join(" ")} ${object}`);
  if (/ed by$|(?:written|made|sung|drawn|built|led|won|given|held|run) by$/u.test(label))
    return clause(`that were ${label} ${object}`);
  if (PREPOSITION.test(label)) return clause(`that are ${label} ${object}`);
  return clause(`whose ${label} is ${object}`);
}

/** Those to which the relation leads from the set: "the genre of Alien", "what Alien was directed by". */
export function ledToFrom(label: string, from: SetPhrase): SetPhrase {
  const noun = label.replace(/^has (?=.)/u, "");
  if (!PREPOSITION.test(label))
    return { noun: `the ${noun} of ${objectText(from)}`, generic: false, closed: false, clauses: [] };
  const verb = label.endsWith(" by") ? "was" : "is";
  return clause(`that ${objectText(from)} ${verb} ${label.replace(/^(?:is|was) /u, "")}`);
}

function clause(text: string): SetPhrase {
  return { ...withClauses(THINGS, [text]), generic: true };
}
