#include "runtime/harness/report/html/Style.h"

namespace warpsmith::harness::html {

const char *const StyleSheet = R"css(
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #ffffff; --ink: #171b21; --soft: #59636f; --rule: #dde1e7;
  --grid: #e9ecf0; --stripe: #f6f7f9; --link: #1f5fd0; --good: #17784a; --bad: #bf2a2a;
  --warn: #8a5a00; --good-tint: #e3f4ea; --bad-tint: #fbe6e6; --warn-tint: #fdf1d8;
  --original: #454e5a; --bitexact: #2563d8; --fp32: #0b8577; --tf32: #7c4dc4; --bf16: #b8387f;
  --fp16: #c75f12; --cublas: #6f7a87; --other: #8a6d00;
  --add: #e6f6ec; --delete: #fdeaea; --change: #fdf4dc;
  --c: #66727f; --s: #0f6f4e; --k: #9a2c80; --t: #1d5fb0; --g: #b04a00; --n: #0c6b8a; --p: #7a5a12;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1216; --card: #171b21; --ink: #e6e9ee; --soft: #98a3b0; --rule: #2b323b;
    --grid: #252b33; --stripe: #1b2027; --link: #7fb0ff; --good: #5fd39a; --bad: #ff8d8d;
    --warn: #f0bf5a; --good-tint: #15301f; --bad-tint: #3a1a1c; --warn-tint: #33270f;
    --original: #c3cbd5; --bitexact: #6ea3ff; --fp32: #3fcbb6; --tf32: #b692f6; --bf16: #f284bd;
    --fp16: #f5a05a; --cublas: #8e99a6; --other: #d8bd4e;
    --add: #12291c; --delete: #331b1d; --change: #2e2612;
    --c: #8390a0; --s: #7fd6ab; --k: #e58fd0; --t: #86b7ff; --g: #f2a56b; --n: #7cc9e6; --p: #d8b56a;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-size: 15px; }
a { color: var(--link); }
code, .code, .mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font-size: .9em; overflow-wrap: anywhere; }
.layout { display: grid; grid-template-columns: 215px minmax(0, 1fr); max-width: 1500px; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2rem 0 2rem 1.5rem; font-size: 14px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding-left: .9rem; border-left: 1px solid var(--rule); margin: .1rem 0 .5rem .15rem; }
nav a { display: block; padding: .16rem 0; color: var(--soft); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--link); text-decoration: underline; }
nav > ul > li > a { font-weight: 600; color: var(--ink); }
main { padding: 2rem 1.75rem 4rem; min-width: 0; }
header h1 { font-size: 2rem; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 .3rem; }
header p { margin: 0; color: var(--soft); }
h2 { font-size: 1.45rem; letter-spacing: -.01em; margin: 3rem 0 .75rem; padding-top: .75rem; border-top: 2px solid var(--rule); overflow-wrap: anywhere; }
h3 { font-size: 1.12rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: .9rem; margin: 1.5rem 0 0; }
.tile { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: .85rem 1rem; }
.tile span { display: block; color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
.tile strong { display: block; font-size: 1.75rem; line-height: 1.25; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.tile.good strong { color: var(--good); } .tile.bad strong { color: var(--bad); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 470px), 1fr)); gap: .9rem; }
section > figure, section > .plots, details > figure { margin-top: .9rem; }
h4 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
figure { margin: 0; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: .9rem 1rem 1rem; min-width: 0; overflow-x: auto; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
figcaption small, .note { font-weight: 400; color: var(--soft); font-size: 13px; }
figcaption small { display: block; }
figure .note { margin: .5rem 0 0; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: .4rem 0 .7rem; color: var(--soft); font-size: 14px; }
.legend span { display: inline-flex; align-items: center; gap: .35rem; }
.legend svg { width: 16px; height: 16px; flex: none; }
.callout { border: 1px solid var(--bad); border-left-width: 5px; background: var(--bad-tint); border-radius: 8px; padding: .6rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
.callout.warn { border-color: var(--warn); background: var(--warn-tint); }
.callout.note { border-color: var(--rule); background: none; }
.callout ul { margin: .3rem 0; padding-left: 1.2rem; }
.scroll + .scroll { margin-top: .9rem; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { text-align: left; color: var(--soft); font-size: 13px; padding: .55rem .75rem .35rem; }
th, td { padding: .3rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--grid); }
thead th { color: var(--soft); font-weight: 600; font-size: 13px; white-space: nowrap; border-bottom-color: var(--rule); vertical-align: bottom; }
tbody th { font-weight: 500; } tr.fact th { width: 13rem; color: var(--soft); } .whole { white-space: nowrap; }
tbody tr:last-child > * { border-bottom: 0; }
tbody.part + tbody.part tr:first-child > * { border-top: 1px solid var(--rule); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.part th { min-width: 9.5rem; } .part td { white-space: nowrap; } table.dense { font-size: 13px; } .dense :is(th, td) { padding: .25rem .5rem; }
.ok { color: var(--good); } .failed { color: var(--bad); font-weight: 650; } .skipped, .absent { color: var(--soft); }
.badge { display: inline-block; border-radius: 99px; padding: 0 .55rem; font-size: 12.5px; font-weight: 600; background: var(--warn-tint); color: var(--warn); }
details { margin-top: .7rem; }
summary { cursor: pointer; color: var(--link); font-size: 14px; }
details > .scroll, details > figure { margin-top: .5rem; }
svg.plot { display: block; width: 100%; height: auto; min-width: 430px; font-size: 11.5px; font-family: inherit; }
figure.wide svg.plot { min-width: 760px; }
.plot text { fill: var(--ink); } .plot .tick, .plot .size { fill: var(--soft); font-size: 11px; }
.plot .size { font-size: 10.5px; } .plot .axis { fill: var(--soft); font-size: 11.5px; font-weight: 600; }
.plot .rooflabel { fill: var(--soft); font-size: 10.5px; }
.plot .name { font-size: 12.5px; } .plot .value { font-size: 11.5px; font-variant-numeric: tabular-nums; }
.plot .label, .plot .rooflabel, .plot .size { paint-order: stroke; stroke: var(--card); stroke-width: 3px; stroke-linejoin: round; }
.plot .label { font-size: 11px; } .plot .bad { fill: var(--bad); }
.plot .grid { stroke: var(--grid); } .plot .unity { stroke: var(--soft); stroke-dasharray: 3 3; }
.plot .stripe { fill: var(--stripe); } .plot .track { fill: var(--grid); }
.plot .leader { stroke: var(--rule); fill: none; } .plot .roof { stroke: var(--soft); stroke-width: 1.6; }
.plot .frontier { fill: none; stroke: var(--soft); stroke-dasharray: 4 3; stroke-width: 1.3; }
.plot .whisker { stroke: var(--ink); stroke-width: 1.1; opacity: .75; }
.plot .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
.plot .curve.c-cublas { stroke-dasharray: 5 3; } .plot .stem { stroke-width: 3; opacity: .35; stroke: currentColor; }
.plot .bar { opacity: .82; }
.c-original { color: var(--original); } .c-bitexact { color: var(--bitexact); } .c-fp32 { color: var(--fp32); }
.c-tf32 { color: var(--tf32); } .c-bf16 { color: var(--bf16); } .c-fp16 { color: var(--fp16); }
.c-cublas { color: var(--cublas); } .c-other { color: var(--other); }
.curve { stroke: currentColor; } .bar { fill: currentColor; } .mark { fill: currentColor; stroke: var(--card); stroke-width: 1; }
.hollow { fill: var(--card); stroke: currentColor; stroke-width: 1.8; } .hollow.c-cublas { fill: none; stroke-width: 2.1; }
.plot .s:hover .curve { stroke-width: 3.4; } .plot .s:hover .label { font-weight: 700; }
.plot:has(.s:hover) .s:not(:hover) { opacity: .22; }
details.diff { border: 1px solid var(--rule); border-radius: 8px; background: var(--card); overflow: hidden; margin-top: .5rem; }
details.diff summary { padding: .45rem .8rem; color: inherit; } details.diff[open] summary { border-bottom: 1px solid var(--rule); }
.added { color: var(--good); } .removed { color: var(--bad); } summary span { margin-left: .4rem; font-variant-numeric: tabular-nums; }
table.code { table-layout: fixed; font-size: 12px; line-height: 1.45; tab-size: 2; }
table.code col.no { width: 3.6em; } table.code col.left { width: 40%; }
table.code td { padding: 0 .5rem; border: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
table.code td:nth-child(odd) { color: var(--soft); text-align: right; user-select: none; }
tr.a td:nth-child(n+3) { background: var(--add); } tr.d td:nth-child(-n+2) { background: var(--delete); }
tr.r td:nth-child(-n+2) { background: var(--delete); } tr.r td:nth-child(n+3) { background: var(--add); }
tr.gap td:nth-child(odd) { background: var(--stripe); color: var(--soft); text-align: center; padding: .15rem; border: 0; }
.code i { font-style: normal; } i.c { color: var(--c); font-style: italic; } i.s { color: var(--s); } i.k { color: var(--k); }
i.t { color: var(--t); } i.g { color: var(--g); } i.n { color: var(--n); } i.p { color: var(--p); }
@media (max-width: 900px) {
  .layout { grid-template-columns: minmax(0, 1fr); } nav { position: static; padding: 1rem 1rem 0; max-height: none; }
  nav ul ul { display: none; } nav > ul { display: flex; flex-wrap: wrap; gap: 0 1rem; } main { padding: 1rem; }
}
@media print {
  :root { color-scheme: light; --page: #ffffff; --card: #ffffff; --ink: #000000; --soft: #444b54; --rule: #b9c0c9;
    --grid: #e2e5e9; --stripe: #f5f6f8; --link: #000000; --good: #17784a; --bad: #a31d1d; --warn: #7a4f00;
    --good-tint: #fff; --bad-tint: #fff; --warn-tint: #fff; --original: #454e5a; --bitexact: #2563d8;
    --fp32: #0b8577; --tf32: #7c4dc4; --bf16: #b8387f; --fp16: #c75f12; --cublas: #6f7a87; --other: #8a6d00;
    --add: #e6f6ec; --delete: #fdeaea; }
  body { font-size: 10.5pt; } .layout { display: block; max-width: none; } nav, #code, summary { display: none; } main { padding: 0; }
  .plots { display: block; } figure, .tile, .callout { break-inside: avoid; } .plots figure + figure { margin-top: .9rem; }
  h2, h3, h4, caption, figcaption, .legend, thead { break-after: avoid; } .plots svg.plot { max-width: 480px; } tr { break-inside: avoid; } thead { display: table-header-group; }
  svg.plot, figure.wide svg.plot { min-width: 0; } .scroll, figure { overflow: visible; border-color: #ccc; }
  table, table.dense { font-size: 7.5pt; } th, td { padding: .12rem .3rem !important; } .tiles { grid-template-columns: repeat(4, 1fr); }
  .bar, .mark, .track, .stripe, tr td { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  details::details-content { content-visibility: visible; display: block; }
}
)css";

} // namespace warpsmith::harness::html
