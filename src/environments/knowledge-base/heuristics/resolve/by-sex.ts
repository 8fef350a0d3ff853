import type { Term } from "../../term/term.ts";
import type { Noun } from "../grammar/phrase.ts";
import { FEMALE, MALE } from "../lexicon/kinds.ts";
import { singular } from "../linking/lexical-edges.ts";
import { followNode, type Node, setNode } from "./node.ts";
import type { MeantPath, ResolveContext, Resolved } from "./resolve-context.ts";

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
  const gender = (await context.relationsOf(node)).find(isGender);
  if (gender) {
    const { terms } = await context.graph.members(followNode(node, gender.path, "").program, MOST_SEXES);
    const names = await context.graph.termNames(terms);
    const at = names.findIndex((name) => NAMES[sex === "male" ? "female" : "male"].test(name));
    const [other, term] = [names[at], terms[at]];
    if (other === undefined || term === undefined) return resolved;
    const excluded = sexNode(node, gender, term, other);
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

const NAMES = { male: /^(?:male|man|m)\b/iu, female: /^(?:female|woman|f)\b/iu } as const;

const isGender = ({ sense, path }: MeantPath): boolean => sense.concepts.includes("gender") && !path.inverse;

function sexNode(of: Node, { path }: MeantPath, value: Term, written: string): Node {
  const program = { op: "filter", of: of.program, attribute: path.path, comparison: "=", value } as const;
  return { kind: "filter", of, attribute: path, comparison: "=", value, written, program };
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

/** Those who are said to be of that sex. */
export async function ofSex(
  found: readonly Resolved[],
  sex: "male" | "female",
  context: ResolveContext,
): Promise<readonly Resolved[]> {
  const kept: Resolved[] = [];
  for (const each of found) {
    const gender = (await context.relationsOf(each.node)).find(isGender);
    if (!gender) continue;
    const { terms } = await context.graph.members(followNode(each.node, gender.path, "").program, MOST_SEXES);
    const names = await context.graph.termNames(terms);
    const at = names.findIndex((name) => NAMES[sex].test(name));
    const term = terms[at];
    if (term) kept.push({ ...each, node: sexNode(each.node, gender, term, names[at] ?? "") });
  }
  if (kept.length === 0) context.notes.push({ reason: `Nothing says who is ${sex}.`, words: [sex] });
  return kept;
}
