/** Functions of programs in the KBQA-Agent format, which name nothing. */
const FUNCTIONS = new Set([
  "JOIN",
  "AND",
  "OR",
  "R",
  "COUNT",
  "ARGMAX",
  "ARGMIN",
  "NOT",
  "gt",
  "ge",
  "lt",
  "le",
]);

/** Relations, classes, entities and values of a program, each once: of identifiers the part behind the last slash or hash. */
export function namesInProgram(program: string): readonly string[] {
  const found = [...program.matchAll(/<([^>]*)>|"([^"]*)"|([^\s()"<>]+)/gu)].flatMap((match) => {
    const [, iri, text, word] = match;
    if (iri !== undefined) return [iri.slice(Math.max(iri.lastIndexOf("/"), iri.lastIndexOf("#")) + 1)];
    return text === undefined ? [word ?? ""] : [text];
  });
  return [...new Set(found.filter((name) => name !== "" && !FUNCTIONS.has(name)))];
}
