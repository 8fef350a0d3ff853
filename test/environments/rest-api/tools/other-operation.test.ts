import { expect, test } from "vitest";
import { loopbackServer, sendJson } from "../../http/loopback-server.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

const PATHS = apiPaths({
  "GET /lists/{id} getList": {},
  "DELETE /lists/{id} deleteList": {},
  "DELETE /lists/mine deleteMine": {},
});

async function lists(options: { readonly allow?: readonly string[]; readonly deny?: readonly string[] }) {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  return { server, ...(await serverEnvironment(`${server.url}/v1`, PATHS, options)) };
}

test("what is denied is not reached through another operation's path", async () => {
  const { server, call } = await lists({ allow: ["*"], deny: ["deleteMine"] });
  for (const written of ["DELETE /lists/mine", "DELETE /lists/MINE", "DELETE /v1/lists/mine"])
    expect((await call(written)).failure?.code, written).toBe("invalid-arguments");
  const { failure } = await call("deleteList", { id: "mine" });
  expect(failure).toMatchObject({ code: "invalid-arguments", suggestions: [] });
  expect(JSON.stringify(failure)).not.toContain("deleteMine");
  expect(server.seen).toEqual([]);
  expect((await call("deleteList", { id: "7" })).failure).toBeUndefined();
  expect(server.seen).toHaveLength(1);
});

test("leave for an operation is none for another one whose path it can take", async () => {
  const { server, call } = await lists({ allow: ["deleteList"] });
  const { failure } = await call("deleteList", { id: "mine" });
  expect(failure?.suggestions).toEqual([{ text: "DELETE /lists/mine" }]);
  expect((await call("DELETE /lists/mine")).failure?.code).toBe("permission-needed");
  expect(server.seen).toEqual([]);
});
