/** Texts as the server writes an array of them. */
export function postgresArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/gu, "\\$&")}"`).join(",")}}`;
}
