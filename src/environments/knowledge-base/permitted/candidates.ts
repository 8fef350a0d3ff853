import { type Marked, say, schemaName, written } from "../../../environment/egress/marks.ts";
import type { PermittedAction, PermittedSlot } from "../../../environment/permitted-action.ts";
import type { JsonObject } from "../../../util/json.ts";
import { labelBeyond } from "../access/path-names.ts";
import type { ToolCall } from "../tools/knowledge-base-tool.ts";
import type { ActionSubject, ActionSubjects } from "./subjects.ts";

/** A possible action, with the facts that decide its rank. */
export interface CandidateAction {
  readonly permitted: PermittedAction | PermittedSlot;
  /** Names of each of its subjects: `#3`, labels and identifiers of entities. */
  readonly subjects: readonly (readonly string[])[];
  /** Text and label of its relation, attribute or class. */
  readonly names: readonly string[];
  /** Score independent of the question: by how recent the subject is, and how certain the entity. */
  readonly base: number;
}

/** Replaces an argument that the model writes itself. */
export const OPEN = Symbol("open");

type GivenSubject = Pick<ActionSubject, "argument" | "title" | "called">;

/** A relation, attribute or class. */
interface GivenName {
  readonly text: Marked;
  readonly label: Marked;
  readonly local?: string;
}

type Given = string | GivenSubject | GivenName | typeof OPEN;

/** A search text as an argument, which a thought may mention. */
export const wordGiven = (text: string): GivenSubject => ({
  argument: text,
  title: written(text),
  called: [text],
});

/** Makes list entries from tools and arguments. Omits actions that were already taken. */
export class Candidates {
  readonly #environment: string;
  readonly #entities: ActionSubjects["entities"];
  readonly #done: ReadonlySet<string>;

  constructor({ state, services }: ToolCall, { entities }: ActionSubjects) {
    this.#environment = services.environment;
    this.#entities = entities;
    this.#done = new Set(state.variables.map(({ tool, arguments: given }) => actionText(tool, given)));
  }

  /** The entries for a call; a slot if one argument is `OPEN`. */
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
    const all = Object.fromEntries(
      entries.flatMap(([name, value]) => (value === OPEN ? [] : [[name, writtenText(value)]])),
    );
    const argument = entries.find(([, value]) => value === OPEN)?.[0];
    if (argument === undefined && this.isDone(tool, all)) return [];
    const call = { environment: this.#environment, tool, arguments: all };
    const shown = values.map((value) => this.#shown(value));
    const label = say`${schemaName(tool)}(${shown})`;
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

  /** Text in the list; entities of the same name are shown with their identifiers. */
  #shown(value: Given): Marked {
    if (value === OPEN) return say`…`;
    if (isName(value)) {
      const label = labelBeyond(value);
      return label === "" ? value.text : say`${value.text} "${label}"`;
    }
    if (!isSubject(value)) return written(value);
    const { title, argument } = value;
    const same = this.#entities.filter((each) => each.title === title);
    return same.length > 1 && title !== argument ? say`${title} [${written(argument)}]` : title;
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
