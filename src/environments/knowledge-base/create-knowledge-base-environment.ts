import type { ActContext, ReferencedKind } from "../../environment/act-context.ts";
import type { Heuristics } from "../../environment/capabilities.ts";
import { defineEnvironment, tooLargeToKeep } from "../../environment/define-environment.ts";
import type { EgressWords } from "../../environment/egress/egress-level.ts";
import { schemaName } from "../../environment/egress/egress-scope.ts";
import { wordsOf } from "../../environment/egress/words-of.ts";
import type { Description, Environment } from "../../environment/environment.ts";
import { heuristicsOnDemand } from "../../environment/interpretations.ts";
import { readState } from "../../environment/read-state.ts";
import type { ReferenceName, References } from "../../environment/references.ts";
import { Refusal } from "../../environment/refusal.ts";
import { newestLines, shortLine, WORKSPACE_TEXT_CHARACTERS } from "../../environment/workspace.ts";
import type { Json } from "../../util/json.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { createGraphReader, keepLines, storeFailure } from "./access/graph-reader.ts";
import { createReadCache } from "./access/read-cache.ts";
import { identifierOf, valueJson } from "./access/term-name.ts";
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
import { createNames, type Names } from "./vocabulary/names.ts";

/** Arguments that name a part of the schema or are written in full by the model; the others may have become identifiers. */
const NAMING = ["relation", "attribute", "class", "comparison", "query"];

const textOf = (value: Json | undefined): readonly string[] => (typeof value === "string" ? [value] : []);

/**
 * The words of the vocabulary; those of classes and relations are learned where they are named (`schemaName`), because no store can list all of
 * them. Identifiers of entities are values like their labels.
 */
function egressWords({ environment, store, names }: KnowledgeBaseServices): EgressWords {
  const { vocabulary, target } = store;
  const { label, alias, type, subclass, description } = vocabulary;
  const predicates = [label, alias, type, subclass, description].flat().map((iri) => names.short(iri));
  const known = wordsOf([target.name, vocabulary.name, ...Object.keys(vocabulary.prefixes), ...predicates]);
  return {
    names: () => known,
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
/** Of names, listed subjects and searches, each the newest. */
const MOST_TOLD = 8;
const LONGEST_TOLD = 200;

/**
 * The newest variables, each with its size, its kind and the action that made it; which entities names stand for; what was listed, which
 * other tools wait for; what was searched for.
 */
function workspaceText(state: KnowledgeBaseState, names: Names): string {
  const told = [
    toldLine("Names", namesOfWorkspaceText(state.linked, names)),
    toldLine("Relations listed of", subjectsOf(state.relationsOf, names)),
    toldLine("Attributes listed of", subjectsOf(state.attributesOf, names)),
    toldLine("Searched for", state.searched),
  ].filter((line) => line !== "");
  const used = told.reduce((sum, line) => sum + line.length + 1, 0);
  const lines = newestLines(
    state.variables.map((variable, index) => variableLine(variable, index, names)),
    { most: WORKSPACE_TEXT_CHARACTERS - used, what: "variables", count: MOST_VARIABLES },
  );
  return [...lines, ...told].join("\n");
}

/** `#3: 14 entities (film, person), by intersection(variable1="#0", variable2="#2")`. */
function variableLine(
  { size, kind, classes, tool, arguments: given }: Variable,
  index: number,
  names: Names,
): string {
  const named = classes.slice(0, MOST_CLASSES).map((each) => schemaName(names.short(each.class)));
  const types = named.length === 0 ? "" : ` (${shortLine(named.join(", "), LONGEST_CLASSES)})`;
  return `#${index}: ${countPhrase({ size, kind })}${types}, by ${shortLine(callText(tool, given), LONGEST_CALL)}`;
}

/** Only those that say more than the identifier. */
function namesOfWorkspaceText(linked: readonly LinkedName[], names: Names): readonly string[] {
  return linked
    .map(({ name, term }) => ({ name, id: identifierOf(term, names) }))
    .filter(({ name, id }) => name !== id)
    .map(({ name, id }) => `"${name}" is ${id}`);
}

/** Subjects as calls write them. */
function subjectsOf(keys: readonly string[], names: Names): readonly string[] {
  return keys.map((key) => {
    const iri = names.iri(key);
    return iri === undefined ? key : names.short(iri);
  });
}

function toldLine(what: string, texts: readonly string[]): string {
  if (texts.length === 0) return "";
  const more = texts.length > MOST_TOLD ? `, and ${texts.length - MOST_TOLD} before` : "";
  return `${what}: ${shortLine(texts.slice(-MOST_TOLD).join(", "), LONGEST_TOLD)}${more}`;
}

/** Members of a variable that are handed over at most. */
const MOST_REFERENCED = 1_000_000;

type Form = "labels" | "ids" | "keys" | "values";

/**
 * Variables as columns for other environments: `#3.labels` (short names where there is no label), `#3.ids` (short names, or full IRIs where they
 * have none) and `#3.keys` (the last part of the identifiers, as a number where all are numbers: what a database often has as its key) of
 * entities, `#3.values` of anything else.
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

/** What stands after the last separator of identifiers. */
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
    `"${name}" names no variable here.${all.length === 0 ? " There is none yet." : ""}`,
    { text: name },
    [...new Set([...same, ...near])].slice(0, 3).map((text) => ({ text, replaces: name })),
  );
}

function tooMany(text: string): Refusal {
  const suggestion = { text: "narrow it", reason: "filter or intersection first" };
  return new Refusal("too-large", `${text} has more than ${MOST_REFERENCED} members.`, { text }, [
    suggestion,
  ]);
}

/** A store, and how its schema is shown. */
export interface KnowledgeBaseEnvironmentOptions {
  /** Letters, digits, `_` and `-`. */
  readonly id: string;
  /** Belongs to the environment from now on and is closed with it. */
  readonly store: TripleStore;
  /** Budget of the schema in the prompt, in tokens (2,000). */
  readonly schemaTokens?: number;
  /** Ends opening. */
  readonly signal?: AbortSignal;
  /** Rules for the built-in policy (those of `heuristics/`). */
  readonly heuristics?: (services: KnowledgeBaseServices) => Heuristics;
}

/**
 * A knowledge base seen through the tools of the paper (Middleware, Section 3.1 and Appendix A.2; docs/tools.md lists them), whose variables are
 * programs over its graph.
 */
export interface KnowledgeBaseEnvironment extends Environment {
  /** What its tools work with, for benchmarks and rules of your own. */
  readonly services: KnowledgeBaseServices;
}

const SCHEMA_TOKENS = 2000;
/** Of the schema's budget, for what a question needs of it. */
const TASK_SHARE = 0.3;

/**
 * Opens a knowledge base as an environment. Nothing of it is read but the version of its data.
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
  const schemaText = (tokens: number, context: ActContext, question?: string): Promise<Description> => {
    const graph = createGraphReader(services, context, []);
    return describeSchema({ graph, names: services.names, store }, tokens, question);
  };
  const environment = defineEnvironment<KnowledgeBaseState, ToolCall>({
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
    seeMore: "Ask for fewer members, or narrow the variable.",
    failureOf: storeFailure,
    close: () => store.close(),
  });
  return { ...environment, services };
}
