import type { ActContext } from "../../environment/act-context.ts";
import type { Capabilities, Heuristics } from "../../environment/capabilities.ts";
import type { Withheld } from "../../environment/egress/egress-level.ts";
import { egressScope } from "../../environment/egress/egress-scope.ts";
import type { Description, Environment } from "../../environment/environment.ts";

import { FuxiError } from "../../errors/fuxi-error.ts";
import { createGraphReader } from "./access/graph-reader.ts";
import { createReadCache } from "./access/read-cache.ts";
import { storeFailure } from "./access/store-failure.ts";
import { act, artifactFailure, openState } from "./act.ts";
import { conclude } from "./conclude/conclude.ts";
import { describeSchema } from "./describe/describe-schema.ts";
import { egressWords } from "./egress-words.ts";
import { graphCapability } from "./graph-capability.ts";
import { heuristicsOnDemand } from "./heuristics/heuristics-on-demand.ts";
import { knowledgeBaseInstructions } from "./knowledge-base-instructions.ts";
import { knowledgeBaseReferences } from "./knowledge-base-references.ts";
import type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
import { emptyState, readState, writeState } from "./knowledge-base-state.ts";
import { knowledgeBaseTools } from "./knowledge-base-tools.ts";
import { knowledgeBaseReadings } from "./readings/knowledge-base-readings.ts";
import type { TripleStore } from "./store/triple-store.ts";
import { createNames } from "./vocabulary/names.ts";
import { workspaceText } from "./workspace-text.ts";

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
  if (!/^[\w-]+$/u.test(id)) {
    throw new FuxiError("configuration-invalid", `"${id}" cannot name an environment.`, {
      hint: "Use letters, digits, _ and -.",
    });
  }
  const services: KnowledgeBaseServices = {
    environment: id,
    store,
    names: createNames(store.vocabulary),
    cache: createReadCache(),
  };
  const capabilities: Capabilities = {
    graph: graphCapability(services),
    references: knowledgeBaseReferences(services),
    readings: knowledgeBaseReadings(services),
    ...(store.preparation === undefined ? {} : { preparation: store.preparation }),
    heuristics: options.heuristics?.(services) ?? heuristicsOnDemand(id, services),
  };
  let closing: Promise<void> | undefined;
  // Stable for the life of the environment, so that providers can cache what begins with it.
  const described = new Map<Withheld | undefined, Description>();
  const schemaText = (tokens: number, context: ActContext, question?: string): Promise<Description> => {
    const graph = createGraphReader(services, context, []);
    return describeSchema({ graph, names: services.names, store }, tokens, question);
  };
  return {
    id,
    kind: "knowledge-base",
    targetKey: store.target.key,
    ...(store.policyKey === undefined ? {} : { policyKey: store.policyKey }),
    egressWords: egressWords(services),
    tools: knowledgeBaseTools.map(({ tool }) => tool),
    instructions: knowledgeBaseInstructions(store),
    instructionsFor: (shown) => knowledgeBaseInstructions(store, shown),
    capabilities,
    services,
    async describe(part, task, context) {
      const level = egressScope()?.level;
      const schema = described.get(level) ?? (await schemaText(schemaTokens, context));
      described.set(level, schema);
      if (part === "schema") {
        return schema;
      }
      if (task === undefined || schema.truncation === undefined) {
        return { text: "The schema shows all classes and relations." };
      }
      const question = `${task.question} ${task.oracleKnowledge ?? ""}`;
      return schemaText(Math.ceil(schemaTokens * TASK_SHARE), context, question);
    },
    async openWorkspace(task) {
      const state = writeState(emptyState(task?.question));
      return { environment: id, kind: "knowledge-base", version: 0, state };
    },
    workspaceText: (workspace) => workspaceText(readState(workspace, id), services.names),
    async permittedActions(workspace, hint, context) {
      const { permittedActions } = await import("./permitted/permitted-actions.ts");
      return permittedActions(await openState(workspace, services, context), hint);
    },
    act: (workspace, action, context) => act(workspace, action, services, context),
    async conclude(workspace, claim, context) {
      try {
        return await conclude(claim, await openState(workspace, services, context));
      } catch (error) {
        return artifactFailure(error) ?? storeFailure(error);
      }
    },
    close() {
      closing ??= store.close();
      return closing;
    },
  };
}
