import type { Measure } from "../../benchmark/benchmark.ts";

export const F1: Measure = {
  id: "f1",
  name: "F1",
  description:
    "Of the members of the answer against those of the gold, per question; 0 where they share none, also where both are empty (Middleware for LLMs, Section 4; AgentBench, knowledgegraph/task.py).",
  unit: "share",
};

export const HITS_AT_1: Measure = {
  id: "hits@1",
  name: "Hits@1",
  description:
    "The first member of the answer is in the gold (Zhang et al., Variational Reasoning for Question Answering with Knowledge Graph, 2018). Sets have no ranking: the first is the one that the knowledge base gives first.",
  unit: "share",
};

export const EM: Measure = {
  id: "em",
  name: "EM",
  description:
    "Exact match: the members of the answer and of the gold are the same, also where there are none (AgentBench, knowledgegraph/task.py).",
  unit: "share",
};

export const GRAPH_VA: Measure = {
  id: "va",
  name: "VA",
  description:
    "Valid: an answer was found, whether right or not, that is one with at least one member (Middleware for LLMs, Section 4; executability in AgentBench, knowledgegraph/task.py).",
  unit: "share",
};
