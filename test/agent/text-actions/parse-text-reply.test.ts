import { describe, expect, it } from "vitest";
import { claimOf, parseTextReply } from "../../../src/agent/text-actions/parse-text-reply.ts";
import { toolNames } from "../../../src/agent/tool-names.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { JsonObject } from "../../../src/util/json.ts";

const text = { type: "string" };
const tool = (name: string, properties: JsonObject, required = Object.keys(properties)) => ({
  name,
  inputSchema: { type: "object", properties, required, additionalProperties: false },
});
const names = toolNames([
  {
    id: "shop",
    tools: [
      tool("where", { where_statement: text }),
      tool("from", { from_statement: text }),
      tool("search_by_SQL", { query: text }),
      tool("get_distinct_values", { table: text, column: text, limit: { type: "integer" } }, [
        "table",
        "column",
      ]),
      tool("is_value_in_column", { table: text, column: text, value: text }),
      tool("describe_tables", { tables: { type: "array", items: text } }),
      tool("show_draft", {}),
    ],
  } as unknown as Environment,
]);

const callOf = (reply: string) => {
  const { call } = parseTextReply(reply, names);
  return call?.problem === undefined ? [call?.tool?.tool.name ?? call?.name, call?.arguments] : call.problem;
};
const action = (written: string) => callOf(`Thought: t\nAction: ${written}`);

describe("one text argument", () => {
  it.each([
    [`where("WHERE city = 'Rome'")`, "WHERE city = 'Rome'"],
    [`where('WHERE city = "Rome"')`, 'WHERE city = "Rome"'],
    [`where(WHERE city = 'Rome')`, "WHERE city = 'Rome'"],
    ["where(`WHERE city = 'Rome'`)", "WHERE city = 'Rome'"],
    ["where(“WHERE city = 'Rome'”)", "WHERE city = 'Rome'"],
    [`where("WHERE city = \\"Rome\\"")`, 'WHERE city = "Rome"'],
    [`where("WHERE city = "Rome"")`, 'WHERE city = "Rome"'],
    [`where("WHERE "city" = 'Rome' AND "x" > 1")`, `WHERE "city" = 'Rome' AND "x" > 1`],
    [`where('WHERE name = 'O''Brien'')`, "WHERE name = 'O''Brien'"],
    [`where(WHERE name = 'O''Brien' AND a IN (1, 2))`, "WHERE name = 'O''Brien' AND a IN (1, 2)"],
    [`where("WHERE a IN ("x", "y")")`, 'WHERE a IN ("x", "y")'],
    [`where("x" = 1 AND (b = 2))`, '"x" = 1 AND (b = 2)'],
    [`where("x" = "y")`, '"x" = "y"'],
    [`where(id = 1)`, "id = 1"],
    [`where("a LIKE '%\\_x'")`, "a LIKE '%\\_x'"],
    [`where("a LIKE '%\\_x' ESCAPE '\\'")`, "a LIKE '%\\_x' ESCAPE '\\'"],
    [`where("a LIKE '%\\\\_x' ESCAPE '\\\\'")`, "a LIKE '%\\_x' ESCAPE '\\'"],
    [`where("a ~ '\\d\\t' OR\\nb = 1")`, "a ~ '\\d\\t' OR\nb = 1"],
    [`where(where_statement="a LIKE 'x\\%' ESCAPE '\\'")`, "a LIKE 'x\\%' ESCAPE '\\'"],
    [`where('a = \\'Rome\\'')`, "a = 'Rome'"],
    [`where(where_statement="WHERE a = 1")`, "WHERE a = 1"],
    [`where(where_statement = 'WHERE a = 1')`, "WHERE a = 1"],
    [`where(where_statement=WHERE a = 1)`, "WHERE a = 1"],
    [`where({"where_statement": "WHERE a = 1"})`, "WHERE a = 1"],
    [`where({'where_statement': 'WHERE a = 1',})`, "WHERE a = 1"],
    [`where "WHERE a = 1"`, "WHERE a = 1"],
    [`where: WHERE a = 1`, "WHERE a = 1"],
    [`where\nAction Input: WHERE a = 1`, "WHERE a = 1"],
    [`where\nAction Input: {"where_statement": "WHERE a = 1"}`, "WHERE a = 1"],
    [`where\nAction Input: "WHERE a = 1"`, "WHERE a = 1"],
    ['```\nwhere("WHERE a = 1")\n```', "WHERE a = 1"],
    ['```python\nwhere("WHERE a = 1")\n```', "WHERE a = 1"],
    ['`where("WHERE a = 1")`', "WHERE a = 1"],
    ['**where("WHERE a = 1")**', "WHERE a = 1"],
    [`\nwhere("WHERE a = 1")`, "WHERE a = 1"],
    [`where("WHERE a = 1"`, "WHERE a = 1"],
    [`where(WHERE a = 1`, "WHERE a = 1"],
    [`where("WHERE a = 1").`, "WHERE a = 1"],
    [`where(WHERE a = 1)\nThis keeps (only) the first.`, "WHERE a = 1"],
    [`WHERE("WHERE a = 1")`, "WHERE a = 1"],
    [`functions.where("WHERE a = 1")`, "WHERE a = 1"],
    [`{"tool": "where", "arguments": {"where_statement": "WHERE a = 1"}}`, "WHERE a = 1"],
    [`{"name": "where", "parameters": {"where_statement": "WHERE a = 1"}} as JSON`, "WHERE a = 1"],
    [`{"action": "where", "action_input": "WHERE a = 1"}`, "WHERE a = 1"],
    [
      `<tool_call>{"name": "where", "arguments": {"where_statement": "WHERE a = 1"}}</tool_call>`,
      "WHERE a = 1",
    ],
    [`where("line one\nline two")`, "line one\nline two"],
    [`where("line one\\nline two")`, "line one\nline two"],
  ])("%s", (written, expected) => {
    expect(action(written)).toEqual(["where", { where_statement: expected }]);
  });

  it("keeps commas, brackets and quotes of a whole query without quotes around it", () => {
    const query = `SELECT a, COUNT(*) FROM t JOIN u ON (t.id = u."t id") WHERE x IN ('a', 'b') GROUP BY a`;
    expect(action(`search_by_SQL(${query})`)).toEqual(["search_by_SQL", { query }]);
    expect(action(`search_by_SQL("${query}")`)).toEqual(["search_by_SQL", { query }]);
    expect(action(`search_by_SQL(${JSON.stringify(query)})`)).toEqual(["search_by_SQL", { query }]);
    expect(action(`search_by_SQL("SELECT "a", "b" FROM t")`)).toEqual([
      "search_by_SQL",
      { query: 'SELECT "a", "b" FROM t' },
    ]);
  });

  it("reads a query over several lines in a fence after the label of its input", () => {
    expect(action("search_by_SQL\nAction Input:\n```sql\nSELECT a\nFROM t\n```")).toEqual([
      "search_by_SQL",
      { query: "SELECT a\nFROM t" },
    ]);
  });
});

