import { runProcess } from "../../../src/cli/run-process.ts";

/** The command line of these sources as a process of its own, without a build. */
await runProcess();
