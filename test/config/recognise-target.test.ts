import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chosenFile } from "../../src/config/chosen-file.ts";
import { endpointAddress } from "../../src/config/open-knowledge-base.ts";
import { recogniseTarget } from "../../src/config/recognise-target.ts";
import { withoutCredentials } from "../../src/config/target-names.ts";
import { FuxiError } from "../../src/errors/fuxi-error.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe("a file of triples", () => {
  const cases: readonly (readonly [string, string | Uint8Array, string])[] = [
    ["people.ttl", "", "people"],
    ["people.nt", "", "people"],
    ["dump.nt.gz", gzipSync("<urn:a> <urn:b> <urn:c> .\n"), "dump"],
    ["kb.txt", "Kismet|directed_by|William Dieterle\nKismet|release_year|1955\n", "kb"],
    ["2H-kb.txt", "ann\tparents\tben\nben\tgender\tmale\n", "2H-kb"],
    ["data.xml", '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="…">\n', "data"],
    ["graph.json", '{ "@context": {}, "@graph": [] }\n', "graph"],
  ];
  it.each(cases)("is known by its name or by what stands in it: %s", (name, content, called) => {
    expect(recogniseTarget(file(name, content))).toMatchObject({ type: "rdf-file", name: called });
  });

  it("is not seen in any text", () => {
    expect(() => recogniseTarget(file("notes.txt", "Dear Anna,\nhow are you?\n"))).toThrow(
      /nothing that Fuxi/,
    );
  });
});

describe("a DuckDB file", () => {
  const database = Buffer.concat([Buffer.alloc(8), Buffer.from("DUCK"), Buffer.alloc(100)]);

  it("is known by its name, by its first bytes under any name, and by URL", () => {
    for (const path of [
      file("shop.duckdb", ""),
      file("shop.ddb", ""),
      file("shop.db", database),
      file("shop", database),
    ])
      expect(recogniseTarget(path)).toEqual({ type: "database-file", engine: "duckdb", path, name: "shop" });
    const path = file("a b.duckdb", database);
    expect(recogniseTarget(`duckdb://${path.replace(" ", "%20")}`)).toMatchObject({
      type: "database-file",
      engine: "duckdb",
      path,
    });
  });

  it("is none where SQLite wrote it, or under a name of SQLite's without DuckDB's first bytes", () => {
    expect(recogniseTarget(file("lite.duckdb", "SQLite format 3\u0000"))).toMatchObject({
      type: "database-file",
      engine: "sqlite",
    });
    expect(recogniseTarget(file("lite.db", ""))).toMatchObject({ type: "database-file", engine: "sqlite" });
  });
});

describe("a MySQL or MariaDB server", () => {
  it.each([
    "mysql://ann:s3cret@db.example:3307/shop",
    "mariadb://ann@db.example:3307/shop?ssl-mode=required",
  ])("is known by its scheme and called by its database: %s", (url) => {
    expect(recogniseTarget(url)).toEqual({
      type: "database-server",
      engine: "mysql",
      url,
      name: "shop",
      host: "db.example:3307",
    });
  });

  it("is called by the first of several databases where its path names none", () => {
    expect(recogniseTarget("mysql://ann@db.example/?schemas=sales,archive")).toMatchObject({ name: "sales" });
  });

  it("needs a database, and its password is kept out of what is stored", () => {
    expect(() => recogniseTarget("mysql://ann@db.example")).toThrow(/names no database/u);
    expect(withoutCredentials("mysql://ann:s3cret@db.example/shop")).not.toContain("s3cret");
  });
});

describe("a PostgreSQL server", () => {
  it.each([
    ["postgres://ann@/shop?host=/var/run/postgresql", "shop", "the local server"],
    ["postgres://ann:s3cret@/shop", "shop", "the local server"],
    ["postgresql:///shop?host=/var/run/postgresql&user=ann", "shop", "the local server"],
    ["postgres://ann@/shop?host=db.example", "shop", "db.example"],
    ["postgres://ann@db.example:5433/shop", "shop", "db.example:5433"],
  ])("may be named without a host, as libpq takes it: %s", (url, name, host) => {
    expect(recogniseTarget(url)).toEqual({ type: "database-server", engine: "postgres", url, name, host });
  });

  it("without a host is stored without its password, too", () => {
    const url = "postgres://ann:s3cret@/shop?host=/var/run/postgresql";
    expect(withoutCredentials(url)).toBe("postgres://ann@/shop?host=/var/run/postgresql");
  });

  it("is refused where the rest of it is no address", () => {
    expect(() => recogniseTarget("postgres://ann@:x/shop")).toThrow(/cannot be read/u);
  });
});

