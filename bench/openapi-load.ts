import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { loadDocument } from "../src/environments/rest-api/document/load-document.ts";
import { FuxiError } from "../src/errors/fuxi-error.ts";
import { ended, readJson, scratchFolder } from "./common.ts";

/**
 * Loads every API document of the data folder and lists its faults or why it is refused; then, each in a process of its own, Stripe's documents beside a
 * plain JSON.parse, and generated ones: 5,000 files, and one of YAML as large as GitHub's.
 * `node bench/openapi-load.ts <data-folder>`
 */
const [first, second] = process.argv.slice(2);
if (first === "--child" && second !== undefined) await report(() => loaded(second));
else if (first === "--parse" && second !== undefined) await report(() => parsed(second));
else if (first === undefined) ended("Name the data folder.");
else {
  await everyDocument(first);
  using scratch = scratchFolder("openapi-load");
  const folder = scratch.path;
  console.log("\ndocument                   operations  time      memory   JSON.parse");
  for (const path of globSync(join(first, "openapi/stripe/*.json")).toSorted())
    measure(relative(first, path), path, true);
  measure("generated, 5,000 files", generatedFiles(folder, 5000), false);
  measure("generated, YAML", generatedYaml(folder), false);
}

async function everyDocument(folder: string): Promise<void> {
  const paths = ["openapi/**/*.{json,yaml,yml}", "restbench/*_oas.json"].flatMap((pattern) =>
    globSync(join(folder, pattern)),
  );
  let [read, refused, faults] = [0, 0, 0];
  for (const path of paths.toSorted()) {
    const name = relative(folder, path);
    const start = performance.now();
    try {
      const document = await loadDocument(path);
      const time = (performance.now() - start).toFixed(0);
      const counts = `${document.operations.length} operations, ${document.faults.length} faults, ${time} ms`;
      console.log(`${name}: ${document.format}, ${counts}`);
      for (const { place, message } of document.faults) console.log(`    ${place}: ${message}`);
      read++;
      faults += document.faults.length;
    } catch (error) {
      if (!FuxiError.isInstance(error)) throw error;
      console.log(`${name}: refused (${error.code}). ${error.message}`);
      refused++;
    }
  }
  console.log(`\n${read} documents loaded with ${faults} faults, ${refused} refused.`);
}

interface Measured {
  readonly operations: number;
  readonly milliseconds: number;
  /** Highest resident set of the process, bytes. */
  readonly memory: number;
}

function measure(name: string, path: string, isJson: boolean): void {
  const { operations, milliseconds, memory } = inChild("--child", path);
  const plain = isJson ? inChild("--parse", path) : undefined;
  const cells = [
    name.padEnd(26),
    String(operations).padEnd(11),
    `${milliseconds.toFixed(0)} ms`.padEnd(9),
    megabytes(memory),
    plain === undefined
      ? ""
      : `${plain.milliseconds.toFixed(0)} ms, ${megabytes(plain.memory)}: ${(milliseconds / plain.milliseconds).toFixed(1)} times`,
  ];
  console.log(cells.join(" "));
}

function inChild(what: string, path: string): Measured {
  const { stdout, stderr, status } = spawnSync(process.execPath, [import.meta.filename, what, path], {
    encoding: "utf8",
  });
  if (status !== 0) console.error(stderr);
  return JSON.parse(stdout) as Measured;
}

/** Says how long it took to load or to parse a document, and what this process took for it. */
async function report(operationsOf: () => Promise<number>): Promise<void> {
  const start = performance.now();
  const operations = await operationsOf();
  const milliseconds = performance.now() - start;
  const memory = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ operations, milliseconds, memory } satisfies Measured));
}

async function loaded(path: string): Promise<number> {
  const { operations, faults } = await loadDocument(path);
  if (faults.length > 0) console.error(faults[0]);
  return operations.length;
}

async function parsed(path: string): Promise<number> {
  return Object.keys((readJson(path) as { readonly paths: object }).paths).length;
}

/** A root, and half as many files of paths as of schemas, each of which refers to others. */
function generatedFiles(folder: string, files: number): string {
  mkdirSync(join(folder, "paths"));
  mkdirSync(join(folder, "schemas"));
  const paths = Math.floor(files / 3);
  const schemas = files - paths - 1;
  for (let at = 0; at < schemas; at++) {
    const properties = Array.from({ length: 8 }, (_, member) => `  member${member}: { type: string }\n`);
    const other = (at * 31 + 7) % schemas;
    const text = `type: object\nproperties:\n${properties.join("")}  next: { $ref: schema${other}.yaml }\n`;
    writeFileSync(join(folder, `schemas/schema${at}.yaml`), text);
  }
  const items: string[] = [];
  for (let at = 0; at < paths; at++) {
    const schema = `{ $ref: ../schemas/schema${(at * 2) % schemas}.yaml }`;
    const answer = `responses: { 200: { description: ok, content: { application/json: { schema: ${schema} } } } }`;
    writeFileSync(join(folder, `paths/path${at}.yaml`), `get: { operationId: get${at}, ${answer} }\n`);
    items.push(`  /path${at}: { $ref: paths/path${at}.yaml }\n`);
  }
  const path = join(folder, "api.yaml");
  writeFileSync(path, `openapi: 3.1.0\ninfo: { title: Generated, version: '1' }\npaths:\n${items.join("")}`);
  return path;
}

/** About 8 MB and 1,200 operations. */
function generatedYaml(folder: string): string {
  const lines = ["openapi: 3.0.3", "info: { title: Large, version: '1' }", "paths:"];
  for (let at = 0; at < 1200; at++) {
    lines.push(`  /things/${at}/{id}:`, "    get:", `      operationId: get/${at}`, "      parameters:");
    lines.push("        - { name: id, in: path, required: true, schema: { type: integer } }");
    lines.push("      responses:", "        '200':", "          description: It", "          content:");
    lines.push("            application/json:", "              schema:");
    lines.push(`                $ref: '#/components/schemas/thing${at % 800}'`);
  }
  lines.push("components:", "  schemas:");
  for (let at = 0; at < 800; at++) {
    lines.push(`    thing${at}:`, "      type: object", "      properties:");
    for (let member = 0; member < 70; member++) {
      lines.push(`        member${member}:`, "          type: string", "          nullable: true");
      lines.push(`          description: What member ${member} of the thing numbered ${at} says.`);
      lines.push("          example: something");
    }
    lines.push(`        other: { $ref: '#/components/schemas/thing${(at * 3) % 800}' }`);
  }
  const path = join(folder, "large.yaml");
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`.padEnd(8);
}
