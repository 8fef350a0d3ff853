import type { PermittedSlot } from "../../environment/permitted-action.ts";
import type { Task } from "../../environment/task.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { PolicyReply, ReplyProblem } from "../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { startOf } from "../../util/clipped-text.ts";
import { given } from "../../util/given.ts";
import { visibleText } from "../../util/visible-text.ts";
import { placeOf } from "../permitted.ts";
import type { Permitted } from "../policy-request.ts";
import type { Command, Strategy } from "../strategy.ts";
import { renderCall } from "../text-actions/tool-signature.ts";
import { lastStepIsSettled, type ReactOptions, reactSteps } from "./react.ts";
import { ask, type ReactState, type ReactStep, ROLE, told } from "./react-state.ts";

/** Options offered at once, over all environments. */
const MOST_OPTIONS = 30;
/** From this many times in a row on that nothing offered was meant, the action may be written freely. */
const FREE_FROM = 3;

/** Where decoupled generation stands: plain JSON, for the run loop alone. */
type DecoupledState = {
  /** The conversation, its limits and its actions, as `react` has them. */
  readonly base: ReactState;
  /** The thought that an action is looked for; absent while the policy thinks and while an action is taken. */
  readonly choosing?: Choosing;
  /** What a thought wrote beyond the actions that wait: it goes on if they go through. */
  readonly rest?: Written;
  /** How often in a row nothing offered was meant. */
  readonly nones: number;
  /** Whether the request that waits is for an action written freely. */
  readonly free: boolean;
};

type Written = Pick<PolicyReply, "thought" | "actions" | "claim">;

type Choosing = {
  /** With the calls that stand in it. */
  readonly thought: string;
  /** The reply, if calls stand in it: they need no choice if they are permitted. */
  readonly written?: Written;
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
 * can work now, then that action in the main context. A thought that holds such an action in full needs no choice. Everything else (feedback,
 * limits, conclusion, resuming) is `react`'s: to it, a thought and the action chosen for it are one reply. docs/decisions/decoupled.md says what happens where no option is meant.
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
  if (event.type === "actions-permitted") return onPermitted(state, event);
  if (event.type !== "policy-replied") return goOn(state, inner.next(state.base, event));
  if (event.command.startsWith("choice-")) return onChoice(state, event);
  if (event.command.startsWith("slot-")) return onWritten(state, event);
  return state.free ? onFreeAction(state, event) : onThought(state, event);
}

function onThought(state: DecoupledState, event: Replied): Step {
  const { thought: said, actions, raw, claim, unanswerable, problem, wish, assumptions = [] } = event.reply;
  const { base } = state;
  const ends =
    unanswerable !== undefined || wish !== undefined || (claim !== undefined && actions.length === 0);
  if (problem === undefined && ends) {
    // What ends the run or asks the person is taken without actions.
    return proceed(state, inner.next(base, { ...event, reply: { ...event.reply, actions: [] } }));
  }
  const unsaid = actions.filter(({ tool }) => !said.includes(`${tool}(`));
  const thought = [said, callsOf(unsaid)].filter((line) => line !== "").join("\n");
  const written = actions.length === 0 ? undefined : { thought: said, actions, ...given({ claim }) };
  const thinking: Choosing = { thought, assumptions, options: [], ...given({ raw, written }) };
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
    ...(written && { written: actions }),
  });
}

function onPermitted(state: DecoupledState, event: Extract<RunEvent, { type: "actions-permitted" }>): Step {
  if (state.choosing === undefined) return { state, commands: [] };
  const { options } = event;
  const { written, ...thinking } = state.choosing;
  const { actions = [], thought = "", claim } = written ?? {};
  const refused = actions.findIndex((action) => placeOf(action, options) === undefined);
  if (refused < 0 && actions.length > 0) return take(state, event, { thought, actions, ...given({ claim }) });
  if (refused > 0) {
    const rest = { thought: "", actions: actions.slice(refused), ...given({ claim }) };
    return take({ ...state, rest }, event, { thought, actions: actions.slice(0, refused) });
  }
  if (thinking.thought === "") return proceed(withoutChoice(state), ask(state.base));
  const choosing = { ...thinking, options };
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
  const { thought } = choosing;
  if (chosen.type === "action") return take(state, event, { thought, actions: [chosen.action] });
  const { transcript } = state.base;
  return waitFor(
    state,
    { ...choosing, slot: chosen },
    {
      type: "model",
      id: `slot-${state.base.steps + 1}`,
      role: ROLE,
      request: { kind: "slot", transcript, mustConclude: false, thought, slot: chosen },
    },
  );
}

function onWritten(state: DecoupledState, event: Replied): Step {
  const { thought = "", slot } = state.choosing ?? {};
  const { written } = event.reply;
  if (slot === undefined || written === undefined) return noneFits(state);
  const { environment, tool, argument } = slot;
  const action = { environment, tool, arguments: { ...slot.arguments, [argument]: written } };
  return take(state, event, { thought, actions: [action] });
}

