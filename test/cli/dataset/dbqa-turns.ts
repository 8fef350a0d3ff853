import type { RecordedRequest, ServerTurn } from "../../../src/testing/scripted-openai-server.ts";

/** Which role a request is for. */
export type Asked =
  | "control"
  | "condense"
  | "conjecture"
  | "construct"
  | "plan"
  | "queries"
  | "mend"
  | "report"
  | "classify";

const MARKS: readonly (readonly [Asked, string])[] = [
  ["control", "You write questions for a test"],
  ["condense", "You shorten questions"],
  ["conjecture", "Records are to be made up"],
  ["construct", "You fill an empty SQLite database"],
  ["classify", "You sort questions of a test"],
  ["plan", ", or plan."],
  ["queries", "Write the queries."],
  ["mend", "Mend these queries"],
  ["report", "Write the report."],
];

export function askedOf({ body }: RecordedRequest): Asked | undefined {
  const text = JSON.stringify(body["messages"]);
  return MARKS.find(([, mark]) => text.includes(mark))?.[0];
}

export const says = (output: object): ServerTurn => ({ text: JSON.stringify(output) });

/** A good reply of each role about the shop of `writeShop`. */
export const SHOP: Readonly<Record<Asked, object>> = {
  control: {
    question: "When you group all customers by the city, how do the amounts of their purchases differ?",
    entities: [
      { words: "city", name: "customer.city" },
      { words: "amounts", name: "purchase.amount" },
    ],
  },
  condense: { question: "How do amounts differ by city?" },
  conjecture: { answer: "Lyon spends 30, Oslo 12." },
  construct: {
    statements: [
      "INSERT INTO purchase (id, customer_id, amount, bought_on) VALUES (1, 1, 20, '2025-01-02'), (2, 1, 10, '2025-02-02'), (3, 2, 12, '2025-02-03')",
      "INSERT INTO customer (id, name, city) VALUES (1, 'Ada', 'Lyon'), (2, 'Bo', 'Oslo');",
    ],
  },
  plan: { thought: "By city.", plan: ["Sum amounts by city."] },
  queries: {
    thought: "One query.",
    queries: [
      {
        step: 1,
        purpose: "Amounts by city.",
        sql: "SELECT city, sum(amount) AS total FROM customer JOIN purchase ON customer_id = customer.id GROUP BY city ORDER BY city",
      },
    ],
  },
  mend: { thought: "Right as it is.", queries: [] },
  report: {
    thought: "Both cities.",
    title: "Amounts by city",
    summary: "Lyon spends 30 [Q1:1.total], Oslo 12 [Q1:2.total].",
    findings: [],
    not_found: [],
    charts: [],
  },
  classify: { rationale: "Amounts can be summed.", type: "conclusive", contradiction: "" },
};
