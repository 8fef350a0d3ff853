import { describe, expect, it } from "vitest";
import { apiOptionsFor } from "../../src/config/open-environments.ts";
import { rejectsWith } from "../../src/testing/test-runner.ts";

const OPTIONS = {
  allow: ["shop:POST /orders", "bank:*"],
  deny: ["bank:DELETE /accounts/{id}"],
  header: ["shop:X-Key: a:b"],
  server: "bank:https://bank.example.com",
  dryRun: true,
};

describe("options of several APIs", () => {
  it("go to the one that each names", () => {
    expect(apiOptionsFor("shop", ["shop", "bank"], OPTIONS)).toEqual({
      allow: ["POST /orders"],
      readOnly: [],
      deny: [],
      header: ["X-Key: a:b"],
      dryRun: true,
    });
    expect(apiOptionsFor("bank", ["shop", "bank"], OPTIONS)).toMatchObject({
      allow: ["*"],
      deny: ["DELETE /accounts/{id}"],
      header: [],
      server: "https://bank.example.com",
    });
  });

  it("are as they are where there is one API only", () => {
    const options = { allow: ["POST /orders"], server: "https://shop.example.com" };
    expect(apiOptionsFor("shop", ["shop"], options)).toBe(options);
  });

  it.each([
    ["an operation", { allow: ["POST /orders"] }],
    ["a header", { header: ["Authorization: Bearer secret-1"] }],
    ["a server", { server: "https://shop.example.com" }],
    ["one for an API that is not there", { deny: ["shopp:POST /orders"] }],
  ])("that do not say which they are for are refused, without repeating a secret: %s", async (_, options) => {
    const open = async () => apiOptionsFor("shop", ["shop", "bank"], options);
    const { message, hint } = await rejectsWith("usage", open());
    expect(message).toContain("which it is for");
    expect(`${message} ${hint}`).not.toContain("secret-1");
  });
});
