import pc from "picocolors";
import type { CliIo } from "./cli-io.ts";

export function defaultCliIo(signal: AbortSignal): CliIo {
  const plain = process.argv.includes("--no-color") || !process.stderr.isTTY;
  return {
    out: (content) => void process.stdout.write(content),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    signal,
    interactive: process.stderr.isTTY === true,
    outIsTerminal: process.stdout.isTTY === true,
    answers: process.stderr.isTTY === true && process.stdin.isTTY === true,
    // The terminal may be made narrower while a line is redrawn in it.
    get width() {
      return process.stderr.columns ?? 100;
    },
    colors: pc.createColors(pc.isColorSupported && !plain),
  };
}
