#!/usr/bin/env node
// Kept readable for old versions of Node, so that they can say what is wrong instead of failing on syntax.
const required = 24;
const [major] = process.versions.node.split(".");
if (Number(major) < required) {
  process.stderr.write(
    `fuxi needs Node.js ${required} or newer and this is ${process.versions.node}: install it from https://nodejs.org, or run \`npx -p node@${required} -p fuxi fuxi …\`.\n`,
  );
  process.exitCode = 1;
} else {
  const { runProcess } = await import("../dist/cli/run-process.js");
  await runProcess();
}
