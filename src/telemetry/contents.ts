import { type Attributes, context, createContextKey } from "@opentelemetry/api";
import { scrubSecrets } from "../util/scrub-secrets.ts";

const KEPT = createContextKey("fuxi: statements are kept from telemetry");

/** Within the work statements and addresses are no contents that may be exported: they hold values that are kept from the model. */
export function keepingStatements<T>(keeps: boolean, work: () => Promise<T>): Promise<T> {
  return keeps ? context.with(context.active().setValue(KEPT, true), work) : work();
}

/** A statement or an address as a content; nothing where they are kept. */
export function statementContent(name: "db.query.text" | "url.full", text: () => string): Attributes {
  return context.active().getValue(KEPT) === true ? {} : { [name]: contentText(text()) };
}

const VARIABLE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

/** Of one text or one list of messages; what is longer is cut and says so. */
const LONGEST = 60_000;

/**
 * True where prompts, arguments, results and statements may be exported. All of them are texts that a model has read or written; what was
 * kept from it stands in none.
 */
export function contentsWanted(): boolean {
  return process.env[VARIABLE]?.trim().toLowerCase() === "true";
}

/** A content as an attribute holds it: JSON unless it is a text, without what looks like a credential, not longer than 60,000 characters. */
export function contentText(content: unknown): string {
  const text = scrubSecrets(typeof content === "string" ? content : (JSON.stringify(content) ?? ""));
  return text.length > LONGEST
    ? `${text.slice(0, LONGEST)}… (${text.length - LONGEST} characters more)`
    : text;
}

interface ObservedPart {
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
