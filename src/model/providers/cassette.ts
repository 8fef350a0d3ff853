import { createHash } from "node:crypto";
import { appendFile, chmod, readFile, truncate } from "node:fs/promises";
import {
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4FinishReason,
  type LanguageModelV4Usage,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import * as z from "zod";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { CALL_IDENTITY, placeOf } from "../call-identity.ts";

/**
 * A cassette is a file of JSON lines, readable by its owner only: a head, then parts of requests (each once) and replies that name them.
 */
const CASSETTE_HEAD = { type: "fuxi-cassette", version: 1 } as const;

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

/**
 * A request in parts, each named by the hash of its content: so a growing conversation is stored once, and two requests can be compared.
 * What is no part of the question put to the model stays out: abort signal, headers, cache marks, the place of the call.
 */
export interface RequestParts {
  /** Hash of everything. */
  readonly key: string;
  readonly model: string;
  readonly settings: Part;
  readonly tools: Part;
  readonly messages: readonly Part[];
}

interface Part {
  readonly hash: string;
  readonly value: unknown;
}

export function requestParts(model: string, options: LanguageModelV4CallOptions): RequestParts {
  const {
    prompt,
    tools,
    toolChoice,
    providerOptions,
    abortSignal: _,
    headers: __,
    includeRawChunks: ___,
    ...rest
  } = options;
  const { [CALL_IDENTITY]: ____, ...ofProviders } = providerOptions ?? {};
  const settings = part({
    ...rest,
    ...(Object.keys(ofProviders).length > 0 ? { providerOptions: ofProviders } : {}),
  });
  const toolsPart = part({ tools: tools ?? [], toolChoice: toolChoice ?? null });
  const messages = prompt.map(({ role, content }) => part({ role, content }));
  const key = hashOf(
    JSON.stringify([model, settings.hash, toolsPart.hash, ...messages.map((message) => message.hash)]),
  );
  return { key, model, settings, tools: toolsPart, messages };
}

function part(value: unknown): Part {
  const text = canonical(value);
  return { hash: hashOf(text), value: JSON.parse(text) };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** JSON with sorted keys; members that are undefined are left out. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** Which of several identical requests this is (from 0), and which attempt at it (from 0). */
export interface SamplePlace {
  /** Among whose requests it is counted; absent: among those of nobody in particular. */
  readonly lane?: string;
  readonly sample: number;
  readonly attempt: number;
}

/** Numbers identical requests of a lane in the order of their first attempts, so that several reviewers with one prompt stay several. */
export class SampleCounter {
  readonly #samples = new Map<string, number>();
  readonly #ofCall = new Map<string, number>();

  place(key: string, options: LanguageModelV4CallOptions): SamplePlace {
    const { call, attempt = 0, lane } = placeOf(options.providerOptions) ?? {};
    const inLane = lane === undefined ? {} : { lane };
    const ofLane = JSON.stringify([key, lane]);
    const name = JSON.stringify([key, lane, call]);
    const known = call === undefined ? undefined : this.#ofCall.get(name);
    if (known !== undefined) return { ...inLane, sample: known, attempt };
    const sample = this.#samples.get(ofLane) ?? 0;
    this.#samples.set(ofLane, sample + 1);
    if (call !== undefined) this.#ofCall.set(name, sample);
    return { ...inLane, sample, attempt };
  }
}

/** Fuxi asks for whole replies only; a model that records, replays or follows a script has nothing to stream. */
export async function refuseStreaming(): Promise<never> {
  throw new UnsupportedFunctionalityError({ functionality: "streaming" });
}
