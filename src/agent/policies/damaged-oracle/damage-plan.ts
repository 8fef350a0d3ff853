import type { Action } from "../../../environment/action.ts";
import type { Environment } from "../../../environment/environment.ts";
import type { Tool } from "../../../environment/tool.ts";
import { actionKey } from "../../action-key.ts";
import { FAULT_KINDS, type Fault, type FaultKind } from "./fault.ts";
import { FAULT_MAKERS } from "./fault-makers.ts";
import { MALFORMED_FORMS } from "./malformed-forms.ts";
import { SeededRandom } from "./seeded-random.ts";

/** How many actions are damaged, and how. */
export interface DamageOptions {
  /** Share of the actions that are damaged, 0 to 1. */
  readonly rate: number;
  /** With the question and the place of the action it decides everything. */
  readonly seed: number;
  /** All of them unless given. */
  readonly kinds?: readonly FaultKind[];
}

/** The faults of a plan, by the place of their action: the same ones for the same seed and question. */
export function damagePlan(
  actions: readonly Action[],
  question: string,
  environments: readonly Environment[],
  { rate, seed, kinds = FAULT_KINDS }: DamageOptions,
): ReadonlyMap<number, Fault> {
  const faults = new Map<number, Fault>();
  for (const [at, gold] of actions.entries()) {
    const random = new SeededRandom(`${seed}\n${question}\n${at}`);
    if (random.next() >= rate) continue;
    const tools = environments.find(({ id }) => id === gold.environment)?.tools ?? [];
    const tool = tools.find(({ name }) => name === gold.tool);
    if (tool === undefined) continue;
    const others = actions.filter((other) => other !== gold && other.environment === gold.environment);
    for (const kind of random.shuffled(kinds)) {
      if (kind === "missing-prerequisite") {
        const twice = faults.get(at - 1)?.kind === kind;
        if (twice || !canBeNamed(gold, actions.slice(at + 1), tools)) continue;
        faults.set(at, { kind, at, gold });
        break;
      }
      if (kind === "malformed-action") {
        const form = random.pick(MALFORMED_FORMS);
        if (form === undefined) continue;
        faults.set(at, { kind, at, gold, form });
        break;
      }
      if (kind === "ignored-observation") {
        const before = actions[at - 1];
        if (before === undefined || actionKey(before) === actionKey(gold)) continue;
        faults.set(at, { kind, at, gold, damaged: before });
        break;
      }
      const damaged = FAULT_MAKERS[kind](gold, { tool, tools, others, random });
      if (damaged === undefined || actionKey(damaged) === actionKey(gold)) continue;
      faults.set(at, { kind, at, gold, damaged });
      break;
    }
  }
  return faults;
}

/**
 * Whether what is left out can be known without the gold: a later action needs it, and has its arguments. A clause whose text is gone could
 * only be written anew.
 */
function canBeNamed(gold: Action, later: readonly Action[], tools: readonly Tool[]): boolean {
  return later.some((action) => {
    const tool = tools.find(({ name }) => name === action.tool);
    if (action.environment !== gold.environment || !tool?.prerequisites.includes(gold.tool)) return false;
    const values = Object.values(action.arguments);
    return Object.values(gold.arguments).every((value) => value === "" || values.includes(value));
  });
}
