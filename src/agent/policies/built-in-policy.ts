import type { ActContext } from "../../environment/act-context.ts";
import type { NotUnderstood, Unclear, Understood } from "../../environment/capabilities.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import type { FindingCode } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import { given } from "../../util/given.ts";
import type { PolicyRequest } from "../policy-request.ts";
import type { Policy, PolicyContext } from "../strategy.ts";
import { answerPart, planPosition } from "./oracle-policy.ts";

/** Warnings after which a plan cannot come out right: what the question names is not there. */
const LEADS_NOWHERE: readonly FindingCode[] = ["empty-result", "join-no-overlap", "value-not-found"];

/**
 * Deterministic rules in place of a language model: each environment's heuristics read the question, and the most confident plan is taken
 * step by step through the tools. It answers only what it understands; otherwise it says which words it did not.
 *
 * @throws FuxiError `model-not-configured` where no environment has heuristics
 */
export function builtInPolicy(): Policy {
  const cache = new InterpretationCache();
  return {
    id: "built-in",
    async reply(request, context) {
      return answerPart(request, await step(request, context));
    },
  };

  async function step({ transcript }: PolicyRequest, context: PolicyContext): Promise<PolicyReply> {
    const reading = await bestReading(cache, context);
    if (!reading.understood) {
      const { unclear, words } = reading;
      if (unclear === undefined || wasRefused(transcript)) return unanswerable(withAdvice(reading), words);
      const { environment } = reading;
      const readings = unclear.readings.map(({ text, replacement, token }) => ({
        environment,
        text,
        ...given({ replacement, token }),
      }));
      const { question, kind } = unclear;
      return {
        thought: reading.reason,
        actions: [],
        wish: { question, words, kind, readings },
        usage: NO_USAGE,
      };
    }
    const { taken, last, refusal } = planPosition(transcript);
    if (refusal !== undefined) return unanswerable(`The answer was not accepted: ${refusal}`);
    if (last?.failed === true) {
      return unanswerable(`The tools refused a step of the plan, ${last.action.tool}: ${last.text}`);
    }
    const nowhere = last?.warnings?.find((code) => LEADS_NOWHERE.includes(code));
    if (nowhere !== undefined) {
      return unanswerable(`The plan leads to nothing at ${last?.action.tool}: ${last?.text}`);
    }
    const step = reading.plan[taken];
    if (step !== undefined) return { thought: step.thought, actions: [step.action], usage: NO_USAGE };
    return {
      thought: "",
      actions: [],
      claim: { environment: reading.environment, claim: reading.claim },
      assumptions: reading.assumptions,
      usage: NO_USAGE,
    };
  }
}

type Reading = ((Understood | Unclear) & { readonly environment: string }) | NotUnderstood;

/** The most confident reading of all environments; where none understands, the one that lacked the fewest words speaks. */
async function bestReading(cache: InterpretationCache, context: PolicyContext): Promise<Reading> {
  const able = context.environments.filter(({ capabilities }) => capabilities.heuristics !== undefined);
  if (able.length === 0) {
    throw new FuxiError("model-not-configured", "These environments cannot be asked without a model.", {
      hint: "Name a model.",
    });
  }
  const readings: readonly Reading[] = await Promise.all(
    able.map(async (environment): Promise<Reading> => {
      const reading = await cache.interpret(environment, context.task, context.act);
      return reading.understood || reading.unclear !== undefined
        ? { ...reading, environment: environment.id }
        : reading;
    }),
  );
  return readings.reduce((best, next) => {
    if (best.understood !== next.understood) return next.understood ? next : best;
    if (
      !best.understood &&
      !next.understood &&
      (best.unclear === undefined) !== (next.unclear === undefined)
    ) {
      return next.unclear === undefined ? best : next;
    }
    if (best.understood && next.understood) return next.confidence > best.confidence ? next : best;
    const lacks = (reading: Reading): number => (reading.understood ? 0 : reading.words.length);
    return lacks(next) < lacks(best) ? next : best;
  });
}

/** The person declined, or the gate sent the wish back: asking again would change nothing. */
function wasRefused(transcript: PolicyRequest["transcript"]): boolean {
  return transcript.at(-1)?.type === "feedback";
}

/** The reason, questions that the rules do answer on this data, and what answers more. */
function withAdvice({ reason, examples = [] }: Pick<NotUnderstood, "reason" | "examples">): string {
  const tries = examples.length > 0 ? [`Try: ${examples.map((each) => `"${each}"`).join(" or ")}`] : [];
  return [reason, ...tries, "A model understands more: add --model."].join(" ");
}

function unanswerable(reason: string, words: readonly string[] = []): PolicyReply {
  return { thought: "", actions: [], unanswerable: { reason, words }, usage: NO_USAGE };
}

type Interpretation = Understood | NotUnderstood | Unclear;

/** A plan is asked for again at each of its steps; this many questions may be under way at once before one is read anew. */
const CACHED_QUESTIONS = 16;

/** Spares reading the same question again at every step. Losing it costs time and changes nothing. */
class InterpretationCache {
  readonly #byEnvironment = new WeakMap<Environment, Map<string, Interpretation>>();

  async interpret(environment: Environment, task: Task, context: ActContext): Promise<Interpretation> {
    const { heuristics } = environment.capabilities;
    if (heuristics === undefined) {
      throw new FuxiError("internal", `The environment "${environment.id}" has no heuristics.`);
    }
    const cached = this.#byEnvironment.get(environment) ?? new Map<string, Interpretation>();
    this.#byEnvironment.set(environment, cached);
    const key = JSON.stringify([context.principal.id, task]);
    const found = cached.get(key) ?? (await heuristics.interpret(task, context));
    // Put in again as the youngest.
    cached.delete(key);
    cached.set(key, found);
    const [oldest] = cached.keys();
    if (cached.size > CACHED_QUESTIONS && oldest !== undefined) cached.delete(oldest);
    return found;
  }
}
