import type { Attributes } from "@opentelemetry/api";
import { contentText } from "./contents.ts";

export interface ObservedPart {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A message as `gen_ai.input.messages` and `gen_ai.output.messages` hold it: a role, and parts that each have a `type`. */
export interface ObservedMessage {
  readonly role: string;
  readonly parts: readonly ObservedPart[];
  readonly finish_reason?: string;
}

export function messagesAttribute(
  name: "gen_ai.input.messages" | "gen_ai.output.messages",
  messages: readonly ObservedMessage[],
): Attributes {
  return { [name]: contentText(messages) };
}

export function textMessage(role: string, content: string): ObservedMessage {
  return { role, parts: [{ type: "text", content }] };
}
