import type { Action } from "../../environment/action.ts";
import type { PermittedSlot } from "../../environment/permitted-action.ts";
import type { Task } from "../../environment/task.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Permitted } from "../policy-request.ts";
import type { Command, Strategy } from "../strategy.ts";
import {
  FREE_ACTION,
  NO_THOUGHT,
  NOT_ACTED,
  nothingFits,
  theseAreOffered,
  unusableThought,
} from "./decoupled-feedback.ts";
import { type ReactOptions, reactSteps } from "./react.ts";
import { ask, type ReactState, type ReactStep, ROLE, told } from "./react-state.ts";

/** Options offered at once, over all environments. */
const MOST_OPTIONS = 30;
/** From this many times in a row on that nothing offered was meant, the action may be written freely. */
const FREE_FROM = 3;

/** Where decoupled generation stands: plain JSON, for the run loop alone. */
export type DecoupledState = {
  /** The conversation, its limits and its actions, as `react` has them. */
  readonly base: ReactState;
  /** The thought that an action is looked for; absent while the policy thinks and while an action is taken. */
  readonly choosing?: Choosing;
  /** How often in a row nothing offered was meant. */
  readonly nones: number;
  /** Whether the request that waits is for an action written freely. */
  readonly free: boolean;
};

type Choosing = {
  readonly thought: string;
  readonly raw?: string;
  readonly assumptions: readonly string[];
  readonly options: readonly Permitted[];
  readonly slot?: PermittedSlot;
};

type Step = { readonly state: DecoupledState; readonly commands: readonly Command[] };
type Replied = Extract<RunEvent, { type: "policy-replied" }>;

const inner = reactSteps();

/**
 * Decoupled generation (Middleware, Section 3.2, Figure C.3): first the thought alone, then in a context of its own one of the actions that
 * can work now, then that action in the main context. Everything else (feedback, limits, conclusion, resuming) is `react`'s: to it, a thought
 * and the action chosen for it are one reply. docs/decisions/decoupled.md says what happens where no option is meant.
 */
export function decoupled({ asking = true }: ReactOptions = {}): Strategy {
  const start = (task: Task): DecoupledState => ({
    base: reactSteps({ asking }).start(task),
    nones: 0,
    free: false,
  });
  return { name: "decoupled", options: { asking }, start, next };
}

function next(state: DecoupledState, event: RunEvent): Step {
  if (event.type === "actions-permitted") return onPermitted(state, event.options);
  if (event.type !== "policy-replied") return goOn(state, inner.next(state.base, event), state.free);
  if (event.command.startsWith("choice-")) return onChoice(state, event);
  if (event.command.startsWith("slot-")) return onWritten(state, event);
  return state.free ? onFreeAction(state, event) : onThought(state, event);
}

function onThought(state: DecoupledState, event: Replied): Step {
  const { thought, raw, claim, unanswerable, problem, wish, assumptions = [] } = event.reply;
  const { base } = state;
  const decided = claim !== undefined || unanswerable !== undefined || wish !== undefined;
  if (problem === undefined && decided) {
    // Actions were not asked for: what ends the run or asks the person is taken without them.
    return goOn(state, inner.next(base, { ...event, reply: { ...event.reply, actions: [] } }));
  }
  const thinking: Choosing = { thought, assumptions, options: [], ...(raw === undefined ? {} : { raw }) };
  if (problem !== undefined) return thinkAgain(state, thinking, unusableThought(problem));
  if (thought.trim() === "") return thinkAgain(state, thinking, NO_THOUGHT);
  const { raw: _, ...choosing } = thinking;
  if (base.steps + 1 >= base.stepLimit) return thinkAgain(state, choosing, NOT_ACTED);
  return waitFor(state, choosing, {
    type: "permit",
    id: `permit-${base.steps + 1}`,
    role: ROLE,
    thought,
    limit: MOST_OPTIONS,
  });
}

