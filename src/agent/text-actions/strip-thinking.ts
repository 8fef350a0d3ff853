/** Takes out what reasoning models write between thinking marks; an opening mark without end swallows the rest, as it was cut off there. */
export function stripThinking(text: string): string {
  return text
    .replace(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/giu, "")
    .replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/iu, "")
    .replace(/<(?:think|thinking|reasoning)>[\s\S]*$/iu, "")
    .trim();
}

/** Takes off one code fence or pair of backticks around the whole text. */
export function stripFence(text: string): string {
  const fence = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*(?:\n|$)/u.exec(text);
  if (fence) return (fence[2] ?? "").trim();
  const ticks = /^\s*(`+)([\s\S]*?)\1\s*$/u.exec(text);
  return ticks && !(ticks[2] ?? "").includes("`") ? (ticks[2] ?? "").trim() : text.trim();
}
