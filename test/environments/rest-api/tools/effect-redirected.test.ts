import { describe, expect, it } from "vitest";
import { loopbackServer } from "../../http/loopback-server.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

const PATHS = apiPaths({
  "POST /lists createList": {},
  "GET /lists/{id:integer} getList": {},
  "DELETE /lists/{id:integer} deleteList": {},
  "DELETE /archive/{id:integer} deleteArchived": {},
});

/** A server that answers each request with the same redirect. */
async function answering(status: number, location: string) {
  const server = await loopbackServer((_, response) => response.writeHead(status, { location }).end());
  const { call } = await serverEnvironment(server.url, PATHS, {
    allow: ["*"],
    http: { headers: { "x-key": "s3cret-key" } },
  });
  return { server, call };
}

describe("an effect that is answered with a redirect", () => {
  it.each([307, 308])("is sent once at %i, and the new address is told", async (status) => {
    const { server, call } = await answering(status, "/archive/7");
    const { failure } = await call("deleteList", { id: 7 });
    expect(failure).toEqual({
      code: "response-error",
      message: `DELETE /lists/{id} was sent and answered with ${status} to ${server.url}/archive/7; nothing was followed. The server has not done it: call the operation with that address if it is meant; else the person may have to set another address of the server.`,
      part: { argument: "operation", text: "DELETE /lists/{id}" },
      suggestions: [],
    });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(["DELETE /lists/7"]);
  });

  it.each([301, 302])("may have been done at %i", async (status) => {
    const { server, call } = await answering(status, "/archive/7");
    const { failure } = await call("deleteList", { id: 7 });
    expect(failure?.code).toBe("effect-unknown");
    expect(failure?.message).toContain("look before doing it again");
    expect(server.seen).toHaveLength(1);
  });

  it("has been done at 303, and where to look is told, not fetched", async () => {
    const { server, call } = await answering(303, "/lists/7");
    const { observation, workspace } = await call("createList");
    expect(observation?.text).toContain("r1 = POST /lists (303)");
    expect(observation?.notes).toMatchObject([
      {
        code: "result-elsewhere",
        message: `The server has done it; what came of it is at ${server.url}/lists/7, which was not fetched.`,
      },
    ]);
    expect(workspace?.state.calls).toHaveLength(1);
    expect(server.seen).toHaveLength(1);
  });

  it("does not show what is secret in the address, nor all of a long one", async () => {
    const { call } = await answering(307, `http://ada:pw4711@a.example/s3cret-key?q=${"x".repeat(5000)}`);
    const { failure } = await call("createList");
    expect(failure?.message).toContain("http://a.example/***?q=xxx");
    expect(failure?.message).not.toMatch(/s3cret|pw4711/u);
    expect(failure?.message.length).toBeLessThan(700);
  });
});
