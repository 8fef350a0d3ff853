import type { ActContext } from "../../environment/act-context.ts";
import type { Environment } from "../../environment/environment.ts";
import type { NotUnderstood, Unclear, Understood } from "../../environment/heuristics.ts";
import type { Task } from "../../environment/task.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";

type Interpretation = Understood | NotUnderstood | Unclear;

/** A plan is asked for again at each of its steps; this many questions may be under way at once before one is read anew. */
const KEPT_QUESTIONS = 16;

/** Spares reading the same question again at every step. Losing it costs time and changes nothing. */
export class InterpretationCache {
  readonly #kept = new WeakMap<Environment, Map<string, Interpretation>>();

  async interpret(environment: Environment, task: Task, context: ActContext): Promise<Interpretation> {
    const { heuristics } = environment.capabilities;
    if (heuristics === undefined) {
      throw new FuxiError("internal", `The environment "${environment.id}" has no heuristics.`);
    }
    const kept = this.#kept.get(environment) ?? new Map<string, Interpretation>();
    this.#kept.set(environment, kept);
    const key = JSON.stringify([context.principal.id, task]);
    const found = kept.get(key) ?? (await heuristics.interpret(task, context));
    // Put in again as the youngest.
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_QUESTIONS && oldest !== undefined) kept.delete(oldest);
    return found;
  }
}
