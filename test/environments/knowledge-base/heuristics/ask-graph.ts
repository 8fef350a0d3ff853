import { builtInPolicy } from "../../../../src/agent/policies/built-in-policy.ts";
import { ask } from "../../../../src/ask.ts";
import type { UserProxy } from "../../../../src/clarification/user-proxy.ts";
import type { PreviousRun } from "../../../../src/environment/task.ts";
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
  readonly kind?: string;
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

/** What a person says when asked back: the choices are told by their texts. */
export type Person = (asked: string, choices: readonly string[]) => ClarificationReply;

export interface AskedAfter {
  readonly person?: Person;
  /** Asked and answered before, one after another; the last one is what the question follows. */
  readonly after?: readonly string[];
}

/** Questions to the built-in policy over a small graph, each through a whole run. */
export async function asker(text: string): Promise<(question: string, more?: AskedAfter) => Promise<Heard>> {
  const environment = await environmentOf(text);
  const outcomeOf = async (question: string, person?: Person, previous?: PreviousRun): Promise<Outcome> => {
    const userProxy: UserProxy = {
      ask: async ({ question: asked, readings }) =>
        person?.(
          asked,
          readings.map(({ text: choice }) => choice),
        ) ?? { type: "unavailable" },
    };
    const policy = builtInPolicy();
    const { outcome } = await ask({
      environments: [environment],
      policy,
      question,
      userProxy,
      ...(previous === undefined ? {} : { previous }),
    });
    return outcome;
  };
  return async (question, { person, after = [] } = {}) => {
    let previous: PreviousRun | undefined;
    for (const earlier of after) previous = previousOf(earlier, await outcomeOf(earlier, person, previous));
    return heard(question, await outcomeOf(question, person, previous));
  };
}

function previousOf(question: string, outcome: Outcome): PreviousRun {
  if (outcome.type !== "answered") throw new TypeError(`${question}: ${JSON.stringify(outcome)}`);
  const [rests] = outcome.evidence;
  return {
    run: "earlier",
    question,
    answer: outcome.answer.text,
    ...(rests?.program === undefined ? {} : { evidence: rests.program }),
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
