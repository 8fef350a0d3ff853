import assert from "node:assert/strict";
import type { Client } from "@modelcontextprotocol/client";

export interface Called {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly failed: boolean;
  readonly failure?: {
    readonly code: string;
    readonly message: string;
    readonly suggestions: readonly { text: string }[];
  };
  readonly links: readonly string[];
}

/** One call as a client's program sees it. */
export async function call(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Called> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const content = result.content as readonly { type: string; text?: string; uri?: string }[];
  const failure = (result._meta as Record<string, Called["failure"]> | undefined)?.["fuxi/failure"];
  return {
    text: content.flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n"),
    data: (result.structuredContent ?? {}) as Called["data"],
    failed: result.isError === true,
    ...(failure === undefined ? {} : { failure }),
    links: content.flatMap(({ uri }) => (uri === undefined ? [] : [uri])),
  };
}

/** One that has to work. */
export async function does(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<Called> {
  const called = await call(client, name, args);
  assert.equal(called.failed, false, `${name}: ${called.text}`);
  return called;
}
