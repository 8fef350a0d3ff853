import {
  byScore,
  type LinkedEntity,
  listRelations,
  type NamedRelation,
  nearness,
  type Use,
} from "../graph-steps.ts";
import { type DraftStep, isValue } from "./draft.ts";

/** How far a draft is bound: each step to the first of its candidates with which the program so far is not empty. */
export type Binding = {
  readonly steps: readonly DraftStep[];
  /** The arguments that name the sets of the first steps. */
  readonly values: readonly string[];
  /** The choices behind them, of which the last is being made. */
  readonly trail: readonly Choice[];
  readonly calls: number;
};

type Choice = { readonly at: number; readonly candidates: readonly Candidate[]; readonly next: number };

/** An entity, or a call. `covers`: steps that it stands for. */
type Candidate = { readonly value: string } | { readonly use: Use; readonly covers: number };

/** What was looked up, by what it was looked up for: names of entities, classes, relations or attributes. */
export type Lookups = Readonly<Record<string, readonly NamedRelation[]>>;

/** What the question gives to rank by, beside the draft's own words. */
export type Question = {
  readonly question: string;
  readonly linked: readonly LinkedEntity[];
  /** Whether all entities of the question are among those linked. */
  readonly given: boolean;
};

/** What has to be known first, under a key, and the calls that tell it. */
type LookUp = { readonly key: string; readonly uses: readonly Use[] };

type Move =
  | ({ readonly type: "look-up"; readonly binding: Binding } & LookUp)
  | { readonly type: "try"; readonly use: Use; readonly binding: Binding }
  | { readonly type: "bound"; readonly argument: string }
  | { readonly type: "unbound" };

/** Calls for one draft. */
const MOST_CALLS = 60;
/** Candidates of an entity, a class, a relation, and a relation in drafts with many of them (KB-BINDER's code). */
const MOST = { entities: 5, classes: 3, relations: 7, ofMany: 4 } as const;
const MANY = 3;
/** Names of entities that may be meant by another spelling. */
const NEAR = 0.5;

export function bindingOf(steps: readonly DraftStep[]): Binding {
  return { steps, values: [], trail: [], calls: 0 };
}

/** The next call towards a program that runs. Candidates are tried in order; where none is left, the choice before is made anew. */
export function nextMove(start: Binding, lookups: Lookups, question: Question): Move {
  let binding = start;
  for (;;) {
    const { steps, values, trail, calls } = binding;
    const at = values.length;
    if (at === steps.length) return { type: "bound", argument: values.at(-1) ?? "" };
    const choice = trail.at(-1);
    if (choice?.at !== at) {
      const { lookUp, candidates } = ahead(binding, question);
      const known = lookUp === undefined ? [] : lookups[lookUp.key];
      if (lookUp !== undefined && known === undefined) return { type: "look-up", ...lookUp, binding };
      binding = { ...binding, trail: [...trail, { at, candidates: candidates(known ?? []), next: 0 }] };
      continue;
    }
    const candidate = calls < MOST_CALLS ? choice.candidates[choice.next] : undefined;
    const others = trail.slice(0, -1);
    if (candidate === undefined) {
      const before = others.at(-1);
      if (before === undefined) return { type: "unbound" };
      binding = { ...binding, trail: others, values: values.slice(0, before.at) };
      continue;
    }
    binding = { ...binding, trail: [...others, { ...choice, next: choice.next + 1 }] };
    if ("use" in candidate)
      return { type: "try", use: candidate.use, binding: { ...binding, calls: calls + 1 } };
    binding = { ...binding, values: [...values, candidate.value] };
  }
}

/** The binding with what the candidate that was tried last has made. */
export function withMade(binding: Binding, variable: string): Binding {
  const { candidates, next } = binding.trail.at(-1) ?? { candidates: [], next: 0 };
  const tried = candidates[next - 1];
  const covers = tried !== undefined && "use" in tried ? tried.covers : 1;
  return { ...binding, values: [...binding.values, ...Array.from({ length: covers }, () => variable)] };
}

