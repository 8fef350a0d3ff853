import type { ToolFailure } from "./tool-failure.ts";

/** Failures repeat what was written, which may be of any length. */
const LONGEST_MESSAGE = 2000;
const LONGEST_SUGGESTION = 4000;

/** The failure with its texts cut to what a reader can use; cut places end in `…`, and a suggestion that had to be cut is left out. */
export function boundedFailure(failure: ToolFailure): ToolFailure {
  const { message, part, suggestions } = failure;
  const short = suggestions.filter(({ text }) => text.length <= LONGEST_SUGGESTION);
  const { text, argument } = part ?? {};
  const isShort = message.length <= LONGEST_MESSAGE && !isLong(text) && !isLong(argument);
  if (isShort && short.length === suggestions.length) return failure;
  return {
    ...failure,
    message: clipped(message),
    ...(part === undefined
      ? {}
      : {
          part: {
            ...part,
            ...(text === undefined ? {} : { text: clipped(text) }),
            ...(argument === undefined ? {} : { argument: clipped(argument) }),
          },
        }),
    suggestions: short.map(({ replaces, ...rest }) => ({
      ...rest,
      ...(replaces === undefined ? {} : { replaces: clipped(replaces) }),
    })),
  };
}

const isLong = (text: string | undefined): boolean => (text?.length ?? 0) > LONGEST_MESSAGE;

function clipped(text: string): string {
  return text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE - 1)}…`;
}
