/** A description without markup and line breaks, cut after a sentence or a word to at most `characters`. */
export function plainText(text: string, characters = Number.POSITIVE_INFINITY): string {
  const plain = text
    .slice(0, characters * 20)
    .replace(/<!--[\s\S]*?-->/gu, " ")
    .replace(/<\/?[a-z][^<>]*>/giu, " ")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/(^|\s)(?:#{1,6}|[*_]{1,3}|`{3}\w*)(?=\S|\s)/gu, "$1")
    .replace(/[*`]+/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/gu, " ")
    .replace(/ (?=[.,;:!?)])/gu, "")
    .trim();
  if (plain.length <= characters) return plain;
  const cut = plain.slice(0, characters);
  const sentence = /^[\s\S]*[.!?](?=\s)/u.exec(cut)?.[0] ?? "";
  if (sentence.length > characters / 3) return sentence;
  const word = cut.replace(/\s+\S*$/u, "");
  return `${(word === "" ? cut : word).slice(0, characters - 1)}…`;
}