describe("an address as another tool writes it", () => {
  it.each([
    ["postgresql://ann:pw@db.example:5433/shop", "postgres", "shop", "db.example:5433"],
    ["jdbc:postgresql://db.example/shop?user=ann&password=pw", "postgres", "shop", "db.example"],
    ["host=db.example dbname=shop password=pw", "postgres", "shop", "db.example"],
    ["jdbc:mysql://ann:pw@db.example/shop", "mysql", "shop", "db.example"],
    ["mysql://ann:p#w@db.example:3307/shop", "mysql", "shop", "db.example:3307"],
  ])("is that of a server, and stored without its password: %s", (text, engine, name, host) => {
    expect(recogniseTarget(text)).toMatchObject({ type: "database-server", engine, name, host });
    expect(withoutCredentials(text)).toContain(`db.example`);
    expect(withoutCredentials(text)).not.toMatch(/pw|p#w/u);
  });

  it("means the file or folder that is there, as the engine of its scheme, and is refused where two are", () => {
    const inner = mkdtempSync(join(folder, "address-"));
    const path = join(inner, "shop.db");
    writeFileSync(path, "");
    const above = relative(process.cwd(), path);
    for (const text of [
      `sqlite:///${above}`,
      `sqlite:///${path.slice(1)}`,
      `sqlite:///${path}`,
      `jdbc:sqlite:${above}`,
      `file:${path}?mode=ro`,
    ])
      expect(recogniseTarget(text)).toEqual({ type: "database-file", engine: "sqlite", path, name: "shop" });
    const lake = join(inner, "lake");
    mkdirSync(lake);
    expect(recogniseTarget(`duckdb:${lake}`)).toMatchObject({
      type: "database-file",
      engine: "duckdb",
      path: lake,
    });
    expect(recogniseTarget(`duckdb:${path}`)).toMatchObject({ engine: "duckdb", path });
    const both = { engine: "sqlite", paths: ["/shop.db", "shop.db"] } as const;
    expect(() => chosenFile(both, (each) => (each.startsWith("/") ? path : file("other.db", "")))).toThrow(
      /may mean \/shop\.db or shop\.db/u,
    );
    expect(() => chosenFile(both, (each) => join(inner, "none", each))).toThrow(
      "There is no file /shop.db, nor shop.db.",
    );
  });

  it.each([
    "jdbc:oracle:thin:ann/s3cret@h:1521/x",
    "jdbc:sqlserver://h;user=ann;password=s3cret",
    "ann:s3cret@db.example/shop",
    "postgres://ann:s3cret#x/shop",
    "Server=h;Uid=ann;Pwd=s3cret",
    "mysql+pyodbc://ann:s3cret@h/shop",
  ])("is never answered with its password: %s", (text) => {
    expect(() => recogniseTarget(text)).toThrow(FuxiError);
    try {
      recogniseTarget(text);
    } catch (error) {
      expect(`${error} ${(error as FuxiError).hint}`).not.toContain("s3cret");
    }
    expect(withoutCredentials(text)).not.toContain("s3cret");
  });
});

describe("a SPARQL endpoint", () => {
  it.each([
    ["https://query.wikidata.org/sparql", "wikidata"],
    ["http://127.0.0.1:3030/films/query", "127"],
    ["https://graphdb.example.org/repositories/films", "graphdb"],
    ["https://qlever.example.org/api/wikidata", "qlever"],
    ["sparql:https://data.example.org/anything", "data"],
  ])("is known by its path or its scheme: %s", (url, name) => {
    expect(recogniseTarget(url)).toMatchObject({ type: "sparql-endpoint", name });
  });

  it("is not taken for granted of any page", () => {
    expect(() => recogniseTarget("https://example.org/about")).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("sparql:https://example.org/about") }),
    );
  });

  it("keeps its password out of what is stored", () => {
    expect(withoutCredentials("sparql:https://ann:s3cret@example.org/x")).toBe(
      "sparql:https://ann@example.org/x",
    );
    expect(withoutCredentials("https://ann:s3cret@example.org/sparql")).not.toContain("s3cret");
  });

  it("takes credentials and graphs from the URL, or the header from the environment", () => {
    expect(
      endpointAddress("https://ann:s%2Fx@h.example/sparql?default-graph-uri=urn:g&format=x", {}),
    ).toEqual({
      url: "https://h.example/sparql?format=x",
      auth: { type: "basic", user: "ann", password: "s/x" },
      defaultGraphs: ["urn:g"],
    });
    expect(endpointAddress("https://h.example/sparql", { FUXI_SPARQL_AUTHORIZATION: "Bearer t" })).toEqual({
      url: "https://h.example/sparql",
      auth: { type: "header", name: "Authorization", value: "Bearer t" },
    });
  });
});
