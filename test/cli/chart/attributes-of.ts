/** Attributes of all elements of that name, in their order. */
export function attributesOf(svg: string, name: string): readonly Readonly<Record<string, string>>[] {
  return [...svg.matchAll(new RegExp(`<${name} ([^>]*?)/?>`, "gu"))].map(([, text = ""]) =>
    Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/gu)].map(([, key = "", value = ""]) => [key, value]),
    ),
  );
}
