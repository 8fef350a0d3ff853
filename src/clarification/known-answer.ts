import type { Settled } from "../environment/settled.ts";
import type { Task } from "../environment/task.ts";
import { foldedWords } from "../util/folded-words.ts";

/** A question that was put to the person in this run, with what came of it. */
export interface AskedBefore {
  readonly words: readonly string[];
  readonly question: string;
  /** In the person's words, or those of the reading that was chosen. */
  readonly reply: string;
  /** The reply as a model may read it, where it may not read all. */
  readonly told?: string;
  readonly declined?: boolean;
}

export interface KnownAnswer {
  /** In words for whoever wanted to ask again. */
  readonly guidance: string;
  /** What the person wrote, where no reading was chosen: it may be unclear itself. */
  readonly said?: string;
}

/** What the person has said of these words before, in this run, in the one before it, or in the glossary. */
export function knownAnswer(
  words: string,
  task: Task,
  asked: readonly AskedBefore[],
): KnownAnswer | undefined {
  const wanted = foldedWords(words);
  const known = [...(task.settled ?? []), ...(task.previous?.settled ?? [])].findLast(
    (each) => foldedWords(each.words) === wanted,
  );
  const before = asked.findLast((each) =>
    each.words.length === 0
      ? ` ${foldedWords(each.question)} `.includes(` ${wanted} `)
      : each.words.some((one) => foldedWords(one) === wanted),
  );
  if (before !== undefined) return { ...askedAlready(before), ...saidOf(before, known) };
  return known === undefined
    ? undefined
    : { guidance: `"${known.words}" is known to mean: ${known.told ?? known.meaning}. Go on with that.` };
}

/** The very same question was put before. */
export function sameQuestion(question: string, asked: readonly AskedBefore[]): KnownAnswer | undefined {
  const before = asked.findLast((each) => foldedWords(each.question) === foldedWords(question));
  return before && askedAlready(before);
}

function askedAlready({ question, reply, told = reply, declined }: AskedBefore): KnownAnswer {
  const guidance = declined
    ? `This was asked before ("${question}"), and the person did not want to say. Go on with the likeliest meaning and say it as an assumption, or give up with the reason.`
    : `This was asked before ("${question}"), and the person said: ${told}. Go on with that.`;
  return { guidance };
}

function saidOf(
  { reply, told, declined }: AskedBefore,
  known: Settled | undefined,
): { readonly said?: string } {
  const isOwn = !declined && told === undefined && known?.environment === undefined;
  return isOwn && reply.trim() !== "" ? { said: reply } : {};
}
