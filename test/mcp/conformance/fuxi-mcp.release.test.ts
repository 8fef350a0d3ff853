import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type HttpServer, startHttp } from "../support/mcp-process.ts";
import { FUXI_EXCEPTIONS } from "./fuxi-exceptions.ts";
import { holdAgainst } from "./hold-against.ts";
import { REVISIONS, runSuite } from "./run-suite.ts";

const folder = temporaryFolder();
let server: HttpServer;

beforeAll(async () => {
  server = await startHttp(["sample:cinema"], folder);
});

afterAll(async () => {
  const ended = once(server.child, "exit");
  server.child.kill("SIGTERM");
  await ended;
});

describe("fuxi mcp --http", () => {
  it.each(REVISIONS)("passes what of the official suite for %s needs no fixture", async (revision) => {
    const verdicts = await runSuite(server.url, revision);
    holdAgainst(verdicts, FUXI_EXCEPTIONS[revision]);
    const passed = verdicts.filter(({ failures }) => failures.length === 0).map(({ scenario }) => scenario);
    expect(passed).toEqual(
      expect.arrayContaining(["tools-list", "resources-list", "dns-rebinding-protection"]),
    );
  });
});
