import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { fetchDocumentText } from "../../../src/environments/rest-api/document/reading/fetch-document-text.ts";
import { loopbackServer } from "../http/loopback-server.ts";

const { signal } = new AbortController();

test("a document is fetched, unpacked, and followed where it has moved", async () => {
  const server = await loopbackServer((request, response) => {
    if (request.url === "/moved.yaml") response.writeHead(301, { location: "/openapi.yaml" }).end();
    else response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("openapi: 3.1.0"));
  });
  const text = await fetchDocumentText(`${server.url}/moved.yaml`, { signal, trustedHosts: [server.host] });
  expect(text).toBe("openapi: 3.1.0");
});

test("a private address is refused unless it is trusted, after a redirect as well", async () => {
  const inner = await loopbackServer((_, response) => response.end("openapi: 3.1.0"));
  const outer = await loopbackServer((_, response) =>
    response.writeHead(302, { location: `${inner.url}/openapi.yaml` }).end(),
  );
  await expect(fetchDocumentText(`${inner.url}/a`, { signal, trustedHosts: [] })).rejects.toMatchObject({
    code: "target-denied",
    hint: expect.stringContaining("--trust-host"),
  });
  await expect(
    fetchDocumentText(`${outer.url}/a`, { signal, trustedHosts: [outer.host] }),
  ).rejects.toMatchObject({ code: "target-denied" });
  const named = `http://localhost:${new URL(inner.url).port}/a`;
  await expect(fetchDocumentText(named, { signal, trustedHosts: [] })).rejects.toMatchObject({
    code: "target-denied",
  });
  expect(inner.seen).toEqual([]);
});

test.each([
  [404, "target-not-found"],
  [401, "target-denied"],
  [500, "target-not-found"],
])("an answer of %i is %s, with what to do", async (status, code) => {
  const server = await loopbackServer((_, response) => response.writeHead(status).end());
  await expect(
    fetchDocumentText(`${server.url}/a`, { signal, trustedHosts: [server.host] }),
  ).rejects.toMatchObject({ code, hint: expect.stringContaining("Check the URL") });
});

test("circles, and servers that are not there, are told", async () => {
  const server = await loopbackServer((_, response) => response.writeHead(302, { location: "/a" }).end());
  await expect(
    fetchDocumentText(`${server.url}/a`, { signal, trustedHosts: [server.host] }),
  ).rejects.toMatchObject({
    code: "target-not-found",
    message: expect.stringContaining("more than 5 redirects"),
  });
  await expect(
    fetchDocumentText("http://127.0.0.1:1/a", { signal, trustedHosts: ["127.0.0.1"] }),
  ).rejects.toMatchObject({
    code: "target-not-found",
    message: expect.stringContaining("cannot be reached"),
  });
});

test("a caller who cancels gets that", async () => {
  const controller = new AbortController();
  const server = await loopbackServer(() => controller.abort());
  await expect(
    fetchDocumentText(`${server.url}/a`, { signal: controller.signal, trustedHosts: [server.host] }),
  ).rejects.toMatchObject({ code: "cancelled" });
});
