import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ApiDocument } from "../../../../src/environments/rest-api/document/api-document.ts";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const HEAD = "openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\n";

const parent = temporaryFolder();

function written(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(parent, "split-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function returning(reference: string): string {
  return `get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '${reference}' } } } } } }`;
}

function messages({ faults }: ApiDocument): readonly string[] {
  return faults.map(({ place, message }) => `${place}: ${message}`);
}

describe("documents in several files", () => {
  test("path items, parameters, bodies, responses and schemas may stand elsewhere", async () => {
    const folder = written({
      "api.yaml": `${HEAD}paths:\n  /pets/{id}: { $ref: 'paths/pet.yaml' }\ncomponents: { schemas: { Name: { type: string } } }\n`,
      "paths/pet.yaml": `parameters: [{ $ref: '../parts.yaml#/id' }]
put:
  requestBody: { $ref: '../parts.yaml#/body' }
  responses: { 200: { $ref: '../parts.yaml#/answers/ok' } }
`,
      "parts.yaml": `id: { name: id, in: path, required: true, schema: { type: integer } }
body: { content: { application/json: { schema: { $ref: 'schemas/Pet.json' } } } }
answers: { ok: { description: ok, content: { application/json: { schema: { $ref: 'schemas/Pet.json#/properties/name' } } } } }
`,
      "schemas/Pet.json": `{"type": "object", "properties": {
        "name": {"$ref": "../api.yaml#/components/schemas/Name"}, "friend": {"$ref": "#"}}}`,
    });
    const document = await loadDocument(join(folder, "api.yaml"));
    expect(messages(document)).toEqual([]);
    expect(document.operations).toMatchObject([
      {
        id: "PUT /pets/{id}",
        parameters: [{ name: "id", in: "path", schema: { type: "integer" } }],
        body: { contents: [{ schema: { $ref: "#/$defs/Pet" } }] },
        responses: [{ schema: { $ref: "#/$defs/Name" } }],
      },
    ]);
    expect(document.schemas.get("Pet")).toEqual({
      type: "object",
      properties: { name: { $ref: "#/$defs/Name" }, friend: { $ref: "#/$defs/Pet" } },
    });
    expect(document.schemas.get("Name")).toEqual({ type: "string" });
  });

  test("schemas of one name in two files are two", async () => {
    const folder = written({
      "api.yaml": `${HEAD}paths:\n  /a: { ${returning("#/components/schemas/Pet")} }\n  /b: { ${returning("other.yaml#/Pet")} }
components: { schemas: { Pet: { type: string } } }\n`,
      "other.yaml": "Pet: { type: integer }\n",
    });
    const document = await loadDocument(join(folder, "api.yaml"));
    expect(Object.fromEntries(document.schemas)).toEqual({
      Pet: { type: "string" },
      Pet_2: { type: "integer" },
    });
  });
});

describe("references that are not followed", () => {
  test.each([
    ["out of the folder", "../secret.yaml", /outside the document's own folder/u],
    ["to an absolute path", "/etc/passwd", /outside the document's own folder/u],
    ["to a file URL", "file:///etc/passwd", /outside the document's own folder/u],
    ["to the web", "https://example.com/a.yaml", /outside the document's own folder/u],
    ["by a link out of the folder", "link.yaml", /link out of the document's own folder/u],
    ["to a file that is missing", "missing.yaml", /does not exist/u],
    ["to a folder", "sub", /is not a file/u],
    ["to a file that cannot be parsed", "broken.yaml", /cannot be parsed: line 1, column/u],
    ["to a place that is missing", "ok.yaml#/no/where", /leads nowhere/u],
    ["with another scheme", "ftp://example.com/a", /neither a path nor a web address/u],
  ])("%s: a fault with its place, and anything is accepted", async (_, reference, reason) => {
    const folder = written({
      "secret.yaml": "type: string\n",
      "in/api.yaml": `${HEAD}paths:\n  /a: { ${returning(reference)} }\n`,
      "in/ok.yaml": "type: string\n",
      "in/broken.yaml": "a: }\n",
      "in/sub/x.yaml": "",
    });
    symlinkSync(join(folder, "secret.yaml"), join(folder, "in/link.yaml"));
    const document = await loadDocument(join(folder, "in/api.yaml"));
    expect(document.operations[0]?.responses[0]?.schema).toEqual({});
    expect(document.faults).toHaveLength(1);
    expect(document.faults[0]?.place).toMatch(
      /#\/paths\/~1a\/get\/responses\/200\/content\/application~1json\/schema$/u,
    );
    expect(document.faults[0]?.message).toMatch(reason);
  });

  test("outside is read where that is allowed", async () => {
    const folder = written({
      "common.yaml": "type: string\n",
      "in/api.yaml": `${HEAD}paths:\n  /a: { ${returning("../common.yaml")} }\n`,
    });
    const document = await loadDocument(join(folder, "in/api.yaml"), { allowOutside: true });
    expect(document.schemas.get("common")).toEqual({ type: "string" });
    expect(document.faults).toEqual([]);
  });
});

test("a document that does not exist, and a folder", async () => {
  const folder = written({ "a.yaml": "" });
  for (const path of [join(folder, "none.yaml"), folder])
    await expect(loadDocument(path)).rejects.toMatchObject({ code: "target-not-found" });
});
