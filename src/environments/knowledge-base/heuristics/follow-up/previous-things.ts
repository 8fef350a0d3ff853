import type { PreviousRun } from "../../../../environment/task.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { parseProgram } from "../../program/parse-program.ts";
import { classTest, nodesOf, type Program } from "../../program/program.ts";

import { isNode, type Term } from "../../term/term.ts";
import { linkQuestion } from "../interpret-question.ts";
import type { NameReading } from "../linking/name-reading.ts";
import type { ReadingSession } from "../reading-session.ts";
import { applySettled } from "../settled/apply-settled.ts";

const MOST_NAMED = 8;

export interface PreviousThings {
  /** The one entity that was the answer; several where only its name is known, and several have it. */
  readonly answer: readonly NameReading[];
  /** Entities that the question was about. */
  readonly named: readonly NameReading[];
}

/** What a follow-up can point to: by what the answer rested on, else by the names in the question and the answer. */
export async function previousThings(
  previous: PreviousRun,
  session: ReadingSession,
): Promise<PreviousThings> {
  const program = await programOf(previous, session);
  if (program !== undefined) {
    const terms = nodesOf(program).flatMap((node) => (node.op === "terms" ? node.terms : []));
    const named = await labelled(terms, session);
    const { terms: members } = await session.graph.members(program, 2);
    return { named, answer: members.length === 1 ? await labelled(members, session) : [] };
  }
  const said = await applySettled(previous.question, previous.settled ?? [], session);
  const linked = await linkQuestion(said, session);
  const named = (linked?.names ?? []).flatMap(({ readings, cost }) =>
    readings.length === 1 && cost < 0.2 ? readings : [],
  );
  return { named, answer: previous.answer === undefined ? [] : await answerNamed(previous.answer, session) };
}

async function programOf(
  { evidence }: PreviousRun,
  { graph, services }: ReadingSession,
): Promise<Program | undefined> {
  if (evidence === undefined) return undefined;
  const { classes } = await graph.schema();
  try {
    return parseProgram(evidence, services.names, {
      isClass: classTest(
        services.store.vocabulary,
        classes.map((each) => each.class),
      ),
    });
  } catch (error) {
    // Evidence of another environment, or shortened: then the words themselves have to do.
    if (error instanceof FuxiError && error.code === "data-invalid") return undefined;
    throw error;
  }
}

async function labelled(terms: readonly Term[], { graph }: ReadingSession): Promise<readonly NameReading[]> {
  const nodes = terms.filter(isNode);
  const names = await graph.termNames(nodes);
  return nodes.map((term, at) => ({ term, name: names[at] ?? "", tier: "said", alias: false }));
}

/** Only where the whole answer is a name. */
async function answerNamed(text: string, { graph }: ReadingSession): Promise<readonly NameReading[]> {
  const { matches } = await graph.find(text.trim(), { limit: MOST_NAMED, among: "entities" });
  return matches
    .filter(({ tier, alias }) => tier === "exact" && !alias)
    .map(({ term, name }) => ({ term, name, tier: "said", alias: false }));
}
