import type { Answer, Evidence } from "../../../../environment/answer.ts";
import type { RunEvent } from "../../../../trajectory/run-event.ts";
import { mostLike } from "../../../../util/english/most-like.ts";
import type { RoleRequest } from "../../../policy-request.ts";
import { asData } from "../../../prompts/data-marks.ts";
import type { Strategy } from "../../../strategy.ts";
import { text, textOf } from "../../api-team/role-form.ts";
import { command, type RoleStep } from "../../role-turns.ts";
import {
  answered,
  type BaselineState,
  baseline,
  DATA_RULE,
  handIn,
  requestFor,
  type SolvedQuestion,
  unanswerable,
} from "../baseline.ts";
import {
  type ActionEvent,
  act,
  askPermitted,
  type LinkedEntity,
  linkedEntities,
  madeSet,
  namedIn,
} from "../graph-steps.ts";
import { type Binding, bindingOf, type Lookups, nextMove, withMade } from "./bind.ts";
import { readDraft } from "./draft.ts";

export interface KbBinderOptions {
  /** Solved questions with programs, of which the most similar are shown. None unless given. */
  readonly examples?: readonly SolvedQuestion[];
  /** Examples shown (20, as in Middleware). */
  readonly shots?: number;
  /** Drafts, whose answers vote (1; 6 in the paper's best form). */
  readonly votes?: number;
  /** Identifiers or names of the question's entities; found by the names in the draft unless given. */
  readonly entities?: readonly string[];
}

/** A set that drafts were bound to, and its answer once it was handed in. */
type Bound = {
  readonly argument: string;
  readonly votes: number;
  readonly answer?: Answer;
  readonly evidence?: Evidence;
};

type BinderState = BaselineState & {
  readonly linked: readonly LinkedEntity[];
  /** Programs as drafted; those that are not bound yet. */
  readonly drafts: readonly string[];
  /** The draft that is being bound, and how many are the same. */
  readonly binding?: Binding & { readonly votes: number };
  readonly lookups: Lookups;
  /** What is being looked up. */
  readonly key?: string;
  readonly bound: readonly Bound[];
};

type Step = RoleStep<BinderState>;

const DRAFTER = "drafter";
const BINDER = "binder";

/**
 * KB-BINDER (Li et al., ACL 2023): the model drafts a program after similar questions with theirs, without having seen the graph; entities and
 * relations of the draft are then bound to the graph by their names, in the order of their likeness until the program is not empty. Of several
 * drafts the answers vote.
 */
export function kbBinder({ examples = [], shots = 20, votes = 1, entities }: KbBinderOptions = {}): Strategy {
  const given = entities === undefined ? {} : { entities };
  return baseline<BinderState>({
    name: "kb-binder",
    options: { shots, votes, ...given },
    start: { linked: [], drafts: [], lookups: {}, bound: [] },
    next: (state, event) => next(state, event, { examples, shots, votes, ...given }),
  });
}

type Settings = Required<Omit<KbBinderOptions, "entities">> & Pick<KbBinderOptions, "entities">;

function next(state: BinderState, event: RunEvent, settings: Settings): Step {
  switch (event.type) {
    case "run-started":
      return command(state, [askPermitted(BINDER)]);
    case "actions-permitted": {
      const linked = linkedEntities(event.options, settings.entities);
      const request = draftRequest(state, settings);
      const drafting = Array.from({ length: settings.votes }, () => ({
        ...{ type: "model" as const, role: DRAFTER, request },
      }));
      return command({ ...state, linked }, drafting);
    }
    case "policy-replied": {
      const draft = textOf(event.reply.output?.["program"]);
      const replied = { ...state, drafts: [...state.drafts, draft] };
      return replied.waiting.length > 0 ? { state: replied, commands: [] } : bindNext(replied, settings);
    }
    case "action-observed":
    case "action-failed":
      return onResult(state, event, settings);
    case "claim-accepted":
    case "claim-refused": {
      const at = state.bound.length - state.waiting.length - 1;
      const accepted =
        event.type === "claim-accepted" ? { answer: event.answer, evidence: event.evidence } : {};
      const bound = state.bound.map((each, place) => (place === at ? { ...each, ...accepted } : each));
      const after = { ...state, bound };
      return after.waiting.length > 0 ? { state: after, commands: [] } : vote(after);
    }
    default:
      return { state, commands: [] };
  }
}

/** Takes the next draft to bind, and hands in what the drafts were bound to when there is none left. */
function bindNext({ binding: _, ...state }: BinderState, settings: Settings): Step {
  const [draft, ...rest] = state.drafts;
  if (draft === undefined) return conclude(state);
  const drafts = rest.filter((each) => each !== draft);
  const steps = readDraft(draft);
  if (steps === undefined) return bindNext({ ...state, drafts }, settings);
  const binding = { ...bindingOf(steps), votes: 1 + rest.length - drafts.length };
  return bind({ ...state, drafts, binding }, settings);
}

