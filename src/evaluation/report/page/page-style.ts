import { PLOT_STYLE } from "../plot/plot.ts";

/** As custom properties: of the page, its text and the series of its plots, whose colours differ in lightness for readers who are colour-blind. */
export const LIGHT_COLOURS =
  "--page:#fff;--text:#1b1f24;--dim:#59636e;--rule:#d9dee3;--soft:#f3f5f7;--mark:#2f6fb2;--good:#1a7f37;--bad:#b3261e;--warn:#8a5a00;--warn-soft:#fdf3dc;--bad-soft:#fceceb;--good-soft:#e9f6ec;--series-0:#2f6fb2;--series-1:#d9730d;--series-2:#1f2f46;--series-3:#a8326e;--series-4:#2a8a5f;--series-5:#7d8fa3;--series-6:#6b4a12;--series-7:#8a6fd6";
const DARK =
  "--page:#14171a;--text:#e6e9ec;--dim:#9aa4ae;--rule:#343b42;--soft:#1e2327;--mark:#6aaaf0;--good:#5fc47a;--bad:#f28b82;--warn:#e2b04a;--warn-soft:#33290f;--bad-soft:#3a1f1d;--good-soft:#17301e;--series-0:#6aaaf0;--series-1:#f0a24f;--series-2:#f4f1d0;--series-3:#c4507f;--series-4:#5fc49a;--series-5:#8b98a6;--series-6:#a9782f;--series-7:#c9b3f5";

export const PAGE_STYLE = `:root{color-scheme:light dark;${LIGHT_COLOURS}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.6rem 1rem 5rem}h1{font-size:1.6rem;line-height:1.25;margin:0 0 .8rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.2rem 0 .6rem}h3{font-size:1rem;margin:1.4rem 0 .5rem}a{color:var(--mark)}p{margin:.5rem 0}
.note{color:var(--dim);font-size:.9rem}.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0;font-size:.95rem}
.facts dt{color:var(--dim)}.facts dd{margin:0;overflow-wrap:anywhere}nav{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;margin:1rem 0 0;font-size:.95rem}
.rows{overflow:auto;max-height:36rem;border:1px solid var(--rule);border-radius:6px}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.35rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule);overflow-wrap:break-word}
tbody th{min-width:8rem}td:not(.figure){max-width:36rem}
tr:last-child>*{border-bottom:0}thead th{position:sticky;top:0;background:var(--soft);vertical-align:bottom}tbody th{font-weight:400}
.results tbody th,tbody .lead{font-weight:600}.figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
thead .figure{white-space:normal}.narrow td,.narrow th{white-space:nowrap}.narrow tbody th{min-width:0}.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1.6rem 2.4rem}
figure{margin:0;max-width:34rem}figcaption{font-weight:600;font-size:.95rem;margin:0 0 .5rem}.left-out{background:var(--warn-soft);border-radius:6px;padding:.6rem 1rem .6rem 2rem;margin:.4rem 0;font-size:.95rem}
details{margin:1rem 0}summary{cursor:pointer;font-weight:600}
.filters{display:flex;flex-wrap:wrap;gap:.5rem;margin:.6rem 0}.filters label{display:flex;flex-direction:column;font-size:.8rem;color:var(--dim);gap:.1rem}
.filters .search{flex:1 1 16rem}input,select,button{font:inherit;font-size:.95rem;color:var(--text);background:var(--page);border:1px solid var(--rule);border-radius:6px;padding:.35rem .6rem;max-width:100%}
.filters select{max-width:14rem}button{cursor:pointer;background:var(--soft)}button:disabled{opacity:.45;cursor:default}
:focus-visible{outline:2px solid var(--mark);outline-offset:1px}.items{list-style:none;margin:.6rem 0;padding:0;border-top:1px solid var(--rule)}
.items button{display:grid;grid-template-columns:5.6rem 1fr;gap:.1rem .8rem;width:100%;text-align:left;background:none;border:0;border-bottom:1px solid var(--rule);border-radius:0;padding:.5rem .2rem}
.items button:hover{background:var(--soft)}.items .question{overflow-wrap:anywhere;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.items .about{grid-column:2;color:var(--dim);font-size:.85rem;overflow-wrap:anywhere}.verdict{font-weight:600;font-size:.9rem;white-space:nowrap}
.items .verdict{grid-row:span 2;white-space:normal;overflow-wrap:anywhere}
.right{color:var(--good)}.wrong{color:var(--bad)}.partly,.unscored{color:var(--warn)}
dialog{width:min(70rem,100vw);max-width:100vw;height:100dvh;max-height:100dvh;margin:0 auto;padding:0;border:0;border-inline:1px solid var(--rule);background:var(--page);color:var(--text)}
dialog:focus{outline:0}dialog::backdrop{background:#0008}.bar{position:sticky;top:0;display:flex;gap:.5rem;align-items:center;padding:.6rem 1rem;background:var(--page);border-bottom:1px solid var(--rule);z-index:1}
.bar .verdict{flex:1}.inside{padding:1rem 1rem 4rem}.inside h2:first-child{margin-top:0;font-size:1.25rem;line-height:1.35;overflow-wrap:anywhere}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 1rem}pre{margin:.2rem 0;background:var(--soft);border:1px solid var(--rule);border-radius:6px;padding:.6rem .8rem;overflow:auto;max-height:26rem;font:.85rem/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.others{display:flex;flex-wrap:wrap;gap:.4rem}.others .verdict{white-space:normal;overflow-wrap:anywhere;text-align:left}.turn{margin:.8rem 0;padding-left:.8rem;border-left:3px solid var(--rule)}.turn .who{font-size:.8rem;color:var(--dim)}
.turn .text{white-space:pre-wrap;overflow-wrap:anywhere}.said{border-color:var(--mark)}.action pre:first-of-type{background:none}
.failure,.refused{border-color:var(--bad)}.failure .result,.refused .result{background:var(--bad-soft)}.answer{border-color:var(--good)}.answer .text{background:var(--good-soft);border-radius:6px;padding:.4rem .7rem}
.question-asked,.reply{border-color:var(--warn)}.warning{background:var(--warn-soft);border-radius:6px;padding:.35rem .7rem;margin:.3rem 0;font-size:.9rem;white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:36rem){main{padding-inline:.8rem}.items button{grid-template-columns:1fr}.items .about{grid-column:1}.items .verdict{grid-row:auto}.filters label{flex:1 1 8rem}.filters select{max-width:none;width:100%}.rows{max-height:none}}
@media print{dialog,.filters,.items,nav{display:none}.rows{max-height:none}}
${PLOT_STYLE}`;
