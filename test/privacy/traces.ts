import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export const PLACES = ["screen", "prompts", "stored", "mcp"] as const;
/** Everything that left the adapter, by where it went. */
export type Traces = Readonly<Record<(typeof PLACES)[number], string>>;

/** The bytes of all files but compiled code, packed ones unpacked. */
export function filesUnder(folder: string): string {
  return globSync(join(folder, "**/*"), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("compiled"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("latin1"))
    .join("\n");
}

/** Those of the canaries that stand in the text, in hexadecimal and in base64 too, whatever byte they begin at. */
export function canariesIn(text: string, canaries: readonly string[]): readonly string[] {
  const lower = text.toLowerCase();
  return canaries.filter((canary) => {
    const base64 = [0, 1, 2].map((shift) =>
      Buffer.from("x".repeat(shift) + canary)
        .toString("base64")
        .slice(4, 12),
    );
    const forms = [canary, Buffer.from(canary).toString("hex"), ...base64];
    return forms.some((form) => lower.includes(form.toLowerCase()));
  });
}
