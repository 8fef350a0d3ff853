import {
  changedVariants,
  type ChangedVariant as GenericChange,
  type Variant as GenericVariant,
} from "../../../environment/changed-variants.ts";
import { type Marked, redacted, say, schemaName } from "../../../environment/egress/marks.ts";
import type { MarkedFinding } from "../../../environment/tool-failure.ts";
import { clippedText } from "../../../util/clipped-text.ts";
import { MUTUAL } from "../../../util/english/mutual.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { nameWords } from "../../../util/name-words.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { createGraphReader, unlessRefused } from "../access/graph-reader.ts";
import { type KnownClass, knownClasses } from "../access/known-classes.ts";
import { type NamedPath, namePaths, samePath } from "../access/path-names.ts";
import { nodesOf, operandsOf, type Program, type Step, withOperands } from "../program/program.ts";
import { contentWords } from "../relevance/question-relevance.ts";
import { type Term, termText } from "../term/term.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";

const MOST_VARIANTS = 4;
/** For all variants together. */
const MOST_MILLISECONDS = 400;
/** A set that takes longer has no variants computed: each costs about what it costs. Few requests to an endpoint are faster. */
const SLOW_MILLISECONDS = 100;
/** Larger sets are compared by their size alone. */
const MOST_COMPARED = 200;
const LONGEST_NAME = 60;

/** What the question leaves open. */
type VariantKind = "relation" | "direction" | "class" | "one-of-several";

type Variant = GenericVariant<VariantKind, Program>;
type ChangedVariant = GenericChange<VariantKind, Program>;

/**
 * Computes what the question could have meant instead of the program, and returns what gives another set: at most 4 sets in 0.4 s. Looks at the
 * nodes of the program itself, not into the variables that it names. Nothing without the question, and for a set that is slow itself.
 *
 * @param final whether the set is handed in
 */
export async function whatItHangsOn(
  program: Program,
  call: ToolCall,
  { final = false }: { readonly final?: boolean } = {},
): Promise<readonly ChangedVariant[]> {
  const { question = "" } = call.state;
  if (question === "") return [];
  const until = Date.now() + Math.min(MOST_MILLISECONDS, call.graph.bounds(0.5).milliseconds);
  const within = bounded(call, until);
  const proposed = await unlessRefused(proposals(program, { question, final }, within), []);
  return changedVariants(proposed.slice(0, MOST_VARIANTS), {
    drafted: program,
    until,
    slowMilliseconds: SLOW_MILLISECONDS,
    run: (other) => resultOf(other, within, until),
    isNothing: ({ size }) => size === 0,
    isSame,
    differenceOf,
  });
}

export function hangsOnNotes(changed: readonly ChangedVariant[]): readonly MarkedFinding[] {
  return changed.map(({ text }) => ({
    code: "could-also-mean",
    message: say`The question could also mean ${text}.`,
    suggestions: [],
  }));
}

function bounded(call: ToolCall, until: number): ToolCall {
  const { services, state, context } = call;
  const limits = { ...context.limits, milliseconds: Math.max(1, until - Date.now()) };
  const programs = state.variables.map(({ program }) => program);
  return { ...call, graph: createGraphReader(services, { ...context, limits }, programs) };
}

interface Asked {
  readonly question: string;
  readonly final: boolean;
}

async function proposals(
  program: Program,
  { question, final }: Asked,
  call: ToolCall,
): Promise<readonly Variant[]> {
  const asked = new Set(keysOf(question));
  const nodes = nodesOf(program).toReversed();
  const used = nodes.flatMap((node) => stepsOf(node).map(({ predicate }) => predicate));
  const found: Variant[] = [];
  for (const node of nodes) {
    if (found.length >= MOST_VARIANTS) break;
    const others =
      node.op === "instances"
        ? await otherClasses(node.class, asked, call)
        : await otherSteps(node, { asked, used }, call);
    found.push(...others.map((each) => ({ ...each, query: replaced(program, node, each.query) })));
  }
  return [...found, ...(await membersMeant(program, { question, final }, call))];
}

