import { builtInPolicy } from "../../../../src/agent/policies/built-in-policy.ts";
import { ask } from "../../../../src/ask.ts";
import {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
} from "../../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import type { TripleStore } from "../../../../src/environments/knowledge-base/store/triple-store.ts";
import { createEmbeddedStore } from "../../../../src/environments/knowledge-base/stores/embedded/create-embedded-store.ts";
import { openLabelIndex } from "../../../../src/environments/knowledge-base/stores/embedded/labels/open-label-index.ts";
import type { Vocabulary } from "../../../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { memoryTable } from "../../../support/memory-store.ts";
import { graphOf, MADE_VOCABULARY } from "./graph-of.ts";

export interface Heard {
  /** Labels or values of the answer, sorted. */
  readonly answer?: readonly string[];
  readonly assumptions?: readonly string[];
  readonly program?: string;
  /** Why there is no answer, and the words that were not understood. */
  readonly reason?: string;
  readonly words?: readonly string[];
  /** What is asked back, and the texts to choose from. */
  readonly asked?: string;
  readonly choices?: readonly string[];
}

export async function storeOf(text: string, vocabulary: Vocabulary = MADE_VOCABULARY): Promise<TripleStore> {
  const table = await memoryTable(graphOf(text));
  const key = "0123456789abcdef";
  const labelSearch = openLabelIndex({ table, vocabulary, key, dataVersion: "1" });
  return createEmbeddedStore({ table, name: "made", key, dataVersion: "1", vocabulary, labelSearch });
}

/** A small graph as an environment, with the rules that it has by itself. */
export async function environmentOf(text: string): Promise<KnowledgeBaseEnvironment> {
  return createKnowledgeBaseEnvironment({ id: "kb", store: await storeOf(text) });
}

/** Questions to the built-in policy over a small graph, each through a whole run. */
export async function asker(text: string): Promise<(question: string) => Promise<Heard>> {
  const environment = await environmentOf(text);
  return async (question) => {
    const { outcome } = await ask({ environments: [environment], policy: builtInPolicy(), question });
    if (outcome.type === "answered") {
      const members = outcome.answer.members ?? [];
      return {
        answer: members.map(({ label, value }) => String(label ?? value)).sort(),
        assumptions: outcome.assumptions,
        program: outcome.evidence[0]?.program ?? "",
      };
    }
    if (outcome.type === "needs-clarification") {
      const { question: asked, words, readings } = outcome.clarification;
      return { asked, words, choices: readings.map(({ text: choice }) => choice) };
    }
    if (outcome.type === "unanswerable") return { reason: outcome.reason, words: outcome.words };
    throw new TypeError(`${question}: ${JSON.stringify(outcome)}`);
  };
}
