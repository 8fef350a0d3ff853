import type { ActContext, ReferencedKind } from "../../environment/act-context.ts";
import { keepLines } from "../../environment/artifact-content.ts";
import type { Heuristics } from "../../environment/capabilities.ts";
import { defineEnvironment, tooLargeToKeep } from "../../environment/define-environment.ts";
import type { EgressWords } from "../../environment/egress/egress-level.ts";
import {
  changed,
  joined,
  type Marked,
  ownText,
  say,
  schemaName,
  written,
} from "../../environment/egress/marks.ts";
import type { Environment, MarkedDescription } from "../../environment/environment.ts";
import { heuristicsOnDemand } from "../../environment/interpretations.ts";
import { readState } from "../../environment/read-state.ts";
import type { ReferenceName, References } from "../../environment/references.ts";
import { Refusal } from "../../environment/refusal.ts";
import { newestLines, shortLine, WORKSPACE_TEXT_CHARACTERS } from "../../environment/workspace.ts";
import type { Json } from "../../util/json.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { createGraphReader, storeFailure } from "./access/graph-reader.ts";
import { createReadCache } from "./access/read-cache.ts";
import { conclude } from "./conclude/conclude.ts";
import { describeSchema } from "./describe/describe-schema.ts";
import { graphCapability } from "./graph-capability.ts";
import { type KnowledgeBaseServices, knowledgeBaseInstructions } from "./knowledge-base-services.ts";
import {
  emptyState,
  type KnowledgeBaseState,
  type LinkedName,
  stateSchema,
  type Variable,
} from "./knowledge-base-state.ts";
import { knowledgeBaseTools } from "./knowledge-base-tools.ts";
import { knowledgeBaseReadings } from "./readings/knowledge-base-readings.ts";
import type { Term } from "./term/term.ts";
import { callText, openCall, type ToolCall } from "./tools/knowledge-base-tool.ts";
import { countPhrase } from "./tools/new-variable.ts";
import type { TripleStore } from "./triple-store/triple-store.ts";
import { createNames, identifierOf, type Names, valueJson } from "./vocabulary/names.ts";

/** Arguments that name a part of the schema, or that the model writes in full; other arguments may have been replaced by identifiers. */
const NAMING = ["relation", "attribute", "class", "comparison", "query"];

const textOf = (value: Json | undefined): readonly string[] => (typeof value === "string" ? [value] : []);

/**
 * Lists no schema words, because stores cannot list all classes and relations: `schemaName` marks them on use. Identifiers of entities count
 * as values, like their labels.
 */
function egressWords({ environment }: KnowledgeBaseServices): EgressWords {
  return {
    names: () => new Set(),
    written(workspace) {
      const { question = "", searched, variables } = readState(stateSchema, workspace, environment);
      const given = variables.flatMap(({ arguments: all }) => NAMING.flatMap((name) => textOf(all[name])));
      return [question, ...searched, ...given];
    },
  };
}

const MOST_VARIABLES = 20;
const MOST_CLASSES = 2;
const LONGEST_CLASSES = 60;
const LONGEST_CALL = 120;
/** Most names, listed subjects and searches shown, newest first. */
const MOST_TOLD = 8;
const LONGEST_TOLD = 200;

/**
 * The workspace for prompts: the newest variables, each with its size, its kind and the action that made it; linked names; subjects whose
 * relations or attributes were listed, on which other tools depend; searches.
 */
function workspaceText(state: KnowledgeBaseState, names: Names): Marked {
  const told = [
    toldLine("Names", namesOfWorkspaceText(state.linked, names)),
    toldLine("Relations listed of", subjectsOf(state.relationsOf, names)),
    toldLine("Attributes listed of", subjectsOf(state.attributesOf, names)),
    toldLine("Searched for", state.searched.map(written)),
  ].filter((line) => line !== "");
  const used = told.reduce((sum, line) => sum + line.length + 1, 0);
  const lines = newestLines(
    state.variables.map((variable, index) => variableLine(variable, index, names)),
    { most: WORKSPACE_TEXT_CHARACTERS - used, what: "variables", count: MOST_VARIABLES },
  );
  // All parts are marked already; some were left out.
  return ownText([...lines, ...told].join("\n"));
}

