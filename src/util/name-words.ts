import { foldText } from "./fold-text.ts";

/**
 * The folded words of an identifier or a phrase: `"studentFirst_name 2"` gives `["student", "first", "name", "2"]`, `"HTTPServer"`
 * gives `["http", "server"]`.
 */
export function nameWords(name: string): readonly string[] {
  const spaced = name
    .replace(/(?<!\p{Lu})(\p{Lu}{2,})s(?![\p{L}])/gu, (_, capitals: string) => ` ${capitals.toLowerCase()}s `)
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/(\p{L})(\p{N})/gu, "$1 $2")
    .replace(/(\p{N})(\p{L})/gu, "$1 $2")
    .replace(/['’]/gu, "");
  return foldText(spaced).match(/[\p{L}\p{M}]+|\p{N}+|#/gu) ?? [];
}
