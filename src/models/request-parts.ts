import { createHash } from "node:crypto";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { CALL_PLACE } from "../model/call-place.ts";

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

export interface Part {
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
  const { [CALL_PLACE]: ____, ...ofProviders } = providerOptions ?? {};
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