/** `#3: 14 entities (film, person), by intersection(variable1="#0", variable2="#2")`. */
function variableLine(
  { size, kind, classes, tool, arguments: given }: Variable,
  index: number,
  names: Names,
): Marked {
  const named = classes.slice(0, MOST_CLASSES).map((each) => schemaName(names.short(each.class)));
  const types =
    named.length === 0
      ? ""
      : say` (${changed(joined(named, ", "), (text) => shortLine(text, LONGEST_CLASSES))})`;
  const call = callText(
    tool,
    Object.fromEntries(Object.entries(given).map(([name, text]) => [name, written(String(text))])),
  );
  return say`#${index}: ${countPhrase({ size, kind })}${types}, by ${changed(call, (text) => shortLine(text, LONGEST_CALL))}`;
}

/** Linked names, without names that equal the identifier. */
function namesOfWorkspaceText(linked: readonly LinkedName[], names: Names): readonly Marked[] {
  return linked
    .map(({ name, term }) => ({ name, id: identifierOf(term, names) }))
    .filter(({ name, id }) => name !== id)
    .map(({ name, id }) => say`"${written(name)}" is ${written(id)}`);
}

/** Subjects in the form of call arguments. */
function subjectsOf(keys: readonly string[], names: Names): readonly Marked[] {
  return keys.map((key) => {
    const iri = names.iri(key);
    return written(iri === undefined ? key : names.short(iri));
  });
}

function toldLine(what: string, texts: readonly Marked[]): string {
  if (texts.length === 0) return "";
  const more = texts.length > MOST_TOLD ? `, and ${texts.length - MOST_TOLD} before` : "";
  return `${what}: ${shortLine(texts.slice(-MOST_TOLD).join(", "), LONGEST_TOLD)}${more}`;
}

/** Most members of a variable that are passed to another environment. */
const MOST_REFERENCED = 1_000_000;

type Form = "labels" | "ids" | "keys" | "values";

/**
 * Variables as columns for other environments: `#3.labels` (short names if there is no label), `#3.ids` (short names, or full IRIs without
 * one) and `#3.keys` (the last part of the identifiers, as numbers if all are numbers: often the key in a database) for
 * entities, `#3.values` for other kinds.
 */
