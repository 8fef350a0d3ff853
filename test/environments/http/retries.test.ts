import { expect, test } from "vitest";
import { clientOf, NOW } from "./http-client-fixture.ts";
import { loopbackServer, sendJson } from "./loopback-server.ts";

/** Refuses the first requests with a status and headers. */
function refusing(times: number, status: number, headers: Readonly<Record<string, string>> = {}) {
  return loopbackServer((_, response, seen) => {
    if (seen.length <= times) response.writeHead(status, headers).end('{"error":"later"}');
    else sendJson(response, { done: true });
  });
}

test.each([429, 503])("%i is tried again with doubling waits", async (status) => {
  const server = await refusing(2, status);
  const { get, waits, notices } = clientOf(server);
  const { response } = await get("/things");
  expect(response).toMatchObject({ status: 200, attempts: 3 });
  expect(waits).toEqual([500, 1000]);
  expect(notices).toEqual([
    `The server answered ${status}; trying again in 1 s (2 of 4).`,
    `The server answered ${status}; trying again in 1 s (3 of 4).`,
  ]);
});

test("Retry-After is honoured in seconds and as a date", async () => {
  const inSeconds = clientOf(await refusing(1, 429, { "retry-after": "7" }));
  await inSeconds.get("/things");
  expect(inSeconds.waits).toEqual([7000]);
  const date = new Date(NOW + 12_000).toUTCString();
  const atDate = clientOf(await refusing(1, 503, { "retry-after": date }));
  await atDate.get("/things");
  expect(atDate.waits).toEqual([12_000]);
});

test("where the server asks for more patience than allowed, its response is handed back", async () => {
  const server = await refusing(9, 429, { "retry-after": "600" });
  const { get, waits } = clientOf(server);
  const { response } = await get("/things");
  expect(response?.status).toBe(429);
  expect(new TextDecoder().decode(response?.body)).toBe('{"error":"later"}');
  expect(waits).toEqual([]);
});

test("attempts end where the settings say, with the last response", async () => {
  const server = await refusing(9, 503);
  const { response } = await clientOf(server, { attempts: 2 }).get("/things");
  expect(response).toMatchObject({ status: 503, attempts: 2 });
  expect(server.seen).toHaveLength(2);
});

test("a connection that breaks off is tried again", async () => {
  const server = await loopbackServer((_, response, seen) => {
    if (seen.length === 1) response.socket?.destroy();
    else sendJson(response, {});
  });
  const { get, waits } = clientOf(server);
  expect((await get("/things")).response).toMatchObject({ status: 200, attempts: 2 });
  expect(waits).toEqual([500]);
});

test("an answer that breaks off in the middle is no answer", async () => {
  const server = await loopbackServer((_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => response.socket?.destroy());
  });
  const { failure } = await clientOf(server, { attempts: 2 }).get("/things");
  expect(failure).toMatchObject({ kind: "unreachable", maybeSent: true });
  expect(server.seen).toHaveLength(2);
});

test("where nothing listens, the failure says so and that nothing was sent", async () => {
  const { get, waits } = clientOf({ url: "http://127.0.0.1:1", host: "127.0.0.1:1" });
  const { failure } = await get("/things");
  expect(failure).toEqual({
    kind: "unreachable",
    message: "The server cannot be reached. Nothing listens there.",
    maybeSent: false,
  });
  expect(waits).toHaveLength(3);
});

test("a name that nobody knows is not asked for again", async () => {
  const lookup = (_: string, __: object, callback: (error: Error) => void) =>
    callback(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }));
  const { get, waits } = clientOf(
    { url: "http://api.invalid", host: "elsewhere" },
    {},
    {},
    {
      lookup: lookup as never,
    },
  );
  expect((await get("/things")).failure).toMatchObject({
    message: "The server cannot be reached. Its host name is not known.",
    maybeSent: false,
  });
  expect(waits).toEqual([]);
});

test("the time is for the whole exchange, a slow body included", async () => {
  const server = await loopbackServer((_, response) => {
    response.writeHead(200);
    response.write("slow");
  });
  const { failure } = await clientOf(server).get("/things", { milliseconds: 200 });
  expect(failure).toEqual({ kind: "timeout", message: "No answer came within 0.2 s.", maybeSent: true });
});

test("a caller who cancels gets that, before and within a request", async () => {
  const controller = new AbortController();
  const server = await loopbackServer(() => controller.abort());
  const { get } = clientOf(server);
  await expect(get("/things", { signal: controller.signal })).rejects.toMatchObject({ code: "cancelled" });
  await expect(get("/things", { signal: controller.signal })).rejects.toMatchObject({ code: "cancelled" });
  expect(server.seen).toHaveLength(1);
});