function onFreeAction(state: DecoupledState, event: Replied): Step {
  const again = event.reply.problem !== undefined;
  const nones = event.reply.actions.length > 0 ? 0 : state.nones;
  return proceed({ ...state, nones }, inner.next(state.base, event), again);
}

/** Hands a thought and its actions to `react` as the one reply that they are. */
function take(
  { choosing, ...state }: DecoupledState,
  event: RunEvent & { readonly command: string },
  taken: Written,
): Step {
  const { assumptions = [] } = choosing ?? {};
  const reply: PolicyReply = { ...taken, assumptions, usage: NO_USAGE };
  return proceed({ ...state, nones: 0 }, inner.next(state.base, { ...event, type: "policy-replied", reply }));
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

/** Of what a thought wrote, what the actions before it made possible is done before the next thought is asked for. */
function goOn({ rest, ...state }: DecoupledState, step: ReactStep): Step {
  if (rest === undefined) return proceed(state, step, state.free);
  if (step.commands.length === 0) return { state: { ...state, rest, base: step.state }, commands: [] };
  const { steps, stepLimit, transcript, asking } = step.state;
  const isNext = step.commands.some(({ type }) => type === "model") && steps + 1 < stepLimit;
  if (!isNext || !lastStepIsSettled(transcript, asking)) return proceed(state, step);
  const choosing = { thought: "", written: rest, assumptions: [], options: [] };
  return waitFor({ ...state, base: step.state }, choosing, {
    ...{ type: "permit", id: `permit-${steps + 1}-rest`, role: ROLE },
    ...{ thought: callsOf(rest.actions), written: rest.actions, limit: MOST_OPTIONS },
  });
}

function withoutChoice({ choosing: _, ...state }: DecoupledState): DecoupledState {
  return state;
}

function callsOf(actions: Written["actions"]): string {
  return actions.map(({ tool, arguments: all }) => `Next: ${renderCall(tool, all)}`).join("\n");
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
  return proceed(state, ask(told(base, feedback)), free);
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
function proceed(state: DecoupledState, { state: base, commands }: ReactStep, free = false): Step {
  const asked = commands.map((command): Command => {
    if (command.type !== "model") return command;
    const { transcript, mustConclude } = command.request;
    // The thoughts before it were about all tools.
    if (free && !mustConclude && command.request.kind === "step")
      return { ...command, request: { ...command.request, tools: "all" } };
    const mayAsk = base.asking;
    return { ...command, request: { kind: "thought", transcript, mustConclude, mayAsk } };
  });
  const waits = asked.some((command) => command.type === "model" && command.request.kind === "step");
  return { state: { ...state, base, free: asked.length === 0 ? state.free : waits }, commands: asked };
}

/** Of the options, no more than this are written into the main context. */
const SHOWN_OPTIONS = 8;
const FIRST_OPTIONS = 4;
/** Of one tool. */
const SHOWN_WAYS = 3;
/** A query may be as long as it likes. */
const LONGEST_LABEL = 200;

const NO_THOUGHT =
  "Your reply held neither a thought nor a final answer. Reply with what to do next, or with the final answer.";

/** Read only where the run is resumed with a higher limit. */
const NOT_ACTED = "Nothing was done about your last thought, because the limit of steps had been reached.";

const FREE_ACTION =
  "No action was taken: nothing that was offered does this. Take the action that you need yourself now, written out in full.";

function unusableThought({ message }: ReplyProblem): string {
  return `Your reply could not be used: ${message} Reply with what to do next, or with the final answer.`;
}

/** The first time: which tools can work now, and the likeliest actions. */
function nothingFits(options: readonly Permitted[], several: boolean): string {
  const tools = Map.groupBy(options, (option) => {
    const { environment, tool } = option.type === "action" ? option.action : option;
    return several ? `${environment}__${tool}` : tool;
  });
  const names = [...tools].map(([name, ways]) => (ways.length === 1 ? name : `${name} ${waysOf(ways)}`));
  return `No action was taken: nothing that can work now does this. What can work now: ${names.join(", ")}; first of all ${shownLabels(options, FIRST_OPTIONS)}. Say what to do next with one of these, with names from the question or from results; what a variable can do often has to be listed for it first.`;
}

/** `(letters/) or (notes/)`: what a tool can be called with, its own name left out. */
function waysOf(options: readonly Permitted[]): string {
  const shown = options.slice(0, SHOWN_WAYS).map((option) => {
    const { tool } = option.type === "action" ? option.action : option;
    const label = labelOf(option);
    return label.startsWith(`${tool}(`) ? label.slice(tool.length) : label;
  });
  const more = options.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(" or ");
}

function labelOf({ label }: Permitted): string {
  return visibleText(startOf(label.replace(/\s+/gu, " ").trim(), LONGEST_LABEL));
}

function shownLabels(options: readonly Permitted[], most: number): string {
  return options.slice(0, most).map(labelOf).join(" | ");
}

/** The second time: the options themselves, best first. */
function theseAreOffered(options: readonly Permitted[]): string {
  return `No action was taken again. Among what can work now: ${shownLabels(options, SHOWN_OPTIONS)}. Say which of these to take, or give the final answer.`;
}
