import type { ReferencedKind } from "../../environment/act-context.ts";
import { schemaName } from "../../environment/egress/egress-scope.ts";
import type { ReferenceName, References } from "../../environment/references.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { keepLines } from "./access/imported-terms.ts";
import { storeFailure } from "./access/store-failure.ts";
import { identifierOf, valueJson } from "./access/term-name.ts";
import { artifactFailure, openState } from "./act.ts";
import type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
import type { Variable } from "./knowledge-base-state.ts";
import type { Term } from "./term/term.ts";
import type { ToolCall } from "./tools/knowledge-base-tool.ts";

/** Members of a variable that are handed over at most. */
export const MOST_REFERENCED = 1_000_000;

type Form = "labels" | "ids" | "keys" | "values";

/**
 * Variables as columns for other environments: `#3.labels` (short names where there is no label), `#3.ids` (short names, or full IRIs where they
 * have none) and `#3.keys` (the last part of the identifiers, as a number where all are numbers: what a database often has as its key) of
 * entities, `#3.values` of anything else.
 */
export function knowledgeBaseReferences(services: KnowledgeBaseServices): References {
  return {
    examples: ["#3.labels", "#3.ids", "#3.keys"],
    async list(workspace, context) {
      const { state } = await openState(workspace, services, context);
      return state.variables
        .map((variable, index) => namesOf(variable, index))
        .toReversed()
        .flat();
    },
    async read(workspace, name, context) {
      try {
        const call = await openState(workspace, services, context);
        const [, index, form = ""] = /^#\s*(\d+)(?:\.(\w+))?$/u.exec(name.trim()) ?? [];
        const variable = call.state.variables[Number(index)];
        if (index === undefined || variable === undefined) return { failure: unknown(name, call) };
        const wanted = form === "" ? formsOf(variable)[0] : formsOf(variable).find((each) => each === form);
        if (wanted === undefined) return { failure: unknown(name, call) };
        const { terms, complete } = await call.graph.members(
          { op: "variable", index: Number(index) },
          MOST_REFERENCED,
        );
        if (!complete) return { failure: tooMany(name) };
        const values = [...new Set(await columnOf(terms, wanted, call))];
        const kept = await keepLines(values, context);
        const numbers = wanted === "keys" && values.every((value) => typeof value === "number");
        const kind = numbers ? "numbers" : kindOf(variable, wanted);
        return { values: { kind, total: values.length, values: kept } };
      } catch (error) {
        return artifactFailure(error) ?? storeFailure(error);
      }
    },
  };
}

function namesOf(variable: Variable, index: number): readonly ReferenceName[] {
  return formsOf(variable).map((form) => ({
    name: `#${index}.${schemaName(form)}`,
    kind: kindOf(variable, form),
    total: variable.size,
  }));
}

function formsOf({ kind }: Variable): readonly Form[] {
  return kind === "entities" ? ["labels", "ids", "keys"] : ["values"];
}

function kindOf({ kind }: Variable, form: Form): ReferencedKind {
  if (form === "ids") return "entities";
  if (form === "keys") return "texts";
  return kind === "numbers" || kind === "dates" ? kind : "texts";
}

async function columnOf(
  terms: readonly Term[],
  form: Form,
  { graph, services }: ToolCall,
): Promise<readonly (string | number)[]> {
  if (form === "labels") return graph.termNames(terms);
  if (form === "keys") return keysOf(terms.map((term) => identifierOf(term, services.names)));
  return terms.map((term) => {
    if (form === "ids") return identifierOf(term, services.names);
    const value = valueJson(term, services.names);
    return typeof value === "number" ? value : String(value);
  });
}

/** What stands after the last separator of identifiers. */
function keysOf(identifiers: readonly string[]): readonly (string | number)[] {
  const keys = identifiers.map((text) => text.replace(/>$/u, "").replace(/^.*[:/#](?=[^:/#])/su, ""));
  return keys.every((key) => /^(0|[1-9]\d{0,14})$/u.test(key)) ? keys.map(Number) : keys;
}

function unknown(name: string, { state }: ToolCall): ToolFailure {
  const all = state.variables.flatMap((variable, index) => namesOf(variable, index)).map((each) => each.name);
  const near = nearestNames(name, all, { limit: 3 }).map((each) => each.name);
  const same = all.filter((each) => each.startsWith(`${name.trim().split(".")[0]}.`));
  return {
    code: "unknown-reference",
    message: `"${name}" names no variable here.${all.length === 0 ? " There is none yet." : ""}`,
    part: { text: name },
    suggestions: [...new Set([...same, ...near])].slice(0, 3).map((text) => ({ text, replaces: name })),
  };
}

function tooMany(name: string): ToolFailure {
  return {
    code: "too-large",
    message: `${name} has more than ${MOST_REFERENCED} members.`,
    part: { text: name },
    suggestions: [{ text: "narrow it", reason: "filter or intersection first" }],
  };
}
