import type { ArtifactRef } from "../../../environment/artifact-store.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Term } from "../term/term.ts";
import type { Program } from "./program.ts";
import { operandsOf, withOperands } from "./program-parts.ts";

/**
 * The program as stores take it: variables replaced by what they are, imported sets by their terms. What is used several times stays one
 * object, so the result is no larger than the workspace, and a program in which nothing is to be replaced comes back as it is.
 *
 * @throws FuxiError `workspace-invalid` for a variable that does not exist or that is made from itself; whatever `importedTerms` throws
 */
export async function expandProgram(
  program: Program,
  variables: readonly Program[],
  importedTerms: (ref: ArtifactRef) => Promise<readonly Term[]> | readonly Term[],
): Promise<Program> {
  const done = new Map<Program, Program>();
  const imported = new Map<string, Program>();
  const within = new Set<number>();

  const replaced = async (node: Program): Promise<Program> => {
    if (node.op === "variable") return variable(node.index);
    if (node.op === "imported") {
      const { terms } = node;
      const known = imported.get(terms.sha256);
      if (known) return known;
      const read: Program = { op: "terms", terms: await importedTerms(terms) };
      imported.set(terms.sha256, read);
      return read;
    }
    const operands: Program[] = [];
    for (const operand of operandsOf(node)) operands.push(await expanded(operand));
    return withOperands(node, operands);
  };

  const expanded = async (node: Program): Promise<Program> => {
    const known = done.get(node);
    if (known) return known;
    const fresh = await replaced(node);
    done.set(node, fresh);
    return fresh;
  };

  const variable = async (index: number): Promise<Program> => {
    const meant = variables[index];
    if (meant === undefined) throw broken(`There is no variable #${index}.`);
    if (within.has(index)) throw broken(`Variable #${index} is made from itself.`);
    within.add(index);
    const fresh = await expanded(meant);
    within.delete(index);
    return fresh;
  };

  return expanded(program);
}

function broken(what: string): FuxiError {
  return new FuxiError("workspace-invalid", what, { hint: "Open a new workspace." });
}
