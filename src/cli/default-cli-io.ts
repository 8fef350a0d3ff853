import pc from "picocolors";
import type { CliIo } from "./cli-io.ts";

export function defaultCliIo(signal: AbortSignal): CliIo {
  const plain = process.argv.includes("--no-color") || !process.stderr.isTTY;
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    signal,
    interactive: process.stderr.isTTY === true,
    answers: process.stderr.isTTY === true && process.stdin.isTTY === true,
    width: process.stderr.columns ?? 100,
    colors: pc.createColors(pc.isColorSupported && !plain),
  };
}