function knowledgeBaseReferences(services: KnowledgeBaseServices): References {
  return {
    examples: ["#3.labels", "#3.ids", "#3.keys"],
    async list(workspace, context) {
      const state = readState(stateSchema, workspace, services.environment, context);
      return state.variables
        .map((variable, index) => namesOf(variable, index))
        .toReversed()
        .flat();
    },
    async read(workspace, name, context) {
      try {
        const state = readState(stateSchema, workspace, services.environment, context);
        const call = await openCall(state, services, context);
        const [, index, form = ""] = /^#\s*(\d+)(?:\.(\w+))?$/u.exec(name.trim()) ?? [];
        const variable = call.state.variables[Number(index)];
        if (index === undefined || variable === undefined) throw unknown(name, call);
        const wanted = form === "" ? formsOf(variable)[0] : formsOf(variable).find((each) => each === form);
        if (wanted === undefined) throw unknown(name, call);
        const { terms, complete } = await call.graph.members(
          { op: "variable", index: Number(index) },
          MOST_REFERENCED,
        );
        if (!complete) throw tooMany(name);
        const values = [...new Set(await columnOf(terms, wanted, call))];
        const kept = await keepLines(values, context);
        const numbers = wanted === "keys" && values.every((value) => typeof value === "number");
        const kind = numbers ? "numbers" : kindOf(variable, wanted);
        return { values: { kind, total: values.length, values: kept } };
      } catch (error) {
        return { failure: tooLargeToKeep(error) ?? storeFailure(error) };
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

/** The part after the last separator of each identifier. */
function keysOf(identifiers: readonly string[]): readonly (string | number)[] {
  const keys = identifiers.map((text) => text.replace(/>$/u, "").replace(/^.*[:/#](?=[^:/#])/su, ""));
  return keys.every((key) => /^(0|[1-9]\d{0,14})$/u.test(key)) ? keys.map(Number) : keys;
}

function unknown(name: string, { state }: ToolCall): Refusal {
  const all = state.variables.flatMap((variable, index) => namesOf(variable, index)).map((each) => each.name);
  const near = nearestNames(name, all, { limit: 3 }).map((each) => each.name);
  const same = all.filter((each) => each.startsWith(`${name.trim().split(".")[0]}.`));
  return new Refusal(
    "unknown-reference",
    say`"${written(name)}" names no variable here.${all.length === 0 ? " There is none yet." : ""}`,
    { text: name },
    [...new Set([...same, ...near])].slice(0, 3).map((text) => ({
      text: schemaName(text),
      replaces: name,
    })),
  );
}

function tooMany(text: string): Refusal {
  const suggestion = { text: say`narrow it`, reason: say`filter or intersection first` };
  return new Refusal("too-large", say`${written(text)} has more than ${MOST_REFERENCED} members.`, { text }, [
    suggestion,
  ]);
}

/** A store, and settings of its environment. */
export interface KnowledgeBaseEnvironmentOptions {
  /** Letters, digits, `_` and `-`. */
  readonly id: string;
  /** Owned by the environment, which closes it. */
  readonly store: TripleStore;
  /** Budget of the schema in the prompt, in tokens (2,000). */
  readonly schemaTokens?: number;
  /** Cancels opening. */
  readonly signal?: AbortSignal;
  /** Rules for the built-in policy (those of `heuristics/`). */
  readonly heuristics?: (services: KnowledgeBaseServices) => Heuristics;
}

/**
 * A knowledge base seen through the tools of the paper (Middleware, Section 3.1 and Appendix A.2; docs/tools.md lists them), whose variables are
 * programs over its graph.
 */
export interface KnowledgeBaseEnvironment extends Environment {
  /** The context of its tools, for benchmarks and custom rules. */
  readonly services: KnowledgeBaseServices;
}

const SCHEMA_TOKENS = 2000;
/** Share of the schema's budget for the part that a question needs. */
const TASK_SHARE = 0.3;

/**
 * Opens a knowledge base as an environment. Reads only the version of its data.
 *
 * @throws FuxiError `configuration-invalid` for an id with other characters, and whatever the store throws
 */
export async function createKnowledgeBaseEnvironment(
  options: KnowledgeBaseEnvironmentOptions,
): Promise<KnowledgeBaseEnvironment> {
  const { id, store, schemaTokens = SCHEMA_TOKENS } = options;
  const services: KnowledgeBaseServices = {
    environment: id,
    store,
    names: createNames(store.vocabulary),
    cache: createReadCache(),
  };
  const schemaText = (tokens: number, context: ActContext, question?: string): Promise<MarkedDescription> => {
    const graph = createGraphReader(services, context, []);
    return describeSchema({ graph, names: services.names, store }, tokens, question);
  };
  const environment = defineEnvironment<KnowledgeBaseState, ToolCall, Marked>({
    id,
    kind: "knowledge-base",
    targetKey: store.target.key,
    ...(store.policyKey === undefined ? {} : { policyKey: store.policyKey }),
    egressWords: egressWords(services),
    tools: knowledgeBaseTools,
    instructions: knowledgeBaseInstructions(store),
    instructionsFor: (shown) => knowledgeBaseInstructions(store, shown),
    capabilities: {
      graph: graphCapability(services),
      references: knowledgeBaseReferences(services),
      readings: knowledgeBaseReadings(services),
      ...(store.preparation === undefined ? {} : { preparation: store.preparation }),
      heuristics:
        options.heuristics?.(services) ??
        heuristicsOnDemand(async () =>
          (await import("./heuristics/knowledge-base-heuristics.ts")).knowledgeBaseHeuristics(id, services),
        ),
    },
    state: stateSchema,
    empty: (task) => emptyState(task?.question),
    open: (state, context) => openCall(state, services, context),
    describe: (context) => schemaText(schemaTokens, context),
    about: (question, context) => schemaText(Math.ceil(schemaTokens * TASK_SHARE), context, question),
    workspaceText: (state) => workspaceText(state, services.names),
    async permittedActions(call, hint) {
      const { permittedActions } = await import("./permitted/permitted-actions.ts");
      return permittedActions(call, hint);
    },
    conclude,
    seeMore: say`Ask for fewer members, or narrow the variable.`,
    failureOf: storeFailure,
    close: () => store.close(),
  });
  return { ...environment, services };
}
