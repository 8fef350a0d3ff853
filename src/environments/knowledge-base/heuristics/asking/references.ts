import type { Unclear } from "../../../../environment/capabilities.ts";
import { missingReference } from "../../../../environment/interpretations.ts";
import type { PreviousRun } from "../../../../environment/task.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import { parseProgram } from "../../program/parse-program.ts";
import { type ClassTest, classTest, nodesOf, type Program } from "../../program/program.ts";
import { isNode, type Term } from "../../term/term.ts";
import type { Names } from "../../vocabulary/names.ts";
import type { NameReading, NameSpan } from "../linking/link-names.ts";
import { type KnownWords, nounOf } from "../linking/words.ts";
import type { ReadingSession } from "../resolve/resolve-context.ts";

const POINTS: Readonly<Record<string, "person" | "thing" | "several">> = {
  ...Object.fromEntries("he him his she her".split(" ").map((word) => [word, "person"] as const)),
  ...Object.fromEntries("it its this that".split(" ").map((word) => [word, "thing"] as const)),
  ...Object.fromEntries("they them their these those".split(" ").map((word) => [word, "several"] as const)),
};

/** Words that point to something which the question itself does not name. */
export interface Reference {
  /** As they stand in the question: "she", "that film". */
  readonly words: string;
  readonly points: "person" | "thing" | "several";
  /** Of "that film". */
  readonly noun?: string;
}

/** The first reference to nothing in the question; undefined where a name stands before it, and where "that" joins. */
export function findReference(
  question: string,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): Reference | undefined {
  const sure = names.filter(({ cost }) => cost < 0.5);
  for (const [at, { folded, kind }] of tokens.entries()) {
    const points = kind === "word" ? POINTS[folded] : undefined;
    if (points === undefined || sure.some(({ from }) => from <= at)) continue;
    const next = tokens[at + 1];
    const noun =
      next?.kind === "word" && nounOf([next.folded], known) !== undefined ? next.folded : undefined;
    if (!/^th(?:is|at|ese|ose)$/u.test(folded)) {
      // "Books that were illustrated by their author": what it points to may stand before.
      const owns = /^(?:his|her|its|their)$/u.test(folded) && next?.kind === "word";
      const isAsked =
        !owns && /^(?:is|was|were|are|did|does|do|has|have|had|can)$/u.test(tokens[at - 1]?.folded ?? "");
      const isOpen = tokens.slice(0, at).some((each) => nounOf([each.folded], known) !== undefined);
      if (isOpen && !isAsked && points !== "person") continue;
      return { words: textBetween(question, tokens, at, at + 1), points };
    }
    const joins = nounOf([tokens[at - 1]?.folded ?? ""], known) !== undefined;
    if (noun !== undefined && !joins)
      return { words: textBetween(question, tokens, at, at + 2), points, noun };
  }
  return undefined;
}

/** What is asked where words point to something that was never named. */
export function askReference({ words, points, noun }: Reference): Unclear {
  const asked = points === "person" ? "Who is" : points === "thing" && noun ? `Which ${noun} is` : "What is";
  return missingReference(words, `${asked} meant by "${words}"?`);
}

/**
 * What a reference of a follow-up can point to: the one entity that was the answer before, and the entities that the question before was about.
 * Nothing where the run before rested on no program over this graph.
 */
export async function pointedAt(
  { evidence }: PreviousRun,
  { graph, services }: ReadingSession,
): Promise<{ readonly answer: readonly NameReading[]; readonly named: readonly NameReading[] }> {
  const { classes } = await graph.schema();
  const isClass = classTest(
    services.store.vocabulary,
    classes.map((each) => each.class),
  );
  const program = evidence === undefined ? undefined : readProgram(evidence, services.names, isClass);
  if (program === undefined) return { answer: [], named: [] };
  const labelled = async (terms: readonly Term[]): Promise<readonly NameReading[]> => {
    const labels = await graph.termNames(terms);
    return terms.map((term, at) => ({ term, name: labels[at] ?? "", tier: "said", alias: false }));
  };
  const named = nodesOf(program).flatMap((node): readonly Term[] => (node.op === "terms" ? node.terms : []));
  const { terms } = await graph.members(program, 2);
  return {
    answer: await labelled(terms.length === 1 ? terms.filter(isNode) : []),
    named: await labelled(named.filter(isNode)),
  };
}

/** Undefined for evidence of another environment, and where it was shortened. */
function readProgram(evidence: string, names: Names, isClass: ClassTest): Program | undefined {
  try {
    return parseProgram(evidence, names, { isClass });
  } catch (error) {
    if (error instanceof FuxiError && error.code === "data-invalid") return undefined;
    throw error;
  }
}