describe("several arguments", () => {
  it.each([
    'get_distinct_values("sales", "city")',
    'get_distinct_values(table="sales", column="city")',
    'get_distinct_values(column="city", table="sales")',
    'get_distinct_values("sales", column="city")',
    'get_distinct_values({"table": "sales", "column": "city"})',
    'get_distinct_values {"table": "sales", "column": "city"}',
    '{"tool_name": "get_distinct_values", "args": {"table": "sales", "column": "city"}}',
  ])("%s", (written) => {
    expect(action(written)).toEqual(["get_distinct_values", { table: "sales", column: "city" }]);
  });

  it("says how to write the call where the arguments cannot be told apart", () => {
    expect(action("get_distinct_values(sales, city)")).toMatch(
      /get_distinct_values\(table, column, limit\?: integer\), each text in double quotes/u,
    );
  });
});

describe("the reply around the action", () => {
  it("takes the thought without its label", () => {
    expect(parseTextReply("Thought: I look.\nAction: show_draft()", names).thought).toBe("I look.");
    expect(parseTextReply("I look.\n\nAction: show_draft()", names).thought).toBe("I look.");
  });

  it("takes the first of several actions, and nothing that was made up after it", () => {
    const reply = `Thought: a\nAction: from("FROM t")\nObservation: 5 rows\nThought: b\nAction: where("x")\nFinal Answer: 5`;
    expect(callOf(reply)).toEqual(["from", { from_statement: "FROM t" }]);
    expect(parseTextReply(reply, names)).not.toHaveProperty("control");
  });

  it("takes action lines that stand directly beneath each other together, and the draft handed in after them", () => {
    const reply = `Thought: a\nAction: from("FROM t")\nAction: where("x")\nFinal Answer: draft`;
    const { call, further, handIn, control } = parseTextReply(reply, names);
    expect([call, ...(further ?? [])].map((each) => each?.name)).toEqual(["from", "where"]);
    expect(handIn).toEqual({});
    expect(control).toBeUndefined();
  });

  it.each([
    ["an observation", `Observation: 5 rows\nAction: where("x")`],
    ["another thought", `Thought: b\nAction: where("x")`],
    ["an answer in words, which was made up", "Final Answer: 5"],
    ["a call that cannot be read", 'Action: the where tool\nAction: where("x")'],
    ["a question to the person", 'Action: ask_user("which?")'],
  ])("takes nothing beyond %s", (_, rest) => {
    const decision = parseTextReply(`Thought: a\nAction: from("FROM t")\n${rest}`, names);
    expect(decision).toMatchObject({ call: { name: "from" } });
    expect(decision).not.toHaveProperty("further");
    expect(decision).not.toHaveProperty("handIn");
    expect(decision).not.toHaveProperty("control");
  });

  it.each([
    "**Thought:** a\n**Action:** show_draft()",
    "### Thought\na\n### Action: show_draft()",
    "Thought 1: a\nAction 1: show_draft()",
    "thought: a\naction: show_draft()",
    "- Thought: a\n- Action: show_draft",
    "Thought: a Action: show_draft()",
    "<think>Action: from(x)</think>Thought: a\nAction: show_draft()",
    "Action: from(x) or so</think>\nAction: show_draft()",
    "Thought: a\n\nshow_draft()",
    "a\n```\nshow_draft()\n```",
    "Thought：a\nAction：show_draft()",
  ])("%j", (reply) => {
    expect(callOf(reply)).toEqual(["show_draft", {}]);
  });

  it("hands on a tool that does not exist under the name that was written", () => {
    expect(action('count_rows("sales")')).toEqual(["count_rows", {}]);
  });

  it.each([
    ["", "Nothing stands after Action:."],
    ["look at the sales table", "No call of a tool was found in: look at the sales table"],
  ])("says what is missing after %j", (written, problem) => {
    expect(action(written)).toBe(problem);
  });

  it("decides nothing in plain prose, even where it names a tool", () => {
    const decision = parseTextReply("I think I should use where next, to filter the rows.", names);
    expect(decision).toEqual({ thought: "I think I should use where next, to filter the rows." });
  });
});

