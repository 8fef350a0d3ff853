import { type Context, createContext, Script } from "node:vm";
import { TripleStoreError } from "../../../../store/triple-store-error.ts";

/** Milliseconds that one match may take: it holds the thread, so that nothing else could stop it. */
const LONGEST = 1000;
/** As a power of two: that many steps are over in some milliseconds. */
const FEW_STEPS = 22;

let room: { readonly context: Context; readonly script: Script } | undefined;

/**
 * Runs `match`, which applies the regular expression to the text, within a time of its own; undefined where the engine finds the pattern too large.
 * Starting the clock takes longer than most matches, so that patterns that cannot take many steps do without.
 *
 * @throws TripleStoreError `time-limit`
 */
export function boundedMatch<T>(expression: RegExp, text: string, match: () => T): T | undefined {
  try {
    return mayTakeLong(expression.source, text.length) ? timed(match) : match();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new TripleStoreError(
      {
        kind: "time-limit",
        engineMessage: "A regular expression took longer than a second on one text and was stopped.",
      },
      { hint: "Write it without repeated groups, such as (a+)+, or compare with CONTAINS or STRSTARTS." },
    );
  }
}

/** Counts too much rather than too little: every repetition may try every length, and every alternative doubles the ways. */
function mayTakeLong(pattern: string, length: number): boolean {
  if (/\)[*+{]/u.test(pattern)) return true;
  const repetitions = pattern.match(/[*+{]/gu)?.length ?? 0;
  const choices = pattern.match(/\||(?<!\()\?/gu)?.length ?? 0;
  return (repetitions + 1) * Math.log2(length + 2) + choices > FEW_STEPS;
}

function timed<T>(match: () => T): T {
  room ??= { context: createContext({}), script: new Script("match()") };
  room.context["match"] = match;
  try {
    return room.script.runInContext(room.context, { timeout: LONGEST }) as T;
  } finally {
    room.context["match"] = undefined;
  }
}
