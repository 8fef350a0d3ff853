import { expect, test } from "vitest";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import { loopbackServer } from "../../http/loopback-server.ts";

async function serving(files: Readonly<Record<string, string>>) {
  const pathOf = (url: string) => new URL(url, "http://localhost").pathname;
  const { url, seen } = await loopbackServer((request, response) => {
    const text = files[pathOf(request.url)];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  return { url, asked: () => seen.map((request) => pathOf(request.url)) };
}

const ROOT = (reference: string): string =>
  `swagger: '2.0'\ninfo: { title: Web, version: '1' }\nbasePath: /v1\npaths:\n  /a: { get: { responses: { 200: { description: ok, schema: { $ref: '${reference}' } } } } }\n`;

test("a document from a URL and its parts, with credentials in the address never shown", async () => {
  const { url, asked } = await serving({
    "/docs/api.yaml": ROOT("parts/a.yaml"),
    "/docs/parts/a.yaml": "type: string",
  });
  const source = `${url.replace("//", "//user:secret@")}/docs/api.yaml?key=secret`;
  const document = await loadDocument(source);
  expect(document.schemas.get("a")).toEqual({ type: "string" });
  expect(asked()).toEqual(["/docs/api.yaml", "/docs/parts/a.yaml"]);
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
  const far = await loadDocument(`${url}/far.yaml`);
  expect(far.faults.map(({ message }) => message)).toEqual([expect.stringContaining("outside")]);
  expect(elsewhere.asked()).toEqual([]);
  const file = await loadDocument(`${url}/file.yaml`, { allowOutside: true });
  expect(file.faults).toHaveLength(1);
  expect(
    (
      await loadDocument(`${url}/far.yaml`, {
        allowOutside: true,
        trustedHosts: [new URL(elsewhere.url).host],
      })
    ).faults,
  ).toEqual([]);
});

test("what cannot be fetched is told without the address's credentials", async () => {
  const { url } = await serving({});
  const loading = loadDocument(`${url.replace("//", "//user:secret@")}/api.yaml`);
  const error = await loading.catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: "target-not-found" });
  expect(String(error)).not.toContain("secret");
});
