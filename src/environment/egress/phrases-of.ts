/** Whether words stand in one of the texts as they are, in whatever case, and not as a part of longer ones. */
export function phrasesOf(texts: readonly string[]): (phrase: string) => boolean {
  const all = texts.join("\n").toLowerCase();
  const isPart = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);
  return (phrase) => {
    const wanted = phrase.trim().toLowerCase();
    for (let at = all.indexOf(wanted); wanted !== "" && at >= 0; at = all.indexOf(wanted, at + 1)) {
      if (!isPart(all[at - 1]) && !isPart(all[at + wanted.length])) return true;
    }
    return false;
  };
}
