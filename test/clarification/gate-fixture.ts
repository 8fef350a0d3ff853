import { type GateInput, gate } from "../../src/clarification/gate.ts";
import { DEFAULT_ACT_LIMITS } from "../../src/environment/act-context.ts";
import type { FoundReading, Likeness } from "../../src/environment/readings.ts";
import type { Task } from "../../src/environment/task.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import type { Wish } from "../../src/trajectory/clarification.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";

export const reading = (
  text: string,
  likeness: Likeness,
  score: number,
  more: Partial<FoundReading> = {},
): FoundReading => ({ text, likeness, score, kind: "entity", ...more });

type Found = Readonly<Record<string, readonly FoundReading[]>>;

/** An environment that finds these readings, by the words. */
export function finding(found: Found, id = "films") {
  return {
    ...fileTreeEnvironment({}, id),
    capabilities: { readings: { find: async (words: string) => found[words] ?? [] } },
  };
}

export interface Judged extends Partial<GateInput> {
  readonly found?: Found;
  readonly seen?: readonly string[];
}

/** What the gate says to a wish about a question, in an environment of films. */
export function judge(
  question: string,
  wish: Partial<Wish>,
  { found = {}, seen = [], ...input }: Judged = {},
) {
  const task: Task = { question, ...input.task };
  return gate(
    { question: "What do you mean?", words: [], kind: "several-meanings", ...wish },
    { environments: [finding(found)], asked: [], ...input, task },
    {
      principal: { id: "tester" },
      signal: new AbortController().signal,
      limits: DEFAULT_ACT_LIMITS,
      artifacts: memoryArtifactStore(),
      seen: (value) => seen.includes(value),
    },
  );
}
