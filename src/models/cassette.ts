import { appendFile, chmod, readFile, truncate } from "node:fs/promises";
import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import * as z from "zod";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { RequestParts } from "./request-parts.ts";

/**
 * A cassette is a file of JSON lines, readable by its owner only: a head, then parts of requests (each once) and replies that name them.
 */
export const CASSETTE_HEAD = { type: "fuxi-cassette", version: 1 } as const;

const contentSchema = z.custom<LanguageModelV4Content>(
  (value) => typeof value === "object" && value !== null && "type" in value,
);
const replySchema = z.object({
  type: z.literal("reply"),
  key: z.string(),
  /** For what it was asked, where that was said (`inLane`). */
  lane: z.string().optional(),
  sample: z.int(),
  attempt: z.int(),
  provider: z.string(),
  model: z.string(),
  request: z.object({ settings: z.string(), tools: z.string(), messages: z.array(z.string()) }),
  reply: z
    .object({
      content: z.array(contentSchema),
      finishReason: z.custom<LanguageModelV4FinishReason>(
        (value) => typeof value === "object" && value !== null,
      ),
      usage: z.custom<LanguageModelV4Usage>((value) => typeof value === "object" && value !== null),
    })
    .optional(),
  /** A failed attempt, so that a replay goes through the same retries. */
  error: z
    .object({
      message: z.string(),
      status: z.int().optional(),
      body: z.string().optional(),
      retryable: z.boolean(),
    })
    .optional(),
});
const lineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal(CASSETTE_HEAD.type), version: z.literal(CASSETTE_HEAD.version) }),
  z.object({ type: z.literal("part"), hash: z.string(), value: z.unknown() }),
  replySchema,
]);

export type RecordedReply = z.infer<typeof replySchema>;

export interface Cassette {
  readonly parts: ReadonlyMap<string, unknown>;
  readonly replies: readonly RecordedReply[];
}

/** @throws FuxiError `target-not-found` where there is no such file, `data-invalid` where it is no cassette */
export async function readCassette(file: string): Promise<Cassette> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new FuxiError("target-not-found", `The cassette ${file} cannot be read.`, { cause });
  });
  const parts = new Map<string, unknown>();
  const replies: RecordedReply[] = [];
  for (const [i, line] of text.slice(0, wholeLength(text)).split("\n").entries()) {
    if (line === "") continue;
    const parsed = lineSchema.safeParse(jsonOf(line));
    if (!parsed.success) {
      throw new FuxiError("data-invalid", `Line ${i + 1} of ${file} is not a line of a cassette.`);
    }
    if (parsed.data.type === "part") parts.set(parsed.data.hash, parsed.data.value);
    if (parsed.data.type === "reply") replies.push(parsed.data);
  }
  return { parts, replies };
}

/** Without the line that a process was writing when it was killed. */
function wholeLength(text: string): number {
  const last = text.slice(text.lastIndexOf("\n") + 1);
  return last === "" || last === text || jsonOf(last) !== undefined ? text.length : text.length - last.length;
}

/** Lines that `reply` adds to a cassette which holds `known` parts already. */
export function cassetteLines(request: RequestParts, reply: RecordedReply, known: Set<string>): string {
  const lines: string[] = [];
  for (const { hash, value } of [request.settings, request.tools, ...request.messages]) {
    if (known.has(hash)) continue;
    known.add(hash);
    lines.push(JSON.stringify({ type: "part", hash, value }));
  }
  return `${[...lines, JSON.stringify(reply)].join("\n")}\n`;
}

/**
 * Makes the file where there is none, private from its first byte; otherwise tightens its rights. A file that is no cassette is left alone.
 *
 * @throws FuxiError `configuration-invalid` where it cannot be written, `data-invalid` where something else is kept in it
 */
export async function openCassette(file: string): Promise<void> {
  const head = `${JSON.stringify(CASSETTE_HEAD)}\n`;
  try {
    await appendFile(file, head, { flag: "ax", mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw unwritable(file, cause);
    const text = await readFile(file, "utf8").catch(() => "");
    if (!text.startsWith(head)) {
      throw new FuxiError("data-invalid", `${file} holds something else than recorded replies.`, {
        hint: "Name a new file to record to.",
      });
    }
    try {
      await chmod(file, 0o600);
      const whole = text.slice(0, wholeLength(text));
      if (whole !== text) await truncate(file, Buffer.byteLength(whole));
      else if (!text.endsWith("\n")) await appendFile(file, "\n");
    } catch (error) {
      throw unwritable(file, error);
    }
  }
}

function unwritable(file: string, cause: unknown): FuxiError {
  return new FuxiError("configuration-invalid", `The cassette ${file} cannot be written.`, {
    hint: "Check that its folder exists and may be written.",
    cause,
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