/** The program with one of its nodes replaced. */
function replaced(program: Program, node: Program, by: Program): Program {
  const done = new Map([[node, by]]);
  for (const each of nodesOf(program)) {
    if (each === node) continue;
    const operands = operandsOf(each).map((operand) => done.get(operand) ?? operand);
    done.set(each, withOperands(each, operands));
  }
  return done.get(program) ?? program;
}

const keysOf = (text: string): readonly string[] => contentWords(text).map(wordKey);

/** The words of a name that the question has, how many it does not have, and whether it has the last: `rating` of "critics rating". */
function fitOf(name: string, asked: ReadonlySet<string>) {
  const own = keysOf(name);
  const shared = own.filter((key) => asked.has(key));
  return { shared, left: own.length - shared.length, hasLast: asked.has(own.at(-1) ?? "") };
}

/** True if the question has all words of the one name that it has of the other, and leaves no more of them out. */
function fitsAsWell(
  names: readonly string[],
  chosen: readonly string[],
  asked: ReadonlySet<string>,
): boolean {
  const meant = chosen.map((name) => fitOf(name, asked)).filter(({ shared }) => shared.length > 0);
  const fits = names.map((name) => fitOf(name, asked));
  return (
    meant.length > 0 &&
    meant.every(({ shared, left, hasLast }) =>
      fits.some(
        (fit) =>
          fit.left <= left && fit.hasLast >= hasLast && shared.every((key) => fit.shared.includes(key)),
      ),
    )
  );
}

const namesOf = ({ label, local }: NamedPath<unknown>): readonly string[] => [label, local];

/** The one step that a node takes. Paths through nodes that only hold others together have no fellows here. */
function stepsOf(node: Program): readonly Step[] {
  if (node.op === "follow") return [node.step];
  return "attribute" in node && node.attribute.length === 1 ? node.attribute : [];
}

/** Relations and attributes with the same kind and class of ends, in the same direction, that the words fit as well; and both directions of a pair. */
async function otherSteps(
  node: Program,
  { asked, used }: { readonly asked: ReadonlySet<string>; readonly used: readonly string[] },
  { graph, services }: ToolCall,
): Promise<readonly Variant[]> {
  const [step] = stepsOf(node);
  const [of] = operandsOf(node);
  if (step === undefined || of === undefined) return [];
  const ends =
    node.op === "follow"
      ? (await graph.relations(of)).map(({ path, end }) => ({ path, end: `${end.kind} ${end.class ?? ""}` }))
      : (await graph.attributes(of)).map(({ path, kind }) => ({ path, end: kind }));
  const paths = await namePaths(ends, graph, services.names);
  const own = paths.find(({ path }) => samePath(path, [step]));
  if (own === undefined) return [];
  const alike = paths.filter(({ path, facts }) => path.length === 1 && facts.end === own.facts.end);
  const fellows = alike.filter(
    (each) =>
      each.inverse === own.inverse &&
      !each.path.some(({ predicate }) => used.includes(predicate)) &&
      fitsAsWell(namesOf(each), namesOf(own), asked),
  );
  const variants = fellows.map(
    (each): Variant => ({
      kind: "relation",
      query:
        node.op === "follow"
          ? { ...node, step: each.path[0] ?? step }
          : ({ ...node, attribute: each.path } as Program),
      reading: say`by ${each.text} instead of ${own.text}`,
    }),
  );
  const back = { ...step, inverse: !step.inverse };
  const isPair = namesOf(own).some((name) => MUTUAL.test(nameWords(name).join(" ")));
  if (node.op !== "follow" || !isPair || !alike.some(({ path }) => samePath(path, [back]))) return variants;
  const both: Program = { op: "union", left: node, right: { ...node, step: back } };
  return [
    ...variants,
    { kind: "direction", query: both, reading: say`${schemaName(own.text)} in both directions` },
  ];
}

const classNames = ({ label, text }: KnownClass): readonly string[] => [label, text.replace(/^.*:/u, "")];

