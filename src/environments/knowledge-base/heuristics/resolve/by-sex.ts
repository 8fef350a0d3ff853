import { literal } from "../../term/term.ts";
import type { Noun } from "../grammar/phrase.ts";
import { FEMALE, MALE } from "../lexicon/closed-words.ts";
import { singular } from "../linking/lexical-edges.ts";
import { followNode, type Node, setNode } from "./node.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

const SPOUSE = "spouse";
const MOST_SEXES = 20;

/**
 * Nouns that name a sex ("mother") where the relation does not ("parents"): those who are known to be of the other sex are left out. Where the
 * data says nothing of it, one person is taken with that said, several are not understood; husbands and wives are taken as they are.
 */
export async function bySex(
  resolved: Resolved,
  noun: Noun,
  context: ResolveContext,
): Promise<Resolved | undefined> {
  const sex = sexOf(noun);
  const { node, ends } = resolved;
  if (sex === undefined || node.kind !== "follow") return resolved;
  const own = `${node.path.local} ${node.path.label}`.toLowerCase();
  const concepts = ends.flatMap((end) => end.concepts);
  if (own.includes(noun.key) || own.includes(noun.text) || !concepts.some((each) => SEXED.has(each)))
    return resolved;
  const gender = (await context.relationsOf(node)).find(
    ({ sense, path }) => sense.concepts.includes("gender") && !path.inverse,
  );
  if (gender) {
    const { terms } = await context.graph.members(followNode(node, gender.path, "").program, MOST_SEXES);
    const names = await context.graph.termNames(terms);
    const other = names.find((name) =>
      (sex === "male" ? /\b(?:fe|wo)(?:male|man)\b|^f$/iu : /^(?:male|man|m)\b/iu).test(name),
    );
    const at = other === undefined ? -1 : names.indexOf(other);
    const term = terms[at];
    if (other === undefined || term === undefined) return resolved;
    const excluded: Node = {
      kind: "filter",
      of: node,
      attribute: gender.path,
      comparison: "=",
      value: term.kind === "iri" ? term : literal(other),
      written: other,
      program: { op: "filter", of: node.program, attribute: gender.path.path, comparison: "=", value: term },
    };
    const left = setNode("difference", node, excluded);
    const { size } = await context.graph.summarize(left.program);
    if (size > 0) return { ...resolved, node: left };
    context.notes.push({ reason: `All that ${node.path.text} leads to are ${other}.`, words: [noun.text] });
    return undefined;
  }
  if (concepts.includes(SPOUSE)) return resolved;
  const { size } = await context.graph.summarize(node.program);
  const reason = `"${noun.text}" was read as ${node.path.text}; the data does not say of what sex they are.`;
  if (size <= 1)
    return { ...resolved, cost: resolved.cost + 0.05, assumptions: [...resolved.assumptions, reason] };
  context.notes.push({ reason, words: [noun.text] });
  return undefined;
}

const SEXED: ReadonlySet<string> = new Set(["parent", "child", "sibling", SPOUSE, "cast"]);

function sexOf({ text }: Noun): "male" | "female" | undefined {
  for (const word of [
    text,
    text.replace(/(?:es|s)$/u, ""),
    text.replace(/s$/u, ""),
    singular(text),
    text.replace(/ves$/u, "fe"),
  ]) {
    if (MALE.has(word)) return "male";
    if (FEMALE.has(word)) return "female";
  }
  return undefined;
}
