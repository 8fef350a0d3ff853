import type { NounPhrase } from "../grammar/question-tree.ts";
import { testOf } from "./compile-cells.ts";
import type { CompileContext } from "./compile-context.ts";
import { addTo, compileModifier } from "./compile-modifier.ts";
import { refersElsewhere } from "./place.ts";
import { best, each, product, type Scored, scored } from "./scored.ts";
import type { Thing } from "./thing.ts";

/** What a noun phrase may stand for, likeliest first. */
export async function compilePhrase(
  phrase: NounPhrase,
  context: CompileContext,
): Promise<readonly Scored<Thing>[]> {
  return each(await heads(phrase, context), async (head) => {
    let things: readonly Scored<Thing>[] = [head];
    for (const modifier of phrase.modifiers) {
      const grown = await each(things, async (thing) =>
        product([thing], await compileModifier(modifier, thing.value, context, compilePhrase), addTo),
      );
      things = best(grown, 8);
      if (things.length === 0) return [];
    }
    return things;
  });
}

async function heads({ head }: NounPhrase, context: CompileContext): Promise<readonly Scored<Thing>[]> {
  const found = await each(head.links, async (link): Promise<readonly Scored<Thing>[]> => {
    if (link.kind === "table") return [scored({ root: link.table, tests: [] }, link.score)];
    if (link.kind === "column") {
      // "the name of the makers" asks for a property of makers, not for names that have makers.
      if (refersElsewhere(link, context.services) || /^(?:names?|details?|ids?)$/iu.test(head.text))
        return [];
      return [scored({ root: link.table, column: link.column, tests: [] }, 0.93 * link.score, [link.note])];
    }
    const test = await testOf({ table: link.table, column: link.column, hops: [] }, [link], false, context);
    // A stored name ("of O'Dowd's Picture House") stands for its row; a word that is a cell too ("students") may rather be something else.
    const weight = link.how === "cell" && link.score >= 0.99 ? 0.98 : 0.9;
    return [scored({ root: link.table, tests: [test] }, weight * link.score, [link.note])];
  });
  return best(found, 10);
}
