import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SERVER = fileURLToPath(new URL("fixture/serve-stdio.ts", import.meta.url));

/** The suite speaks HTTP only: over stdio the official client goes through the same flows on the same fixture. */
describe.each(["2026-07-28", "2025"])("the suite's flows over stdio with a client of %s", (era) => {
  let client: Client;
  const asked: string[] = [];

  beforeAll(async () => {
    client = new Client(
      { name: "flows", version: "1" },
      {
        capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
        versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } },
      },
    );
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return {
        action: "accept",
        content: { name: "Ada", username: "ada", email: "ada@example.org", confirm: "yes" },
      };
    });
    client.setRequestHandler("sampling/createMessage", () => ({
      role: "assistant",
      model: "none",
      content: { type: "text", text: "Paris" },
    }));
    client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///tmp" }] }));
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [SERVER], stderr: "ignore" }),
    );
  });
  afterAll(() => client.close());

  const call = (name: string, args: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: args });

  it("agrees on a revision and lists tools with schemas", async () => {
    const { tools } = await client.listTools();
    expect(client.getNegotiatedProtocolVersion()).toMatch(era === "2025" ? /^2025-/u : /^2026-07-28$/u);
    expect(tools.map(({ name }) => name)).toContain("json_schema_2020_12_tool");
    expect(tools.every(({ inputSchema }) => inputSchema.type === "object")).toBe(true);
  });

  it.each([
    ["test_simple_text", ["text"]],
    ["test_image_content", ["image"]],
    ["test_audio_content", ["audio"]],
    ["test_embedded_resource", ["resource"]],
    ["test_multiple_content_types", ["text", "image", "resource"]],
  ])("returns the content of %s", async (name, types) => {
    const { content, isError } = await call(name);
    expect(isError).toBeFalsy();
    expect(content.map(({ type }) => type)).toEqual(types);
  });

  it("returns a tool's failure as a result that says so", async () => {
    expect((await call("test_error_handling")).isError).toBe(true);
  });

  it("reports progress that only grows", async () => {
    const progress: number[] = [];
    await client.callTool(
      { name: "test_tool_with_progress", arguments: {} },
      { onprogress: (each) => void progress.push(each.progress) },
    );
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it("asks for input and takes it: a form, a sample, roots, several rounds", async () => {
    asked.length = 0;
    expect(JSON.stringify(await call("test_input_required_result_elicitation"))).toContain("Hello, Ada!");
    expect(asked).toEqual(["What is your name?"]);
    expect(JSON.stringify(await call("test_input_required_result_sampling"))).toContain("Paris");
    expect(JSON.stringify(await call("test_input_required_result_list_roots"))).toContain("file:///tmp");
    expect((await call("test_input_required_result_request_state")).isError).toBeFalsy();
    expect((await call("test_input_required_result_multi_round")).isError).toBeFalsy();
  });

  it("lists and reads resources, templates among them, and says which it does not have", async () => {
    const { resources } = await client.listResources();
    const [first] = resources;
    expect((await client.readResource({ uri: first?.uri ?? "" })).contents.length).toBeGreaterThan(0);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.length).toBeGreaterThan(0);
    await expect(client.readResource({ uri: "test://nothing/here" })).rejects.toThrow();
  });

  it("lists and gets prompts", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain("test_simple_prompt");
    const { messages } = await client.getPrompt({
      name: "test_prompt_with_arguments",
      arguments: { arg1: "one", arg2: "two" },
    });
    expect(JSON.stringify(messages)).toMatch(/one.*two/u);
  });

  it("refuses a tool that does not exist as a fault of the request", async () => {
    await expect(call("no_such_tool")).rejects.toThrow(/no_such_tool/u);
  });
});