describe("the final answer", () => {
  it.each([
    ["Final Answer: SELECT 1", { text: "SELECT 1" }],
    ["Thought: done\n**Final Answer:** SELECT 1", { text: "SELECT 1" }],
    ["Final Answer:\n```sql\nSELECT a\nFROM t\n```\nThis gives the rows.", { text: "SELECT a\nFROM t" }],
    ["Final Answer: The query is\n```sql\nSELECT 1\n```", { text: "SELECT 1" }],
    ["I know it now. Final Answer: SELECT 1", { text: "SELECT 1" }],
    ["FINAL ANSWER: `SELECT 1`", { text: "SELECT 1" }],
    ['Action: final_answer("SELECT 1")', { text: "SELECT 1" }],
    ["Final Answer: draft", {}],
    ["Final Answer: the draft.", {}],
    ["Final Answer:", {}],
  ])("%j", (reply, claim) => {
    const { control } = parseTextReply(reply, names);
    expect(control?.name).toBe("final_answer");
    expect(claimOf(String(control?.given["answer"]))).toEqual(claim);
  });

  it.each([
    ["Final Answer [shop]: 5", "final_answer", { answer: "5", environment: "shop" }],
    ["Thought: no.\nGive Up: there are no prices", "give_up", { reason: "there are no prices" }],
    ['Action: give_up("there are no prices")', "give_up", { reason: "there are no prices" }],
  ])("%j", (reply, name, given) => {
    expect(parseTextReply(reply, names).control).toEqual({ name, given });
  });
});
