import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { mcpServerFactory } from "../../src/mcp/create-mcp-server.ts";
import { createMcpService, type McpServiceOptions } from "../../src/mcp/create-mcp-service.ts";
import { serveMcpHttp } from "../../src/mcp/http/serve-mcp-http.ts";
import { openStore } from "../../src/open-store.ts";
import { given } from "../../src/util/given.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type AnswersForm, clientOf } from "../mcp/support/mcp-process.ts";

/** What a call came to, as far as a test goes on with it. */
export interface Came {
  readonly text: string;
  readonly status?: string;
  readonly workspace?: string;
  readonly resume?: string;
}

/** A model that works through a client of MCP over HTTP. */
export interface ModelBehindMcp extends AsyncDisposable {
  call(name: string, given: JsonObject): Promise<Came>;
  /** Reads a resource: what came of it. */
  read(uri: string): Promise<string>;
  /** All that the model was sent, one text for each thing. What its person was shown in a form is none of it. */
  readonly received: readonly string[];
}

export type Served = Omit<McpServiceOptions, "store"> &
  Partial<McpServiceOptions["store"]> & {
    /** Where given the client can put forms to its person, who answers so. */
    readonly answers?: AnswersForm;
  };

export async function modelBehindMcp({
  answers,
  workspaces,
  artifacts,
  glossary,
  ...options
}: Served): Promise<ModelBehindMcp> {
  const service = createMcpService({
    store: { ...(await openStore()), ...given({ workspaces, artifacts, glossary }) },
    ...options,
  });
  const settings = { name: "fuxi", version: "1", stateKey: new Uint8Array(32).fill(7) };
  const server = await serveMcpHttp(mcpServerFactory(service, settings), {
    name: "fuxi",
    version: "1",
    authentication: { type: "none" },
  });
  const client = clientOf({ era: "2026-07-28", ...(answers === undefined ? {} : { answers }) });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const received = [client.getInstructions() ?? "", JSON.stringify(await client.listTools())];
  return {
    received,
    async call(name, given) {
      const onprogress = (progress: unknown) => received.push(JSON.stringify(progress));
      const result = await client
        .callTool({ name, arguments: given }, { onprogress })
        .catch((error: unknown) => ({ content: [{ type: "text", text: String(error) }] }));
      received.push(JSON.stringify(result));
      const [first] = result.content as readonly { readonly text?: string }[];
      const data = (result as { readonly structuredContent?: unknown }).structuredContent ?? {};
      return { text: first?.text ?? "", ...data };
    },
    async read(uri) {
      const result = await client.readResource({ uri }).catch((error: unknown) => String(error));
      const text = JSON.stringify(result);
      received.push(text);
      return text;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
    },
  };
}

/** A person who takes the first reading of a form, for always where that is offered. */
export const firstOffered: AnswersForm = ({ requestedSchema }) => {
  const { answer, remember } = (requestedSchema as Form).properties;
  const [first] = answer?.oneOf ?? [];
  return {
    ...(first === undefined ? { other: "whatever there is" } : { answer: first.const }),
    ...(remember === undefined ? {} : { remember: "always" }),
  };
};

interface Form {
  readonly properties: {
    readonly answer?: { readonly oneOf: readonly { readonly const: string }[] };
    readonly remember?: unknown;
  };
}
