import { CHART_STYLE } from "../chart/chart-svg.ts";
import { SERIES_COLOURS, SERIES_STYLE } from "../chart/series-chart-svg.ts";

/** Light and dark, a telephone and a sheet of A4; a figure's source shows where it is pointed at or focused, without a script. */
export const REPORT_STYLE = `:root{color-scheme:light dark;--page:#fff;--text:#1b1f24;--dim:#59636e;--rule:#d9dee3;--soft:#f3f5f7;--mark:#2f6fb2;--doubt:#8a4b00;--doubt-soft:#fff3e0;${SERIES_COLOURS.light}}
@media (prefers-color-scheme:dark){:root{--page:#14171a;--text:#e6e9ec;--dim:#9aa4ae;--rule:#343b42;--soft:#1e2327;--mark:#6aaaf0;--doubt:#f0b36a;--doubt-soft:#33281a;${SERIES_COLOURS.dark}}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:17px/1.6 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.7rem;line-height:1.25;margin:0 0 .4rem}
h2{font-size:1.15rem;margin:2rem 0 .4rem}h3{font-size:1rem;margin:1.4rem 0 .3rem}p{margin:0 0 .9rem;overflow-wrap:anywhere}
.asked{color:var(--dim);margin-bottom:1.4rem}.summary{font-size:1.1rem;border-left:4px solid var(--mark);padding-left:1rem}
.note,footer{color:var(--dim);font-size:.88rem}figure{margin:1.8rem 0}figcaption{font-weight:600;font-size:.95rem;margin-bottom:.5rem}figure svg+svg{margin-top:1rem}
.figure{position:relative;color:inherit;text-decoration:none;font-variant-numeric:tabular-nums;border-bottom:1px dotted var(--dim)}
.figure:hover,.figure:focus{border-bottom-style:solid;border-color:var(--mark)}
.figure .source{position:absolute;left:0;top:1.6em;z-index:1;display:none;width:max-content;max-width:min(24rem,80vw);padding:.3rem .6rem;background:var(--page);border:1px solid var(--rule);border-radius:6px;font:.8rem/1.4 ui-monospace,monospace;box-shadow:0 2px 8px #0003;white-space:normal;overflow-wrap:anywhere}
.figure:hover .source,.figure:focus .source{display:block}
.doubt{background:var(--doubt-soft);border-bottom:2px solid var(--doubt)}.doubt small,.warn{color:var(--doubt)}
a{color:var(--mark)}.cite{font-size:.85em;color:var(--dim)}.cite a,footer a{color:inherit}
.rows{overflow:auto;max-height:24rem;border:1px solid var(--rule);border-radius:6px}table{border-collapse:collapse;width:100%;font-size:.86rem}
th,td{padding:.3rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule);white-space:pre-wrap;overflow-wrap:anywhere}
th{position:sticky;top:0;background:var(--soft)}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.null{color:var(--dim)}
pre{background:var(--soft);border:1px solid var(--rule);border-radius:6px;padding:.7rem;overflow:auto;font-size:.8rem;line-height:1.45;white-space:pre-wrap;overflow-wrap:anywhere}code{font-family:ui-monospace,monospace}
summary{cursor:pointer}details{margin:.5rem 0}section{scroll-margin-top:1rem}footer{margin-top:3rem;border-top:1px solid var(--rule);padding-top:.8rem;overflow-wrap:anywhere}
@media print{@page{size:A4;margin:18mm}body{font-size:10.5pt}main{max-width:none;padding:0}.rows{max-height:none;overflow:visible}.figure{border:0}.figure .source{display:none!important}h2,h3{break-after:avoid}figure,tr{break-inside:avoid}}
${CHART_STYLE}
${SERIES_STYLE}`;
