import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { cliIn } from "./cli-fixture.ts";

const fuxi = cliIn(temporaryFolder());
const entry = join(import.meta.dirname, "../../src/cli/run-process.ts");

it.each(["SIGINT", "SIGTERM"] as const)(
  "fuxi demo api serves until %s, and then ends with exit code 0",
  async (signal) => {
    const program = `const { runProcess } = await import(${JSON.stringify(entry)}); await runProcess();`;
    const child = spawn(process.execPath, [
      "--input-type=module",
      "-e",
      program,
      "--",
      "fuxi",
      "demo",
      "api",
    ]);
    try {
      const [url] = (await once(createInterface(child.stdout), "line")) as [string];
      const response = await fetch(`${url}/openapi.json`);
      expect(await response.json()).toMatchObject({ openapi: expect.any(String) });
      const tools = await fuxi("call", `${url}/openapi.json`, "find_operations", "text=search films");
      expect([tools.code, tools.out]).toEqual([0, expect.stringContaining("GET /search/films")]);
      child.kill(signal);
      expect((await once(child, "exit"))[0]).toBe(0);
    } finally {
      child.kill("SIGKILL");
    }
  },
);

it("fuxi demo api says that its port is taken", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { code, err } = await fuxi("demo", "api", "--port", String(port));
  server.close();
  expect([code, err]).toEqual([2, expect.stringContaining("Choose another port")]);
});

it.each(["99999", "-1", "abc", "1.5"])("fuxi demo api refuses the port %s", async (port) => {
  const { code, err } = await fuxi("demo", "api", "--port", port);
  expect([code, err]).toEqual([2, expect.stringContaining("from 0 to 65535")]);
});
