const TEXT = /\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/[^\n]*|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/gu;

/** The words of the texts in a TypeScript file that are sentences or parts of some: quoted, with a space in them. */
export function ownWordsIn(source: string): readonly string[] {
  return [...source.matchAll(TEXT)].flatMap(([, quoted, template]) => {
    const text = (quoted ?? withoutSlots(template ?? "")).replace(/\\[nrt]/gu, " ");
    if (!/[A-Za-z]/u.test(text) || !(/\s/u.test(text) || template?.includes("${"))) return [];
    return (
      text.match(
        /(?<![\p{L}\p{N}_$\\'])[A-Za-z]+(?![\p{L}\p{N}_$'])|(?<=[a-z]')(?:s|t)\b|[A-Za-z]+(?='(?:s|t)\b)/gu,
      ) ?? []
    );
  });
}

/** A template without what is put into it; its own quoted words inside a slot are texts of their own. */
function withoutSlots(template: string): string {
  let text = template;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\$\{[^{}]*\}/gu, " ");
  }
  return text;
}