function onPermitted(state: DecoupledState, options: readonly Permitted[]): Step {
  if (state.choosing === undefined) return { state, commands: [] };
  const choosing = { ...state.choosing, options };
  if (options.length === 0) return noneFits({ ...state, choosing, nones: FREE_FROM - 1 });
  const { transcript } = state.base;
  return waitFor(state, choosing, {
    type: "model",
    id: `choice-${state.base.steps + 1}`,
    role: ROLE,
    request: { kind: "choice", transcript, mustConclude: false, thought: choosing.thought, options },
  });
}

function onChoice(state: DecoupledState, event: Replied): Step {
  const { choice } = event.reply;
  const { choosing } = state;
  const chosen = typeof choice === "number" ? choosing?.options[choice] : undefined;
  if (choosing === undefined || chosen === undefined) return noneFits(state);
  if (chosen.type === "action") return take(state, chosen.action, event);
  const { transcript } = state.base;
  return waitFor(
    state,
    { ...choosing, slot: chosen },
    {
      type: "model",
      id: `slot-${state.base.steps + 1}`,
      role: ROLE,
      request: { kind: "slot", transcript, mustConclude: false, thought: choosing.thought, slot: chosen },
    },
  );
}

function onWritten(state: DecoupledState, event: Replied): Step {
  const slot = state.choosing?.slot;
  const { written } = event.reply;
  if (slot === undefined || written === undefined) return noneFits(state);
  const { environment, tool, argument } = slot;
  const given = { ...slot.arguments, [argument]: written };
  return take(state, { environment, tool, arguments: given }, event);
}

function onFreeAction(state: DecoupledState, event: Replied): Step {
  const again = event.reply.problem !== undefined;
  const nones = event.reply.actions.length > 0 ? 0 : state.nones;
  return goOn({ ...state, nones }, inner.next(state.base, event), again);
}

/** Hands thought and action to `react` as the one reply that they are. */
function take(state: DecoupledState, action: Action, event: Replied): Step {
  const { choosing, ...rest } = state;
  const { thought = "", assumptions = [] } = choosing ?? {};
  const { usage } = event.reply;
  const reply = { thought, actions: [action], assumptions, usage };
  return goOn({ ...rest, nones: 0 }, inner.next(state.base, { ...event, reply }));
}

function noneFits(state: DecoupledState): Step {
  const { choosing } = state;
  if (choosing === undefined) return { state, commands: [] };
  const nones = state.nones + 1;
  const { options } = choosing;
  if (nones >= FREE_FROM) return thinkAgain({ ...state, nones }, choosing, FREE_ACTION, true);
  const several = state.base.environments.length > 1;
  const feedback = nones === 1 ? nothingFits(options, several) : theseAreOffered(options);
  return thinkAgain({ ...state, nones }, choosing, feedback);
}

/** Ends a step in which nothing was done, with a word about it. */
function thinkAgain(
  { choosing: _, ...state }: DecoupledState,
  { thought, raw, assumptions }: Choosing,
  feedback: string,
  free = false,
): Step {
  const said = { type: "step" as const, thought, actions: [], ...(raw === undefined ? {} : { raw }) };
  const base: ReactState = {
    ...state.base,
    steps: state.base.steps + 1,
    assumptions: [...new Set([...state.base.assumptions, ...assumptions])],
    transcript: [...state.base.transcript, said],
  };
  return goOn(state, ask(told(base, feedback)), free);
}

function waitFor(
  state: DecoupledState,
  choosing: Choosing,
  command: Exclude<Command, { type: "finish" }>,
): Step {
  const base = { ...state.base, waiting: [command.id] };
  return { state: { ...state, base, choosing }, commands: [command] };
}

/** What `react` would ask as a whole step is asked as a thought, unless the action may be written freely now. */
function goOn(state: DecoupledState, { state: base, commands }: ReactStep, free = false): Step {
  const asked = commands.map((command): Command => {
    if (command.type !== "model") return command;
    const { transcript, mustConclude } = command.request;
    if (free && !mustConclude) return command;
    const mayAsk = base.asking;
    return { ...command, request: { kind: "thought", transcript, mustConclude, mayAsk } };
  });
  const waits = asked.some((command) => command.type === "model" && command.request.kind === "step");
  return { state: { ...state, base, free: asked.length === 0 ? state.free : waits }, commands: asked };
}
