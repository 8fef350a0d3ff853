import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Claim } from "./answer.ts";

/** Capability: what strategies and evaluation ask of a knowledge base beyond its tools. */
export interface GraphCapability {
  /**
   * The actions that build a program (an S-expression in the KBQA-Agent format, names as this knowledge base writes them) from an empty
   * workspace, and the claim that hands it in; undefined where the program cannot be built with the tools.
   *
   * @throws FuxiError `data-invalid` where the text is no program
   */
  takeApart(
    program: string,
    context: ActContext,
  ): Promise<{ readonly actions: readonly Action[]; readonly claim: Claim } | undefined>;
}
