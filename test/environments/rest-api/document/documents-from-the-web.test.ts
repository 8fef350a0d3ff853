import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";

const open: Server[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
});

async function serving(files: Readonly<Record<string, string>>): Promise<{
  readonly url: string;
  readonly asked: string[];
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    asked.push(path);
    const text = files[path];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url.replace(/\/\/[^/@]*@/u, "//"), { signal });
  if (!response.ok) throw new TypeError(`status ${response.status} of ${url}`);
  return response.text();
}

const ROOT = (reference: string): string =>
  `swagger: '2.0'\ninfo: { title: Web, version: '1' }\nbasePath: /v1\npaths:\n  /a: { get: { responses: { 200: { description: ok, schema: { $ref: '${reference}' } } } } }\n`;

test("a document from a URL and its parts, with credentials in the address never shown", async () => {
  const { url, asked } = await serving({
    "/docs/api.yaml": ROOT("parts/a.yaml"),
    "/docs/parts/a.yaml": "type: string",
  });
  const source = `${url.replace("//", "//user:secret@")}/docs/api.yaml?key=secret`;
  const document = await loadDocument(source, { fetchText });
  expect(document.schemas.get("a")).toEqual({ type: "string" });
  expect(asked).toEqual(["/docs/api.yaml", "/docs/parts/a.yaml"]);
  expect(document.source).toBe(`${url}/docs/api.yaml`);
  expect(document.servers).toEqual([`${url}/v1`]);
  expect(JSON.stringify([document, ...document.schemas])).not.toContain("secret");
});

test("another host and files are not reached from there, the latter not even where outside is allowed", async () => {
  const elsewhere = await serving({ "/a.yaml": "type: string" });
  const { url } = await serving({
    "/far.yaml": ROOT(`${elsewhere.url}/a.yaml`),
    "/file.yaml": ROOT("file:///etc/hosts"),
  });
  const far = await loadDocument(`${url}/far.yaml`, { fetchText });
  expect(far.faults.map(({ message }) => message)).toEqual([expect.stringContaining("outside")]);
  expect(elsewhere.asked).toEqual([]);
  const file = await loadDocument(`${url}/file.yaml`, { fetchText, allowOutside: true });
  expect(file.faults).toHaveLength(1);
  expect((await loadDocument(`${url}/far.yaml`, { fetchText, allowOutside: true })).faults).toEqual([]);
});

test("URLs are refused where nothing was given to fetch them with", async () => {
  await expect(loadDocument("https://example.com/api.yaml")).rejects.toMatchObject({
    code: "target-denied",
    hint: expect.stringContaining("Download"),
  });
});

test("what cannot be fetched is told without the address's credentials", async () => {
  const { url } = await serving({});
  const loading = loadDocument(`${url.replace("//", "//user:secret@")}/api.yaml`, { fetchText });
  const error = await loading.catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: "target-not-found" });
  expect(String(error)).not.toContain("secret");
});
