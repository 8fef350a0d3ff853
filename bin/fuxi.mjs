#!/usr/bin/env node
// Kept readable for old versions of Node, so that they can say what is wrong instead of failing on syntax.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const required = 24;

async function main() {
  if (Number(process.versions.node.split(".")[0]) >= required) {
    const { runProcess } = await import("../dist/run-process.js");
    await runProcess();
    return;
  }
  // A checkout brings its own Node along as a development dependency.
  const bundled = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
  if (existsSync(bundled) && process.env.FUXI_BUNDLED_NODE === undefined) {
    const child = spawn(bundled, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: "inherit",
      env: Object.assign({}, process.env, { FUXI_BUNDLED_NODE: "1" }),
    });
    // The terminal sends its signals to the child as well; this process only waits for it.
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
    child.on("exit", (code) => process.exit(code === null ? 1 : code));
    return;
  }
  process.stderr.write(
    `fuxi needs Node.js ${required} or newer and this is ${process.versions.node}: install it from https://nodejs.org, or beside your project with \`npm install node@${required}\`.\n`,
  );
  process.exitCode = 1;
}

await main();
