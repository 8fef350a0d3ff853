import { expect, test } from "vitest";
import { chooseServer } from "../../../src/environments/rest-api/choose-server.ts";

test("the server that was named comes first, and its address may be private", () => {
  const document = { servers: ["https://api.example/v1"] };
  expect(chooseServer(document, "http://localhost:3000/api/")).toEqual({
    url: "http://localhost:3000/api",
    trusted: true,
  });
});

test("else the document's first, which nobody has vouched for", () => {
  const document = { servers: ["https://api.example/v1/", "https://other.example"] };
  expect(chooseServer(document, undefined)).toEqual({ url: "https://api.example/v1", trusted: false });
});

test("a relative one, or none, stands where the document was found", () => {
  const source = "http://localhost:8080/docs/openapi.json";
  const relative = { servers: ["/api/v2"], source };
  expect(chooseServer(relative, undefined)).toEqual({ url: "http://localhost:8080/api/v2", trusted: true });
  expect(chooseServer({ servers: [], source }, undefined)).toEqual({
    url: "http://localhost:8080",
    trusted: true,
  });
  const away = { servers: ["http://10.0.0.1/"], source };
  expect(chooseServer(away, undefined)).toEqual({ url: "http://10.0.0.1", trusted: false });
});

test("a password in an address is dropped", () => {
  expect(chooseServer({ servers: [] }, "https://ana:secret@api.example/").url).toBe("https://api.example");
});

test.each([
  ["no server at all", [], undefined],
  ["a relative one in a file", ["/api"], undefined],
  ["another scheme", ["ftp://api.example"], undefined],
  ["a name that is no URL", [], "api.example"],
])("%s is told with what to do", (_, urls, named) => {
  const choosing = () => chooseServer({ servers: urls, source: "/home/api.yaml" }, named);
  expect(choosing).toThrow(
    expect.objectContaining({
      code: "configuration-invalid",
      hint: "Name the server: --server https://api.example.com",
    }),
  );
});
