import type { Action } from "../../../environment/action.ts";
import type { Tool } from "../../../environment/tool.ts";
import { parametersOf } from "../../text-actions/tool-signature.ts";
import { literalsIn, namesIn, wordsIn } from "./clause-words.ts";
import type { FaultKind } from "./fault.ts";
import { misspell } from "./misspell.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface DamageContext {
  readonly tool: Tool;
  /** All of the action's environment. */
  readonly tools: readonly Tool[];
  /** The other actions of the plan in that environment. */
  readonly others: readonly Action[];
  readonly random: SeededRandom;
}

/** The damaged action; undefined where the kind has nothing to damage in it. */
export type FaultMaker = (action: Action, context: DamageContext) => Action | undefined;

/** How a text argument is read: what stands in a clause is code, and a variable is never misspelt. */
type Role = "clause" | "name" | "value" | "variable";

function roleOf(parameter: string, text: string): Role {
  if (/^#\d+$/u.test(text)) return "variable";
  if (/_statement$|^query$/u.test(parameter)) return "clause";
  if (/relation|attribute|class|table|column/u.test(parameter)) return "name";
  return "value";
}

interface TextArgument {
  readonly name: string;
  readonly text: string;
  readonly role: Role;
}

function textsOf({ arguments: given }: Action): readonly TextArgument[] {
  return Object.entries(given).flatMap(([name, text]) =>
    typeof text === "string" && text !== "" ? [{ name, text, role: roleOf(name, text) }] : [],
  );
}

const withText = (action: Action, name: string, text: string): Action => ({
  ...action,
  arguments: { ...action.arguments, [name]: text },
});

/** The first argument, in random order, that the change is possible for. */
function changed(
  action: Action,
  random: SeededRandom,
  change: (argument: TextArgument) => string | undefined,
): Action | undefined {
  for (const argument of random.shuffled(textsOf(action))) {
    const text = change(argument);
    if (text !== undefined && text !== argument.text) return withText(action, argument.name, text);
  }
  return undefined;
}

const misspeltName: FaultMaker = (action, { random }) =>
  changed(action, random, ({ text, role }) => {
    if (role === "clause") return misspell(text, namesIn(text), random);
    return role === "name" ? misspell(text, wordsIn(text), random) : undefined;
  });

const misspeltValue: FaultMaker = (action, { random }) =>
  changed(action, random, ({ text, role }) => {
    if (role === "clause") return misspell(text, literalsIn(text), random);
    return role === "value" ? misspell(text, wordsIn(text), random) : undefined;
  });

const wrongDirection: FaultMaker = (action, { random }) =>
  changed(action, random, ({ name, text, role }) => {
    if (name === "relation") return text.startsWith("^") ? text.slice(1) : `^${text}`;
    if (name === "comparison") return turned(text);
    if (role !== "clause") return undefined;
    if (/\b(?:asc|desc)\b/iu.test(text)) {
      return text.replace(/\b(?:asc|desc)\b/iu, (word) => (/^asc$/iu.test(word) ? "DESC" : "ASC"));
    }
    return turned(text);
  });

function turned(text: string): string {
  return text.replace(/(?<![<>])[<>](?![<>])/u, (sign) => (sign === "<" ? ">" : "<"));
}

/** What another action says of another variable, or another table's qualifier. */
const foreignName: FaultMaker = (action, { others, random }) =>
  changed(action, random, ({ name, text, role }) => {
    if (role === "name") {
      const said = others.map((other) => other.arguments[name]);
      return random.pick(said.filter((one) => typeof one === "string" && one !== text)) as string | undefined;
    }
    if (role !== "clause") return undefined;
    const qualifiers = new Set(
      [action, ...others].flatMap((one) => textsOf(one).flatMap((each) => qualifiersIn(each.text))),
    );
    const [here] = random.shuffled(qualifiersIn(text));
    const other = random.pick([...qualifiers].filter((one) => one !== here));
    return here === undefined || other === undefined
      ? undefined
      : text.replace(new RegExp(`\\b${here}\\.`, "u"), () => `${other}.`);
  });

function qualifiersIn(text: string): readonly string[] {
  const blanked = text.replace(/'(?:[^']|'')*'/gu, "''");
  return [...blanked.matchAll(/\b([\p{L}_][\p{L}\p{N}_]*)\.(?=[\p{L}_"`[])/gu)].map(
    (match) => match[1] ?? "",
  );
}

const swappedArguments: FaultMaker = (action, { random }) => {
  const [first, second] = random.shuffled(textsOf(action));
  if (first === undefined || second === undefined) return undefined;
  // Two variables mostly stand on equal terms.
  if (first.role === "variable" && second.role === "variable") return undefined;
  return withText(withText(action, first.name, second.text), second.name, first.text);
};

const wrongClause: FaultMaker = (action, { tool, tools, random }) => {
  const own = requiredOf(tool);
  const alike = tools.filter((other) => other.name !== tool.name && shapeOf(other) === shapeOf(tool));
  const other = random.pick(alike);
  if (other === undefined || own.length === 0) return undefined;
  const given = requiredOf(other).map((name, at) => [name, action.arguments[own[at] ?? ""]]);
  return { ...action, tool: other.name, arguments: Object.fromEntries(given) };
};

function requiredOf(tool: Tool): readonly string[] {
  return parametersOf(tool)
    .filter(({ required }) => required)
    .map(({ name }) => name);
}

/** Equal for tools that are mistaken for each other: clauses, and tools of the same parameters. */
function shapeOf(tool: Tool): string {
  return requiredOf(tool)
    .map((name) => name.replace(/^\w+(?=_statement$)/u, ""))
    .join(" ");
}

/** Kinds that are faults of the course of actions rather than of one of them. */
type UnmadeKind = "missing-prerequisite" | "malformed-action" | "ignored-observation";

export const FAULT_MAKERS: Readonly<Record<Exclude<FaultKind, UnmadeKind>, FaultMaker>> = {
  "misspelt-name": misspeltName,
  "misspelt-value": misspeltValue,
  "wrong-direction": wrongDirection,
  "foreign-name": foreignName,
  "swapped-arguments": swappedArguments,
  "wrong-clause": wrongClause,
};
