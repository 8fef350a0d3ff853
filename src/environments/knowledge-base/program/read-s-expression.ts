import { readAtom } from "./read-atom.ts";
import { type SExpression, unreadable } from "./s-expression.ts";

/** Levels of brackets; a program that a person or a model writes has fewer than twenty. */
const DEEPEST = 256;

/**
 * Reads one expression. A word of a full IRI may hold brackets that are closed in it (`http://dbpedia.org/resource/Alien_(film)`).
 *
 * @throws FuxiError `data-invalid` with the place (the character's number, from 1) and what was expected
 */
export function readSExpression(text: string): SExpression {
  const open: { readonly at: number; readonly items: SExpression[] }[] = [];
  let whole: SExpression | undefined;
  let at = 0;
  const place = (expression: SExpression): void => {
    const list = open.at(-1);
    if (list) list.items.push(expression);
    else if (whole === undefined) whole = expression;
    else throw unreadable(expression.at, "expected the end of the program after one expression");
  };
  for (;;) {
    at += /^\s*/u.exec(text.slice(at, at + 1000))?.[0].length ?? 0;
    if (at >= text.length) break;
    const letter = text[at] ?? "";
    if (/\s/u.test(letter)) continue;
    if (letter === "(") {
      if (open.length >= DEEPEST) throw unreadable(at, `nested more than ${DEEPEST} levels deep`);
      open.push({ at, items: [] });
      at++;
    } else if (letter === ")") {
      const list = open.pop();
      if (list === undefined) throw unreadable(at, 'a ")" that closes nothing');
      place({ kind: "list", ...list });
      at++;
    } else {
      const { atom, end } = readAtom(text, at);
      place(atom);
      at = end;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw unreadable(text.length, `expected ")" for the "(" at character ${unclosed.at + 1}`);
  if (whole === undefined) throw unreadable(0, "expected a program, found nothing");
  return whole;
}
