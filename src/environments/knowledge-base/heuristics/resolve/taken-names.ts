import { entityTexts } from "../../readings/knowledge-base-readings.ts";
import { termText } from "../../term/term.ts";
import type { NameSpan } from "../linking/link-names.ts";
import { choicesIn } from "../unclear/unclear-rivals.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

/** Says which of several entities of one name was taken; nothing where only one has it, or the reading has said so already. */
export async function takenNames(
  { node, assumptions }: Resolved,
  names: readonly NameSpan[],
  { graph, services }: ResolveContext,
): Promise<readonly string[]> {
  const taken = choicesIn(node).flatMap(({ words, term }) => {
    const span = names.find(({ text }) => text === words);
    const several = new Set(span?.readings.map((each) => termText(each.term))).size > 1;
    const told = assumptions.some((said) => said.startsWith(`"${words}" was read as`));
    const own = span?.readings.find((each) => each.term === term);
    return several && !told && own !== undefined ? [{ words, term: own.term, label: own.name }] : [];
  });
  if (taken.length === 0) return [];
  const texts = await entityTexts(taken, graph, services.names);
  return [...new Set(taken.map(({ words }, at) => `"${words}" was read as ${texts[at]}.`))];
}
