import pc from "picocolors";
import { expect, it } from "vitest";
import type { CliIo } from "../../src/cli/cli-io.ts";
import { terminalUser } from "../../src/cli/terminal-user.ts";
import type { Clarification } from "../../src/trajectory/clarification.ts";
import { KEYS, typist } from "./terminal.ts";

const io: CliIo = {
  out: () => {},
  err: () => {},
  env: {},
  signal: new AbortController().signal,
  interactive: true,
  answers: true,
  width: 100,
  colors: pc.createColors(false),
};
const reading = (text: string, replacement: string) => ({ environment: "cinema", text, replacement });
const WHICH: Clarification = {
  question: "Which Lanterna?",
  words: ["Lanterna"],
  kind: "several-meanings",
  readings: [reading("cinema Lanterna Midi", "Lanterna Midi"), reading("cinema Lanterna Liffey", "Liffey")],
};
const OPEN: Clarification = { question: "Which film?", words: [], kind: "missing", readings: [] };
const LEAVE: Clarification = {
  ...OPEN,
  question: "This would change something outside. May it be done?",
  permission: {
    environment: "api",
    operation: "x",
    action: { environment: "api", tool: "x", arguments: {} },
  },
};
const { down, enter, interrupt } = KEYS;
const shall: readonly [string, ...string[]] = ["always be understood", enter];

type Lines = Parameters<typeof typist>[0];

async function said(clarification: Clarification, lines: Lines, remembers = true) {
  const terminal = typist(lines);
  const user = terminalUser(io, { remembers, input: terminal.input, output: terminal.output });
  const reply = await user.ask(clarification, new AbortController().signal);
  expect(terminal.left()).toEqual([]);
  return reply;
}

it.each<[string, Clarification, Lines, unknown]>([
  [
    "a choice by the arrow keys",
    WHICH,
    [["Which Lanterna?", down, enter], shall],
    { type: "answered", text: "Liffey", choice: 1 },
  ],
  [
    "a choice that shall always hold",
    WHICH,
    [
      ["Which Lanterna?", enter],
      ["always be understood", down, enter],
    ],
    { type: "answered", text: "Lanterna Midi", choice: 0, remember: true },
  ],
  [
    "words of one's own in place of a choice",
    WHICH,
    [["Which Lanterna?", down, down, enter], ["What do you mean?", "the big one", enter], shall],
    { type: "answered", text: "the big one" },
  ],
  ["that one cannot say", WHICH, [["Which Lanterna?", down, down, down, enter]], { type: "declined" }],
  ["later", WHICH, [["Which Lanterna?", down, down, down, down, enter]], { type: "unavailable" }],
  ["leaving the prompt", WHICH, [["Which Lanterna?", interrupt]], { type: "unavailable" }],
  ["a line of text", OPEN, [["Which film?", "Homecoming", enter]], { type: "answered", text: "Homecoming" }],
  ["an empty line", OPEN, [["Which film?", enter]], { type: "declined" }],
  ["leaving a line", OPEN, [["Which film?", "Ho", interrupt]], { type: "unavailable" }],
  ["no leave where only Enter is pressed", LEAVE, [["May it be done?", enter]], { type: "declined" }],
  ["leave by choosing yes", LEAVE, [["May it be done?", down, enter]], { type: "answered", text: "yes" }],
  ["leave later", LEAVE, [["May it be done?", down, down, enter]], { type: "unavailable" }],
  ["leaving the question for leave", LEAVE, [["May it be done?", interrupt]], { type: "unavailable" }],
])("the person at the terminal can say %s", async (_, clarification, lines, reply) => {
  expect(await said(clarification, lines)).toEqual(reply);
});

it("is not asked whether an answer shall hold where nothing is remembered", async () => {
  const reply = await said(WHICH, [["Which Lanterna?", enter]], false);
  expect(reply).toEqual({ type: "answered", text: "Lanterna Midi", choice: 0 });
});

it("stops asking when the run is cancelled", async () => {
  const abort = new AbortController();
  const terminal = typist([]);
  const user = terminalUser(io, { remembers: true, input: terminal.input, output: terminal.output });
  const asked = user.ask(WHICH, abort.signal);
  abort.abort();
  await expect(asked).rejects.toMatchObject({ code: "cancelled" });
});
