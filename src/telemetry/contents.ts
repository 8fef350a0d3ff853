import { type Attributes, context, createContextKey } from "@opentelemetry/api";
import { scrubSecrets } from "../util/scrub-secrets.ts";

const KEPT = createContextKey("fuxi: statements are kept from telemetry");

/** If `keeps`, statements and addresses within the work are not exported, because they hold values withheld from the model. */
export function keepingStatements<T>(keeps: boolean, work: () => Promise<T>): Promise<T> {
  return keeps ? context.with(context.active().setValue(KEPT, true), work) : work();
}

/** A statement or an address as an attribute; nothing where `keepingStatements` withholds it. */
export function statementContent(name: "db.query.text" | "url.full", text: () => string): Attributes {
  return context.active().getValue(KEPT) === true ? {} : { [name]: contentText(text()) };
}

const VARIABLE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

/** Characters of one text or one list of messages; longer ones are cut and say so. */
const LONGEST = 60_000;

/**
 * True where prompts, arguments, results and statements may be exported. All of them are texts that a model has read or written, so they hold no
 * withheld values.
 */
export function contentsWanted(): boolean {
  return process.env[VARIABLE]?.trim().toLowerCase() === "true";
}

/** A content as an attribute holds it: JSON unless it is a text, without likely credentials, cut to 60,000 characters. */
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
