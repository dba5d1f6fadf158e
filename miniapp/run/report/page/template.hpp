// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace seafret {

/// For fmt::format with `title`, `style` and `content`.
inline constexpr const char* page_template = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>seafret: {title}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<main>
{content}</main>
</body>
</html>
)";

inline constexpr const char* page_style = R"(:root {
  color-scheme: light dark;
  --paper: #fdfdfb; --ink: #22272b; --faint: #646d74; --line: #dcdfdf; --track: #eceeed;
  --accent: #35708f; --range: #12303f; --good: #1e6b45; --bad: #a3281f;
  --x: #35708f; --y: #c08a3e; --corner: #8a5a83;
  --tint0: #b4cbe2; --tint1: #ecd0b4; --tint2: #bcdac9; --tint3: #dcc3d6; --tint4: #e3dcb0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15191c; --ink: #dfe3e4; --faint: #98a2a8; --line: #333b40; --track: #252c30;
    --accent: #6aa8c7; --range: #f0f5f7; --good: #7cc79c; --bad: #f0877c;
    --x: #6aa8c7; --y: #d9a862; --corner: #bb8ab4;
    --tint0: #2c4a68; --tint1: #6a4a2c; --tint2: #2d5643; --tint3: #5b3f55; --tint4: #565026;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 0 0 .6rem; font-size: 1.15rem; }
section { margin-top: 2.4rem; }
p { margin: 0 0 .8rem; max-width: 44rem; color: var(--faint); }
.fom { margin: .2rem 0 1.2rem; font-size: 1.1rem; }
.fom b { font-size: 1.5rem; color: var(--ink); }
.good, .bad { font-weight: 600; }
.good { color: var(--good); }
.bad { color: var(--bad); }
ul { margin: 0 0 1rem; padding-left: 1.2rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr));
  gap: .5rem 1.5rem; margin: 0; }
dl.long { grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
dt { font-size: .8rem; color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .28rem 1.2rem .28rem 0; text-align: left; border-bottom: 1px solid var(--line); }
th { font-weight: 600; font-size: .8rem; color: var(--faint); vertical-align: bottom; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.noted td { white-space: nowrap; }
.noted .note { white-space: normal; min-width: 10rem; }
.bar { display: block; width: 12vw; min-width: 4.5rem; max-width: 14rem; height: .7rem; }
.number .bar { height: .3rem; margin-left: auto; }
.track { fill: var(--track); }
.time { fill: var(--accent); }
.range { fill: var(--range); }
.x_faces { fill: var(--x); background: var(--x); }
.y_faces { fill: var(--y); background: var(--y); }
.corners { fill: var(--corner); background: var(--corner); }
.named { white-space: nowrap; }
.key { display: inline-block; width: .8em; height: .8em; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr));
  gap: 1.5rem 2rem; align-items: start; }
figure { margin: 0; max-width: max(16rem, calc(var(--shape) * 30rem)); }
figcaption { margin-bottom: .4rem; }
.plot { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .5rem;
  margin-bottom: .8rem; }
.plot img { display: block; width: 100%; height: auto; aspect-ratio: var(--shape);
  image-rendering: pixelated; border: 1px solid var(--line); }
.plot .ends { grid-column: 2; }
.up { display: flex; flex-direction: column; justify-content: space-between; text-align: right; }
.ends { display: flex; justify-content: space-between; }
.up, .ends { font-size: .8rem; line-height: 1.2; color: var(--faint);
  font-variant-numeric: tabular-nums; }
.shades { display: block; width: 100%; height: .8rem; margin-bottom: .2rem; }
.owners { display: block; width: 100%; height: auto; border: 1px solid var(--line); }
.owners image { image-rendering: pixelated; }
.owners text { font-size: 20px; text-anchor: middle; dominant-baseline: central;
  fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
.outline { fill: none; stroke: var(--ink); stroke-width: 1; }
.owners path { vector-effect: non-scaling-stroke; }
.tint0 { fill: var(--tint0); }
.tint1 { fill: var(--tint1); }
.tint2 { fill: var(--tint2); }
.tint3 { fill: var(--tint3); }
.tint4 { fill: var(--tint4); }
.case { columns: 17rem; column-gap: 2rem; }
pre { margin: 0 0 .8rem; font: .8rem/1.45 ui-monospace, "Liberation Mono", monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid; }
pre.columns { white-space: pre; font-size: clamp(.5rem, 2.2vw, .8rem); break-inside: auto; }
@media screen and (max-width: 40rem) {
  .aside { display: none; }
  table { font-size: .8rem; }
  th, td { padding-right: .4rem; }
  th.number { white-space: normal; }
  td:first-child { min-width: 4.5rem; overflow-wrap: anywhere; }
  .bar { min-width: 3rem; }
  .noted, .noted thead, .noted tbody { display: block; }
  .noted tr { display: grid; grid-template-columns: 4fr 5fr 4.2fr 4fr 2.2rem;
    padding-bottom: .28rem; border-bottom: 1px solid var(--line); }
  .noted th, .noted td { border: 0; padding-bottom: 0; white-space: normal; }
  .noted th { font-size: .72rem; }
  .noted .note { grid-column: 2 / -1; }
  main { padding-top: 1rem; }
}
@page { margin: 14mm; }
@media print {
  :root { color-scheme: light;
    --paper: #fff; --ink: #000; --faint: #444; --line: #bbb; --track: #eee;
    --accent: #35708f; --range: #12303f; --good: #1e6b45; --bad: #a3281f;
    --x: #35708f; --y: #c08a3e; --corner: #8a5a83;
    --tint0: #b4cbe2; --tint1: #ecd0b4; --tint2: #bcdac9; --tint3: #dcc3d6; --tint4: #e3dcb0; }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
  section { margin-top: 1.6rem; }
  section:not(:last-child), figure, table, tr, dl { break-inside: avoid; }
  h2, section > p { break-after: avoid; }
  .scroll { overflow: visible; }
  table { font-size: 8pt; }
  th, td { padding: .2rem .5rem .2rem 0; }
  th.number { white-space: normal; }
  th, dt, .up, .ends { font-size: 7.5pt; }
  .bar { width: 4rem; min-width: 0; }
  .pictures { grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); }
  .owners { max-width: 24rem; }
  .case { columns: 12rem; }
  pre, pre.columns { font-size: 7pt; }
}
)";

}  // namespace seafret
