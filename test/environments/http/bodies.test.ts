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

test("a damaged body is the server's fault and is not asked for again", async () => {
  const server = await loopbackServer((_, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end("this is no gzip"),
  );
  const { failure } = await clientOf(server).get("/things");
  expect(failure).toMatchObject({ kind: "protocol", message: expect.stringContaining("cannot be read") });
  expect(server.seen).toHaveLength(1);
});

test("multipart bodies are sent with a boundary and types", async () => {
  const server = await loopbackServer((_, response) => response.end());
  await clientOf(server).get("/things", {
    method: "POST",
    body: {
      kind: "multipart",
      parts: [
        { name: "title", content: "Die Fähre" },
        { name: "about", content: '{"a":1}', contentType: "application/json" },
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
});
