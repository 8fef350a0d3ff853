import type { RunEvent } from "../../../trajectory/run-event.ts";
import { relevance } from "../../../util/english/relevance.ts";
import type { JsonObject } from "../../../util/json.ts";
import { asData } from "../../prompts/data-marks.ts";
import type { Strategy } from "../../strategy.ts";
import { optionLetters } from "../../text-actions/read-choice.ts";
import { texts, textsOf } from "../api-team/role-form.ts";
import { command, NO_OUTPUT, type RoleStep, roleTurns } from "../role-turns.ts";
import { type BaselineState, baseline, DATA_RULE, handIn, requestFor, unanswerable } from "./baseline.ts";
import {
  type ActionEvent,
  act,
  askPermitted,
  byScore,
  linkedClasses,
  linkedEntities,
  listRelations,
  madeSet,
  type NamedRelation,
  namedIn,
  repeats,
  type Use,
} from "./graph-steps.ts";

export interface PanguOptions {
  /** Programs that go on from one step to the next: 5, as published. */
  readonly beam?: number;
  /** Candidates shown at once; of more, those whose last relation is the least like the question are left out (100). */
  readonly shown?: number;
  /** Identifiers or names of the question's entities; found in the question unless given. */
  readonly entities?: readonly string[];
}

/** A program that stands: an entity to begin from, or a set that was made. */
type Plan = {
  /** As an S-expression with names in place of identifiers. */
  readonly text: string;
  /** The argument that names it in calls. */
  readonly argument: string;
  /** "entity" for one that was not made by a call. */
  readonly kind: string;
  readonly size: number;
  readonly relations: readonly NamedRelation[];
  readonly attributes: readonly NamedRelation[];
};

/** A program that one more call makes. */
type Candidate = { readonly text: string; readonly use: Use; readonly words: string };

type PanguState = BaselineState & {
  /** All programs that stand; those of the newest step are the beam. */
  readonly plans: readonly Plan[];
  readonly beam: readonly string[];
  /** The text of the best program so far. */
  readonly best?: string;
  readonly candidates: readonly Candidate[];
  /** What is being made, by the id of its call. */
  readonly making: Readonly<Record<string, Candidate>>;
};

type Step = RoleStep<PanguState>;

const ROLE = "ranker";
const UNUSABLE = 3;

/**
 * Pangu (Gu, Deng and Su, ACL 2023) in the chat form of Middleware: programs grow bottom-up from the question's entities by what the graph
 * permits, the model chooses those that go on, and the search ends where no longer program is preferred to the best so far.
 */
export function pangu({ beam = 5, shown = 100, entities }: PanguOptions = {}): Strategy {
  const given = entities === undefined ? {} : { entities };
  const search: Search = { beam, shown, ...given };
  return baseline<PanguState>({
    name: "pangu",
    options: { beam, shown, ...given },
    claim: "The best program",
    start: { plans: [], beam: [], candidates: [], making: {} },
    next: (state, event) => next(state, event, search),
  });
}

type Search = Required<Pick<PanguOptions, "beam" | "shown">> & Pick<PanguOptions, "entities">;

function next(state: PanguState, event: RunEvent, search: Search): Step {
  const { ask, askAnew, tell } = turns(search);
  switch (event.type) {
    case "run-started":
      return command(state, [askPermitted(ROLE)]);
    case "run-resumed":
      return askAnew(state);
    case "actions-permitted": {
      const linked = linkedEntities(event.options, search.entities);
      const plans = linked.map(({ argument, title }) => planOf(JSON.stringify(title), argument));
      const begun = { ...state, plans };
      const classes = linkedClasses(event.options, state.task.question).map((name) => ({
        ...{ text: name, words: name, use: { tool: "instances", arguments: { class: name } } },
      }));
      return classes.length === 0 ? begin(begun) : make(begun, classes);
    }
    case "action-observed":
    case "action-failed": {
      const after = resultOf(state, event);
      if (after.waiting.length > 0) return { state: after, commands: [] };
      if (Object.keys(after.making).length > 0) return onMade(after);
      const candidates = candidatesOf(after, search);
      return candidates.length === 0 ? conclude(after) : ask({ ...after, candidates });
    }
    case "policy-replied": {
      const { output, problem } = event.reply;
      if (output === undefined) return tell(state, problem?.message ?? NO_OUTPUT, true);
      const offered = offeredIn(state);
      const chosen = textsOf(output["chosen"]).map((letter) =>
        offered.get(letter.toLowerCase().replace(/\W/gu, "")),
      );
      const known = chosen.filter((each) => each !== undefined);
      if (known.length === 0)
        return tell(state, "None of these letters is offered. Choose from the letters above.");
      return onChosen(state, [...new Set(known)], search);
    }
    default:
      return { state, commands: [] };
  }
}

