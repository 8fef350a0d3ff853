import { expect, it } from "vitest";
import { apiCredentials, credentialVariable } from "../../src/config/api-credentials.ts";
import type { SecurityScheme } from "../../src/environments/http/http-message.ts";

const read = (scheme: SecurityScheme, value: string, name = "auth") =>
  apiCredentials(new Map([[name, scheme]]), { [credentialVariable(name)]: value })[name];
const about = { description: "" };
const oauth = { type: "oauth2", scopes: [], ...about } as const;

it.each([
  ["bearerAuth", "FUXI_API_BEARERAUTH"],
  ["api-key.v2", "FUXI_API_API_KEY_V2"],
  ["ApiKey", "FUXI_API_APIKEY"],
])("the variable of %s is %s", (scheme, variable) => {
  expect(credentialVariable(scheme)).toBe(variable);
});

it("the key of the model's server is never sent to an API, however a document calls its scheme", () => {
  for (const name of ["key", "KEY", "Key"]) {
    const scheme: SecurityScheme = { type: "apiKey", name: "x", in: "header", ...about };
    expect(apiCredentials(new Map([[name, scheme]]), { FUXI_API_KEY: "sk-model" })).toEqual({});
    expect(credentialVariable(name)).toBe("FUXI_API_SCHEME_KEY");
  }
});

it.each<[string, SecurityScheme, string, unknown]>([
  [
    "an API key as it is",
    { type: "apiKey", name: "k", in: "query", ...about },
    " k-1 ",
    { type: "apiKey", value: "k-1" },
  ],
  ["a token", { type: "bearer", ...about }, "t-1", { type: "bearer", token: "t-1" }],
  ["a token with its prefix", { type: "bearer", ...about }, "Bearer t-1", { type: "bearer", token: "t-1" }],
  [
    "user and password",
    { type: "basic", ...about },
    "ann:a:b",
    { type: "basic", user: "ann", password: "a:b" },
  ],
  [
    "client and secret",
    { ...oauth, tokenUrl: "https://h.example/token" },
    "id:secret",
    { type: "oauth2", clientId: "id", clientSecret: "secret" },
  ],
  ["a token that was got otherwise", oauth, "t-1", { type: "bearer", token: "t-1" }],
  [
    "a token of a scheme of another type",
    { type: "other", ...about },
    "t-1",
    { type: "bearer", token: "t-1" },
  ],
])("a variable holds %s", (_, scheme, value, credential) => {
  expect(read(scheme, value)).toEqual(credential);
});

it("an empty variable is none", () => {
  expect(read({ type: "bearer", ...about }, "  ")).toBeUndefined();
});

it.each<[SecurityScheme, string]>([
  [{ type: "basic", ...about }, "user:password"],
  [{ ...oauth, tokenUrl: "https://h.example/token" }, "client_id:client_secret"],
])("a value without its colon is refused with the form, and not repeated", (scheme, form) => {
  let refused: unknown;
  try {
    read(scheme, "s3cret");
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ code: "configuration-invalid", hint: `Write it as ${form}.` });
  expect(String(refused)).not.toContain("s3cret");
});
