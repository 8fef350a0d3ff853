/** Marks text that comes from an environment as data. Nothing inside can close the mark. */
export function asData(text: string): string {
  return `<data>\n${text.replace(/<(?=\/?data>)/giu, "‹").trimEnd()}\n</data>`;
}
