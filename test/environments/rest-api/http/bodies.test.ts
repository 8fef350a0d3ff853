import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { clientOf } from "./http-client-fixture.ts";
import { loopbackServer } from "./loopback-server.ts";

const TEXT = JSON.stringify({ title: "Über den Fluß", year: 1961 });

const encodings: readonly (readonly [string, string, Buffer])[] = [
  ["gzip", "gzip", gzipSync(TEXT)],
  ["gzip, as some write it", "X-GZIP", gzipSync(TEXT)],
  ["br", "br", brotliCompressSync(TEXT)],
  ["deflate", "deflate", deflateSync(TEXT)],
  ["deflate without its header", "deflate", deflateRawSync(TEXT)],
  ["two after each other", "br, gzip", gzipSync(brotliCompressSync(TEXT))],
  ["none", "identity", Buffer.from(TEXT)],
];

test.each(encodings)("bodies are unpacked: %s", async (_, encoding, bytes) => {
  const server = await loopbackServer((__, response) =>
    response.writeHead(200, { "content-encoding": encoding }).end(bytes),
  );
  const { response } = await clientOf(server).get("/things");
  expect(new TextDecoder().decode(response?.body)).toBe(TEXT);
});

test.each(["gzip", "br", "deflate"])("answers without a body may name an encoding: %s", async (encoding) => {
  const server = await loopbackServer((request, response) =>
    response.writeHead(request.method === "HEAD" ? 200 : 204, { "content-encoding": encoding }).end(),
  );
  const { get } = clientOf(server);
  expect((await get("/things")).response).toMatchObject({ status: 204, body: new Uint8Array() });
  expect((await get("/things", { method: "HEAD" })).response).toMatchObject({ status: 200 });
});

test.each([
  ["gzip", gzipSync(Buffer.alloc(20_000_000))],
  ["br", brotliCompressSync(Buffer.alloc(20_000_000))],
  ["deflate", deflateSync(Buffer.alloc(20_000_000))],
])("a small body that unpacks to a huge one is stopped at the cap: %s", async (encoding, bomb) => {
  const server = await loopbackServer((_, response) =>
    response.writeHead(200, { "content-encoding": encoding }).end(bomb),
  );
  const { failure } = await clientOf(server, { mostBytes: 100_000 }).get("/things");
  expect(failure).toEqual({
    kind: "too-large",
    message: "The response is larger than 100000 bytes.",
    maybeSent: true,
  });
});

test("a body of unknown length is stopped at the cap", async () => {
  const server = await loopbackServer((_, response) => {
    const chunk = Buffer.alloc(50_000);
    const more = () => {
      if (response.destroyed) return;
      response.write(chunk);
      setImmediate(more);
    };
    more();
  });
  const { failure } = await clientOf(server, { mostBytes: 200_000 }).get("/things");
  expect(failure?.kind).toBe("too-large");
});

test("a body that says that it is too large is not read, and one of just the cap is", async () => {
  const server = await loopbackServer((request, response) => {
    if (request.url === "/fits") response.end(Buffer.alloc(1000));
    else response.writeHead(200, { "content-length": "1001" }).flushHeaders();
  });
  const { get } = clientOf(server, { mostBytes: 1000 });
  expect((await get("/things")).failure?.kind).toBe("too-large");
  expect((await get("/fits")).response?.body).toHaveLength(1000);
});

test("a HEAD request is told the length of what it does not get", async () => {
  const server = await loopbackServer((_, response) =>
    response.writeHead(200, { "content-length": "5000" }).end(),
  );
  const { response } = await clientOf(server, { mostBytes: 1000 }).get("/things", { method: "HEAD" });
  expect(response).toMatchObject({ status: 200, headers: { "content-length": "5000" } });
});

test("a damaged body is the server's fault and is not asked for again", async () => {
  const server = await loopbackServer((_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end("this is no gzip"),
  );
  const { failure } = await clientOf(server).get("/things");
  expect(failure).toMatchObject({ kind: "protocol", message: expect.stringContaining("cannot be read") });
  expect(server.seen).toHaveLength(1);
});

test("the bodies of errors are handed back", async () => {
  const server = await loopbackServer((_, response) =>
    response.writeHead(422, { "content-type": "application/json" }).end('{"detail":"page must be positive"}'),
  );
  const { response } = await clientOf(server).get("/things");
  expect(response).toMatchObject({ status: 422, headers: { "content-type": "application/json" } });
  expect(new TextDecoder().decode(response?.body)).toBe('{"detail":"page must be positive"}');
});

test("multipart bodies are sent with a boundary, file names and types", async () => {
  const server = await loopbackServer((_, response) => response.end());
  await clientOf(server).get("/things", {
    method: "POST",
    body: {
      kind: "multipart",
      parts: [
        { name: "title", content: "Die Fähre" },
        { name: "about", content: '{"a":1}', contentType: "application/json" },
        { name: "poster", content: new Uint8Array([1, 2, 3]), contentType: "image/png", filename: "p.png" },
      ],
    },
  });
  const [request] = server.seen;
  expect(request?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/u);
  const body = Buffer.from(request?.body ?? "", "latin1").toString("utf8");
  expect(body).toContain('name="title"\r\n\r\nDie Fähre\r\n');
  expect(body).toContain(
    'name="about"; filename="about"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
  );
  expect(body).toContain(
    'name="poster"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n\u0001\u0002\u0003\r\n',
  );
});

test("text is sent in UTF-8 and bytes as they are", async () => {
  const server = await loopbackServer((_, response) => response.end());
  const { get } = clientOf(server);
  await get("/things", { method: "POST", body: { kind: "text", text: "Fähre" } });
  await get("/things", { method: "POST", body: { kind: "bytes", bytes: new Uint8Array([0, 255]) } });
  expect(server.seen.map(({ body }) => Buffer.from(body, "latin1"))).toEqual([
    Buffer.from("Fähre", "utf8"),
    Buffer.from([0, 255]),
  ]);
});

test("several headers of one name come as one", async () => {
  const server = await loopbackServer((_, response) =>
    response.writeHead(200, { Link: ["</a>; rel=prev", "</b>; rel=next"] }).end(),
  );
  const { response } = await clientOf(server).get("/things");
  expect(response?.headers.link).toBe("</a>; rel=prev, </b>; rel=next");
});
