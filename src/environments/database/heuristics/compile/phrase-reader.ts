import type { NounPhrase } from "../grammar/question-tree.ts";
import type { CompileContext } from "./compile-context.ts";
import type { Scored } from "./scored.ts";
import type { Thing } from "./thing.ts";

/** What a noun phrase can mean; handed to what reads phrases within phrases. */
export type CompilePhrase = (
  phrase: NounPhrase,
  context: CompileContext,
) => Promise<readonly Scored<Thing>[]>;
