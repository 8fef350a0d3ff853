import { builtInPolicy } from "../../../../src/agent/policies/built-in-policy.ts";
import { ask } from "../../../../src/ask.ts";
import type { UserProxy } from "../../../../src/clarification/user-proxy.ts";
import {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
} from "../../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openLabelIndex } from "../../../../src/environments/knowledge-base/stores/embedded/labels/open-label-index.ts";
import { createEmbeddedStore } from "../../../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import type { TripleStore } from "../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import type { Vocabulary } from "../../../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import type { ClarificationReply } from "../../../../src/trajectory/clarification.ts";
import type { Outcome } from "../../../../src/trajectory/outcome.ts";
import { tableOf } from "../../../support/table-of.ts";
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
  readonly kind?: string;
}

export async function storeOf(text: string, vocabulary: Vocabulary = MADE_VOCABULARY): Promise<TripleStore> {
  const table = await tableOf(graphOf(text));
  const key = "0123456789abcdef";
  const labelSearch = openLabelIndex({ table, vocabulary, key, dataVersion: "1" });
  return createEmbeddedStore({ table, name: "made", key, dataVersion: "1", vocabulary, labelSearch });
}

/** A small graph as an environment, with the rules that it has by itself. */
export async function environmentOf(text: string): Promise<KnowledgeBaseEnvironment> {
  return createKnowledgeBaseEnvironment({ id: "kb", store: await storeOf(text) });
}

/** What a person says when asked back: the choices are told by their texts. */
export type Person = (asked: string, choices: readonly string[]) => ClarificationReply;

/** Questions to the built-in policy over a small graph, each through a whole run. */
export async function asker(text: string): Promise<(question: string, person?: Person) => Promise<Heard>> {
  const environment = await environmentOf(text);
  return async (question, person) => {
    const userProxy: UserProxy = {
      ask: async ({ question: asked, readings }) =>
        person?.(
          asked,
          readings.map(({ text: choice }) => choice),
        ) ?? { type: "unavailable" },
    };
    const { outcome } = await ask({
      environments: [environment],
      policy: builtInPolicy(),
      question,
      userProxy,
    });
    return heard(question, outcome);
  };
}

function heard(question: string, outcome: Outcome): Heard {
  if (outcome.type === "answered") {
    const members = outcome.answer.members ?? [];
    return {
      answer: members.map(({ label, value }) => String(label ?? value)).sort(),
      assumptions: outcome.assumptions,
      program: outcome.evidence[0]?.program ?? "",
    };
  }
  if (outcome.type === "needs-clarification") {
    const { question: asked, words, readings, kind } = outcome.clarification;
    return { asked, words, kind, choices: readings.map(({ text }) => text) };
  }
  if (outcome.type === "unanswerable") return { reason: outcome.reason, words: outcome.words };
  throw new TypeError(`${question}: ${JSON.stringify(outcome)}`);
}