function bind(state: BinderState, settings: Settings): Step {
  const { binding, lookups, linked, task } = state;
  if (binding === undefined) return bindNext(state, settings);
  const about = { question: task.question, linked, given: settings.entities !== undefined };
  const move = nextMove(binding, lookups, about);
  if (move.type === "unbound") return bindNext(state, settings);
  if (move.type === "bound") {
    const known = state.bound.find(({ argument }) => argument === move.argument);
    const votes = binding.votes + (known?.votes ?? 0);
    const others = state.bound.filter((each) => each !== known);
    return bindNext({ ...state, bound: [...others, { argument: move.argument, votes }] }, settings);
  }
  const { key: _, ...rest } = state;
  const moved = { ...rest, binding: { ...move.binding, votes: binding.votes } };
  if (move.type === "try") return act(moved, BINDER, [move.use]);
  const looking = { ...moved, key: move.key, lookups: { ...lookups, [move.key]: [] } };
  return act(looking, BINDER, move.uses);
}

function onResult(state: BinderState, event: ActionEvent, settings: Settings): Step {
  const { binding, lookups, key } = state;
  if (binding === undefined) return { state, commands: [] };
  if (key !== undefined) {
    const found = { ...lookups, [key]: namedIn(event, lookups[key]) };
    const known = { ...state, lookups: found };
    return known.waiting.length > 0 ? { state: known, commands: [] } : bind(known, settings);
  }
  const made = madeSet(event);
  if (made === undefined) return bind(state, settings);
  return bind({ ...state, binding: { ...withMade(binding, made.variable), votes: binding.votes } }, settings);
}

function conclude(state: BinderState): Step {
  if (state.bound.length === 0)
    return unanswerable(state, "No draft could be bound to a program that finds something.");
  return handIn(state, BINDER, ...state.bound.map(({ argument }) => argument));
}

/** Answers are the same where their members are, whatever program they are from. */
function vote(state: BinderState): Step {
  const accepted = state.bound.filter(({ answer }) => answer !== undefined);
  const keyOf = ({ answer }: Bound): string =>
    JSON.stringify([
      answer?.rows?.total ?? 0,
      (answer?.members ?? []).map((each) => JSON.stringify(each)).sort(),
    ]);
  const [most] = [...Map.groupBy(accepted, keyOf).values()]
    .map((same) => ({ same, votes: same.reduce((sum, { votes }) => sum + votes, 0) }))
    .sort((a, b) => b.votes - a.votes);
  const { answer, evidence } = most?.same[0] ?? {};
  if (answer === undefined || evidence === undefined)
    return unanswerable(state, "What the drafts were bound to was not accepted as an answer.");
  return answered(state, { answer, evidence });
}

/** The same for every draft: that they differ is up to the model's temperature. */
function draftRequest(state: BinderState, { examples, shots }: Settings): RoleRequest {
  // Sets hold questions word for word more than once.
  const solved = [...new Map(examples.map((each) => [each.question, each])).values()].filter(
    ({ program }) => program !== undefined,
  );
  const places = mostLike(
    state.task.question,
    solved.map(({ question }) => question),
  );
  // The most similar stands next to the question.
  const shown = places
    .slice(0, shots)
    .flatMap((place) => solved[place] ?? [])
    .toReversed()
    .map(({ question, program }) => `Question: ${question}\nProgram: ${program}`);
  return requestFor(state, {
    instructions: RULES,
    before: shown.length === 0 ? [] : [`Questions with their programs:\n${asData(shown.join("\n\n"))}`],
    name: "draft",
    members: { program: text("The whole S-expression.") },
    example: { program: '(COUNT (JOIN (R painted_by) "The Harvest"))' },
  });
}

const RULES = `You write the program for a question over a knowledge base that you cannot see. (JOIN (R relation) X) is what the relation leads to from X, (JOIN relation X) is what it leads to X from; X is a name in quotes or another program. (AND X Y) is what is in both, X may be the name of a class; (OR X Y) is what is in either, (DIFFERENCE X Y) what is in X alone. (ARGMAX X attribute) and (ARGMIN X attribute) are the members with the most and the least, (AND X (lt attribute value)) compares, with lt, le, gt, ge, eq and ne. (COUNT X) is their number.

Write the program in the way of the questions with programs that you are shown. Take relations from them where they fit; else name them as such a knowledge base would: names are looked up afterwards by their words. Write names of entities as the question does. ${DATA_RULE}`;
