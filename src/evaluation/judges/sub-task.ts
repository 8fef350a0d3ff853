/** The parts of an agent's work that are judged apart (*Database question answering*, Section 3): the plan, the queries, the answer. */
export const SUB_TASKS = ["planning", "tools", "synthesis"] as const;

/** One of `SUB_TASKS`. */
export type SubTask = (typeof SUB_TASKS)[number];

/** As the paper calls them. */
export const SUB_TASK_NAMES: Readonly<Record<SubTask, string>> = {
  planning: "interaction planning",
  tools: "tool employment",
  synthesis: "information synthesis",
};
