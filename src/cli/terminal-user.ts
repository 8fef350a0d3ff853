import type { Readable, Writable } from "node:stream";
import { isCancel, select, text } from "@clack/prompts";
import type { UserProxy } from "../clarification/user-proxy.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";
import { visibleLines, visibleText } from "../util/visible-text.ts";
import type { CliIo } from "./cli-io.ts";

const OTHER = -1;
const DECLINE = -2;
const LATER = -3;

export interface TerminalUserOptions {
  /** Whether the person is also asked to keep an answer for later questions. */
  readonly remembers: boolean;
  /** The process's own streams unless given. */
  readonly input?: Readable;
  readonly output?: Writable;
}

/**
 * Asks the person at the terminal: a choice if there are interpretations, else a line of text. Leaving the prompt (Ctrl-C) ends the run, which then
 * waits for an answer, so nothing is lost.
 */
export function terminalUser(io: CliIo, options: TerminalUserOptions): UserProxy {
  const { remembers, input = process.stdin, output = process.stderr } = options;
  return {
    async ask(clarification, signal) {
      const streams = { input, output, signal };
      if (clarification.permission !== undefined) return askLeave(clarification, streams, signal);
      const reply = await askMeaning(clarification, streams, signal);
      if (reply.type !== "answered" || !remembers || clarification.words.length === 0) return reply;
      const keep = await select({
        ...streams,
        message: `Shall "${clarification.words.join(" ")}" always be understood like this?`,
        options: [
          { value: false, label: "only this time" },
          { value: true, label: "always here", hint: "fuxi glossary list" },
        ],
      });
      stopIfCancelled(signal);
      io.err("\n");
      return keep === true ? { ...reply, remember: true } : reply;
    },
  };
}

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

async function askMeaning(
  { question, readings }: Clarification,
  streams: Streams,
  signal: AbortSignal,
): Promise<ClarificationReply> {
  if (readings.length > 0) {
    const chosen = await select({
      ...streams,
      message: visibleLines(question),
      options: [
        ...readings.map((reading, at) => ({ value: at, label: visibleText(reading.text) })),
        { value: OTHER, label: "something else" },
        { value: DECLINE, label: "I cannot say", hint: "the likeliest is taken and said" },
        { value: LATER, label: "later", hint: "fuxi resume" },
      ],
    });
    stopIfCancelled(signal);
    if (isCancel(chosen) || chosen === LATER) return { type: "unavailable" };
    if (chosen === DECLINE) return { type: "declined" };
    const reading = readings[chosen];
    if (reading !== undefined)
      return { type: "answered", text: reading.replacement ?? reading.text, choice: chosen };
  }
  const written = await text({
    ...streams,
    message: readings.length > 0 ? "What do you mean?" : visibleLines(question),
    placeholder: "empty: I cannot say",
  });
  stopIfCancelled(signal);
  if (isCancel(written)) return { type: "unavailable" };
  const said = (written ?? "").trim();
  return said === "" ? { type: "declined" } : { type: "answered", text: said };
}

async function askLeave(
  { question }: Clarification,
  streams: Streams,
  signal: AbortSignal,
): Promise<ClarificationReply> {
  const allowed = await select({
    ...streams,
    message: visibleLines(question),
    initialValue: "no",
    options: [
      { value: "no", label: "no" },
      { value: "yes", label: "yes, send it" },
      { value: "later", label: "later", hint: "fuxi resume" },
    ],
  });
  stopIfCancelled(signal);
  if (isCancel(allowed) || allowed === "later") return { type: "unavailable" };
  return allowed === "yes" ? { type: "answered", text: "yes" } : { type: "declined" };
}

/** Ends the prompt when the run is cancelled. @throws FuxiError `cancelled` */
function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
}

/** Asks a person to review a model's text. Undefined: the person left the prompt (Ctrl-C). */
export interface Reviewer {
  choose<T extends string>(
    message: string,
    choices: Readonly<Record<T, string>>,
  ): Promise<NoInfer<T> | undefined>;
  /** Asks for a line of text, which begins with the current text. */
  edit(message: string, now: string): Promise<string | undefined>;
}

/**
 * Asks the person for a verdict on each waiting item until they leave the prompt. Each verdict is stored at once.
 * @returns number of items without a verdict
 */
export async function lookOver<Waiting, Verdict extends object>(
  waiting: readonly Waiting[],
  verdictOn: (each: Waiting, place: string) => Promise<Verdict | "later" | "left">,
  keep: (verdict: Verdict, each: Waiting) => void,
): Promise<number> {
  let left = waiting.length;
  for (const [at, each] of waiting.entries()) {
    const verdict = await verdictOn(each, `${at + 1} of ${waiting.length}`);
    if (verdict === "left") break;
    if (verdict === "later") continue;
    keep(verdict, each);
    left -= 1;
  }
  return left;
}

/** Streams of the prompt; the process's own unless given. */
interface ReviewerStreams {
  readonly input?: Readable;
  readonly output?: Writable;
}

/** @throws FuxiError `usage` if nobody can type, `cancelled` */
export function terminalReviewer(
  io: CliIo,
  { input = process.stdin, output = process.stderr }: ReviewerStreams = {},
): Reviewer {
  if (!io.answers) {
    throw new FuxiError("usage", "Only a person at a terminal can confirm items.", {
      hint: "Run the command in a terminal, without a pipe.",
    });
  }
  const streams = { input, output, signal: io.signal };
  const left = (reply: unknown): boolean => {
    if (io.signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
    return isCancel(reply);
  };
  return {
    async choose<T extends string>(message: string, choices: Readonly<Record<T, string>>) {
      const options = Object.entries<string>(choices).map(([value, label]) => ({ value, label }));
      const chosen = await select({ ...streams, message: visibleLines(message), options });
      const known = (Object.keys(choices) as T[]).find((each) => each === chosen);
      return left(chosen) ? undefined : known;
    },
    async edit(message, now) {
      const written = await text({ ...streams, message: visibleLines(message), initialValue: now });
      return left(written) || isCancel(written) ? undefined : (written ?? "").trim();
    },
  };
}
