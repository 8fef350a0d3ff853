import { Context } from "typedoc";
import { exportedNames, publicEntries } from "./public-entries.ts";

/** Types of parameters that are written where they are used, and so need no name of their own; not those of which others are parts. */
const INLINED = /(?<!^Run|^RunTask)Options$|UnderTest$|Subject$/u;

/** Shows the members of options that are not exported with the function that takes them, where TypeDoc would give a name that leads nowhere. */
export function inlineOptions(): void {
  const exported = new Set(publicEntries().flatMap(exportedNames));
  const decided = Context.prototype.shouldInline;
  Context.prototype.shouldInline = function (symbol, name) {
    return (INLINED.test(name) && !exported.has(name)) || decided.call(this, symbol, name);
  };
}