function planOf(text: string, argument: string, { kind = "entity", size = 1 } = {}): Plan {
  return { text, argument, kind, size, relations: [], attributes: [] };
}

/** Lists what the graph permits after each program of the beam. */
function grow(state: PanguState): Step {
  const listed = state.plans.filter(({ text, kind }) => state.beam.includes(text) && isOfEntities(kind));
  const uses = listed.flatMap(({ argument, kind }) => [
    ...listRelations(argument),
    ...(kind === "entity" ? [] : [{ tool: "get_attributes", arguments: { variable: argument } }]),
  ]);
  if (uses.length === 0 || state.replies >= state.stepLimit - 1) return conclude(state);
  return act({ ...state, making: {} }, ROLE, uses);
}

const isOfEntities = (kind: string): boolean => kind === "entity" || kind === "entities";

/** Notes what a call has listed or made. A set that is empty is no program of the beam. */
function resultOf(state: PanguState, event: ActionEvent): PanguState {
  const made = state.making[event.command];
  const { tool, arguments: given } = event.action;
  if (made === undefined) {
    const member = tool === "get_attributes" ? "attributes" : "relations";
    const plans = state.plans.map((plan) =>
      plan.argument === given.variable ? { ...plan, [member]: namedIn(event, plan[member]) } : plan,
    );
    return { ...state, plans };
  }
  const set = madeSet(event);
  if (set === undefined) return state;
  const plans = [...state.plans, planOf(made.text, set.variable, set)];
  return { ...state, plans, beam: [...state.beam, made.text] };
}

/** Begins with the entities, to whose sets a class may be added; with the classes where there are none. */
function begin(state: PanguState): Step {
  const entities = state.plans.filter(({ kind }) => kind === "entity");
  const beam = (entities.length > 0 ? entities : state.plans).map(({ text }) => text);
  return grow({ ...state, beam });
}

/** Of what was chosen, the first that is not empty is the best so far. */
function onMade(state: PanguState): Step {
  if (state.replies === 0) return begin(state);
  const [best] = state.beam;
  return best === undefined ? conclude(state) : grow({ ...state, best });
}

/** The candidates that the model chose, best first. The best so far in the first place ends the search. */
function onChosen(state: PanguState, chosen: readonly Offered[], { beam }: Search): Step {
  if (chosen[0] === BEST) return conclude(state);
  return make({ ...state, beam: [] }, chosen.filter((each) => each !== BEST).slice(0, beam));
}

function make(state: PanguState, candidates: readonly Candidate[]): Step {
  const uses = candidates.map(({ use }) => use);
  const { state: after, commands } = act(state, ROLE, uses);
  const making = Object.fromEntries(candidates.map((each, at) => [after.waiting[at] ?? "", each] as const));
  return { state: { ...after, making, candidates: [] }, commands };
}

function conclude(state: PanguState): Step {
  const best = state.plans.find(({ text }) => text === state.best);
  const none = state.plans.length === 0 ? NOTHING_LINKED : "No program that the graph permits was chosen.";
  return best === undefined ? unanswerable(state, none) : handIn(state, ROLE, best.argument);
}

const NOTHING_LINKED = "No entity or class of the question was found in the graph.";

/** The share of candidates that are not relations, which cannot be ranked by their names. */
const FUNCTIONS = 0.4;

/** All programs that are one relation or function longer than one of the beam, and not made yet. */
function candidatesOf({ plans, beam, task }: PanguState, { shown }: Search): readonly Candidate[] {
  const made = new Set(plans.map(({ text }) => text));
  const newest = plans.filter(({ text }) => beam.includes(text));
  const functions = newest.flatMap((plan) => [
    ...functionsOf(plan, task.question),
    ...intersectionsOf(plan, plans),
  ]);
  const { score } = relevance(task.question, new Set());
  const joins = byScore(newest.flatMap(joinsOf), ({ words }) => score(words));
  const others = functions.slice(0, FUNCTIONS * shown);
  const all = [...joins.slice(0, shown - others.length), ...others];
  return [...new Map(all.filter(({ text }) => !made.has(text)).map((each) => [each.text, each])).values()];
}