/** What the next step takes to be looked up, and its candidates, the likeliest first. */
function ahead(
  { steps, values }: Binding,
  question: Question,
): {
  readonly lookUp?: LookUp;
  readonly candidates: (known: readonly NamedRelation[]) => readonly Candidate[];
} {
  const at = values.length;
  const { op, of, name, condition } = steps[at] ?? NO_STEP;
  const [variable = "", other = ""] = of.map((place) => values[place] ?? "");
  const call = (tool: string, given: Use["arguments"]): Candidate => {
    return { use: { tool, arguments: given }, covers: 1 };
  };
  const lookUp = (tool: string): LookUp => {
    return { key: `${tool} ${name}`, uses: [{ tool, arguments: { text: name } }] };
  };
  switch (op) {
    case "entity": {
      const candidates = (found: readonly NamedRelation[]) =>
        entities(name, found, question).map((value) => ({ value }));
      return question.given ? { candidates } : { lookUp: lookUp("find_entities"), candidates };
    }
    case "class":
      return {
        lookUp: lookUp("find_classes"),
        candidates: (found) =>
          found.slice(0, MOST.classes).map((each) => call("instances", { class: each.name })),
      };
    case "join":
      return {
        lookUp: { key: `relations ${variable}`, uses: listRelations(variable) },
        candidates: (known) => joins(steps, at, variable, known, question),
      };
    case "argmax":
    case "argmin":
    case "filter":
      return {
        lookUp: {
          key: `attributes ${variable}`,
          uses: [{ tool: "get_attributes", arguments: { variable } }, ...listRelations(variable)],
        },
        candidates: (known) =>
          byScore(known, nearness(name), MOST.relations).map((each) =>
            call(op, { variable, attribute: each.name, ...condition }),
          ),
      };
    default:
      return {
        candidates: () => [
          call(op, of.length === 1 ? { variable } : { variable1: variable, variable2: other }),
        ],
      };
  }
}

const NO_STEP: DraftStep = { op: "count", of: [], name: "" };

/**
 * Those linked, where they are given; else those of that name, as they were found, those linked by a name near it, and the name itself, which may
 * be a value.
 */
function entities(
  name: string,
  found: readonly NamedRelation[],
  { linked, given }: Question,
): readonly string[] {
  const near = nearness(name);
  const scored = linked.map(({ argument, title }) => ({
    ...{ argument, score: [argument, title].includes(name) ? 2 : near(title) },
  }));
  const named = byScore(scored, ({ score }) => score);
  const above = (least: number) =>
    named.filter(({ score }) => score >= least).map(({ argument }) => argument);
  if (given && !isValue(name)) return above(0);
  const ids = found.slice(0, MOST.entities).map((each) => each.name);
  return [...new Set([...above(2), ...ids, ...above(NEAR), name])];
}

/** A step in the direction of the draft comes before the same against it. */
const SAME_DIRECTION = 0.05;
/** What the words of the question count, beside those of the draft. */
const OF_QUESTION = 0.2;

/**
 * Relations by how near their names are to the drafted one, and to the question. A relation through mediators (`first/second`) may stand for
 * two drafted steps.
 */
function joins(
  steps: readonly DraftStep[],
  at: number,
  variable: string,
  known: readonly NamedRelation[],
  { question }: Question,
): readonly Candidate[] {
  const { name, inverse = false } = steps[at] ?? NO_STEP;
  const after = steps[at + 1];
  const asked = nearness(question);
  const scorer = (words: string) => {
    const drafted = nearness(words);
    return (each: NamedRelation): number =>
      drafted(each) +
      OF_QUESTION * asked(each) +
      (each.name.startsWith("^") === inverse ? SAME_DIRECTION : 0);
  };
  const [one, both] = [scorer(name), scorer(`${name} ${after?.name ?? ""}`)];
  const mediated = after?.op === "join" && after.of[0] === at;
  const scored = known.flatMap((each) => [
    ...(mediated && each.name.includes("/") ? [{ each, covers: 2, score: both(each) }] : []),
    { each, covers: 1, score: one(each) },
  ]);
  const many = steps.filter(({ op }) => op === "join").length >= MANY;
  return byScore(scored, ({ score }) => score, many ? MOST.ofMany : MOST.relations).map(
    ({ each, covers }) => ({
      ...{ use: { tool: "get_neighbors", arguments: { variable, relation: each.name } }, covers },
    }),
  );
}
