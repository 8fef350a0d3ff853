import { createHash } from "node:crypto";
import { PLOT_COLOURS, PLOT_STYLE } from "./draw-plot.ts";
import { escapeMarkup } from "./escape-markup.ts";
import { visibleText } from "./visible-text.ts";

const LIGHT = `--page:#fff;--text:#1b1f24;--dim:#59636e;--rule:#d9dee3;--soft:#f3f5f7;--mark:#2f6fb2;--good:#1a7f37;--bad:#b3261e;--warn:#8a5a00;--warn-soft:#fdf3dc;--bad-soft:#fceceb;--good-soft:#e9f6ec;${PLOT_COLOURS.light}`;
const DARK = `--page:#14171a;--text:#e6e9ec;--dim:#9aa4ae;--rule:#343b42;--soft:#1e2327;--mark:#6aaaf0;--good:#5fc47a;--bad:#f28b82;--warn:#e2b04a;--warn-soft:#33290f;--bad-soft:#3a1f1d;--good-soft:#17301e;${PLOT_COLOURS.dark}`;

/** Styles of all pages: colours for light and dark, fonts, scrolling tables, and plots. */
const STYLE = `:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:56rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.6rem;line-height:1.25;margin:0 0 .8rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2rem 0 .6rem}h3{font-size:1rem;margin:1.4rem 0 .5rem}a{color:var(--mark)}.note{color:var(--dim);font-size:.9rem}
figure{margin:1.6rem 0}figcaption{font-weight:600;font-size:.95rem;margin-bottom:.5rem}figure svg+svg,figure svg+ul{margin-top:1rem}summary{cursor:pointer}
.rows{overflow:auto;max-height:36rem;border:1px solid var(--rule);border-radius:6px}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.35rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule);overflow-wrap:anywhere}
th{position:sticky;top:0;background:var(--soft)}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.null{color:var(--dim)}
pre{background:var(--soft);border:1px solid var(--rule);border-radius:6px;padding:.7rem;overflow:auto;font:.85rem/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
code{font-family:ui-monospace,monospace}@media print{.rows{max-height:none;overflow:visible}}
${PLOT_STYLE}`;

export interface PageHead {
  readonly title: string;
  /** CSS of this page, after the common styles. */
  readonly style?: string;
  readonly script?: string;
}

/** The head of a self-contained page: it loads nothing and runs nothing but `script`. Data appear as text, never as markup. */
export function pageHead({ title, style = "", script }: PageHead): string {
  const whole = `${STYLE}\n${style}`;
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const scripts = script === undefined ? "" : ` script-src ${hash(script)};`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hash(whole)};${scripts} base-uri 'none'; form-action 'none'">
<title>${html(title)}</title>
<style>${whole}</style>
</head>
<body><main>
`;
}

export const PAGE_FOOT = "</body>\n</html>\n";

/** Escapes a text as a single line of HTML. */
export const html = (text: string): string => escapeMarkup(visibleText(text));
