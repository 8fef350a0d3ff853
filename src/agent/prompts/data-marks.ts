/**
 * Marks text that comes from an environment as data, in prompts and in results of tools alike. Nothing inside can open or close the mark, also not
 * with spaces or attributes in it (`< / data>`).
 */
export function asData(text: string): string {
  return `<data>\n${text.replace(/[<＜](?=\s*\/?\s*data\b)/giu, "‹").trimEnd()}\n</data>`;
}
