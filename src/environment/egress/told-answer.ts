import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ActContext } from "../act-context.ts";
import type { Answer, Evidence } from "../answer.ts";
import type { Environment } from "../environment.ts";
import type { Task } from "../task.ts";
import type { Withheld } from "./egress-level.ts";
import { type EgressScope, jsonForm, valueForm } from "./marks.ts";
import { phrasesOf } from "./phrases-of.ts";

/** What a model is told in place of an answer's text. */
const SENTENCES: Readonly<Record<Withheld, string>> = {
  schema: "It was accepted; its values are withheld here (egress schema).",
  masked: "It was accepted; of its values only the forms are shown here (egress masked).",
};

/** The strictest level of the environments; undefined where everything may be told. */
export function egressOf(environments: readonly Pick<Environment, "egress">[]): Withheld | undefined {
  const levels = environments.map(({ egress }) => egress);
  return levels.includes("schema") ? "schema" : levels.find((level) => level !== undefined);
}

/**
 * An answer for a model that hands it in for somebody else: how much it is, and the forms of its values. All of its rows are not linked.
 * @param names names that members may be called by, in lower case: those of the schema
 */
export function toldAnswer(
  { rows, members, value }: Answer,
  level: Withheld,
  names: ReadonlySet<string> = NO_NAMES,
): Answer {
  const scope = scopeOf([], level);
  const named = { ...scope, knows: (name: string) => names.has(name.toLowerCase()) };
  return {
    text: SENTENCES[level],
    ...(rows === undefined
      ? {}
      : {
          rows: {
            // A name of a column may be one of data (PIVOT).
            columns: rows.toldColumns ?? rows.columns.map((name) => valueForm(name, level)),
            rows: rows.rows.map((row) => row.map((cell) => jsonForm(cell, scope))),
            total: rows.total,
          },
        }),
    ...(members === undefined
      ? {}
      : { members: members.map((member) => jsonForm(member, named) as JsonObject) }),
    ...(value === undefined ? {} : { value: jsonForm(value, named) }),
  };
}

/** What it rests on, without the values that nobody wrote: of a query its names, of a program its kind only. */
export function toldEvidence(
  { environment, kind, sql, calls }: Evidence,
  written: readonly string[],
  level: Withheld,
): Evidence {
  const scope = scopeOf(written, level);
  return {
    environment,
    kind,
    ...(sql === undefined ? {} : { sql: toldLiterals(sql, scope) }),
    ...(calls === undefined
      ? {}
      : {
          calls: calls.map((call) =>
            kind === "rest-api" ? toldCall(call, scope) : (jsonForm(call as Json, scope) as JsonObject),
          ),
        }),
  };
}

/**
 * A call of an API: its name was given, its operation and the names of its arguments are the document's, and a status or a number of pages tells
 * nothing; of its arguments stays what was written, and its address is made of them.
 */
function toldCall({ arguments: given, ...call }: JsonObject, scope: Told): JsonObject {
  const values = isObject(given) ? Object.entries(given) : [];
  return Object.fromEntries([
    ...Object.entries(call).map(([name, each]): [string, Json] => [
      name,
      OF_CALLS.has(name) ? (each as Json) : jsonForm(each as Json, scope),
    ]),
    ["arguments", Object.fromEntries(values.map(([name, each]) => [name, writtenForm(each as Json, scope)]))],
  ]);
}

const OF_CALLS: ReadonlySet<string> = new Set(["name", "operation", "status", "pages"]);

function writtenForm(value: Json, scope: Told): Json {
  const isPlain = value !== null && typeof value !== "object";
  return isPlain && scope.knows(String(value)) ? value : jsonForm(value, scope);
}

/** A text by which an answer was made: its quoted values by their form, where they do not stand in what was said. */
function toldLiterals(text: string, { level, knows }: Told): string {
  return text.replace(/(?<![\p{L}\p{N}])'((?:[^'\n]|'')*)'/gu, (quoted, inner: string) =>
    inner.trim() === "" || knows(inner) ? quoted : `'${valueForm(inner, level)}'`,
  );
}

/** What is known to be no value, where nothing was marked. */
type Told = Pick<EgressScope, "level" | "knows" | "names">;

const NO_NAMES: ReadonlySet<string> = new Set();

function scopeOf(written: readonly string[], level: Withheld): Told {
  return { level, names: MEMBERS, knows: phrasesOf(written) };
}

/** Members of answers by their own names. */
const MEMBERS: Set<string> = new Set([
  ..."id label value datatype language name operation arguments url status response".split(" "),
]);

/** A text past the environment's marks as a model may read it: whole where it is a name or was said. Undefined where all of it may be told. */
export async function toldReading(
  text: string,
  said: readonly string[],
  environment: Environment | undefined,
  context: ActContext,
): Promise<string | undefined> {
  const level = environment?.egress;
  if (level === undefined) return undefined;
  const names = (await environment?.egressWords?.names(context)) ?? NO_NAMES;
  return names.has(text.toLowerCase()) ? text : toldKept(text, said, level);
}

/** A text that was made where all may be told (a meaning that was kept, a reason of rules that read values): whole where it was said. */
export function toldKept(text: string, said: readonly string[], level: Withheld): string {
  return phrasesOf(said)(text) ? text : valueForm(text, level);
}

/** The task as a run may show it to a model: an earlier answer was the person's, and its values are withheld like all others. */
export function taskUnderEgress(task: Task, environments: readonly Environment[]): Task {
  const level = egressOf(environments);
  const { previous } = task;
  if (level === undefined || previous === undefined) return task;
  const { answer: _, evidence, ...rest } = previous;
  const said = [
    task.question,
    previous.question,
    ...(previous.settled ?? []).map(({ meaning, told = meaning }) => told),
  ];
  return {
    ...task,
    previous: {
      ...rest,
      ...(evidence === undefined ? {} : { evidence: toldLiterals(evidence, scopeOf(said, level)) }),
    },
  };
}
