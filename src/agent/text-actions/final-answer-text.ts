import type { Claim } from "../../environment/answer.ts";
import { stripFence } from "./strip-thinking.ts";

/** The claim behind `Final Answer:`. Empty, or "draft", is what the tools have built. */
export function claimOf(written: string): Claim {
  const fenced = [
    ...written.matchAll(/^[ \t]*```(?:sql|sqlite|postgresql|mysql|sparql)[ \t]*\n([\s\S]*?)```/gimu),
  ];
  const text = fenced.length === 1 ? (fenced[0]?.[1] ?? "").trim() : stripFence(withoutBold(written.trim()));
  return text === "" || /^["'(<]?(?:the |my )?(?:current |finished )?draft["')>]?[.]?$/iu.test(text)
    ? {}
    : { text };
}

function withoutBold(text: string): string {
  const bold = /^(\*\*|__)([\s\S]*)\1$/u.exec(text);
  return bold && !(bold[2] ?? "").includes(bold[1] ?? "") ? (bold[2] ?? "").trim() : text;
}