function joinsOf({ text, argument, relations }: Plan): readonly Candidate[] {
  return relations.map((relation) => {
    const { name, label } = relation;
    const called = repeats(relation) ? name : `${name}[${label}]`;
    const step = called.startsWith("^") ? called.slice(1) : `(R ${called})`;
    const use = { tool: "get_neighbors", arguments: { variable: argument, relation: name } };
    return { text: `(JOIN ${step} ${text})`, use, words: `${name} ${label}` };
  });
}

const COMPARISONS = { lt: "<", le: "<=", gt: ">", ge: ">=" } as const;

function functionsOf(
  { text, argument: variable, kind, size, attributes }: Plan,
  question: string,
): readonly Candidate[] {
  if (kind === "entity" || text.startsWith("(COUNT ")) return [];
  const made = (written: string, tool: string, given: JsonObject): Candidate => {
    return { text: written, use: { tool, arguments: { variable, ...given } }, words: "" };
  };
  const values = question.match(/(?<![\w.])\d+(?:[.-]\d+)*(?!\w)/gu) ?? [];
  const extremes = size < 2 ? [] : attributes;
  return [
    made(`(COUNT ${text})`, "count", {}),
    ...extremes.flatMap(({ name: attribute }) => [
      made(`(ARGMAX ${text} ${attribute})`, "argmax", { attribute }),
      made(`(ARGMIN ${text} ${attribute})`, "argmin", { attribute }),
    ]),
    ...attributes.flatMap(({ name: attribute }) =>
      values.flatMap((value) =>
        Object.entries(COMPARISONS).map(([word, comparison]) =>
          made(`(AND ${text} (${word} ${attribute} ${value}))`, "filter", { attribute, comparison, value }),
        ),
      ),
    ),
  ];
}

function intersectionsOf(plan: Plan, plans: readonly Plan[]): readonly Candidate[] {
  if (plan.kind !== "entities") return [];
  return plans
    .filter(({ text, kind }) => kind === "entities" && text !== plan.text)
    .map((other) => {
      const [first, second] = plan.text < other.text ? [plan, other] : [other, plan];
      const given = { variable1: first.argument, variable2: second.argument };
      const use = { tool: "intersection", arguments: given };
      return { text: `(AND ${first.text} ${second.text})`, use, words: "" };
    });
}

/** Stands for the best program so far among what is offered. */
const BEST = "best";
type Offered = Candidate | typeof BEST;

/** What is offered, by its letter: the best so far first, where there is one. */
function offeredIn({ best, candidates }: PanguState): ReadonlyMap<string, Offered> {
  const offered: readonly Offered[] = best === undefined ? candidates : [BEST, ...candidates];
  const letters = optionLetters(offered.length);
  return new Map(offered.map((each, at) => [letters[at] ?? "", each]));
}

function offeredLines(state: PanguState): readonly string[] {
  const textOf = (each: Offered): string => (each === BEST ? `${state.best} [best so far]` : each.text);
  return [...offeredIn(state)].map(([letter, each]) => `${letter}. ${textOf(each)}`);
}

const turns = ({ beam }: Search) =>
  roleTurns<PanguState>({
    role: () => ROLE,
    unusable: UNUSABLE,
    request: (state) =>
      requestFor(state, {
        instructions: instructionsFor(beam),
        after: [`Candidate programs:\n${asData(offeredLines(state).join("\n"))}`],
        name: "choice",
        members: { chosen: texts(`At most ${beam} letters, the best first.`) },
        example: { chosen: ["b"] },
      }),
  });

/** One demonstration, as in Middleware; it is our own. */
function instructionsFor(beam: number): string {
  return `You compare a question with programs over a knowledge graph. (JOIN (R relation) X) is what the relation leads to from X, (JOIN relation X) is what it leads to X from, (AND X Y) is what is in both, (ARGMAX X attribute) and (ARGMIN X attribute) are the members of X with the most and the least, (AND X (lt attribute value)) compares, with lt, le, gt and ge, (COUNT X) is their number. Programs grow from the inside, by one part in each step.

Choose at most ${beam} of the candidates, the best first: the program that says what the question asks, else the right beginnings of it. If the program marked [best so far] says all of the question already, choose it first: the search ends with it. ${DATA_RULE}

For example, for "Where were the painters of The Harvest born?" of
a. (JOIN (R painted_by) "The Harvest")
b. (JOIN (R kept_in) "The Harvest")
{"chosen": ["a"]} is right, in the next step of
a. (JOIN (R painted_by) "The Harvest") [best so far]
b. (COUNT (JOIN (R painted_by) "The Harvest"))
c. (JOIN (R birthplace) (JOIN (R painted_by) "The Harvest"))
{"chosen": ["c"]}, and when c is the best so far it is chosen again before all that is longer.`;
}
