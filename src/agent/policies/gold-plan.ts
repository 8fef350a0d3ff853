import type { Action } from "../../environment/action.ts";
import type { Claim } from "../../environment/answer.ts";
import type { Capabilities } from "../../environment/capabilities.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { PolicyContext } from "../policy.ts";

/**
 * The known right answer of a question: a query, a program of a knowledge base (KBQA-Agent format), the actions that lead to it, or what plans them
 * anew at each step, where arguments depend on what the actions before brought.
 */
export type Gold =
  | {
      readonly sql: string;
      readonly environment?: string;
      readonly actions?: never;
      readonly program?: never;
      readonly plan?: never;
    }
  | {
      readonly program: string;
      readonly environment?: string;
      readonly sql?: never;
      readonly actions?: never;
      readonly plan?: never;
    }
  | {
      readonly actions: readonly Action[];
      readonly claim?: Claim;
      readonly sql?: never;
      readonly program?: never;
      readonly plan?: never;
    }
  | {
      readonly plan: (context: PolicyContext) => Promise<GoldPlan>;
      readonly sql?: never;
      readonly program?: never;
      readonly actions?: never;
    };

/** A right answer as actions and what is handed in after them. */
export interface GoldPlan {
  readonly actions: readonly Action[];
  readonly claim: Claim;
  /** Where it is handed in; undefined where there are no actions to tell. */
  readonly environment: string | undefined;
}

/**
 * The gold as actions; undefined where the tools cannot express it.
 * @throws FuxiError `usage` where no environment can take it apart, `data-invalid` for a text that is no program
 */
export async function goldPlan(gold: Gold, context: PolicyContext): Promise<GoldPlan | undefined> {
  if (gold.plan !== undefined) return await gold.plan(context);
  if (gold.actions !== undefined) {
    return { actions: gold.actions, claim: gold.claim ?? {}, environment: gold.actions.at(-1)?.environment };
  }
  if (gold.program !== undefined) {
    const { id, capability } = able(gold.environment, "graph", context);
    const parts = await capability.takeApart(gold.program, context.act);
    return parts === undefined ? undefined : { ...parts, environment: id };
  }
  const { capability } = able(gold.environment, "sql", context);
  const actions = capability.takeApart(gold.sql);
  return actions === undefined ? undefined : { actions, claim: {}, environment: actions.at(-1)?.environment };
}

function able<K extends "sql" | "graph">(
  wanted: string | undefined,
  kind: K,
  { environments }: PolicyContext,
): { readonly id: string; readonly capability: NonNullable<Capabilities[K]> } {
  const found = environments.find(
    ({ id, capabilities }: Environment) =>
      (wanted === undefined || id === wanted) && capabilities[kind] !== undefined,
  );
  const capability = found?.capabilities[kind];
  if (found === undefined || capability === undefined) {
    const what = kind === "sql" ? "query" : "program";
    throw new FuxiError("usage", `No environment of this run can take a gold ${what} apart.`);
  }
  return { id: found.id, capability };
}
