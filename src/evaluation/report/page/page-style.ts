/** What the pages of evaluations have beside the style of all pages. */
export const PAGE_STYLE = `main{max-width:72rem;margin:0 auto;padding:1.6rem 1rem 5rem}
p{margin:.5rem 0}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0;font-size:.95rem}
.facts dt{color:var(--dim)}.facts dd{margin:0;overflow-wrap:anywhere}nav{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;margin:1rem 0 0;font-size:.95rem}
tbody th{min-width:8rem}td:not(.number){max-width:36rem}
tr:last-child>*{border-bottom:0}thead th{vertical-align:bottom}tbody th{position:static;background:none;font-weight:400}td,th{overflow-wrap:break-word}pre{margin:.2rem 0;max-height:26rem}
thead .number{white-space:normal}.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1.6rem 2.4rem}
figure{margin:0;max-width:34rem}.left-out{background:var(--warn-soft);border-radius:6px;padding:.6rem 1rem .6rem 2rem;margin:.4rem 0;font-size:.95rem}
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
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 1rem}
.others{display:flex;flex-wrap:wrap;gap:.4rem}.others .verdict{white-space:normal;overflow-wrap:anywhere;text-align:left}.turn{margin:.8rem 0;padding-left:.8rem;border-left:3px solid var(--rule)}.turn .who{font-size:.8rem;color:var(--dim)}
.turn .text{white-space:pre-wrap;overflow-wrap:anywhere}.said{border-color:var(--mark)}.action pre:first-of-type{background:none}
.failure,.refused{border-color:var(--bad)}.failure .result,.refused .result{background:var(--bad-soft)}.answer{border-color:var(--good)}.answer .text{background:var(--good-soft);border-radius:6px;padding:.4rem .7rem}
.question-asked,.reply{border-color:var(--warn)}.warning{background:var(--warn-soft);border-radius:6px;padding:.35rem .7rem;margin:.3rem 0;font-size:.9rem;white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:36rem){main{padding-inline:.8rem}.items button{grid-template-columns:1fr}.items .about{grid-column:1}.items .verdict{grid-row:auto}.filters label{flex:1 1 8rem}.filters select{max-width:none;width:100%}.rows{max-height:none}}
@media print{dialog,.filters,.items,nav{display:none}}`;