async function otherClasses(
  chosen: string,
  asked: ReadonlySet<string>,
  { graph, services }: ToolCall,
): Promise<readonly Variant[]> {
  const classes = await knownClasses(graph, services.names);
  const own = classes.find(({ iri }) => iri === chosen);
  if (own === undefined) return [];
  return classes
    .filter((each) => each !== own && fitsAsWell(classNames(each), classNames(own), asked))
    .map((each) => ({
      kind: "class",
      query: { op: "instances", class: each.iri },
      reading: say`${each.text} instead of ${own.text}`,
    }));
}

/** What is asked for: up to three words after the word that asks. */
const ASKED_FOR =
  /\b(?:which|what|how many|name|list|show|find|give)\s+(?:(?:me|all|the|of|an?)\s+)*((?:[\p{L}-]+\s*){1,3})/iu;
const ONE = /\b(?:name|give me|tell me|show me|find)\s+(?:an?|one|any)\b|\bwhich one\b/iu;

/** Only the members of the class that the question asks for; and one of them, where it asks for one. An extreme tells its ties itself. */
async function membersMeant(
  program: Program,
  { question, final }: Asked,
  { graph }: ToolCall,
): Promise<readonly Variant[]> {
  const of = program.op === "count" ? program.of : program;
  const { size, kind, classes, sample } = await graph.summarize(of);
  if (kind !== "entities" || size < 2) return [];
  const asked = new Set(keysOf(ASKED_FOR.exec(question)?.[1] ?? ""));
  const some = asked.size === 0 ? [] : classes.filter((each) => each.count < size);
  const labels = await graph.iriNames(some.map((each) => each.class));
  const narrower = some.flatMap(({ class: iri }, at) => {
    const label = labels[at] ?? say``;
    const { shared, left } = fitOf(label, asked);
    return shared.length > 0 && left === 0 ? [{ iri, label }] : [];
  });
  const variants = narrower.map(
    (each): Variant => ({
      kind: "class",
      query: replaced(program, of, {
        op: "intersection",
        left: of,
        right: { op: "instances", class: each.iri },
      }),
      reading: say`only those of class ${each.label}`,
    }),
  );
  const isOne = final && ONE.test(question) && !["count", "argmax", "argmin"].includes(program.op);
  if (!isOne) return variants;
  const one: Program = { op: "terms", terms: sample.slice(0, 1) };
  return [...variants, { kind: "one-of-several", query: one, reading: say`any one of them` }];
}

interface Result {
  readonly size: number;
  /** Absent where there are more than `MOST_COMPARED`. */
  readonly terms?: readonly Term[];
  /** The only member. */
  readonly only?: string;
}

/** Undefined where the store refuses the program or does not end in time. */
async function resultOf(program: Program, { graph }: ToolCall, until: number): Promise<Result | undefined> {
  if (Date.now() >= until) return undefined;
  const read = async (): Promise<Result> => {
    const { size } = await graph.summarize(program);
    if (size > MOST_COMPARED) return { size };
    const { terms } = await graph.members(program, MOST_COMPARED);
    const [only] = size === 1 ? await graph.termNames(terms) : [];
    return { size, terms, ...(only === undefined ? {} : { only }) };
  };
  return unlessRefused<Result | undefined>(read(), undefined);
}

function isSame(one: Result, other: Result): boolean {
  if (one.size !== other.size) return false;
  const [first, second] = [one, other].map(({ terms = [] }) => terms.map(termText));
  return first?.every((term, at) => term === second?.[at]) ?? true;
}

function differenceOf(result: Result, drafted: Result): Marked {
  const isOfSizes = result.only === undefined && drafted.only === undefined;
  return say`${resultText(result)} instead of ${isOfSizes ? drafted.size : resultText(drafted)}`;
}

function resultText({ only, size }: Result): Marked {
  return only === undefined ? say`${size} members` : redacted(visibleText(clippedText(only, LONGEST_NAME)));
}
