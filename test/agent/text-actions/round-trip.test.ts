import { expect, it } from "vitest";
import { parseTextReply } from "../../../src/agent/text-actions/parse-text-reply.ts";
import { renderCall } from "../../../src/agent/text-actions/tool-signature.ts";
import { toolNames } from "../../../src/agent/tool-names.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { Tool } from "../../../src/environment/tool.ts";

const tool = (name: string, parameters: readonly string[]) =>
  ({
    name,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(parameters.map((parameter) => [parameter, { type: "string" }])),
      required: parameters,
    },
  }) as unknown as Tool;
const one = tool("where", ["where_statement"]);
const three = tool("is_value_in_column", ["table", "column", "value"]);
const names = toolNames([{ id: "shop", tools: [one, three] } as unknown as Environment]);

/** The same sequence in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

const PIECES = [
  "a",
  "t.b",
  " ",
  ",",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "''",
  "\\",
  "\n",
  "\t",
  "\u0007",
  "=",
  ":",
  "%",
  "O'Brien",
  "SELECT",
  "Action",
  "é",
  "“",
];

function* texts(count: number): Generator<string> {
  const random = numbers(42);
  const next = (below: number) => Math.floor((random.next().value ?? 0) * below);
  for (let i = 0; i < count; i++) {
    yield Array.from({ length: 1 + next(12) }, () => PIECES[next(PIECES.length)]).join("");
  }
}

it("reads every text argument back as it was shown to the model", () => {
  for (const text of texts(2000)) {
    for (const [shown, given] of [
      [one, { where_statement: text }],
      [three, { table: text, column: "c", value: text }],
    ] as const) {
      const { call } = parseTextReply(`Thought: t\nAction: ${renderCall(shown.name, given, shown)}`, names);
      expect(call).toMatchObject({ name: shown.name, arguments: given });
    }
  }
});

it("takes no longer for long hostile texts than for others", () => {
  const hostile = [
    "Action: where(".repeat(2000),
    `Action: where(${'"'.repeat(20_000)}`,
    "[".repeat(100_000),
    "{'a':".repeat(50_000),
    "\n- ".repeat(20_000),
    "` ".repeat(20_000),
  ];
  for (const text of hostile) expect(typeof parseTextReply(text, names).thought).toBe("string");
});
