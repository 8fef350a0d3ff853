import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readHeader, withHeaderFiles } from "../../src/config/api-credentials.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

function file(name: string, content: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

function given(...header: readonly string[]) {
  const warnings: string[] = [];
  const api = withHeaderFiles({ header }, (message) => warnings.push(message));
  return { api, warnings };
}

describe("a file of headers", () => {
  it("has a line for each, which come after those of the command line", () => {
    const path = file("several", "# the shop\n\nAuthorization: Bearer s3cret\r\n  X-Tenant: acme  \n");
    const api = withHeaderFiles(
      { header: ["Accept-Language: de"], headerFile: [path], dryRun: true },
      () => {},
    );
    expect(api).toEqual({
      dryRun: true,
      header: ["Accept-Language: de", "Authorization: Bearer s3cret", "X-Tenant: acme"],
    });
  });

  it.skipIf(process.platform === "win32").each([
    ["others may read", "X-Key: s3cret", 0o644],
    ["the group may read", "X-Key: s3cret", 0o640],
    ["others may change, though it holds no secret", `X-Key: \${KEY}`, 0o666],
    ["others may read where one of its values is its own", `X-Key: \${KEY}\nX-Other: s3cret`, 0o644],
  ])("that %s is refused", (name, content, mode) => {
    const headerFile = [file(name.replaceAll(" ", "-"), content, mode)];
    expect(() => withHeaderFiles({ headerFile }, () => {})).toThrow(
      expect.objectContaining({
        code: "configuration-invalid",
        message: expect.not.stringContaining("s3cret"),
        hint: expect.stringContaining("chmod 600"),
      }),
    );
  });

  it("may be read by others where all its values come from the environment", () => {
    const headerFile = [file("shared", `X-Key: \${KEY}\n`, 0o644)];
    expect(withHeaderFiles({ headerFile }, () => {}).header).toEqual([`X-Key: \${KEY}`]);
  });

  it("that is not there is told", () => {
    const path = join(folder, "none");
    expect(() => withHeaderFiles({ headerFile: [path] }, () => {})).toThrow(
      expect.objectContaining({
        code: "configuration-invalid",
        message: `The file of headers cannot be read: ${path}`,
      }),
    );
  });
});

describe("a header on the command line", () => {
  it.each([
    "Authorization: Bearer abc",
    "x-api-key: abc",
    "shop:X-Auth-Token: abc",
    "Cookie: a=b",
    "Authorization:a:b",
    "X-Custom: Basic YTpi",
  ])("is warned of where it holds a secret, without repeating it: %s", (header) => {
    expect(given(header, header).warnings).toEqual([
      `--header holds a secret, and other users of the machine may see a command line: use --header-file FILE, or '\${NAME}' for an environment variable`,
    ]);
  });

  it.each([
    `Authorization: Bearer \${TOKEN}`,
    "X-Tenant: acme",
    "Accept: application/json",
    "shop:Accept: a/b",
  ])("is taken without a word where it holds none: %s", (header) => {
    expect(given(header)).toEqual({ api: { header: [header] }, warnings: [] });
  });
});

describe("a value of a header", () => {
  it("takes variables of the environment, and nothing else, for what they stand for", () => {
    const env = { TOKEN: "a$&b", _x1: "c" };
    expect(readHeader(`Authorization: Bearer \${TOKEN}.\${_x1}.$TOKEN.\${}`, env)).toEqual([
      "Authorization",
      `Bearer a$&b.c.$TOKEN.\${}`,
    ]);
  });

  it.each([undefined, ""])("with a variable that is not set is refused, and names it (%j)", (TOKEN) => {
    expect(() => readHeader(`X-Key: s3cret\${TOKEN}`, { TOKEN })).toThrow(
      expect.objectContaining({
        code: "usage",
        message: "The header X-Key wants the environment variable TOKEN.",
      }),
    );
  });
});
