import type { Answered } from "../../../../src/evaluation/benchmark/benchmark.ts";

/** A run that ended with the answer of a query, to a question with this gold. */
export function answeredWith(predicted: string, gold: string, id = gold): Answered {
  return {
    task: { id, place: "db", question: "?", groups: {}, gold: { sql: gold } },
    run: {
      outcome: {
        type: "answered",
        answer: { text: "" },
        evidence: [{ environment: "db", kind: "database", sql: predicted }],
        assumptions: [],
      },
      events: [],
    },
  };
}
