import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import type { JsonObject } from "../../../util/json.ts";
import { labelBeyond } from "../access/path-names.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import type { ActionSubject, ActionSubjects } from "./subjects.ts";

/** An action that can work, with what its place in the list depends on. */
export interface CandidateAction {
  readonly permitted: PermittedAction | PermittedSlot;
  /** Subjects that it is taken on: `#3`, labels and identifiers of entities. */
  readonly subjects: readonly (readonly string[])[];
  /** Text and label of its relation, attribute or class. */
  readonly names: readonly string[];
  /** What the action has going for it whatever is asked: how recent its subject is, how sure its entity. */
  readonly base: number;
}

/** In place of an argument: the model writes it. */
export const OPEN = Symbol("open");

type GivenSubject = Pick<ActionSubject, "argument" | "title" | "called">;

/** A relation, attribute or class. */
interface GivenName {
  readonly text: string;
  readonly label: string;
  readonly local?: string;
}

type Given = string | GivenSubject | GivenName | typeof OPEN;

/** Words to search for, of which a thought may name one. */
export const wordGiven = (text: string): GivenSubject => ({ argument: text, title: text, called: [text] });

/** Makes choices of a list out of tools and what they are given. What was done already is left out. */
export class Candidates {
  readonly #environment: string;
  readonly #entities: ActionSubjects["entities"];
  readonly #done: ReadonlySet<string>;

  constructor({ state, services }: ToolCall, { entities }: ActionSubjects) {
    this.#environment = services.environment;
    this.#entities = entities;
    this.#done = new Set(state.variables.map(({ tool, arguments: given }) => actionText(tool, given)));
  }

  /** A slot where one argument is `OPEN`. */
  of(
    tool: string,
    given: Readonly<Record<string, Given>>,
    base: number,
    {
      names = [],
      constraint = {},
    }: { readonly names?: readonly string[]; readonly constraint?: JsonObject } = {},
  ): readonly CandidateAction[] {
    const entries = Object.entries(given);
    const values = entries.map(([, value]) => value);
    const written = Object.fromEntries(
      entries.flatMap(([name, value]) => (value === OPEN ? [] : [[name, writtenText(value)]])),
    );
    const argument = entries.find(([, value]) => value === OPEN)?.[0];
    if (argument === undefined && this.isDone(tool, written)) return [];
    const call = { environment: this.#environment, tool, arguments: written };
    const label = `${tool}(${values.map((value) => this.#shown(value)).join(", ")})`;
    const own = values.flatMap((value) =>
      isName(value) ? [value.text, value.label, value.local ?? ""] : [],
    );
    return [
      {
        permitted:
          argument === undefined
            ? { type: "action", action: call, label }
            : { type: "slot", ...call, argument, constraint: { type: "string", ...constraint }, label },
        subjects: values.flatMap((value) => (isSubject(value) ? [value.called] : [])),
        names: [...own, ...names].filter((name) => name !== ""),
        base,
      },
    ];
  }

  isDone(tool: string, given: JsonObject): boolean {
    return this.#done.has(actionText(tool, given));
  }

  /** As it reads in a list; entities of one name with their identifiers. */
  #shown(value: Given): string {
    if (value === OPEN) return "…";
    if (isName(value)) {
      const label = labelBeyond(value);
      return label === "" ? value.text : `${value.text} "${label}"`;
    }
    if (!isSubject(value)) return value;
    const { title, argument } = value;
    const same = this.#entities.filter((each) => each.title === title);
    return same.length > 1 && title !== argument ? `${title} [${argument}]` : title;
  }
}

const isName = (value: Given): value is GivenName => typeof value === "object" && "text" in value;
const isSubject = (value: Given): value is GivenSubject => typeof value === "object" && "called" in value;

function writtenText(value: Exclude<Given, typeof OPEN>): string {
  return isName(value) ? value.text : isSubject(value) ? value.argument : value;
}

function actionText(tool: string, given: JsonObject): string {
  return `${tool} ${JSON.stringify(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
