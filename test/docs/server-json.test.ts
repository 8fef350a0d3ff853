import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PROFILES } from "../../src/mcp/profile.ts";

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));

interface Package {
  readonly identifier: string;
  readonly version: string;
  readonly packageArguments: readonly {
    readonly name?: string;
    readonly value?: string;
    readonly choices?: unknown;
  }[];
}

describe("the template for the MCP registry", () => {
  const manifest = read("package.json") as { name: string; version: string };
  const server = read("server.json") as {
    name: string;
    description: string;
    version: string;
    packages: readonly [Package];
  };

  it("names the package and version that it is published with", () => {
    const [npm] = server.packages;
    expect([server.version, npm.version]).toEqual([manifest.version, manifest.version]);
    expect(npm.identifier).toBe(manifest.name);
  });

  it("keeps to the registry's limits: a reverse domain name, a short description", () => {
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u);
    expect(server.description.length).toBeLessThanOrEqual(100);
  });

  it("starts the command that there is, with the profiles that there are", () => {
    const [npm] = server.packages;
    expect(npm.packageArguments[0]).toMatchObject({ type: "positional", value: "mcp" });
    expect(npm.packageArguments.find(({ name }) => name === "--tools")?.choices).toEqual([...PROFILES]);
  });
});
