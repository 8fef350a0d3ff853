// biome-ignore-all lint/suspicious/noTemplateCurlyInString: files hold variables that are written like this.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { findConfiguration } from "../../../src/config/file/configuration.ts";
import { configurationJsonSchema } from "../../../src/config/file/configuration-schema.ts";
import { readConfiguration } from "../../../src/config/file/read-configuration.ts";
import { writeConfiguration } from "../../../src/config/file/write-configuration.ts";
import { resolveTargets } from "../../../src/config/resolve-targets.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
let count = 0;

function fileWith(text: string): string {
  const path = join(folder, String(count++), "fuxi.yaml");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const read = (text: string, env: NodeJS.ProcessEnv = {}) => readConfiguration(fileWith(text), env);

function refusal(text: string, env: NodeJS.ProcessEnv = {}): string {
  try {
    read(text, env);
  } catch (error) {
    return (error as Error).message;
  }
  return "it was read";
}

describe("variables in a configuration", () => {
  const dsn = (text: string, env: NodeJS.ProcessEnv) =>
    read(`targets:\n  shop:\n    dsn: "${text}"\n`, env).targets.get("shop")?.named[0];

  it("have the environment's values, or their defaults where they are unset or empty", () => {
    expect(dsn("postgres://a:${PW}@${HOST:-db.example}/shop", { PW: "x y", HOST: "" })).toBe(
      "postgres://a:x y@db.example/shop",
    );
  });

  it("cannot add keys: a value stays one text, whatever stands in it", () => {
    const { content } = read('model: "${M}"\n', { M: 'x"\nmodelUrl: http://evil.example' });
    expect(content).toEqual({ model: 'x"\nmodelUrl: http://evil.example' });
  });

  it("that are not set are named with line and key", () => {
    expect(refusal("limits: {rows: 1}\nmodel: ${NO_SUCH}\n")).toMatch(
      /line 2: model wants the environment variable NO_SUCH/u,
    );
  });

  it("that are not set in a target keep only that target from being used, and say where", () => {
    const text =
      "targets:\n  shop:\n    dsn: postgres://a:${NO_SUCH}@h/d\n  other: {file: ./a.sqlite}\n  whole: {dsn: '${NOR_THIS}', schemas: [a]}\n";
    const found = read(text);
    expect([...found.targets.keys()]).toEqual(["other"]);
    expect([...found.unusable]).toEqual([
      ["shop", expect.stringMatching(/^fuxi\.yaml, line 3: targets\.shop\.dsn wants .* NO_SUCH, which/u)],
      ["whole", expect.stringMatching(/^fuxi\.yaml, line 5: targets\.whole\.dsn wants .* NOR_THIS, which/u)],
    ]);
    expect(() => resolveTargets(["shop"], found, () => {})).toThrow(
      expect.objectContaining({
        code: "configuration-invalid",
        message: expect.stringMatching(/^The target shop cannot be used: .*line 3: targets\.shop\.dsn/u),
      }),
    );
    const set = read(text, { NO_SUCH: "x", NOR_THIS: "postgres://h/d" });
    expect([...set.targets.keys(), ...set.unusable.keys()]).toEqual(["shop", "other", "whole"]);
  });

  it("may stand for numbers and switches, and not for words where these are wanted", () => {
    const text = "limits: {rows: '${ROWS}'}\nmcp: {http: '${HTTP}'}\n";
    expect(read(text, { ROWS: "7", HTTP: "true" }).content).toEqual({
      limits: { rows: 7 },
      mcp: { http: true },
    });
    expect(refusal(text, { ROWS: "many", HTTP: "true" })).toMatch(
      /line 1: limits\.rows cannot be used: .*expected number/u,
    );
  });

  it("can be written as text with two dollars", () => {
    expect(read("model: $${x}\n").content.model).toBe("${x}");
  });
});

describe("a configuration with a mistake", () => {
  it.each([
    ["targets:\n  shop:\n    fil: x\n", /line 3: targets\.shop\.fil is not known; did you mean file/u],
    ["limit: {rows: 1}\n", /line 1: limit is not known; did you mean limits/u],
    [
      "targets:\n  shop: {file: a, privacy: {denny: [x]}}\n",
      /privacy\.denny is not known; did you mean deny/u,
    ],
    ["model: a\nlimits:\n  rows: -1\n", /line 3: limits\.rows cannot be used: .*>0/u],
    ["strategy: reakt\n", /line 1: strategy cannot be used: .*expected one of "react"/u],
    ["retention: monthly\n", /line 1: retention cannot be used: a time such as 30d/u],
    ["targets:\n  a b: {file: x}\n", /targets\.a b cannot be used: a name has letters, digits/u],
    ["targets:\n  shop: {}\n", /line 2: targets\.shop names nothing to open/u],
    ["targets:\n  shop: {file: a, dsn: 'postgres://h/d'}\n", /several things to open \(dsn, file\)/u],
    ["targets:\n  shop:\n    file: a\n    allow: [x]\n", /line 4: targets\.shop\.allow is for APIs/u],
    [
      "targets:\n  shop:\n    sample: cinema\n    encoding: cp1251\n",
      /line 4: targets\.shop\.encoding is for data files/u,
    ],
    ["targets:\n  g: {sparql: 'http://h/sparql', index: lazy}\n", /index is for databases/u],
    [
      "targets:\n  shop: {file: a.sqlite, schemas: [b]}\n",
      /schemas is for PostgreSQL, MariaDB and MySQL, and shop is none/u,
    ],
    ["a: [1\nb: 2\n", /line 2, column 1: this is no YAML/u],
    ["model: a\nmodel: b\n", /line 2.*no YAML/u],
    ["- a\n", /cannot be used: .*expected object/u],
  ])("is told with its line: %j", (text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  it("is never answered with what stands there", () => {
    const texts = [
      "modelUrl: ${SECRET}\n",
      "strategy: ${SECRET}\n",
      "limits: {rows: '${SECRET}'}\n",
      "targets: {a: {dsn: '${SECRET}'}}\n",
      "targets: {a: {file: x, credentials: {k: '${SECRET}'}}}\n",
    ];
    for (const text of texts) expect(refusal(text, { SECRET: "hunter2" })).not.toContain("hunter2");
    for (const text of texts) expect(refusal(text, { SECRET: "hunter2" })).toMatch(/^fuxi\.yaml, line 1/u);
  });
});

describe("a configured target", () => {
  it("is found by its id, with paths from the file's folder and its own settings", () => {
    const path = fileWith("targets:\n  shop: {file: data/a.csv, index: off, privacy: {deny: [b]}}\n");
    mkdirSync(join(dirname(path), "data"));
    writeFileSync(join(dirname(path), "data/a.csv"), "a,b\n1,2\n3,4\n");
    const [resolved] = resolveTargets(["shop"], readConfiguration(path, {}), () => {});
    expect(resolved).toMatchObject({
      id: "shop",
      target: { type: "data-files", files: [join(dirname(path), "data/a.csv")] },
      configured: { database: { valueIndex: "off", privacy: { deny: ["b"] } } },
    });
  });

  it("is not put together with data files that are named beside it", () => {
    const path = fileWith("targets:\n  shop: {file: a.csv}\n");
    for (const name of ["a", "b", "c"]) writeFileSync(join(dirname(path), `${name}.csv`), "x,y\n1,2\n");
    const loose = ["b", "c"].map((name) => join(dirname(path), `${name}.csv`));
    const resolved = resolveTargets(
      [loose[0] ?? "", "shop", loose[1] ?? ""],
      readConfiguration(path, {}),
      () => {},
    );
    expect(
      resolved.map(({ id, target }) => [id, target.type === "data-files" && target.files.length]),
    ).toEqual([
      [expect.any(String), 2],
      ["shop", 1],
    ]);
  });

  it.each(["mysql", "mariadb"])("has the databases of a server in its address: %s", (scheme) => {
    const { targets } = read(`targets:\n  a: {dsn: '${scheme}://h/d', schemas: [d, e]}\n`);
    expect(targets.get("a")?.named).toEqual([`${scheme}://h/d?schemas=d%2Ce`]);
  });

  it("is refused with its line and without its password where its address cannot be read", () => {
    const text = "targets:\n  a: {dsn: 'mysql+pyodbc://ann:s3cret@h/d'}\n";
    expect(refusal(text)).toMatch(/line 2: targets\.a\.dsn cannot be used: .*Write postgres:.* or mysql:/u);
    expect(refusal(text)).not.toContain("s3cret");
    expect(refusal("targets:\n  a: {dsn: 'sqlite:a.db', schemas: [b]}\n")).toMatch(/is for PostgreSQL/u);
  });

  it("has schemas in its address, and credentials as the variables that hold them otherwise", () => {
    const { targets } = read(
      "targets:\n  a: {dsn: 'postgres://h/d?sslmode=require', schemas: [x, y]}\n  b: {openapi: 'https://h/o.json', credentials: {bearerAuth: t}}\n",
    );
    expect(targets.get("a")?.named).toEqual(["postgres://h/d?sslmode=require&schemas=x%2Cy"]);
    expect(targets.get("b")).toMatchObject({
      named: ["openapi:https://h/o.json"],
      credentials: { FUXI_API_BEARERAUTH: "t" },
    });
  });
});

describe("finding fuxi.yaml", () => {
  it("looks in the folder and in those above it, the nearest first", () => {
    const outer = fileWith("model: a\n");
    const inner = join(dirname(outer), "x", "y");
    mkdirSync(inner, { recursive: true });
    expect(findConfiguration(inner)).toBe(outer);
    writeFileSync(join(inner, "fuxi.yaml"), "model: b\n");
    expect(findConfiguration(inner)).toBe(join(inner, "fuxi.yaml"));
  });

  it.skipIf(process.platform === "win32")("takes none that anybody may change", () => {
    const path = fileWith("model: a\n");
    chmodSync(path, 0o646);
    expect(() => findConfiguration(dirname(path))).toThrow(/anybody may change it/u);
  });
});

describe("the published schema", () => {
  const published = readFileSync(new URL("../../../fuxi.schema.json", import.meta.url), "utf8");
  const valid = new Ajv2020({ strict: false }).compile(JSON.parse(published));

  it("is the one that is made from the definition (node scripts/write-configuration-schema.ts)", () => {
    expect(published).toBe(`${JSON.stringify(configurationJsonSchema(), null, 2)}\n`);
  });

  it("takes what the program takes, variables included, and refuses what it refuses", () => {
    expect(valid(load("limits: {rows: '${ROWS}'}\ntargets: {a: {dsn: '${DSN}', index: lazy}}\n"))).toBe(true);
    expect(valid(load("limits: {rows: many}\n"))).toBe(false);
    expect(valid(load("limit: {}\n"))).toBe(false);
  });
});

describe("a new configuration", () => {
  const emptyFolder = (): string => {
    const path = join(folder, `new${count++}`);
    mkdirSync(path);
    return path;
  };

  it("can be read as it is, and holds no secret", () => {
    const at = emptyFolder();
    const { path, ids, variables } = writeConfiguration({
      folder: at,
      targets: [
        "mysql://ada:hunter2@h:3306/shop",
        "sparql:https://u:hunter2@k.example/sparql",
        "sample:cinema",
      ],
      model: "openai/gpt-5",
    });
    expect(readFileSync(path, "utf8")).not.toContain("hunter2");
    expect([ids, variables]).toEqual([
      ["shop", "k", "cinema"],
      ["SHOP_PASSWORD", "K_PASSWORD"],
    ]);
    const { content, targets } = readConfiguration(path, { SHOP_PASSWORD: "p", K_PASSWORD: "q" });
    expect(content).toMatchObject({ default: ["shop", "k", "cinema"], model: "openai/gpt-5" });
    expect(targets.get("shop")?.named).toEqual(["mysql://ada:p@h:3306/shop"]);
    expect(targets.get("k")?.named).toEqual(["sparql:https://u:q@k.example/sparql"]);
  });

  it("never takes the place of another", () => {
    const at = emptyFolder();
    writeConfiguration({ folder: at, targets: ["sample:cinema"] });
    const before = readFileSync(join(at, "fuxi.yaml"), "utf8");
    expect(() => writeConfiguration({ folder: at, targets: ["sample:cinema-kb"] })).toThrow(
      /is there already/u,
    );
    expect(readFileSync(join(at, "fuxi.yaml"), "utf8")).toBe(before);
  });
});
